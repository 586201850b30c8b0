import type { Axioms } from "./axioms.ts";
import { type Cell, type Fact, RelationFacts } from "./facts.ts";
import type { AxiomRule } from "./premise.ts";
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
	readonly #relations = new Map<string, RelationFacts>();

	constructor(axioms: Axioms) {
		this.axioms = axioms;
	}

	relation(iri: string): RelationFacts {
		const known = this.#relations.get(iri);
		if (known !== undefined) return known;
		const made = new RelationFacts(iri, this.axioms.from(iri), this.axioms.transitive(iri));
		this.#relations.set(iri, made);
		return made;
	}

	relations(): Iterable<RelationFacts> {
		return this.#relations.values();
	}

	cell({ relation, subject, object }: Pick<Inference, "relation" | "subject" | "object">): Cell | undefined {
		return this.#relations.get(relation)?.get(subject, object);
	}

	/** All that follows from a fact in one step, with others where it takes two. */
	from(fact: Fact, which: Which): readonly Inference[] {
		const { cell, from, to } = fact;
		const { among, subject, object } = cell;
		const found: Inference[] = [];
		if (subject === object) return found;
		for (const { rule, to: relation, flips } of among.onwards)
			found.push({
				relation,
				subject: flips ? object : subject,
				object: flips ? subject : object,
				rule,
				first: fact,
				second: undefined,
				from,
				to,
			});
		const rule = among.transitive;
		if (rule === undefined) return found;
		for (const next of among.stepsFrom(object))
			if (next.object !== subject && next.object !== object)
				for (const second of next.facts)
					if (second.isStep && which(second)) join(rule, { first: fact, second }, found);
		if (fact.isStep) this.#second(fact, which, found);
		return found;
	}

	/** What follows by transitivity with a fact as second premise. */
	secondOf(second: Fact, which: Which): readonly Inference[] {
		const found: Inference[] = [];
		this.#second(second, which, found);
		return found;
	}

	#second(second: Fact, which: Which, found: Inference[]): void {
		const { among, subject, object } = second.cell;
		const rule = among.transitive;
		if (rule === undefined || subject === object) return;
		for (const before of among.to(subject))
			if (before.subject !== object && before.subject !== subject)
				for (const first of before.facts) if (which(first)) join(rule, { first, second }, found);
	}

	/** All inferences that conclude something of a triple. */
	into(relation: string, subject: string, object: string, which: Which): readonly Inference[] {
		const found: Inference[] = [];
		if (subject === object) return found;
		for (const { rule, from: origin, flips } of this.axioms.into(relation)) {
			const cell = this.relation(origin).get(flips ? object : subject, flips ? subject : object);
			for (const first of cell?.facts ?? []) {
				const { from, to } = first;
				if (which(first)) found.push({ relation, subject, object, rule, first, second: undefined, from, to });
			}
		}
		this.#between(this.relation(relation), subject, object, { which, found });
		return found;
	}

	/** What follows from a triple and a step that meet in a third entity, sought from where there is less to see. */
	#between(
		among: RelationFacts,
		subject: string,
		object: string,
		{ which, found }: { readonly which: Which; readonly found: Inference[] },
	): void {
		const rule = among.transitive;
		if (rule === undefined) return;
		const meet = (before: Cell, next: Cell) => {
			for (const second of next.facts)
				if (second.isStep && which(second))
					for (const first of before.facts) if (which(first)) join(rule, { first, second }, found);
		};
		const row = among.row(subject);
		const steps = among.stepsTo(object);
		if (steps.size <= row.size) {
			for (const next of steps) {
				const before = next.subject === object ? undefined : row.get(next.subject);
				if (before !== undefined && next.subject !== subject) meet(before, next);
			}
			return;
		}
		for (const before of row.values()) {
			if (before.object === subject || before.object === object) continue;
			const next = among.get(before.object, object);
			if (next !== undefined && next.steps > 0) meet(before, next);
		}
	}

	/** The inferences that conclude just this fact. */
	proving(fact: Fact, which: Which): readonly Inference[] {
		const { relation, subject, object } = fact.cell;
		return this.into(relation, subject, object, which).filter((inference) => coincide(inference, fact));
	}

	/**
	 * Whether something stands without any transitive step: it is asserted, or follows by other steps alone from what is
	 * asserted of its two ends over the same span.
	 */
	standsBySteps({ cell, premise, from, to }: Pick<Fact, "cell" | "premise" | "from" | "to">): boolean {
		if (premise !== undefined) return true;
		const { subject, object } = cell;
		for (const { relation, flips } of this.axioms.origins(cell.relation)) {
			const isOwn = !flips && relation === cell.relation;
			const origin = isOwn
				? cell
				: this.#relations.get(relation)?.get(flips ? object : subject, flips ? subject : object);
			for (const fact of origin?.facts ?? [])
				if (fact.premise !== undefined && fact.isHeld && coincide(fact, { from, to })) return true;
		}
		return false;
	}
}

function join(
	rule: AxiomRule,
	{ first, second }: { readonly first: Fact; readonly second: Fact },
	found: Inference[],
): void {
	const isOne = coincide(first, second);
	const from = isOne || first.from > second.from ? first.from : second.from;
	const to = isOne || first.to < second.to ? first.to : second.to;
	if (!isOne && from >= to) return;
	const { among, subject } = first.cell;
	const { object } = second.cell;
	found.push({ relation: among.iri, subject, object, rule, first, second, from, to });
}
