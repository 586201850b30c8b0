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

const NONE: readonly Inference[] = [];

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
	readonly #found: Inference[] = [];

	constructor(axioms: Axioms, givenHeight = 1) {
		this.axioms = axioms;
		this.givenHeight = givenHeight;
	}

	relation(iri: string): RelationFacts {
		const known = this.#relations.get(iri);
		if (known !== undefined) return known;
		const made = new RelationFacts(iri, this.axioms.from(iri), this.axioms.transitive(iri));
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

	/** How many conclusions there are of the relation with the most. */
	mostConclusions(): number {
		let most = 0;
		for (const { conclusions } of this.#relations.values()) most = Math.max(most, conclusions);
		return most;
	}

	cell({ relation, subject, object }: Pick<Inference, "relation" | "subject" | "object">): Cell | undefined {
		return this.#relations.get(relation)?.get(subject, object);
	}

	/** All that follows from a fact in one step, with others where it takes two. */
	from(fact: Fact, which: Which): readonly Inference[] {
		const { cell, from, to } = fact;
		const { among, subject, object } = cell;
		if (subject === object) return NONE;
		for (const { rule, to: relation, flips } of among.onwards) {
			const [one, other] = flips ? [object, subject] : [subject, object];
			this.#found.push({
				relation,
				subject: one,
				object: other,
				rule,
				first: fact,
				second: undefined,
				from,
				to,
			});
		}
		const rule = among.transitive;
		if (rule === undefined) return this.#taken();
		for (const next of among.stepsFrom(object))
			if (next.object !== subject && next.object !== object)
				for (const second of next.facts) if (second.isStep && which(second)) this.#join(rule, fact, second);
		if (fact.isStep) this.#second(fact, which);
		return this.#taken();
	}

	/** What follows by transitivity with a fact as second premise. */
	secondOf(second: Fact, which: Which): readonly Inference[] {
		this.#second(second, which);
		return this.#taken();
	}

	#second(second: Fact, which: Which): void {
		const { among, subject, object } = second.cell;
		const rule = among.transitive;
		if (rule === undefined || subject === object) return;
		for (const before of among.to(subject))
			if (before.subject !== object && before.subject !== subject)
				for (const first of before.facts) if (which(first)) this.#join(rule, first, second);
	}

	/** All inferences that conclude something of a triple. */
	into(relation: string, subject: string, object: string, which: Which): readonly Inference[] {
		if (subject === object) return NONE;
		for (const { rule, from: origin, flips } of this.axioms.into(relation)) {
			const cell = this.relation(origin).get(flips ? object : subject, flips ? subject : object);
			for (const first of cell?.facts ?? []) {
				const { from, to } = first;
				if (which(first))
					this.#found.push({ relation, subject, object, rule, first, second: undefined, from, to });
			}
		}
		const among = this.relation(relation);
		if (among.transitive !== undefined) this.#between(among, subject, object, which);
		return this.#taken();
	}

	/** By a triple and a step that meet in a third entity, sought from where there is less to see. */
	#between(among: RelationFacts, subject: string, object: string, which: Which): void {
		const row = among.row(subject);
		const steps = among.stepsTo(object);
		if (steps.size <= row.size) {
			for (const next of steps) {
				const before = next.subject === object ? undefined : row.get(next.subject);
				if (before !== undefined && next.subject !== subject) this.#meet(before, next, which);
			}
			return;
		}
		for (const before of row.values()) {
			if (before.object === subject || before.object === object) continue;
			const next = among.get(before.object, object);
			if (next !== undefined && next.steps > 0) this.#meet(before, next, which);
		}
	}

	#meet(before: Cell, next: Cell, which: Which): void {
		const rule = before.among.transitive as AxiomRule;
		for (const second of next.facts)
			if (second.isStep && which(second))
				for (const first of before.facts) if (which(first)) this.#join(rule, first, second);
	}

	#join(rule: AxiomRule, first: Fact, second: Fact): void {
		const isOne = coincide(first, second);
		const from = isOne || first.from > second.from ? first.from : second.from;
		const to = isOne || first.to < second.to ? first.to : second.to;
		if (!isOne && from >= to) return;
		const { among, subject } = first.cell;
		const { object } = second.cell;
		this.#found.push({ relation: among.iri, subject, object, rule, first, second, from, to });
	}

	/** What was found, in a list that takes no more room than it needs. */
	#taken(): readonly Inference[] {
		if (this.#found.length === 0) return NONE;
		const taken = this.#found.slice();
		this.#found.length = 0;
		return taken;
	}

	/** The inferences that conclude just this fact. */
	proving(fact: Fact, which: Which): readonly Inference[] {
		const { relation, subject, object } = fact.cell;
		const found = this.into(relation, subject, object, which);
		return found.every((inference) => coincide(inference, fact))
			? found
			: found.filter((inference) => coincide(inference, fact));
	}

	/**
	 * Whether something stands without any transitive step: it is asserted, or follows by other steps alone from what is
	 * asserted of its two ends over the same span, or concluded by a rule.
	 */
	standsBySteps(own: Fact): boolean {
		const { cell, premise } = own;
		if (premise !== undefined) return true;
		const { subject, object } = cell;
		for (const { relation, flips } of this.axioms.origins(cell.relation)) {
			const isOwn = !flips && relation === cell.relation;
			const origin = isOwn
				? cell
				: this.#relations.get(relation)?.get(flips ? object : subject, flips ? subject : object);
			for (const fact of origin?.facts ?? [])
				if (fact.isHeld && coincide(fact, own) && (fact.premise !== undefined || this.given.isGiven(fact)))
					return true;
		}
		return false;
	}
}

function* heldIn(cells: Iterable<Cell> = []): Generator<Fact> {
	for (const cell of cells) for (const fact of cell.facts) if (fact.isHeld) yield fact;
}
