import type { Fact } from "./facts.ts";
import type { Spanned } from "./given.ts";
import { renumber } from "./heights.ts";
import type { Inferences } from "./inferences.ts";
import type { Application, Outcome, RuleBook } from "./rule-book.ts";
import type { Touched } from "./touched.ts";

/** Brings the facts that stand to what rules conclude now: less of the one, more of the other. */
interface Changing {
	change(less: readonly Spanned[], more: readonly Spanned[]): void;
	/** What ran full takes nothing more from rules that read what they conclude: its name, that of a relation in it. */
	roomOf(relation: string): string;
	/** What is full now. */
	full(): Iterable<string>;
	/** Relations of which something was refused for want of room; all of them are let go of when rules begin again. */
	readonly refused: Set<string>;
}

/**
 * Looks at rules in rounds: all applications that something was changed for, then what they conclude, until nothing more is
 * concluded. Where rules may read what they conclude, everything they conclude is drawn afresh, so that nothing keeps itself
 * alive; a group that runs over its cap meanwhile is silenced, and the rounds begin again without it (L2). What was full once
 * takes nothing more from them until they begin again: otherwise what is put out by something could put that out in turn, and so on.
 */
export class RuleRounds {
	readonly #inferences: Inferences;
	readonly #book: RuleBook;
	readonly #changing: Changing;
	readonly #silenced = new Set<string>();
	readonly #full = new Set<string>();
	#round = 0;

	constructor(inferences: Inferences, book: RuleBook, changing: Changing) {
		this.#inferences = inferences;
		this.#book = book;
		this.#changing = changing;
	}

	run(touched: Touched, entities: readonly string[]): void {
		const all = touched.takeMoved();
		const moved = all.filter(({ cell }) => this.#book.reads(cell.relation));
		const concerned = entities.flatMap((entity) => [...this.#book.ofEntity(entity, this.#inferences.lookup)]);
		if (!this.#book.isCircular) this.#rounds(touched, [...concerned, ...this.#around(moved)]);
		else if (moved.length + concerned.length > 0 || this.#isOfRules(touched) || this.#hasRoom(all))
			while (this.#afresh(touched)) touched.takeMoved();
	}

	/** Whether there may be room now for something that was refused. */
	#hasRoom(moved: readonly Fact[]): boolean {
		return moved.length > 0 && this.#changing.refused.size > 0;
	}

	/** Whether something that rules conclude or read may follow in another way, and be of another height. */
	#isOfRules(touched: Touched): boolean {
		for (const fact of touched.conclusions())
			if (this.#book.reads(fact.cell.relation) || this.#inferences.given.isGiven(fact)) return true;
		return false;
	}

	/** One round after the other. Answers whether a group ran over its cap where that has to be known from the beginning. */
	#rounds(touched: Touched, first: readonly Application[]): boolean {
		for (let applications = first; applications.length > 0; ) {
			const outcomes = distinct(applications).map(
				(application) =>
					[application, this.#book.evaluate(application, this.#inferences.lookup, this.#silenced)] as const,
			);
			if (this.#book.isCircular && this.#silence(outcomes)) return true;
			this.#give(outcomes);
			applications = this.#around(touched.takeMoved());
		}
		return false;
	}

	#give(all: readonly (readonly [Application, Outcome])[]): void {
		const less: Spanned[] = [];
		const more: Spanned[] = [];
		// All are looked at before any is taken: their order is of no account.
		const outcomes = this.#book.isCircular
			? all.map(([one, outcome]) => [one, this.#fitting(outcome)] as const)
			: all;
		if (this.#book.isCircular) this.#round++;
		for (const [application, outcome] of outcomes) {
			const change = this.#inferences.given.set(application, outcome, Math.max(1, this.#round));
			less.push(...change.less);
			more.push(...change.more);
		}
		if (less.length + more.length > 0) this.#changing.change(less, more);
		this.#close();
	}

	/** What an outcome concludes and has room, or was concluded already. */
	#fitting(outcome: Outcome): Outcome {
		if (this.#full.size === 0) return outcome;
		const conclusions = outcome.conclusions.filter(({ triple, span }) => {
			const isOpen = !this.#full.has(this.#changing.roomOf(triple.relation));
			if (isOpen || this.#inferences.given.has(triple, span)) return true;
			this.#changing.refused.add(triple.relation);
			return false;
		});
		return { ...outcome, conclusions };
	}

	/** What is full now stays closed. */
	#close(): void {
		if (this.#book.isCircular) for (const room of this.#changing.full()) this.#full.add(room);
	}

	/** From nothing that rules conclude, whatever stands otherwise. */
	#afresh(touched: Touched): boolean {
		const before = this.#inferences.given.clear();
		this.#changing.change(before, []);
		this.#changing.refused.clear();
		this.#full.clear();
		this.#round = 0;
		this.#close();
		touched.takeMoved();
		if (this.#rounds(touched, this.#around(this.#read()))) return true;
		for (;;) {
			const unfounded = renumber(this.#inferences, this.#book);
			if (unfounded.size === 0) return false;
			this.#letGo(unfounded);
			if (this.#rounds(touched, this.#around(touched.takeMoved()))) return true;
		}
	}

	/** What rules conclude from facts that rest on nothing but themselves is concluded no longer. */
	#letGo(unfounded: ReadonlySet<Fact>): void {
		const { given } = this.#inferences;
		const outcomes = distinct(this.#around([...unfounded])).map((application) => {
			const { conclusions, ...rest } = given.outcomeOf(application);
			const founded = conclusions.filter(({ premises }) => !premises.some((one) => unfounded.has(one)));
			return [application, { ...rest, conclusions: founded }] as const;
		});
		this.#give(outcomes);
	}

	/** Groups that ran over their cap conclude nothing from now on. Answers whether any did. */
	#silence(outcomes: readonly (readonly [Application, Outcome])[]): boolean {
		const before = this.#silenced.size;
		for (const [{ key }, { cappedGroups }] of outcomes)
			for (const group of cappedGroups) this.#silenced.add(`${key} ${group}`);
		return this.#silenced.size > before;
	}

	/** All facts that rules read. */
	#read(): readonly Fact[] {
		const found: Fact[] = [];
		for (const facts of this.#inferences.relations())
			if (this.#book.reads(facts.iri)) for (const cell of facts.cells()) found.push(...cell.facts);
		return found;
	}

	#around(facts: readonly Fact[]): readonly Application[] {
		const { lookup } = this.#inferences;
		return facts
			.filter(({ cell }) => this.#book.reads(cell.relation))
			.flatMap(({ cell }) => [...this.#book.around(cell, lookup)]);
	}
}

function distinct(applications: readonly Application[]): readonly Application[] {
	return [...new Map(applications.map((application) => [application.key, application])).values()];
}
