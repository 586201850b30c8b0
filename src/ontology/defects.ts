import { rdfs } from "../vocab/well-known.ts";
import { circles, named, reached } from "./hierarchy.ts";
import type { Ontology, RelationWithAxioms } from "./ontology.ts";
import { datatypeOf } from "./subject-reader.ts";

/** What an ontology can have against itself (derivation 8). */
export const DEFECT_KINDS = [
	"inverse_not_mutual",
	"sub_property_loop",
	"subclass_loop",
	"disjoint_ancestor",
	"symmetric_and_asymmetric",
	"transitive_functional",
	"axiom_on_attribute",
	"temporal_mismatch",
	"signature_mismatch",
] as const;

export type DefectKind = (typeof DEFECT_KINDS)[number];

/** A place where an ontology contradicts itself: told, never repaired. */
export interface Defect {
	readonly kind: DefectKind;
	/** IRIs of the classes and relations concerned, the one that it is found at first. */
	readonly subjects: readonly string[];
	/** A sentence in keys. */
	readonly detail: string;
}

/** All defects of an ontology, by kind and then by subject: a function of what is declared. */
export function defectsOf(ontology: Ontology): readonly Defect[] {
	const keys = (iri: string) => (ontology.classes.get(iri) ?? ontology.relations.get(iri))?.key ?? iri;
	const seeing = { ontology, keys, below: belowEach(ontology) };
	const found = [
		...[...ontology.relations.values()].flatMap((relation) => ofRelation(relation, seeing)),
		...loops("sub_property_loop", ontology.relations, ({ subPropertyOf }) => subPropertyOf, keys),
		...loops("subclass_loop", ontology.classes, ({ parents }) => parents, keys),
		...disjointAncestors(seeing),
	];
	const order = ({ kind, subjects }: Defect) => `${DEFECT_KINDS.indexOf(kind)} ${subjects.join(" ")}`;
	return found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

interface Seeing {
	readonly ontology: Ontology;
	readonly keys: (iri: string) => string;
	/** A class with all under it. */
	readonly below: Below;
}

type Below = (iri: string) => ReadonlySet<string>;

/** Looks under each class once, and only where that is asked for. */
function belowEach({ classes }: Ontology): Below {
	const children = named(classes, ({ parents }) => parents);
	const known = new Map<string, ReadonlySet<string>>();
	return (iri) => {
		const found = known.get(iri) ?? reached([iri], (one) => children.get(one) ?? []);
		known.set(iri, found);
		return found;
	};
}

function ofRelation(relation: RelationWithAxioms, seeing: Seeing): readonly Defect[] {
	const own = relation.iri.value;
	const { key } = relation;
	const found: Defect[] = [];
	const axioms = axiomsOnAttribute(relation);
	if (relation.kind === "attribute" && axioms.length > 0)
		found.push({
			kind: "axiom_on_attribute",
			subjects: [own],
			detail: `${key} takes values and is declared ${axioms.join(", ")}, which only relations between entities can be`,
		});
	const isOwnInverse = relation.inverseOf.includes(own);
	if (relation.asymmetric && (relation.symmetric || isOwnInverse))
		found.push({
			kind: "symmetric_and_asymmetric",
			subjects: [own],
			detail: `${key} is declared ${relation.symmetric ? "symmetric" : "its own inverse"} and asymmetric: no fact of it can hold`,
		});
	if (relation.transitive && (relation.functional || relation.inverseFunctional))
		found.push({
			kind: "transitive_functional",
			subjects: [own],
			detail: `${key} is declared transitive and ${relation.functional ? "functional" : "inverse functional"}: a chain of two facts gives a second value`,
		});
	return [...found, ...notMutual(relation, seeing), ...mismatches(relation, seeing)];
}

/** Axioms that mean something between entities only, in the words of the API. */
function axiomsOnAttribute(relation: RelationWithAxioms): readonly string[] {
	const { transitive, symmetric, asymmetric, irreflexive, inverseOf } = relation;
	const axioms = { transitive, symmetric, asymmetric, irreflexive, "an inverse": inverseOf.length > 0 };
	return Object.entries(axioms).flatMap(([name, holds]) => (holds ? [name] : []));
}

/** p names q, and q names others. */
function notMutual(
	{ iri, key, inverseOf }: RelationWithAxioms,
	{ ontology, keys }: Seeing,
): readonly Defect[] {
	return inverseOf.flatMap((other): Defect[] => {
		const others = ontology.relations.get(other)?.inverseOf ?? [];
		if (others.length === 0 || others.includes(iri.value)) return [];
		return [
			{
				kind: "inverse_not_mutual",
				subjects: [iri.value, other],
				detail: `${key} names ${keys(other)} its inverse, and that names ${others.map(keys).join(", ")}`,
			},
		];
	});
}

function mismatches(relation: RelationWithAxioms, { ontology, keys, below }: Seeing): readonly Defect[] {
	const { iri, key, temporal } = relation;
	const tied = [
		...relation.subPropertyOf.map((other) => ({ other, word: "a sub-property", crossed: false })),
		...relation.inverseOf.map((other) => ({ other, word: "the inverse", crossed: true })),
	];
	return tied.flatMap(({ other, word, crossed }) => {
		const found: Defect[] = [];
		const known = ontology.relations.get(other);
		if (known === undefined || other === iri.value) return [];
		const subjects = [iri.value, other];
		if (known.temporal !== temporal)
			found.push({
				kind: "temporal_mismatch",
				subjects,
				detail: `${key} is ${aKind(temporal)} and ${word} of ${keys(other)}, which is ${aKind(known.temporal)}`,
			});
		for (const end of endsApart(relation, known, { crossed, below }))
			found.push({
				kind: "signature_mismatch",
				subjects,
				detail: `${key} is ${word} of ${keys(other)}, and nothing can be ${end}`,
			});
		return found;
	});
}

function aKind(temporal: RelationWithAxioms["temporal"]): string {
	return temporal === "eternal" ? temporal : temporal === "event" ? "an event" : "a state";
}

/** The ends at which what the one relation asks for cannot be what the other does. */
function endsApart(
	a: RelationWithAxioms,
	b: RelationWithAxioms,
	{ crossed, below }: { readonly crossed: boolean; readonly below: Below },
): readonly string[] {
	if (a.kind !== b.kind) return ["both an entity and a value"];
	const found: string[] = [];
	if (!canMeet(a.domains, crossed ? b.ranges : b.domains, below)) found.push("the subject of both");
	if (
		a.kind === "attribute"
			? !typesMeet(a.ranges, b.ranges)
			: !canMeet(a.ranges, crossed ? b.domains : b.ranges, below)
	)
		found.push("the object of both");
	return crossed
		? found.map((end) => end.replace("of both", "of one and the other end of the other"))
		: found;
}

/** Whether an entity of one class can be what both ask for: some class is at or under one of each. Nothing asked for meets all. */
function canMeet(a: readonly string[], b: readonly string[], below: Below): boolean {
	if (a.length === 0 || b.length === 0) return true;
	const under = new Set(a.flatMap((one) => [...below(one)]));
	return b.some((one) => [...below(one)].some((iri) => under.has(iri)));
}

function typesMeet(a: readonly string[], b: readonly string[]): boolean {
	if (a.length === 0 || b.length === 0 || [...a, ...b].includes(rdfs.Literal.value)) return true;
	const kind = (range: string) => datatypeOf(range) ?? range;
	return a.some((one) => b.some((other) => kind(one) === kind(other)));
}

function loops<Thing>(
	kind: "sub_property_loop" | "subclass_loop",
	things: ReadonlyMap<string, Thing>,
	next: (thing: Thing) => readonly string[],
	keys: Seeing["keys"],
): readonly Defect[] {
	return circles(things, next).map((subjects) => ({
		kind,
		subjects,
		detail: `${subjects.map(keys).join(", ")} ${subjects.length === 1 ? "stands above itself" : "stand above each other"}`,
	}));
}

/** Classes under two that nothing can be both of. */
function disjointAncestors({ ontology, keys, below }: Seeing): readonly Defect[] {
	const disjoint = [...ontology.classes].flatMap(([iri, { disjointWith }]) =>
		disjointWith.map((other) => [iri, other].sort() as [string, string]),
	);
	const pairs = [...new Map(disjoint.map((pair) => [pair.join(" "), pair])).values()];
	return pairs.flatMap(([a, b]) =>
		[...below(a)]
			.filter((iri) => below(b).has(iri))
			.map(
				(iri): Defect => ({
					kind: "disjoint_ancestor",
					subjects: [...new Set([iri, a, b])],
					detail:
						a === b
							? `${keys(iri)} is under ${keys(a)}, which is declared disjoint with itself`
							: `${keys(iri)} is under ${keys(a)} and ${keys(b)}, which are declared disjoint`,
				}),
			),
	);
}
