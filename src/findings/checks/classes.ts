import type { Named } from "../../ledger/violations.ts";
import { withAncestors } from "../../ontology/hierarchy.ts";
import type { Ontology } from "../../ontology/ontology.ts";
import { asserted, byStart, type Declared, type Found, named, scopeKey } from "./found.ts";
import { type Checked, type ClaimOfEnds, otherEnd } from "./held.ts";

/** Where the classes of the ends of a claim are looked at. */
export function signatureScope(claim: ClaimOfEnds): string {
	return scopeKey("signature", claim.predicate, claim.subject, otherEnd(claim));
}

/** Ends whose class, with those above it, is none of the relation's domains or ranges. An end without class meets all. */
export function signature(relation: Declared, claim: ClaimOfEnds, checked: Checked): readonly Found[] {
	if (relation === undefined || (relation.domains.length === 0 && relation.ranges.length === 0)) return [];
	const { subject, object } = claim;
	const ends = [
		{ end: "subject", entity: subject, allowed: relation.domains },
		...(object === undefined ? [] : [{ end: "object", entity: object, allowed: relation.ranges }]),
	];
	const outside = ends.filter(({ entity, allowed }) =>
		isOutside(checked.classOf(entity), allowed, checked.ontology),
	);
	if (outside.length === 0) return [];
	const other = otherEnd(claim);
	const [fact] = [...asserted(checked.facts.ofClaim(claim))].sort(byStart);
	if (fact === undefined) return [];
	const key = keysIn(checked.ontology);
	return outside.map(({ end, entity, allowed }) => ({
		kind: "signature",
		relation: claim.predicate,
		about: [subject, other, end],
		statements: [named(fact)],
		path: [],
		// The end that is wrong comes first; the other one is named by the fact.
		entities: [...new Set([entity, subject, ...(object === undefined ? [] : [object])])],
		criterion: `${relation.key} takes as its ${end} ${allowed.map(key).join(" or ")}, and this one is ${key(checked.classOf(entity) ?? "")}`,
		scope: [signatureScope(claim)],
	}));
}

function isOutside(type: string | undefined, allowed: readonly string[], { classes }: Ontology): boolean {
	if (type === undefined || allowed.length === 0) return false;
	const above = withAncestors(type, classes);
	return !allowed.some((one) => above.has(one));
}

/** A class of an entity, and the row that says so. */
export interface Typed {
	readonly type: string;
	/** Missing where no row says so. */
	readonly statement: Named | undefined;
}

/** Where the classes of an entity are looked at. */
export function disjointScope(entity: string): string {
	return scopeKey("disjoint_types", entity);
}

/**
 * Pairs of the classes that an entity is held to have that stand under two disjoint ones. One class that does so by itself is a
 * defect of the ontology (`disjoint_ancestor`).
 */
export function disjointTypes(entity: string, types: readonly Typed[], ontology: Ontology): readonly Found[] {
	const key = keysIn(ontology);
	const found = new Map<string, Found>();
	const sorted = types.toSorted((a, b) => (a.type < b.type ? -1 : 1));
	for (const [n, first] of sorted.entries())
		for (const second of sorted.slice(n + 1)) {
			const clash = disjointAbove(first.type, second.type, ontology);
			const about = [entity, first.type, second.type];
			if (clash === undefined || first.type === second.type || found.has(about.join(" "))) continue;
			found.set(about.join(" "), {
				kind: "disjoint_types",
				relation: undefined,
				about,
				statements: [first, second].flatMap(({ statement }) => statement ?? []),
				path: [],
				entities: [entity],
				criterion: `${clash.map(key).join(" and ")} are disjoint: nothing is both`,
				scope: [disjointScope(entity)],
			});
		}
	return [...found.values()];
}

/** A class at or above the one and one at or above the other that are declared disjoint, whichever of them says so. */
export function disjointAbove(
	a: string,
	b: string,
	{ classes }: Ontology,
): readonly [string, string] | undefined {
	const others = withAncestors(b, classes);
	const pairs = [...withAncestors(a, classes)].flatMap((one) =>
		[...others].filter((other) => isDisjoint(one, other)).map((other) => [one, other] as const),
	);
	return pairs.toSorted((x, y) => (x.join(" ") < y.join(" ") ? -1 : 1))[0];

	function isDisjoint(one: string, other: string): boolean {
		const says = (from: string, to: string) => classes.get(from)?.disjointWith.includes(to) === true;
		return says(one, other) || says(other, one);
	}
}

const keysIn =
	({ classes }: Ontology) =>
	(iri: string) =>
		classes.get(iri)?.key ?? iri;
