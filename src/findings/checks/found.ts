import type { KeptKind, Named } from "../../ledger/violations.ts";
import type { RelationWithAxioms } from "../../ontology/ontology.ts";
import { computedId, digestOf } from "../../rdf/computed-id.ts";
import { byInstant } from "../../time/instant.ts";
import type { HeldFact } from "./held.ts";

/** A violation as it stands in what is held, whether the ledger knows of it already or not. */
export interface Found {
	readonly kind: KeptKind;
	/** IRI of the relation whose axiom it is, or that is capped; none where classes clash, or rules. */
	readonly relation: string | undefined;
	/** What makes it this one and no other: ends that clash, never rows, which the timeline rewrites. */
	readonly about: readonly string[];
	/** In order; see the table of derivation 8. */
	readonly statements: readonly Named[];
	/** The statements that lead on from each other; empty where there is no way. */
	readonly path: readonly Named[];
	/** All entities that it is about; of a way, in its order. */
	readonly entities: readonly string[];
	/** What is required and not met, in keys. */
	readonly criterion: string;
	/** Ids of the rules that it is about: of a limit, of a disagreement, of a contradicted conclusion. */
	readonly rules?: readonly string[];
	/** Of a limit: how many. */
	readonly occurrences?: number;
	/** The part of what is held that alone decides whether it is found: see `Around`. */
	readonly scope: readonly string[];
}

/** The text under which a violation stays the same, however its rows are rewritten. */
export function keyOf({ kind, relation, about }: Pick<Found, "kind" | "relation" | "about">): string {
	return JSON.stringify([kind, relation ?? null, ...about]);
}

/** The id of a violation: the same clash has the same id in every base that has it. */
export function violationId(found: Pick<Found, "kind" | "relation" | "about">, kb: string): string {
	return computedId(digestOf(keyOf(found), kb));
}

/** The name of a part of what is held. */
export function scopeKey(what: string, ...parts: readonly string[]): string {
	return JSON.stringify([what, ...parts]);
}

/** All parts of what is held in which a violation is looked for: its own, that of its relation, those of its entities and rules. */
export function scopesOf({
	scope,
	relation,
	entities,
	rules = [],
}: Pick<Found, "scope" | "relation" | "entities" | "rules">): readonly string[] {
	return [
		...scope,
		...(relation === undefined ? [] : [scopeKey("relation", relation)]),
		...entities.map((entity) => scopeKey("entity", entity)),
		...rules.map((rule) => scopeKey("rule", rule)),
	];
}

/** A row of a fact as a finding names it. */
export function named({ id, isDerived }: HeldFact): Named {
	return { kind: isDerived ? "derived" : "fact", id };
}

/** The facts that people and files have stated: conclusions break no axiom, they meet asserted facts before they stand. */
export function* asserted(facts: Iterable<HeldFact>): Iterable<HeldFact> {
	for (const fact of facts) if (!fact.isDerived) yield fact;
}

/** The earlier start first, then the smaller id: so that of several facts that say the same one is named. */
export function byStart(a: HeldFact, b: HeldFact): number {
	return byInstant(a.interval?.from, b.interval?.from) || (a.id < b.id ? -1 : 1);
}

/** What a check looks at: a relation as it is declared, where it is. */
export type Declared = RelationWithAxioms | undefined;
