import { isCrowded } from "./crowd.ts";
import type { Cell, Fact, RelationFacts } from "./facts.ts";
import type { GivenSpan } from "./given.ts";
import type { Inferences } from "./inferences.ts";
import { Layers } from "./layers.ts";
import type { Candidate, Placing } from "./placing.ts";
import { ROUND } from "./rounds.ts";
import { covers } from "./span.ts";

/** Entities from which something new may follow: subjects of conclusions, and ends between two premises with a new second one. */
interface News {
	readonly subjects: Set<string>;
	readonly between: Set<string>;
}

/**
 * Which conclusions of a part stand where not all can: of each height the first by subject, object and start (L1). They are looked
 * for in that order, one subject after the other, and no further than there is room: what follows and has no room is never gathered.
 */
export class Choice {
	/** Relations of which something follows that does not stand. */
	readonly capped = new Set<string>();
	/** Whether that is certain: otherwise something that has no room may cover what takes it, and all have room in the end. */
	isSure = true;
	readonly #inferences: Inferences;
	readonly #placing: Placing;
	readonly #relations: readonly RelationFacts[];
	readonly #cap: number;
	/** What rules conclude, by its height, relation and subject. */
	readonly #given = new Map<number, Map<string, Map<string, Candidate[]>>>();
	/** Facts that could be second premises only from a height above their own. */
	readonly #late = new Map<Fact, number>();

	constructor(
		inferences: Inferences,
		placing: Placing,
		{
			relations,
			given,
			cap,
		}: {
			readonly relations: readonly RelationFacts[];
			readonly given: readonly GivenSpan[];
			readonly cap: number;
		},
	) {
		this.#inferences = inferences;
		this.#placing = placing;
		this.#relations = relations.toSorted((a, b) => (a.iri < b.iri ? -1 : 1));
		this.#cap = cap;
		for (const one of given) this.#put(one);
	}

	/** Draws, from the lowest height up, what has room and follows from what stands. */
	draw(): void {
		this.capped.clear();
		this.isSure = true;
		this.#late.clear();
		const waiting = [...this.#given.keys()].sort((a, b) => b - a);
		const open = new Layers<Fact>();
		for (const facts of this.#relations)
			for (const cell of facts.cells())
				for (const fact of cell.facts) if (fact.isHeld) open.put(fact.rank, fact);
		while (open.lowest !== undefined || waiting.length > 0) {
			const given = waiting.at(-1) ?? Number.POSITIVE_INFINITY;
			const rank = Math.min(open.lowest ?? Number.POSITIVE_INFINITY, given - 1);
			const height = rank + 1;
			const newest = open.lowest === rank ? open.takeLayer() : [];
			const news = this.#news(
				newest.filter((fact) => fact.isHeld && this.#since(fact) === rank),
				height,
			);
			const chosen = [...news].flatMap(([facts, where]) => this.#chosen(facts, where, height));
			for (const candidate of chosen) {
				const fact = this.#placing.place(candidate, height);
				if (fact !== undefined) open.put(height, fact);
			}
			if (height !== given) continue;
			waiting.pop();
			for (const fact of this.#restep(height)) {
				this.#late.set(fact, height);
				open.put(height, fact);
			}
		}
	}

	/** What a later round concludes is higher than all that follows from what an earlier one does. */
	#put({ triple: { relation, subject, object }, span: { from, to }, round }: GivenSpan): void {
		const height = this.#inferences.givenHeight + (round - 1) * ROUND;
		const byRelation = this.#given.get(height) ?? new Map<string, Map<string, Candidate[]>>();
		this.#given.set(height, byRelation);
		const bySubject = byRelation.get(relation) ?? new Map<string, Candidate[]>();
		byRelation.set(relation, bySubject);
		const own = bySubject.get(subject) ?? [];
		bySubject.set(subject, own);
		own.push({ relation, subject, object, from, to });
	}

	/** Which facts can be second premises now, thanks to what rules conclude and has room. */
	*#restep(height: number): Generator<Fact> {
		for (const bySubject of this.#given.get(height)?.values() ?? [])
			for (const candidates of bySubject.values())
				for (const candidate of candidates)
					if (this.#inferences.cell(candidate)?.conclusion(candidate)?.isHeld)
						yield* this.#placing.restep(candidate, candidate);
	}

	/** From which height up a fact can be a second premise. */
	#since(fact: Fact): number {
		return this.#late.size === 0 ? fact.rank : (this.#late.get(fact) ?? fact.rank);
	}

	#news(newest: readonly Fact[], height: number): ReadonlyMap<RelationFacts, News> {
		const news = new Map(
			this.#relations.map((facts) => [facts, { subjects: new Set<string>(), between: new Set<string>() }]),
		);
		for (const { cell, isStep } of newest) {
			const { among, subject, object } = cell;
			for (const { to, flips } of among.onwards)
				news.get(this.#inferences.relation(to))?.subjects.add(flips ? object : subject);
			if (among.transitive === undefined) continue;
			news.get(among)?.subjects.add(subject);
			if (isStep) news.get(among)?.between.add(subject);
		}
		for (const [facts, { subjects, between }] of news)
			for (const entity of between) for (const { subject } of facts.to(entity)) subjects.add(subject);
		const given = this.#given.get(height);
		if (given !== undefined)
			for (const [facts, { subjects }] of news)
				for (const subject of given.get(facts.iri)?.keys() ?? []) subjects.add(subject);
		return news;
	}

	/** The conclusions of a relation and a height that have room, in their order. */
	#chosen(facts: RelationFacts, { subjects, between }: News, height: number): readonly Candidate[] {
		const { iri } = facts;
		let room = Math.max(0, this.#cap - facts.conclusions);
		const chosen: Candidate[] = [];
		if (room === 0 && this.capped.has(iri)) return chosen;
		for (const subject of [...subjects].sort()) {
			const found: Candidate[] = [];
			found.push(...(this.#given.get(height)?.get(iri)?.get(subject) ?? []));
			this.#byStep(facts, subject, height, found);
			if (facts.transitive !== undefined) this.#byTwo(facts, subject, { between, height, found });
			const isNews = (one: Candidate) => this.#placing.isNews(one, height, facts.get(subject, one.object));
			for (const one of distinct(found.filter(isNews))) {
				const isThere = facts.get(subject, one.object)?.conclusion(one)?.isHeld === true;
				if (!isThere && room === 0) {
					this.capped.add(iri);
					this.isSure &&= isCrowded(facts, [...chosen, one], this.#cap);
					return chosen;
				}
				chosen.push(one);
				if (!isThere) room--;
			}
		}
		return chosen;
	}

	#byStep({ iri }: RelationFacts, subject: string, height: number, found: Candidate[]): void {
		for (const { from: origin, flips } of this.#inferences.axioms.into(iri)) {
			const facts = this.#inferences.relation(origin);
			for (const cell of flips ? facts.to(subject) : facts.from(subject)) {
				const object = flips ? cell.subject : cell.object;
				if (object === subject) continue;
				for (const { rank, isHeld, from, to } of cell.facts)
					if (isHeld && rank === height - 1) found.push({ relation: iri, subject, object, from, to });
			}
		}
	}

	#byTwo(
		facts: RelationFacts,
		subject: string,
		where: {
			readonly between: ReadonlySet<string>;
			readonly height: number;
			readonly found: Candidate[];
		},
	): void {
		const { between, height, found } = where;
		for (const before of facts.from(subject)) {
			const middle = before.object;
			if (middle === subject) continue;
			if (!between.has(middle) && !before.facts.some(({ rank }) => rank === height - 1)) continue;
			for (const next of facts.stepsFrom(middle))
				if (next.object !== subject && next.object !== middle) this.#meet(before, next, height, found);
		}
	}

	/** What follows from two triples that meet, one of them new at the height below. */
	#meet(before: Cell, next: Cell, height: number, found: Candidate[]): void {
		const { among, subject } = before;
		const { object } = next;
		for (const first of before.facts) {
			if (!first.isHeld || first.rank >= height) continue;
			for (const second of next.facts) {
				if (!second.isStep || !second.isHeld) continue;
				const since = this.#since(second);
				if (since >= height || (first.rank !== height - 1 && since !== height - 1)) continue;
				const from = first.from > second.from ? first.from : second.from;
				const to = first.to < second.to ? first.to : second.to;
				if (from < to) found.push({ relation: among.iri, subject, object, from, to });
			}
		}
	}
}

/** In the order in which they stand where not all can, without those that others of the same triple cover. */
function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
	const sorted = candidates.toSorted(inOrder);
	return sorted.filter((candidate, n) => {
		for (let before = n - 1; before >= 0; before--) {
			const other = sorted[before] as Candidate;
			if (other.object !== candidate.object) return true;
			if (covers(other, candidate)) return false;
		}
		return true;
	});
}

/** Of conclusions of one subject. */
function inOrder(a: Candidate, b: Candidate): number {
	if (a.object !== b.object) return a.object < b.object ? -1 : 1;
	if (a.from !== b.from) return a.from < b.from ? -1 : 1;
	// The longer one first: it covers the others.
	return a.to === b.to ? 0 : a.to > b.to ? -1 : 1;
}
