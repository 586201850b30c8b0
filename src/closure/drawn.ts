import type { Axioms } from "./axioms.ts";
import { Choice } from "./chosen.ts";
import { type Contradicting, contradicted, contradictionsOf } from "./contradictions.ts";
import type { Cell, Fact, RelationFacts } from "./facts.ts";
import type { GivenSpan } from "./given.ts";
import { Growth, type Refusals } from "./grow.ts";
import { type HeldTypes, NO_TYPES } from "./held-types.ts";
import { HELD, Inferences } from "./inferences.ts";
import { Placing } from "./placing.ts";
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
	/** What concluded types may contradict. */
	readonly types?: HeldTypes;
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
	/** Relations of which rules that read what they conclude would conclude more. */
	readonly #refused = new Set<string>();
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
		for (const { relation } of [...going.map(({ cell }) => cell), ...added, ...this.#blocked.values()])
			if (this.isCapped(relation)) overflown.add(this.#part(relation));
		for (const part of overflown) this.#strip(part, touched);
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
		this.#redraw(overflown, touched);
		this.#applyRules(touched, entities);
		this.#block(touched, entities);
		return facts;
	}

	/** What does not stand because something contradicts it, though it follows. */
	contradictions(): readonly Contradiction[] {
		return contradictionsOf([...this.#blocked.values()], this.#accepted, this.#contradicting);
	}

	get #contradicting(): Contradicting {
		const { types = NO_TYPES, isAccepted = () => false } = this.drawing;
		return { inferences: this.inferences, types, isAccepted };
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

	/** Relations of which more follows than stands, in no order. */
	cappedRelations(): ReadonlySet<string> {
		return new Set([...[...this.capped.values()].flatMap((relations) => [...relations]), ...this.#refused]);
	}

	/** What runs full as one: a part, and of relations that no axiom ties to anything each by itself. */
	#roomOf(relation: string): string {
		const part = this.drawing.axioms.part(relation);
		return part === undefined ? relation : String(part);
	}

	*#full(): Generator<string> {
		for (const relations of this.capped.values())
			for (const relation of relations) yield this.#roomOf(relation);
	}

	/** Blocks what is contradicted, and draws what stands without it, until nothing more is contradicted (X3). */
	#block(touched: Touched, entities: readonly string[]): void {
		const again = [...this.#accepted, ...this.#typesOf(entities)];
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
			this.#redraw(overflown, touched);
			this.#applyRules(touched, []);
		}
	}

	/** The types that are concluded of entities. */
	#typesOf(entities: readonly string[]): readonly Fact[] {
		const { relation } = this.#contradicting.types;
		if (relation === "" || entities.length === 0) return [];
		const facts = this.inferences.relation(relation);
		return entities.flatMap((entity) => [...facts.from(entity)].flatMap((cell) => cell.facts));
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
				this.#redraw(overflown, touched);
			},
			roomOf: (relation) => this.#roomOf(relation),
			full: () => this.#full(),
			refused: this.#refused,
		});
		rounds.run(touched, entities);
	}

	/** What is drawn but for relations that run full: their parts are drawn afresh. */
	#growth(touched: Touched, overflown: Set<number>): Growth {
		const refusals: Refusals = {
			isClosed: (relation) => overflown.size > 0 && overflown.has(this.#part(relation)),
			refuse: (relation) => overflown.add(this.#part(relation)),
		};
		const { cap } = this.drawing;
		return new Growth(this.inferences, touched, { cap, refusals, blocked: this.#blocked });
	}

	/** Draws, and takes away what is covered by what was drawn, until nothing changes. */
	#settle(growth: Growth, touched: Touched): void {
		growth.run();
		while (growth.placing.covered.length > 0) {
			const { covered } = growth.placing;
			growth.placing.covered = [];
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

	/** Draws the conclusions of parts afresh that ran full, and of those that have too many now. */
	#redraw(overflown: Set<number>, touched: Touched): void {
		for (const { iri, conclusions } of this.inferences.relations())
			if (conclusions > this.drawing.cap) overflown.add(this.#part(iri));
		for (const part of overflown) this.#choose(part, touched);
	}

	/** Draws as many conclusions of a part as may stand (L1). */
	#choose(part: number, touched: Touched): void {
		const { capped, isSure } = this.#chosen(part, touched);
		if (capped.size === 0 || !(isSure || !this.#fits(part, touched))) this.capped.delete(part);
		else this.capped.set(part, isSure ? capped : this.#chosen(part, touched).capped);
	}

	/** `isSure`: nothing took room meanwhile that was covered later. Otherwise all might have room in the end. */
	#chosen(
		part: number,
		touched: Touched,
	): { readonly capped: ReadonlySet<string>; readonly isSure: boolean } {
		this.#strip(part, touched);
		const placing = new Placing(this.inferences, touched, this.#blocked);
		const { cap } = this.drawing;
		const given = [...this.#given(part)];
		const choice = new Choice(this.inferences, placing, { relations: this.#relations(part), given, cap });
		choice.draw();
		const isSure = choice.isSure && placing.covered.length === 0;
		while (placing.covered.length > 0) {
			const { covered } = placing;
			placing.covered = [];
			shrink(covered, this.inferences, touched);
			choice.draw();
		}
		return { capped: choice.capped, isSure };
	}

	/** Draws all that follows in a part, as long as it may have room. Answers whether it has. */
	#fits(part: number, touched: Touched): boolean {
		this.#strip(part, touched);
		const full = new Set<number>();
		const growth = this.#growth(touched, full);
		for (const facts of this.#relations(part)) for (const cell of facts.cells()) growth.spread(cell.facts);
		for (const one of this.#given(part)) growth.give(one);
		this.#settle(growth, touched);
		return (
			full.size === 0 && this.#relations(part).every(({ conclusions }) => conclusions <= this.drawing.cap)
		);
	}

	#relations(part: number): readonly RelationFacts[] {
		const iris = new Set(this.drawing.axioms.relationsOf(part));
		for (const { triple } of this.#given(part)) iris.add(triple.relation);
		return [...iris].map((iri) => this.inferences.relation(iri));
	}

	/** What rules conclude of a part. */
	#given(part: number): Iterable<GivenSpan> {
		return this.inferences.given.of((relation) => this.#part(relation) === part);
	}

	#strip(part: number, touched: Touched): void {
		for (const fact of [...this.conclusions(({ iri }) => this.#part(iri) === part)]) {
			touched.left(fact);
			this.inferences.relation(fact.cell.relation).remove(fact);
		}
	}

	/** The part of a relation. Those that the axioms do not know are one together. */
	#part(relation: string): number {
		return this.drawing.axioms.part(relation) ?? -1;
	}
}
