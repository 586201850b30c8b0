import type { Ontology, RelationWithAxioms } from "../../ontology/ontology.ts";
import { signature, signatureScope } from "./classes.ts";
import { cycleScope, cycles } from "./cycles.ts";
import { type Found, keyOf, scopeKey } from "./found.ts";
import type { Checked, ClaimOfEnds } from "./held.ts";
import { asymmetry, asymmetryScope, selfLoop, selfLoopScope } from "./links.ts";
import { oneValueScope, twoValues } from "./one-value.ts";

/** What a commit touched. */
export interface Touched {
	/** Claims of facts that came, went, or hold at other moments than before; a fact that was given another object is two. */
	readonly claims?: Iterable<ClaimOfEnds>;
	/** Entities that have another class, or that stand for others than before (both of a merge or a revert). */
	readonly entities?: Iterable<string>;
	/** IRIs of relations that are declared otherwise than before, see {@link changedRelations}. */
	readonly relations?: Iterable<string>;
}

/** What is found around what a commit touched, and where was looked: a violation all of whose places lie elsewhere stands as it did. */
export interface Around {
	readonly scope: ReadonlySet<string>;
	/** By their keys. */
	readonly found: readonly Found[];
}

/**
 * Checks all axioms of relations around what was touched and nowhere else. What conclusions contradict is told by whoever draws
 * them, and classes of merged entities by `merged-types.ts`.
 */
export function violationsAround(touched: Touched, checked: Checked): Around {
	const look = new Look();
	const ends = new Map<string, Set<string>>();
	for (const claim of claimsOf(touched, checked)) {
		aroundClaim(claim, checked, look);
		const { predicate, subject, object } = claim;
		if (object !== undefined)
			ends.set(predicate, (ends.get(predicate) ?? new Set()).add(subject).add(object));
	}
	for (const [predicate, all] of ends) {
		const { around, found } = cycles(checked.ontology.relations.get(predicate), all, checked.facts);
		for (const entity of around) look.scope.add(cycleScope(predicate, entity));
		look.take(found);
	}
	for (const entity of touched.entities ?? []) look.scope.add(scopeKey("entity", entity));
	for (const relation of touched.relations ?? []) look.scope.add(scopeKey("relation", relation));
	return { scope: look.scope, found: look.found() };
}

/** What was found so far, and where was looked: at each place once. */
class Look {
	readonly scope = new Set<string>();
	readonly #found = new Map<string, Found>();

	at(place: string, found: () => readonly Found[]): void {
		if (this.scope.has(place)) return;
		this.scope.add(place);
		this.take(found());
	}

	take(found: readonly Found[]): void {
		for (const one of found) this.#found.set(keyOf(one), one);
	}

	found(): readonly Found[] {
		return [...this.#found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
	}
}

function aroundClaim(claim: ClaimOfEnds, checked: Checked, look: Look): void {
	const { ontology, facts } = checked;
	const { predicate, subject, object } = claim;
	const relation = ontology.relations.get(predicate);
	look.at(signatureScope(claim), () => signature(relation, claim, checked));
	for (const kind of ["functional", "inverse_functional"] as const)
		look.at(oneValueScope(kind, predicate, claim), () => twoValues(kind, relation, claim, facts));
	if (object === undefined) return;
	const both = [subject, object] as const;
	if (subject === object)
		look.at(selfLoopScope(predicate, subject), () => selfLoop(relation, subject, facts));
	else look.at(asymmetryScope(predicate, both), () => asymmetry(relation, both, facts));
}

function* claimsOf({ claims, entities, relations }: Touched, { facts }: Checked): Iterable<ClaimOfEnds> {
	yield* claims ?? [];
	for (const entity of entities ?? []) yield* facts.ofEntity(entity);
	for (const relation of relations ?? []) yield* facts.ofRelation(relation);
}

/** Whether any check looks at facts of a relation. */
export function isLookedAt(relation: RelationWithAxioms): boolean {
	const { transitive, asymmetric, irreflexive, functional, inverseFunctional, domains, ranges } = relation;
	const isFlagged = transitive || asymmetric || irreflexive || functional || inverseFunctional;
	return isFlagged || domains.length + ranges.length > 0;
}

/**
 * The relations of which checks may find something else under `after` than under `before`: those that ask for something else, and,
 * where classes stand otherwise, all that ask for a class. Labels ask for nothing.
 */
export function changedRelations(before: Ontology, after: Ontology): readonly string[] {
	const classesDiffer = classText(before) !== classText(after);
	const all = new Set([...before.relations.keys(), ...after.relations.keys()]);
	return [...all].filter((iri) => {
		const [was, is] = [before.relations.get(iri), after.relations.get(iri)];
		if (axiomText(was) !== axiomText(is)) return true;
		return classesDiffer && is !== undefined && is.domains.length + is.ranges.length > 0;
	});
}

function classText({ classes }: Ontology): string {
	return JSON.stringify([...classes].map(([iri, { parents }]) => [iri, parents.toSorted()]).sort());
}

function axiomText(relation: RelationWithAxioms | undefined): string {
	if (relation === undefined) return "";
	const { transitive, symmetric, asymmetric, irreflexive, functional, inverseFunctional } = relation;
	const { temporal, domains, ranges } = relation;
	const flags = [transitive, symmetric, asymmetric, irreflexive, functional, inverseFunctional];
	return JSON.stringify([flags, temporal, domains.toSorted(), ranges.toSorted()]);
}
