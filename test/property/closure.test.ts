import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Axioms, type RelationAxioms } from "../../src/closure/axioms.ts";
import { Closure } from "../../src/closure/closure.ts";
import type { Premise } from "../../src/closure/premise.ts";
import { NO_RULES } from "../../src/closure/rule-book.ts";
import type { Bound } from "../../src/time/holds.ts";
import type { Instant } from "../../src/time/instant.ts";
import type { Precision } from "../../src/time/partial-date.ts";
import { checkProofs, Kept, shownOf, shownOfNaive } from "../support/kept-conclusions.ts";
import { naiveClosure } from "../support/naive-closure.ts";

const RELATIONS = ["p", "q", "r", "s"];
const ENTITIES = ["a", "b", "c", "d", "e"];
const STEPS = Number(process.env["CLOSURE_STEPS"] ?? 1_000);

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const flag = (weight: number) =>
	fc.oneof({ weight, arbitrary: fc.constant(true) }, { weight: 4, arbitrary: fc.constant(false) });
const fewOf = (items: readonly string[]) =>
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant([]) },
		{ weight: 2, arbitrary: some(items).map((one) => [one]) },
	);

const ontologies: fc.Arbitrary<readonly RelationAxioms[]> = fc.tuple(
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
type Step =
	| {
			readonly does: "change";
			readonly add: readonly Omit<Premise, "id">[];
			readonly remove: readonly number[];
	  }
	| { readonly does: "rebase"; readonly ontology: readonly RelationAxioms[] };
const steps: fc.Arbitrary<Step> = fc.oneof(
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

function run(first: readonly RelationAxioms[], changes: readonly Step[]): void {
	let ontology = first;
	let made = 0;
	const closure = new Closure({ axioms: new Axioms(ontology), cap: 100_000, book: NO_RULES });
	const premises = new Map<string, Premise>();
	const kept = new Kept();
	const naming = { conclusion: () => `c${made++}`, proof: () => `p${made++}` };
	for (const step of changes) {
		if (step.does === "rebase") {
			ontology = step.ontology;
			kept.take(
				closure.rebase(
					{ axioms: new Axioms(ontology), cap: 100_000, book: NO_RULES },
					{ removed: [], added: [] },
					naming,
				),
			);
		} else {
			const removed = new Set(
				step.remove.flatMap((nth) => [...premises.keys()][nth % Math.max(1, premises.size)] ?? []),
			);
			for (const id of removed) premises.delete(id);
			const added = step.add.map((claim) => ({ ...claim, id: `f${made++}` }));
			for (const one of added) premises.set(one.id, one);
			kept.take(closure.change({ removed: [...removed], added }, naming));
		}
		const naive = naiveClosure(ontology, [...premises.values()].filter(isAny));
		checkProofs(naive);
		expect(shownOf(kept)).toEqual(shownOfNaive(naive));
	}
}

/** A premise that holds at no moment is none. */
function isAny({ from, to }: Premise): boolean {
	return from === undefined || to === undefined || from.at < to.at;
}

describe("what follows", () => {
	test(`after each of ${STEPS} random changes of facts and axioms is what a naive recomputation gives, proofs and all`, () => {
		const perRun = 20;
		fc.assert(fc.property(ontologies, fc.array(steps, { minLength: perRun, maxLength: perRun }), run), {
			numRuns: Math.ceil(STEPS / perRun),
		});
	});
});
