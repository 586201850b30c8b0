import type { Cell, Fact } from "./facts.ts";
import type { Inferences } from "./inferences.ts";
import type { Triple } from "./premise.ts";
import { coincide, covers, type Span } from "./span.ts";
import { conclusionKey, type Touched } from "./touched.ts";

/** What may be concluded, without how. */
export interface Candidate extends Triple, Span {}

/** Gives conclusions their places, one after the other. */
export class Placing {
	/** Narrower conclusions that something covers now: they are set aside, for the caller to take away. */
	covered: Fact[] = [];
	readonly #inferences: Inferences;
	readonly #touched: Touched;
	readonly #blocked: ReadonlyMap<string, unknown>;

	constructor(inferences: Inferences, touched: Touched, blocked: ReadonlyMap<string, unknown>) {
		this.#inferences = inferences;
		this.#touched = touched;
		this.#blocked = blocked;
	}

	/** Whether a conclusion would stand that does not, or at a lower height; marks the one that is there already. */
	isNews(candidate: Candidate, rank: number, cell: Cell | undefined): boolean {
		if (cell !== undefined)
			for (const fact of cell.facts) {
				if (!fact.isHeld || !covers(fact, candidate)) continue;
				if (fact.premise !== undefined || !coincide(fact, candidate)) return false;
				this.#touched.mark(fact);
				return rank < fact.rank;
			}
		return this.#blocked.size === 0 || !this.#blocked.has(conclusionKey(candidate, candidate));
	}

	/** Lets a conclusion stand at a height, if that is news still. Answers the fact whose height is another now. */
	place(candidate: Candidate, rank: number): Fact | undefined {
		const facts = this.#inferences.relation(candidate.relation);
		const cell = facts.cell(candidate.subject, candidate.object);
		if (!this.isNews(candidate, rank, cell)) return undefined;
		const known = cell.conclusion(candidate);
		if (known?.isHeld) {
			known.rank = rank;
			return known;
		}
		const fact = facts.add(cell, candidate, { rank, premise: undefined });
		this.#touched.came(fact);
		this.cover(fact);
		if (facts.transitive !== undefined) facts.setStep(fact, this.#inferences.standsBySteps(fact));
		return fact;
	}

	/**
	 * Lets conclusions that stand without a transitive step now, thanks to what is asserted or given, be second premises. Answers
	 * those.
	 */
	restep({ relation, subject, object }: Triple, span: Span): readonly Fact[] {
		const { axioms } = this.#inferences;
		const found: Fact[] = [];
		for (const { relation: image, flips } of axioms.images(relation)) {
			if (axioms.transitive(image) === undefined) continue;
			const facts = this.#inferences.relation(image);
			const cell = facts.get(flips ? object : subject, flips ? subject : object);
			for (const fact of cell?.facts ?? []) {
				if (fact.isStep || !coincide(fact, span)) continue;
				facts.setStep(fact, true);
				if (fact.isHeld && fact.premise === undefined) found.push(fact);
			}
		}
		return found;
	}

	/** Sets narrower conclusions of the same triple aside. */
	cover(fact: Fact): void {
		for (const other of fact.cell.facts) {
			if (other === fact || other.premise !== undefined || !other.isHeld || !covers(fact, other)) continue;
			other.standing = "set aside";
			this.covered.push(other);
		}
	}
}
