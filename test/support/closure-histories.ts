import fc from "fast-check";
import type { RelationAxioms } from "../../src/closure/axioms.ts";
import type { Premise } from "../../src/closure/premise.ts";
import type { Bound } from "../../src/time/holds.ts";
import type { Instant } from "../../src/time/instant.ts";
import type { Precision } from "../../src/time/partial-date.ts";

// Histories of a closure, made at random.

const RELATIONS = ["p", "q", "r", "s"];
const ENTITIES = ["a", "b", "c", "d", "e"];

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const flag = (weight: number) =>
	fc.oneof({ weight, arbitrary: fc.constant(true) }, { weight: 4, arbitrary: fc.constant(false) });
const fewOf = (items: readonly string[]) =>
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant([]) },
		{ weight: 2, arbitrary: some(items).map((one) => [one]) },
	);

/** Four relations with whatever axioms. */
export const ontologies: fc.Arbitrary<readonly RelationAxioms[]> = fc.tuple(
	...RELATIONS.map((iri) =>
		fc.record({
			iri: fc.constant(iri),
			transitive: flag(4),
			symmetric: flag(1),
			inverseOf: fewOf(RELATIONS),
			subPropertyOf: fewOf(RELATIONS),
			functional: flag(1),
			inverseFunctional: flag(1),
			asymmetric: flag(1),
		}),
	),
);
const precisions = fc.constantFrom<Precision | undefined>("year", "day", undefined);
const bound = (at: fc.Arbitrary<number>): fc.Arbitrary<Bound | undefined> =>
	fc.option(fc.record({ at: at.map((n) => BigInt(n) as Instant), precision: precisions }), {
		nil: undefined,
		freq: 2,
	});
const claims = fc.record({
	relation: some(RELATIONS),
	subject: some(ENTITIES),
	object: some(ENTITIES),
	from: bound(fc.integer({ min: 1, max: 3 })),
	to: bound(fc.integer({ min: 3, max: 6 })),
	confidence: some([0.5, 0.7, 0.9, 1]),
});
/** One change of a history: of premises, those that go by their place, or of axioms. */
export type Step =
	| {
			readonly does: "change";
			readonly add: readonly Omit<Premise, "id">[];
			readonly remove: readonly number[];
	  }
	| { readonly does: "rebase"; readonly ontology: readonly RelationAxioms[] };
/** Changes, most of premises. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 12,
		arbitrary: fc.record({
			does: fc.constant("change" as const),
			add: fc.array(claims, { maxLength: 3 }),
			remove: fc.array(fc.nat(), { maxLength: 2 }),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ does: fc.constant("rebase" as const), ontology: ontologies }) },
);
