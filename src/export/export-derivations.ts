import type { NamedNode } from "@rdfjs/types";
import * as utopia from "../vocab/utopia.gen.ts";
import { iriIn, objectsOf } from "./base-reader.ts";
import { batches, type CountName, type ExportContext, followNodes } from "./export-context.ts";
import { findingSaid } from "./finding-states.ts";
import { kindOf } from "./import-plan.ts";
import type { Kind } from "./kinds.ts";
import { asHeldAt } from "./record-cut.ts";
import { ruleSaid } from "./rule-states.ts";

const ORDER: readonly Kind[] = [
	...(["rule", "rulestate", "ruleversion", "derived", "proof", "premise"] as const),
	...(["conflict", "findingstate", "violation", "defect"] as const),
];
const COUNTED: Partial<Record<Kind, CountName>> = {
	rule: "rule",
	derived: "derived",
	conflict: "finding",
	violation: "finding",
	defect: "finding",
};

/** Kinds of which rows with a life of their own say where they stand: how those name them, and how they speak for them. */
const BY_STATES = {
	rule: { owner: utopia.ofRule, said: ruleSaid },
	conflict: { owner: utopia.ofFinding, said: findingSaid },
} as const;

/** The states of each thing, whenever they were held. */
async function statesOf(things: readonly string[], owner: NamedNode, { reader }: ExportContext) {
	const graph = reader.graphs.derivations;
	const owned = await reader.owned(graph, owner, things);
	const described = await reader.described(graph, [...owned.values()].flat());
	return new Map(
		[...owned].map(([thing, states]) => [thing, states.map((state) => described.get(state)?.said ?? [])]),
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
			const told = kind === "rule" || kind === "conflict" ? BY_STATES[kind] : undefined;
			const states = told && (await statesOf(batch, told.owner, context));
			for (const subject of batch) {
				const own = asHeldAt(found.get(subject)?.said ?? [], cut);
				const said = own && told ? told.said(own, states?.get(subject) ?? [], cut) : own;
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
