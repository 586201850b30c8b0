import type { Axioms } from "./axioms.ts";
import type { Refusals } from "./chosen.ts";
import { type Contradicting, contradicted, contradictionsOf } from "./contradictions.ts";
import type { Cell, Fact, RelationFacts } from "./facts.ts";
import { Growth } from "./grow.ts";
import { HELD, Inferences } from "./inferences.ts";
import type { Clash, Contradiction, Premise } from "./premise.ts";
import { ROUND } from "./rounds.ts";
import type { RuleBook } from "./rule-book.ts";
import { RuleRounds } from "./rule-rounds.ts";
import { shrink } from "./shrink.ts";
import { spanOf } from "./span.ts";
import type { Blocked, Touched } from "./touched.ts";
import { conclusionKey } from "./touched.ts";

/** By what conclusions are drawn. */
export interface Drawing {
	readonly axioms: Axioms;
	/** How many conclusions of one relation may stand (L1). */
	readonly cap: number;
	/** Rules that people wrote. */
	readonly book: RuleBook;
	/** Whether a conclusion stands though something that is asserted contradicts it. */
	readonly isAccepted?: (clash: Clash) => boolean;
}

/** What is to change of the facts that stand. */
export interface FactChange {
	readonly going: readonly Fact[];
	readonly added: readonly Premise[];
	/** Entities that are of another class now. */
	readonly entities: readonly string[];
}

/** The facts that stand, premises and conclusions, through each change of premises. */
export class Drawn {
	readonly drawing: Drawing;
	readonly inferences: Inferences;
	/** Relations of which not all conclusions stand, by their part: that is drawn afresh with each change to it. */
	readonly capped = new Map<number, ReadonlySet<string>>();
	/** Conclusions that do not stand, since something contradicts them (X3). */
	#blocked: Map<string, Blocked> = new Map();
	/** Conclusions that may stand only because somebody accepted that they do: looked at with each change. */
	readonly #accepted = new Set<Fact>();

	constructor(drawing: Drawing) {
		this.drawing = drawing;
		this.inferences = new Inferences(drawing.axioms, drawing.book.isCircular ? ROUND + 1 : 1);
	}

	/** Takes facts away and adds premises. Answers where the added ones stand, in their order. */
	change({ going, added, entities }: FactChange, touched: Touched): readonly (Fact | undefined)[] {
		const overflown = new Set<number>();
		for (const { relation } of [...going.map(({ cell }) => cell), ...added]) {
			const part = this.#part(relation);
			if (this.capped.has(part)) overflown.add(part);
		}
		const growth = this.#growth(touched, overflown);
		// What is blocked is a question of what stands now, not of what stood.
		const blocked = [...this.#blocked.values()];
		this.#blocked.clear();
		const emptied = shrink(going, this.inferences, touched);
		this.#reoffer([...emptied, ...blocked], growth);
		const facts = added.map((premise) => {
			const span = spanOf({ from: premise.from?.at, to: premise.to?.at });
			return span && growth.add(premise, span);
		});
		this.#settle(growth, touched);
		for (const part of overflown) this.#redraw(part, touched);
		this.#applyRules(touched, entities);
		this.#block(touched);
		return facts;
	}

	/** What does not stand because something contradicts it, though it follows. */
	contradictions(): readonly Contradiction[] {
		return contradictionsOf([...this.#blocked.values()], this.#accepted, this.#contradicting);
	}

	get #contradicting(): Contradicting {
		return { inferences: this.inferences, isAccepted: this.drawing.isAccepted ?? (() => false) };
	}

	*conclusions(isWanted: (facts: RelationFacts) => boolean = () => true): Generator<Fact> {
		for (const facts of this.inferences.relations())
			if (isWanted(facts))
				for (const cell of facts.cells())
					for (const fact of cell.facts) if (fact.premise === undefined) yield fact;
	}

	isCapped(relation: string): boolean {
		return this.capped.has(this.#part(relation));
	}

	/** Blocks what is contradicted, and draws what stands without it, until nothing more is contradicted (X3). */
	#block(touched: Touched): void {
		const again = [...this.#accepted];
		this.#accepted.clear();
		for (let fresh = [...touched.takeFresh(), ...again]; ; fresh = [...touched.takeFresh()]) {
			const { blocked: found, accepted } = contradicted(fresh, this.#contradicting);
			for (const fact of accepted) this.#accepted.add(fact);
			if (found.size === 0) return;
			const overflown = new Set<number>();
			for (const [fact, blocked] of found) {
				this.#blocked.set(conclusionKey(fact.cell, fact), blocked);
				if (this.isCapped(fact.cell.relation)) overflown.add(this.#part(fact.cell.relation));
			}
			const growth = this.#growth(touched, overflown);
			this.#reoffer(shrink([...found.keys()], this.inferences, touched), growth);
			this.#settle(growth, touched);
			for (const part of overflown) this.#redraw(part, touched);
			this.#applyRules(touched, []);
		}
	}

	/** Draws what rules conclude, until they conclude nothing more. */
	#applyRules(touched: Touched, entities: readonly string[]): void {
		const { book } = this.drawing;
		const rounds = new RuleRounds(this.inferences, book, {
			change: (less, more) => {
				const overflown = new Set<number>();
				for (const { triple } of [...less, ...more])
					if (this.isCapped(triple.relation)) overflown.add(this.#part(triple.relation));
				const growth = this.#growth(touched, overflown);
				const suspects = less.flatMap(
					({ triple, span }) => this.inferences.cell(triple)?.conclusion(span) ?? [],
				);
				const emptied = shrink([], this.inferences, touched, { suspects, steps: less });
				this.#reoffer(emptied, growth);
				for (const one of more) growth.give(one);
				this.#settle(growth, touched);
				for (const part of overflown) this.#redraw(part, touched);
			},
		});
		rounds.run(touched, entities);
	}

	/** What is drawn but for relations that run full: their parts are drawn afresh. */
	#growth(touched: Touched, overflown: Set<number>): Growth {
		return this.#grower(touched, {
			isClosed: (relation) => overflown.has(this.#part(relation)),
			refuse: (relation) => {
				overflown.add(this.#part(relation));
				return false;
			},
		});
	}

	#grower(touched: Touched, refusals: Refusals): Growth {
		const { cap } = this.drawing;
		return new Growth(this.inferences, touched, { cap, refusals, blocked: this.#blocked });
	}

	/** Draws, and takes away what is covered by what was drawn, until nothing changes. */
	#settle(growth: Growth, touched: Touched): void {
		growth.run();
		while (growth.covered.length > 0) {
			const covered = growth.covered;
			growth.covered = [];
			this.#reoffer(shrink(covered, this.inferences, touched), growth);
			growth.run();
		}
	}

	/** What a fact that went had covered may stand now. */
	#reoffer(cells: Iterable<Pick<Cell, "relation" | "subject" | "object">>, growth: Growth): void {
		for (const { relation, subject, object } of cells) {
			for (const inference of this.inferences.into(relation, subject, object, HELD)) growth.offer(inference);
			for (const one of this.inferences.given.spans({ relation, subject, object })) growth.give(one);
		}
	}

	/** Draws all conclusions of a part afresh, as many as may stand (L1). */
	#redraw(part: number, touched: Touched): void {
		const isOfPart = ({ iri }: RelationFacts) => this.#part(iri) === part;
		for (const fact of [...this.conclusions(isOfPart)]) {
			touched.left(fact);
			this.inferences.relation(fact.cell.relation).remove(fact);
		}
		const capped = new Set<string>();
		const isFull = (relation: string) => this.inferences.relation(relation).conclusions >= this.drawing.cap;
		const growth = this.#grower(touched, {
			isClosed: (relation) => capped.has(relation) && isFull(relation),
			refuse: (relation) => capped.add(relation).has(relation),
		});
		for (const fact of this.#premises(isOfPart))
			for (const inference of this.inferences.from(fact, HELD)) growth.offer(inference);
		for (const one of this.inferences.given.of((relation) => this.#part(relation) === part)) growth.give(one);
		this.#settle(growth, touched);
		if (capped.size > 0) this.capped.set(part, capped);
		else this.capped.delete(part);
	}

	#premises(isWanted: (facts: RelationFacts) => boolean): readonly Fact[] {
		return [...this.inferences.relations()]
			.filter(isWanted)
			.flatMap((facts) => [...facts.cells()].flatMap((cell) => cell.facts));
	}

	/** The part of a relation; one that nothing follows from has none. */
	#part(relation: string): number {
		return this.drawing.axioms.part(relation) ?? -1;
	}
}
