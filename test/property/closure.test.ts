import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Axioms, type RelationAxioms } from "../../src/closure/axioms.ts";
import { Closure } from "../../src/closure/closure.ts";
import type { Premise } from "../../src/closure/premise.ts";
import { Kept, ontologies, type Step, shownOf, steps, textOf } from "../support/closure-histories.ts";
import { followsWithout, type Naive, naiveClosure } from "../support/naive-closure.ts";

const STEPS = Number(process.env["CLOSURE_STEPS"] ?? 1_000);

function shownOfNaive(naive: Naive): readonly string[] {
	const name = (fact: Parameters<Naive["bounds"]>[0]) => {
		const [from, to] = naive.bounds(fact);
		return fact.premise?.id ?? textOf({ ...fact, from, to });
	};
	return [...naive.conclusions.values()]
		.flatMap((fact) => [
			name(fact),
			...(naive.proofs.get(fact.key) ?? []).map(
				({ rule, premises }) =>
					`${name(fact)} by ${rule} from ${premises.map(name).join(", ")} (${Math.min(...premises.map(naive.confidence))})`,
			),
		])
		.sort();
}

/** Each proof leans on nothing that leans on its conclusion, and following proofs never runs in a circle (Q2). */
function checkProofs(naive: Naive): void {
	const done = new Set<string>();
	const within = new Set<string>();
	const visit = (key: string) => {
		if (done.has(key)) return;
		expect(within, "proofs run in a circle").not.toContain(key);
		within.add(key);
		for (const { premises } of naive.proofs.get(key) ?? [])
			for (const one of premises) if (one.premise === undefined) visit(one.key);
		within.delete(key);
		done.add(key);
	};
	for (const [key, fact] of naive.conclusions) {
		expect(naive.proofs.get(key)?.length, `${key} has a proof`).toBeGreaterThan(0);
		visit(key);
		for (const { premises } of naive.proofs.get(key) ?? [])
			for (const one of premises) expect(followsWithout(one, fact, naive)).toBe(true);
	}
}

function run(first: readonly RelationAxioms[], changes: readonly Step[]): void {
	let ontology = first;
	let made = 0;
	const closure = new Closure({ axioms: new Axioms(ontology), cap: 100_000 });
	const premises = new Map<string, Premise>();
	const kept = new Kept();
	const naming = { conclusion: () => `c${made++}`, proof: () => `p${made++}` };
	for (const step of changes) {
		if (step.does === "rebase") {
			ontology = step.ontology;
			kept.take(
				closure.rebase({ axioms: new Axioms(ontology), cap: 100_000 }, { removed: [], added: [] }, naming),
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
