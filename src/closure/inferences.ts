import type { Axioms } from "./axioms.ts";
import { type Cell, type Fact, RelationFacts } from "./facts.ts";
import { Given } from "./given.ts";
import type { AxiomRule } from "./premise.ts";
import type { Lookup } from "./rule-book.ts";
import { coincide, type Span } from "./span.ts";

/** One application of one axiom: what follows from one or two facts, and over which span. */
export interface Inference extends Span {
	readonly relation: string;
	readonly subject: string;
	readonly object: string;
	readonly rule: AxiomRule;
	readonly first: Fact;
	/** The second premise of a transitive conclusion. */
	readonly second: Fact | undefined;
}

/** Which facts may be premises: those that stand, or all that are in their cells still. */
type Which = (fact: Fact) => boolean;
export const HELD: Which = (fact) => fact.isHeld;
export const ANY: Which = () => true;

/** The height that a conclusion has by this inference. */
export function height({ first, second }: Inference): number {
	return 1 + (second === undefined ? first.rank : Math.max(first.rank, second.rank));
}

/** The facts of a base and what follows from them in one step, looked up where it is asked for: nothing of it is kept. */
export class Inferences {
	readonly axioms: Axioms;
	/** What rules conclude beside axioms. */
	readonly given = new Given();
	/** The height of what rules conclude, as long as it is not known better. */
	readonly givenHeight: number;
	readonly #relations = new Map<string, RelationFacts>();

	constructor(axioms: Axioms, givenHeight = 1) {
		this.axioms = axioms;
		this.givenHeight = givenHeight;
	}

	relation(iri: string): RelationFacts {
		const known = this.#relations.get(iri);
		if (known !== undefined) return known;
		const made = new RelationFacts(iri);
		this.#relations.set(iri, made);
		return made;
	}

	/** The facts that stand. */
	readonly lookup: Lookup = {
		from: (relation, subject) => heldIn(this.#relations.get(relation)?.from(subject)),
		to: (relation, object) => heldIn(this.#relations.get(relation)?.to(object)),
	};

	relations(): Iterable<RelationFacts> {
		return this.#relations.values();
	}

	cell({ relation, subject, object }: Pick<Inference, "relation" | "subject" | "object">): Cell | undefined {
		return this.#relations.get(relation)?.get(subject, object);
	}

	/** All that follows from a fact in one step, with others where it takes two. */
	*from(fact: Fact, which: Which): Generator<Inference> {
		const { cell, from, to } = fact;
		const { relation, subject, object } = cell;
		if (subject === object) return;
		for (const { rule, to: target, flips } of this.axioms.from(relation)) {
			const ends = flips ? { subject: object, object: subject } : { subject, object };
			yield { relation: target, ...ends, rule, first: fact, second: undefined, from, to };
		}
		const rule = this.axioms.transitive(relation);
		if (rule === undefined) return;
		const facts = this.relation(relation);
		for (const next of facts.stepsFrom(object))
			if (next.object !== subject && next.object !== object)
				for (const second of next.facts)
					if (second.isStep && which(second)) yield* joined(rule, fact, second);
		if (fact.isStep) yield* this.secondOf(fact, which);
	}

	/** What follows by transitivity with a fact as second premise. */
	*secondOf(second: Fact, which: Which): Generator<Inference> {
		const { relation, subject, object } = second.cell;
		const rule = this.axioms.transitive(relation);
		if (rule === undefined || subject === object) return;
		for (const before of this.relation(relation).to(subject))
			if (before.subject !== object && before.subject !== subject)
				for (const first of before.facts) if (which(first)) yield* joined(rule, first, second);
	}

	/** All inferences that conclude something of a triple. */
	*into(relation: string, subject: string, object: string, which: Which): Generator<Inference> {
		if (subject === object) return;
		for (const { rule, from: origin, flips } of this.axioms.into(relation)) {
			const cell = this.relation(origin).get(flips ? object : subject, flips ? subject : object);
			for (const first of cell?.facts ?? [])
				if (which(first))
					yield { relation, subject, object, rule, first, second: undefined, from: first.from, to: first.to };
		}
		const rule = this.axioms.transitive(relation);
		if (rule === undefined) return;
		const facts = this.relation(relation);
		for (const next of facts.stepsTo(object)) {
			if (next.subject === subject || next.subject === object) continue;
			const before = facts.get(subject, next.subject);
			if (before === undefined) continue;
			for (const second of next.facts)
				if (second.isStep && which(second))
					for (const first of before.facts) if (which(first)) yield* joined(rule, first, second);
		}
	}

	/** The inferences that conclude just this fact. */
	*proving(fact: Fact, which: Which): Generator<Inference> {
		const { relation, subject, object } = fact.cell;
		for (const inference of this.into(relation, subject, object, which))
			if (coincide(inference, fact)) yield inference;
	}

	/**
	 * Whether something stands without any transitive step: it is asserted, or follows by other steps alone from what is
	 * asserted of its two ends over the same span.
	 */
	standsBySteps(own: Fact): boolean {
		const { cell, premise } = own;
		if (premise !== undefined) return true;
		return this.axioms.origins(cell.relation).some(({ relation, flips }) => {
			const { subject, object } = cell;
			const origin = this.#relations.get(relation)?.get(flips ? object : subject, flips ? subject : object);
			return origin?.facts.some(
				(fact) =>
					(fact.premise !== undefined || this.given.isGiven(fact)) && fact.isHeld && coincide(fact, own),
			);
		});
	}
}

function* heldIn(cells: Iterable<Cell> = []): Generator<Fact> {
	for (const cell of cells) for (const fact of cell.facts) if (fact.isHeld) yield fact;
}

function* joined(rule: AxiomRule, first: Fact, second: Fact): Generator<Inference> {
	const { from } = first.from > second.from ? first : second;
	const { to } = first.to < second.to ? first : second;
	if (from >= to) return;
	const { relation, subject } = first.cell;
	yield { relation, subject, object: second.cell.object, rule, first, second, from, to };
}
