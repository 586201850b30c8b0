import type { BaseGraphs } from "../rdf/base-iris.ts";
import * as utopia from "../vocab/utopia.gen.ts";

/** The kinds of things of a base, by the part of their IRI after the base's id, and the graph each is kept in. */
export const KINDS = {
	entity: "ledger",
	fact: "ledger",
	typing: "ledger",
	detail: "ledger",
	merge: "ledger",
	node: "ledger",
	class: "ontology",
	relation: "ontology",
	declaration: "ontology",
	document: "documents",
	docversion: "documents",
	deletion: "documents",
	chunk: "documents",
	placement: "documents",
	evidence: "documents",
	mention: "documents",
	rule: "derivations",
	rulestate: "derivations",
	ruleversion: "derivations",
	derived: "derivations",
	proof: "derivations",
	premise: "derivations",
	conflict: "derivations",
	violation: "derivations",
	defect: "derivations",
	limit: "derivations",
	pathmember: "derivations",
	findingstate: "derivations",
	manifest: "record",
} as const satisfies Record<string, keyof BaseGraphs>;

export type Kind = keyof typeof KINDS;

export function isKind(text: string): text is Kind {
	return Object.hasOwn(KINDS, text);
}

/** Whether things of the kind have a graph of their own that holds their claim (ledger README). */
export function hasClaim(kind: string | undefined): boolean {
	return kind === "fact" || kind === "derived";
}

/** What is kept and never leaves the base: who said or decided something (contract X3). */
export const NEVER_EXPORTED: ReadonlySet<string> = new Set([utopia.byPerson.value]);
