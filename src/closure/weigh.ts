import type { Bound } from "../time/holds.ts";
import type { Fact } from "./facts.ts";
import { HELD } from "./inferences.ts";
import { Layers } from "./layers.ts";
import { boundsOf, confidenceOf, type Proving, proofsOf, type Way } from "./proofs.ts";

/** Brings confidences and precisions of conclusions up to what has changed. */
export class Weighing {
	readonly #proving: Proving;
	readonly #open = new Layers<Fact>();
	readonly #proofs = new Map<Fact, readonly Way[]>();
	/** What was weighed before a premise of it, by that premise. Seldom: most premises are lower. */
	readonly #early = new Map<Fact, Fact[]>();

	constructor(proving: Proving) {
		this.#proving = proving;
	}

	/** The proofs of the conclusions, and of those that depend on a confidence or a precision that changed with them. */
	weighed(conclusions: Iterable<Fact>): ReadonlyMap<Fact, readonly Way[]> {
		for (const fact of conclusions) this.#open.put(fact.rank, fact);
		for (let fact = this.#open.take(); fact !== undefined; fact = this.#open.take()) {
			const proofs = this.#proofs.get(fact) ?? proofsOf(fact, this.#proving);
			this.#proofs.set(fact, proofs);
			const isFirst = !isWeighed(fact);
			this.#await(fact, proofs);
			if (!weigh(fact, proofs)) continue;
			if (isFirst) this.#first(fact);
			else this.#again(fact);
		}
		return this.#proofs;
	}

	/** Notes which premises are weighed only later: then the conclusion is weighed again. */
	#await(fact: Fact, proofs: readonly Way[]): void {
		for (const { premises } of proofs)
			for (const premise of premises) if (!isWeighed(premise)) this.#wait(premise, fact);
	}

	#wait(premise: Fact, fact: Fact): void {
		const waiting = this.#early.get(premise);
		if (waiting === undefined) this.#early.set(premise, [fact]);
		else waiting.push(fact);
	}

	/** What follows from a new conclusion is weighed in any case, most of it later. */
	#first(fact: Fact): void {
		for (const next of this.#early.get(fact) ?? []) this.#open.put(next.rank, next);
		this.#early.delete(fact);
	}

	#again(fact: Fact): void {
		const { inferences, book } = this.#proving;
		for (const inference of inferences.from(fact, HELD))
			this.#putAgain(inferences.cell(inference)?.conclusion(inference));
		if (!book.reads(fact.cell.relation)) return;
		for (const application of book.around(fact.cell, inferences.lookup))
			for (const { triple, span } of inferences.given.conclusionsOf(application))
				this.#putAgain(inferences.cell(triple)?.conclusion(span));
	}

	#putAgain(fact: Fact | undefined): void {
		if (fact?.isHeld && isWeighed(fact)) this.#open.put(fact.rank, fact);
	}
}

function isWeighed({ confidence }: Fact): boolean {
	return confidence >= 0;
}

/** Gives a conclusion the confidence and the precisions that its proofs give it. Answers whether they are others than before. */
function weigh(fact: Fact, proofs: readonly Way[]): boolean {
	let confidence = -1;
	for (const proof of proofs) confidence = Math.max(confidence, confidenceOf(proof));
	const { start, end } = boundsOf(fact, proofs);
	const isSame =
		confidence === fact.confidence && isSameBound(start, fact.start) && isSameBound(end, fact.end);
	fact.confidence = confidence;
	fact.start = start;
	fact.end = end;
	return !isSame;
}

/** Whether two ends are the same moment, stated as finely. */
export function isSameBound(a: Bound | undefined, b: Bound | undefined): boolean {
	return a === b || (a?.at === b?.at && a?.precision === b?.precision);
}
