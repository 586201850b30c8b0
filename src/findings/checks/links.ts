import { intersection } from "../../time/interval.ts";
import { asserted, byStart, type Declared, type Found, named, scopeKey } from "./found.ts";
import type { HeldFact, HeldFacts } from "./held.ts";

/** Where a link from a thing to itself is looked for. */
export function selfLoopScope(predicate: string, entity: string): string {
	return scopeKey("self_loop", predicate, entity);
}

/** A p A, with p irreflexive or asymmetric. */
export function selfLoop(relation: Declared, entity: string, facts: HeldFacts): readonly Found[] {
	if (relation === undefined || !(relation.irreflexive || relation.asymmetric)) return [];
	const own = linksOf(relation.iri.value, [entity, entity], facts);
	const [fact] = own.sort(byStart);
	if (fact === undefined) return [];
	return [
		{
			kind: "self_loop",
			relation: relation.iri.value,
			about: [entity],
			statements: [named(fact)],
			path: [],
			entities: [entity],
			criterion: `${relation.key} is ${relation.irreflexive ? "irreflexive" : "asymmetric"}: nothing stands in it to itself`,
			scope: [selfLoopScope(relation.iri.value, entity)],
		},
	];
}

/** Where links between two things in both directions are looked for. */
export function asymmetryScope(predicate: string, ends: readonly [string, string]): string {
	return scopeKey("asymmetry", predicate, ...ends.toSorted());
}

/** A p B and B p A at one moment, with p asymmetric: of several such pairs the one that begins first. */
export function asymmetry(
	relation: Declared,
	ends: readonly [string, string],
	facts: HeldFacts,
): readonly Found[] {
	const [a, b] = ends.toSorted() as [string, string];
	if (relation === undefined || !relation.asymmetric || a === b) return [];
	const { iri, key } = relation;
	const back = linksOf(iri.value, [b, a], facts).sort(byStart);
	for (const there of linksOf(iri.value, [a, b], facts).sort(byStart)) {
		const other = back.find((one) => meet(there, one));
		if (other === undefined) continue;
		const path = [named(there), named(other)];
		return [
			{
				kind: "asymmetry",
				relation: iri.value,
				about: [a, b],
				statements: path,
				path,
				entities: [a, b],
				criterion: `${key} is asymmetric: between two things it holds in one direction at a time`,
				scope: [asymmetryScope(iri.value, [a, b])],
			},
		];
	}
	return [];
}

/** Whether two facts hold at one moment. */
export function meet(a: HeldFact, b: HeldFact): boolean {
	if (a.interval === undefined || b.interval === undefined) return false;
	return intersection(a.interval, b.interval) !== undefined;
}

function linksOf(
	predicate: string,
	[subject, object]: readonly [string, string],
	facts: HeldFacts,
): HeldFact[] {
	return [...asserted(facts.ofClaim({ subject, predicate, object, value: undefined }))];
}
