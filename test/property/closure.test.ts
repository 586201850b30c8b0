import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Axioms, type RelationAxioms } from "../../src/closure/axioms.ts";
import { Closure } from "../../src/closure/closure.ts";
import type { Premise } from "../../src/closure/premise.ts";
import { NO_RULES } from "../../src/closure/rule-book.ts";
import { ontologies, type Step, steps } from "../support/closure-histories.ts";
import { checkProofs, Kept, shownOf, shownOfNaive } from "../support/kept-conclusions.ts";
import { naiveClosure } from "../support/naive-closure.ts";

const STEPS = Number(process.env["CLOSURE_STEPS"] ?? 1_000);

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
