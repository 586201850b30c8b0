import { isCrowded } from "./crowd.ts";
import type { Fact } from "./facts.ts";
import type { Spanned } from "./given.ts";
import { HELD, height, type Inference, type Inferences } from "./inferences.ts";
import { Layers } from "./layers.ts";
import { type Candidate, Placing } from "./placing.ts";
import type { Premise, Triple } from "./premise.ts";
import type { Span } from "./span.ts";
import { conclusionKey, type Touched } from "./touched.ts";

/** Relations of which nothing more is drawn for now, since not all conclusions have room. */
export interface Refusals {
	isClosed(relation: string): boolean;
	refuse(relation: string): void;
}

/**
 * Draws what follows from new facts, layer by layer: a conclusion stands at the height of its lowest proof, unless another fact
 * of its triple covers it (I6, I7). Narrower conclusions that a new fact covers are set aside, for the caller to take away.
 */
export class Growth {
	readonly placing: Placing;
	readonly #inferences: Inferences;
	readonly #touched: Touched;
	readonly #cap: number;
	readonly #refusals: Refusals;
	readonly #open = new Layers<Candidate>();
	/** With more candidates than this it is looked whether they have room. */
	#most: number;

	constructor(
		inferences: Inferences,
		touched: Touched,
		limits: {
			readonly cap: number;
			readonly refusals: Refusals;
			readonly blocked: ReadonlyMap<string, unknown>;
		},
	) {
		this.placing = new Placing(inferences, touched, limits.blocked);
		this.#inferences = inferences;
		this.#touched = touched;
		this.#cap = limits.cap;
		this.#most = limits.cap;
		this.#refusals = limits.refusals;
	}

	/** A premise that was not there before. */
	add(premise: Premise, span: Span): Fact {
		const { relation, subject, object } = premise;
		const facts = this.#inferences.relation(relation);
		const fact = facts.add(facts.cell(subject, object), span, { rank: 0, premise });
		this.#touched.came(fact);
		this.placing.cover(fact);
		this.#restep(premise, span);
		this.#spread(fact);
		return fact;
	}

	/** Facts are there, and nothing of what follows from them. */
	spread(facts: Iterable<Fact>): void {
		for (const fact of facts) this.#spread(fact);
	}

	/** Something may follow that did not stand before. */
	offer(inference: Inference): void {
		if (this.#refusals.isClosed(inference.relation)) return;
		const { first, second } = inference;
		// What was set aside since is no premise.
		if (!first.isHeld || second?.isHeld === false) return;
		this.#consider(inference, height(inference));
	}

	/** A rule concludes something that did not stand before, or in another way. */
	give({ triple, span }: Spanned): void {
		const { relation, subject, object } = triple;
		if (this.#refusals.isClosed(relation)) return;
		const candidate = { relation, subject, object, from: span.from, to: span.to };
		this.#consider(candidate, this.#inferences.givenHeight);
		this.#restep(triple, span);
	}

	/** Draws all that follows. */
	run(): void {
		for (let rank = this.#open.lowest; rank !== undefined; rank = this.#open.lowest) {
			const layer = this.#open.takeLayer();
			this.#refuseCrowds(layer);
			for (const candidate of layer) {
				if (this.#refusals.isClosed(candidate.relation)) continue;
				const fact = this.placing.place(candidate, rank);
				if (fact !== undefined) this.#spread(fact);
			}
		}
	}

	#consider(candidate: Candidate, rank: number): void {
		if (!this.placing.isNews(candidate, rank, this.#inferences.cell(candidate))) return;
		this.#open.put(rank, candidate);
		if (this.#open.size > this.#most) this.#thin();
	}

	/** What follows from a fact at its present height. */
	#spread(fact: Fact): void {
		if (this.#refusals.isClosed(fact.cell.relation)) return;
		this.#touched.turned(fact);
		for (const inference of this.#inferences.from(fact, HELD)) this.offer(inference);
	}

	#refuseCrowds(candidates: readonly Candidate[]): void {
		if (candidates.length + this.#inferences.mostConclusions() <= this.#cap) return;
		const byRelation = new Map<string, Candidate[]>();
		for (const candidate of candidates) {
			const some = byRelation.get(candidate.relation);
			if (some === undefined) byRelation.set(candidate.relation, [candidate]);
			else some.push(candidate);
		}
		for (const [relation, some] of byRelation)
			if (isCrowded(this.#inferences.relation(relation), some, this.#cap)) this.#refusals.refuse(relation);
	}

	/** Keeps of the candidates those that have room, and each once: so there are never many more than may stand. */
	#thin(): void {
		this.#refuseCrowds(this.#open.all());
		const seen = new Set<string>();
		this.#open.keep((candidate, rank) => {
			if (this.#refusals.isClosed(candidate.relation)) return false;
			const key = `${rank} ${conclusionKey(candidate, candidate)}`;
			return !seen.has(key) && seen.add(key).has(key);
		});
		this.#most = Math.max(this.#cap, 2 * this.#open.size);
	}

	/** Conclusions that can be second premises now, thanks to what is asserted or given. */
	#restep(triple: Triple, span: Span): void {
		for (const fact of this.placing.restep(triple, span))
			for (const inference of this.#inferences.secondOf(fact, HELD)) this.offer(inference);
	}
}
