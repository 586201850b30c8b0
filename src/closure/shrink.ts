import type { Cell, Fact } from "./facts.ts";
import type { Spanned } from "./given.ts";
import { ANY, HELD, height, type Inferences } from "./inferences.ts";
import { Layers } from "./layers.ts";
import { coincide } from "./span.ts";
import type { Touched } from "./touched.ts";

/**
 * Takes facts away with everything that leaned on them and on nothing else, whatever circles it stands in, and gives what
 * still follows its new height. The work is that of the conclusions whose height changes (after Ramalingam and Reps, "An
 * incremental algorithm for a generalization of the shortest-path problem", 1996: conclusions are the values of a grammar).
 * Answers the cells that lost something: what was covered there may stand now.
 */
export function shrink(
	going: readonly Fact[],
	inferences: Inferences,
	touched: Touched,
	{
		suspects = [],
		steps = [],
	}: { readonly suspects?: readonly Fact[]; readonly steps?: readonly Spanned[] } = {},
): readonly Cell[] {
	const shrinking = new Shrinking(inferences, touched);
	for (const fact of going) shrinking.suspectFrom(fact);
	for (const fact of suspects) shrinking.suspect(fact);
	for (const fact of going) fact.standing = "gone";
	for (const { cell: triple, premise, from, to } of going)
		if (premise !== undefined) shrinking.suspectSteps({ triple, span: { from, to } });
	for (const step of steps) shrinking.suspectSteps(step);
	shrinking.setAside();
	shrinking.raise();
	return shrinking.drop(going);
}

class Shrinking {
	readonly #inferences: Inferences;
	readonly #touched: Touched;
	readonly #suspects = new Layers<Fact>();
	readonly #aside: Fact[] = [];

	constructor(inferences: Inferences, touched: Touched) {
		this.#inferences = inferences;
		this.#touched = touched;
	}

	/** Something that held it up is gone. */
	suspect(fact: Fact): void {
		this.#touched.mark(fact);
		this.#suspects.put(fact.rank, fact);
	}

	/** All that follows from the fact may have to go, or to stand higher; what stands lower does not lean on it. */
	suspectFrom(fact: Fact): void {
		this.#touched.turned(fact);
		for (const inference of this.#inferences.from(fact, ANY)) {
			const conclusion = this.#touched.concluded(inference);
			if (conclusion !== undefined && conclusion.rank > fact.rank)
				this.#suspects.put(conclusion.rank, conclusion);
		}
	}

	/** Conclusions that stood without a transitive step thanks to the fact may be no second premises any more. */
	suspectSteps({ triple: { relation, subject, object }, span }: Spanned): void {
		const { axioms } = this.#inferences;
		for (const { relation: image, flips } of axioms.images(relation)) {
			if (axioms.transitive(image) === undefined) continue;
			const facts = this.#inferences.relation(image);
			const cell = facts.get(flips ? object : subject, flips ? subject : object);
			for (const fact of cell?.facts ?? [])
				if (fact.isStep && coincide(fact, span) && !this.#inferences.standsBySteps(fact)) {
					for (const inference of this.#inferences.secondOf(fact, ANY)) {
						const conclusion = this.#touched.concluded(inference);
						if (conclusion !== undefined) this.#suspects.put(conclusion.rank, conclusion);
					}
					facts.setStep(fact, false);
				}
		}
	}

	/** From the lowest suspect up: what has no proof left at its height is set aside, and what follows from it is suspect. */
	setAside(): void {
		for (let fact = this.#suspects.take(); fact !== undefined; fact = this.#suspects.take()) {
			if (!fact.isHeld || this.#lowestProof(fact) <= fact.rank) continue;
			this.suspectFrom(fact);
			fact.standing = "set aside";
			this.#aside.push(fact);
		}
	}

	#lowestProof(fact: Fact): number {
		const { given, givenHeight } = this.#inferences;
		let lowest = given.isGiven(fact) ? givenHeight : Number.POSITIVE_INFINITY;
		for (const inference of this.#inferences.proving(fact, HELD))
			lowest = Math.min(lowest, height(inference));
		return lowest;
	}

	/** From the lowest up: what was set aside and follows all the same stands again, at its new height. */
	raise(): void {
		const open = new Layers<Fact>();
		for (const fact of this.#aside) {
			const lowest = this.#lowestProof(fact);
			if (lowest < Number.POSITIVE_INFINITY) open.put(lowest, fact);
		}
		for (;;) {
			const rank = open.lowest;
			const fact = open.take();
			if (rank === undefined || fact === undefined) return;
			if (fact.isHeld) continue;
			fact.rank = rank;
			fact.standing = "held";
			for (const inference of this.#inferences.from(fact, HELD)) {
				const conclusion = this.#touched.concluded(inference);
				if (conclusion?.standing === "set aside") open.put(height(inference), conclusion);
			}
		}
	}

	drop(going: readonly Fact[]): readonly Cell[] {
		const gone = [...going, ...this.#aside.filter(({ isHeld }) => !isHeld)];
		for (const fact of gone) {
			this.#touched.left(fact);
			this.#inferences.relation(fact.cell.relation).remove(fact);
		}
		return [...new Set(gone.map(({ cell }) => cell))];
	}
}
