import { expect } from "vitest";
import type { ClosureChange, Conclusion, ProofOf } from "../../src/closure/premise.ts";
import { proofKey, ruleKey } from "../../src/closure/premise.ts";
import type { Bound } from "../../src/time/holds.ts";
import { followsWithout, type Naive } from "./naive-closure.ts";

/** What was told of a closure, change by change, as a ledger would keep it. */
export class Kept {
	readonly conclusions = new Map<string, Conclusion>();
	readonly proofs = new Map<string, ProofOf>();

	/** Answers what it is given. */
	take(change: ClosureChange): ClosureChange {
		const { drawn, withdrawn, proofsBegun, proofsEnded } = change;
		const went = new Set(withdrawn.map(textOf));
		for (const one of drawn)
			expect(went, "what is withdrawn and drawn at once stood on").not.toContain(textOf(one));
		for (const one of proofsEnded) expect(this.proofs.delete(key(one)), "a proof ends once").toBe(true);
		for (const { id } of withdrawn) expect(this.conclusions.delete(id), "a conclusion ends once").toBe(true);
		for (const one of drawn) {
			expect(this.conclusions.has(one.id)).toBe(false);
			this.conclusions.set(one.id, one);
		}
		for (const one of proofsBegun) {
			expect(this.proofs.has(key(one)), "a proof is there once").toBe(false);
			this.proofs.set(key(one), one);
		}
		for (const { of } of this.proofs.values()) expect(this.conclusions.has(of)).toBe(true);
		return change;
	}
}

const key = (proof: ProofOf) => `${proof.of} ${proof.id} ${proofKey(proof)}`;
const boundText = (bound: Bound | undefined) =>
	bound === undefined ? "-" : `${bound.at}/${bound.precision}`;
const textOf = ({ relation, subject, object, from, to }: Omit<Conclusion, "id">) =>
	`${relation} ${subject} ${object} ${boundText(from)} ${boundText(to)}`;

/** Conclusions and proofs as lines, without ids. */
export function shownOf({ conclusions, proofs }: Kept): readonly string[] {
	const named = new Map([...conclusions].map(([id, one]) => [id, textOf(one)]));
	const name = (id: string) => named.get(id) ?? id;
	return [
		...named.values(),
		...[...proofs.values()].map(
			({ of, rule, premises, confidence }) =>
				`${name(of)} by ${ruleKey(rule)} from ${premises.map(name).join(", ")} (${confidence})`,
		),
	].sort();
}

/** The same of what was worked out naively. */
export function shownOfNaive(naive: Naive): readonly string[] {
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
export function checkProofs(naive: Naive): void {
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
