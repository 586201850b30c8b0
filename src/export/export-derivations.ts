import * as utopia from "../vocab/utopia.gen.ts";
import { iriIn, objectsOf } from "./base-reader.ts";
import { batches, type CountName, type ExportContext, followNodes } from "./export-context.ts";
import { findingSaid } from "./finding-states.ts";
import { kindOf } from "./import-plan.ts";
import type { Kind } from "./kinds.ts";
import { asHeldAt } from "./record-cut.ts";

const ORDER: readonly Kind[] = [
	...(["rule", "ruleversion", "derived", "proof", "premise"] as const),
	...(["conflict", "findingstate", "pathmember", "violation", "defect", "limit"] as const),
];
const HAVE_STATES: ReadonlySet<Kind> = new Set<Kind>(["conflict", "violation", "defect", "limit"]);
const COUNTED: Partial<Record<Kind, CountName>> = {
	rule: "rule",
	derived: "derived",
	conflict: "finding",
	violation: "finding",
	defect: "finding",
	limit: "finding",
};

/** The states of each finding, whenever they were held. */
async function statesOf(findings: readonly string[], { reader }: ExportContext) {
	const graph = reader.graphs.derivations;
	const owned = await reader.owned(graph, utopia.ofFinding, findings);
	const described = await reader.described(graph, [...owned.values()].flat());
	return new Map(
		[...owned].map(([finding, states]) => [finding, states.map((state) => described.get(state)?.said ?? [])]),
	);
}

/** Rules, derived facts, proofs and findings as they came: this version carries them and does not read them. */
export async function* exportDerivations(context: ExportContext): AsyncGenerator<void> {
	const { reader, sink, cut, counts } = context;
	const graph = reader.graphs.derivations;
	const byKind = new Map<Kind | undefined, string[]>();
	for (const subject of await reader.subjectsIn(graph)) {
		const kind = kindOf(subject);
		byKind.set(kind, [...(byKind.get(kind) ?? []), subject]);
	}
	const absent = new Set<string>();
	for (const kind of ORDER) {
		const counted = COUNTED[kind];
		for (const batch of batches(byKind.get(kind) ?? [])) {
			const found = await reader.described(graph, batch);
			const states = HAVE_STATES.has(kind) ? await statesOf(batch, context) : undefined;
			for (const subject of batch) {
				const own = asHeldAt(found.get(subject)?.said ?? [], cut);
				const said = own && states ? findingSaid(own, states.get(subject) ?? [], cut) : own;
				const proofs = objectsOf(said ?? [], utopia.ofProof).map((proof) => iriIn(proof) ?? "");
				if (said === undefined || proofs.some((proof) => absent.has(proof))) {
					absent.add(subject);
					continue;
				}
				sink.subject(subject, said);
				if (counted !== undefined) counts[counted]++;
			}
			await followNodes(context);
			yield;
		}
	}
}
