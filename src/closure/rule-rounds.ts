import type { Fact } from "./facts.ts";
import type { Spanned } from "./given.ts";
import { renumber } from "./heights.ts";
import type { Inferences } from "./inferences.ts";
import type { Application, Outcome, RuleBook } from "./rule-book.ts";
import type { Touched } from "./touched.ts";

/** Brings the facts that stand to what rules conclude now: less of the one, more of the other. */
interface Changing {
	change(less: readonly Spanned[], more: readonly Spanned[]): void;
}

/**
 * Looks at rules in rounds: all applications that something was changed for, then what they conclude, until nothing more is
 * concluded. Where rules may read what they conclude, everything they conclude is drawn afresh, so that nothing keeps itself
 * alive; a group that runs over its cap meanwhile is silenced, and the rounds begin again without it (L2).
 */
export class RuleRounds {
	readonly #inferences: Inferences;
	readonly #book: RuleBook;
	readonly #changing: Changing;
	readonly #silenced = new Set<string>();

	constructor(inferences: Inferences, book: RuleBook, changing: Changing) {
		this.#inferences = inferences;
		this.#book = book;
		this.#changing = changing;
	}

	run(touched: Touched, entities: readonly string[]): void {
		const moved = touched.takeMoved().filter(({ cell }) => this.#book.reads(cell.relation));
		const concerned = entities.flatMap((entity) => [...this.#book.ofEntity(entity, this.#inferences.lookup)]);
		if (!this.#book.isCircular) this.#rounds(touched, [...concerned, ...this.#around(moved)]);
		else if (moved.length + concerned.length > 0 || this.#isOfRules(touched))
			while (this.#afresh(touched)) touched.takeMoved();
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

	#give(outcomes: readonly (readonly [Application, Outcome])[]): void {
		const less: Spanned[] = [];
		const more: Spanned[] = [];
		for (const [application, outcome] of outcomes) {
			const change = this.#inferences.given.set(application, outcome);
			less.push(...change.less);
			more.push(...change.more);
		}
		if (less.length + more.length > 0) this.#changing.change(less, more);
	}

	/** From nothing that rules conclude, whatever stands otherwise. */
	#afresh(touched: Touched): boolean {
		const before = this.#inferences.given.clear();
		this.#changing.change(before, []);
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
