import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../rdf/turtle-writer.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { iriIn, objectsOf } from "./base-reader.ts";
import { batches, type CountName, type ExportContext, followNodes } from "./export-context.ts";
import { derivedSaid, readDerived } from "./export-derived.ts";
import { findingSaid } from "./finding-states.ts";
import { kindOf } from "./import-plan.ts";
import type { Kind } from "./kinds.ts";
import { asHeldAt } from "./record-cut.ts";
import { ruleSaid } from "./rule-states.ts";

const ORDER: readonly Kind[] = [
	...(["rule", "rulestate", "ruleversion", "derived", "proof", "premise"] as const),
	...(["conflict", "findingstate", "pathmember", "violation", "defect", "limit"] as const),
];
const COUNTED: Partial<Record<Kind, CountName>> = {
	rule: "rule",
	derived: "derived",
	conflict: "finding",
	violation: "finding",
	defect: "finding",
	limit: "finding",
};

/** How the states of a thing, rows with a life of their own, name it, and how they speak for it. */
interface ByStates {
	readonly owner: NamedNode;
	readonly said: typeof findingSaid;
}
const OF_FINDING: ByStates = { owner: utopia.ofFinding, said: findingSaid };
const BY_STATES: Partial<Record<Kind, ByStates>> = {
	rule: { owner: utopia.ofRule, said: ruleSaid },
	conflict: OF_FINDING,
	violation: OF_FINDING,
	defect: OF_FINDING,
	limit: OF_FINDING,
};

/** The states of each thing, whenever they were held. */
async function statesOf(things: readonly string[], owner: NamedNode, { reader }: ExportContext) {
	const graph = reader.graphs.derivations;
	const owned = await reader.owned(graph, owner, things);
	const described = await reader.described(graph, [...owned.values()].flat());
	return new Map(
		[...owned].map(([thing, states]) => [thing, states.map((state) => described.get(state)?.said ?? [])]),
	);
}

/** Things of one kind with all that is needed to say what was said of each at the cut. */
async function describedAtCut(kind: Kind, batch: readonly string[], context: ExportContext) {
	const { reader, cut } = context;
	const found = await reader.described(reader.graphs.derivations, batch);
	const told = BY_STATES[kind];
	const states = told && (await statesOf(batch, told.owner, context));
	const derived = kind === "derived" ? await readDerived(reader, batch) : undefined;
	return (subject: string): readonly Said[] | undefined => {
		const row = found.get(subject);
		const own = asHeldAt(row?.said ?? [], cut);
		if (own === undefined || row === undefined) return own;
		if (derived !== undefined)
			return derivedSaid(subject, { said: own, spellings: row.spellings }, { batch: derived, cut });
		return told === undefined ? own : told.said(own, states?.get(subject) ?? [], cut);
	};
}

/** Rules, derived facts, proofs and findings; a derived fact says by which rule and from what it follows by its first proof. */
export async function* exportDerivations(context: ExportContext): AsyncGenerator<void> {
	const { reader, sink, counts } = context;
	const byKind = new Map<Kind | undefined, string[]>();
	for (const subject of await reader.subjectsIn(reader.graphs.derivations)) {
		const kind = kindOf(subject);
		const own = byKind.get(kind);
		if (own === undefined) byKind.set(kind, [subject]);
		else own.push(subject);
	}
	const absent = new Set<string>();
	for (const kind of ORDER) {
		const counted = COUNTED[kind];
		for (const batch of batches(byKind.get(kind) ?? [])) {
			const saidOf = await describedAtCut(kind, batch, context);
			for (const subject of batch) {
				const said = saidOf(subject);
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
