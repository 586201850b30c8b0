import type { Fact } from "./facts.ts";
import { HELD, height, type Inferences } from "./inferences.ts";
import { Layers } from "./layers.ts";
import { ROUND, roundOf } from "./rounds.ts";
import type { RuleBook, RuleConclusion } from "./rule-book.ts";

/**
 * Gives every conclusion that rules have a part in the height of its lowest proof. Answers those that have none: they rest on
 * nothing but themselves.
 */
export function renumber(inferences: Inferences, book: RuleBook): ReadonlySet<Fact> {
	const numbering = new Numbering(inferences, book);
	return numbering.run();
}

class Numbering {
	readonly #inferences: Inferences;
	readonly #book: RuleBook;
	readonly #waiting: Set<Fact>;
	readonly #open = new Layers<Fact>();

	constructor(inferences: Inferences, book: RuleBook) {
		this.#inferences = inferences;
		this.#book = book;
		this.#waiting = new Set(ofRules(inferences));
	}

	run(): ReadonlySet<Fact> {
		for (const fact of this.#waiting) fact.rank = Number.POSITIVE_INFINITY;
		for (const fact of this.#waiting) this.#put(this.#lowest(fact), fact);
		for (let rank = this.#open.lowest; rank !== undefined; rank = this.#open.lowest) {
			const fact = this.#open.take() as Fact;
			if (!this.#waiting.delete(fact)) continue;
			fact.rank = rank;
			this.#spread(fact);
		}
		return this.#waiting;
	}

	#put(rank: number, fact: Fact | undefined): void {
		if (fact !== undefined && rank < Number.POSITIVE_INFINITY && this.#waiting.has(fact))
			this.#open.put(rank, fact);
	}

	#lowest(fact: Fact): number {
		const { given } = this.#inferences;
		let lowest = Number.POSITIVE_INFINITY;
		for (const inference of this.#inferences.proving(fact, HELD))
			lowest = Math.min(lowest, height(inference));
		for (const one of given.proofs(fact.cell, fact)) lowest = Math.min(lowest, heightByRule(one));
		return lowest;
	}

	#spread(fact: Fact): void {
		const { given, lookup } = this.#inferences;
		for (const inference of this.#inferences.from(fact, HELD))
			this.#put(height(inference), this.#inferences.cell(inference)?.conclusion(inference));
		if (!this.#book.reads(fact.cell.relation)) return;
		for (const application of this.#book.around(fact.cell, lookup))
			for (const one of given.conclusionsOf(application))
				if (one.premises.includes(fact))
					this.#put(heightByRule(one), this.#inferences.cell(one.triple)?.conclusion(one.span));
	}
}

function heightByRule({ premises }: RuleConclusion): number {
	const highest = Math.max(...premises.map(({ rank }) => rank));
	return highest === Number.POSITIVE_INFINITY ? highest : (1 + roundOf(highest)) * ROUND + 1;
}

function* ofRules(inferences: Inferences): Generator<Fact> {
	for (const facts of inferences.relations())
		for (const cell of facts.cells()) for (const fact of cell.facts) if (fact.rank >= ROUND) yield fact;
}
