import { type Candidate, chosen, type Refusals } from "./chosen.ts";
import type { Cell, Fact } from "./facts.ts";
import { HELD, height, type Inference, type Inferences } from "./inferences.ts";
import { Layers } from "./layers.ts";
import type { Premise } from "./premise.ts";
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
		const facts = this.#inferences.relation(relation);
		const fact = facts.add(facts.cell(subject, object), span, { rank: 0, premise });
		this.#touched.came(fact);
		this.#cover(fact);
		this.#restep(fact);
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
		if (this.#isNews(inference, rank, this.#inferences.cell(inference))) this.#open.put(rank, inference);
	}

	/** Draws all that follows. */
	run(): void {
		for (let rank = this.#open.lowest; rank !== undefined; rank = this.#open.lowest) {
			const layer = this.#open.takeLayer();
			const isNews = (candidate: Candidate) =>
				this.#isNews(candidate, rank as number, this.#inferences.cell(candidate));
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
	#isNews(candidate: Candidate, rank: number, cell: Cell | undefined): boolean {
		if (cell !== undefined)
			for (const fact of cell.facts) {
				if (!fact.isHeld || !covers(fact, candidate)) continue;
				if (fact.premise !== undefined || !coincide(fact, candidate)) return false;
				this.#touched.mark(fact);
				return rank < fact.rank;
			}
		return this.#blocked.size === 0 || !this.#blocked.has(conclusionKey(candidate, candidate));
	}

	#draw(candidate: Candidate, rank: number): void {
		const facts = this.#inferences.relation(candidate.relation);
		const cell = facts.cell(candidate.subject, candidate.object);
		// Another of the same layer may say it already.
		if (!this.#isNews(candidate, rank, cell)) return;
		const known = cell.conclusion(candidate);
		if (known?.isHeld) {
			known.rank = rank;
			this.#spread(known);
			return;
		}
		const fact = facts.add(cell, candidate, { rank, premise: undefined });
		this.#touched.came(fact);
		this.#cover(fact);
		if (facts.transitive !== undefined) facts.setStep(fact, this.#inferences.standsBySteps(fact));
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
	#restep({ cell: { relation, subject, object }, ...span }: Fact): void {
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
