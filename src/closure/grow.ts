import { type Candidate, candidateOf, chosen, type Refusals } from "./chosen.ts";
import type { Fact } from "./facts.ts";
import type { Spanned } from "./given.ts";
import { HELD, height, type Inference, type Inferences } from "./inferences.ts";
import { Layers } from "./layers.ts";
import type { Premise, Triple } from "./premise.ts";
import { coincide, covers, type Span } from "./span.ts";
import { conclusionKey, type Touched } from "./touched.ts";

/**
 * Draws what follows from new facts, layer by layer: a conclusion stands at the height of its lowest proof, unless another fact
 * of its triple covers it (I6, I7). Narrower conclusions that a new fact covers are set aside, for the caller to take away.
 */
export class Growth {
	readonly #inferences: Inferences;
	readonly #touched: Touched;
	readonly #cap: number;
	readonly #refusals: Refusals;
	readonly #blocked: ReadonlyMap<string, unknown>;
	readonly #open = new Layers<Candidate>();
	/** Narrower conclusions that something covers now. */
	covered: Fact[] = [];

	constructor(
		inferences: Inferences,
		touched: Touched,
		limits: {
			readonly cap: number;
			readonly refusals: Refusals;
			readonly blocked: ReadonlyMap<string, unknown>;
		},
	) {
		this.#inferences = inferences;
		this.#touched = touched;
		this.#cap = limits.cap;
		this.#refusals = limits.refusals;
		this.#blocked = limits.blocked;
	}

	/** A premise that was not there before. */
	add(premise: Premise, span: Span): Fact {
		const { relation, subject, object } = premise;
		const fact = this.#inferences.relation(relation).add(subject, object, span, { rank: 0, premise });
		this.#touched.came(fact);
		this.#cover(fact);
		this.#restep(premise, span);
		this.#spread(fact);
		return fact;
	}

	/** Something may follow that did not stand before. */
	offer(inference: Inference): void {
		if (this.#refusals.isClosed(inference.relation)) return;
		const { first, second } = inference;
		// What was set aside since is no premise.
		if (!first.isHeld || second?.isHeld === false) return;
		const rank = height(inference);
		if (this.#isNews(inference, rank)) this.#open.put(rank, candidateOf(inference));
	}

	/** A rule concludes something that did not stand before, or in another way. */
	give({ triple, span }: Spanned): void {
		const { relation, subject, object } = triple;
		if (this.#refusals.isClosed(relation)) return;
		const candidate = { relation, subject, object, from: span.from, to: span.to };
		const rank = this.#inferences.givenHeight;
		if (this.#isNews(candidate, rank)) this.#open.put(rank, candidate);
		this.#restep(triple, span);
	}

	/** Draws all that follows. */
	run(): void {
		for (let rank = this.#open.lowest; rank !== undefined; rank = this.#open.lowest) {
			const layer = this.#open.takeLayer();
			const isNews = (candidate: Candidate) => this.#isNews(candidate, rank as number);
			const room = (relation: string) => this.#cap - this.#inferences.relation(relation).conclusions;
			for (const candidate of chosen(layer, { isNews, room, refusals: this.#refusals }))
				this.#draw(candidate, rank);
		}
	}

	/** What follows from a fact at its present height. */
	#spread(fact: Fact): void {
		this.#touched.turned(fact);
		for (const inference of this.#inferences.from(fact, HELD)) this.offer(inference);
	}

	/** Whether a conclusion would stand that does not, or at a lower height; marks the one that an inference proves once more. */
	#isNews(candidate: Candidate, rank: number): boolean {
		const cell = this.#inferences.cell(candidate);
		for (const fact of cell?.facts ?? []) {
			if (!fact.isHeld || !covers(fact, candidate)) continue;
			if (fact.premise !== undefined || !coincide(fact, candidate)) return false;
			this.#touched.mark(fact);
			return rank < fact.rank;
		}
		return this.#blocked.size === 0 || !this.#blocked.has(conclusionKey(candidate, candidate));
	}

	#draw(candidate: Candidate, rank: number): void {
		// Another of the same layer may say it already.
		if (!this.#isNews(candidate, rank)) return;
		const facts = this.#inferences.relation(candidate.relation);
		const known = this.#inferences.cell(candidate)?.conclusion(candidate);
		if (known?.isHeld) {
			known.rank = rank;
			this.#spread(known);
			return;
		}
		const fact = facts.add(candidate.subject, candidate.object, candidate, { rank, premise: undefined });
		this.#touched.mark(fact);
		this.#touched.came(fact);
		this.#cover(fact);
		if (this.#inferences.axioms.transitive(candidate.relation) !== undefined)
			facts.setStep(fact, this.#inferences.standsBySteps(fact));
		this.#spread(fact);
	}

	#cover(fact: Fact): void {
		for (const other of fact.cell.facts) {
			if (other === fact || other.premise !== undefined || !other.isHeld || !covers(fact, other)) continue;
			other.standing = "set aside";
			this.covered.push(other);
		}
	}

	/** Conclusions that stand without a transitive step now, thanks to a premise, can be second premises. */
	#restep({ relation, subject, object }: Triple, span: Span): void {
		const { axioms } = this.#inferences;
		for (const { relation: image, flips } of axioms.images(relation)) {
			if (axioms.transitive(image) === undefined) continue;
			const facts = this.#inferences.relation(image);
			const cell = facts.get(flips ? object : subject, flips ? subject : object);
			for (const fact of cell?.facts ?? []) {
				if (fact.isStep || !coincide(fact, span)) continue;
				facts.setStep(fact, true);
				if (fact.isHeld && fact.premise === undefined)
					for (const inference of this.#inferences.secondOf(fact, HELD)) this.offer(inference);
			}
		}
	}
}
