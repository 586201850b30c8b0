import type { Dictionary, Nearness, TermMatch } from "./dictionary.ts";
import { FIELDS, type Places, type Postings } from "./postings.ts";
import type { QueryTerm } from "./terms.ts";

/** MiniSearch's own BM25+. */
const [K, B, D] = [1.2, 0.7, 0.5];
/** Where no word of a query stands anywhere in the view: this share of a term's letters may differ, at most six. */
const FUZZY = { share: 0.2, most: 6 };

/** What words are scored over: a view, and the lengths of its passages. */
export interface Scored {
	readonly dictionary: Dictionary;
	readonly postings: Postings;
	readonly mask: Uint8Array;
	/** Passages in the view. */
	readonly size: number;
	/** Distinct tokens, per passage and field. */
	readonly lengths: Uint32Array;
}

/** Scores by passage; only those in `matched` mean anything. */
export interface WordScores {
	readonly scores: Float64Array;
	readonly matched: readonly number[];
}

/** The mean length of each field over the view. */
function meanLengths({ mask, size, lengths }: Scored): readonly number[] {
	const sums = new Array<number>(FIELDS).fill(0);
	for (let passage = 0; passage < mask.length; passage++)
		if (mask[passage] === 1)
			for (let field = 0; field < FIELDS; field++)
				sums[field] = (sums[field] as number) + (lengths[passage * FIELDS + field] as number);
	return sums.map((sum) => sum / size);
}

function inView(places: readonly Places[], mask: Uint8Array): number {
	let count = 0;
	for (const { passages, from, to } of places)
		for (let n = from; n < to; n++) count += mask[passages[n] as number] as number;
	return count;
}

/** Adds up scores, and counts the terms of the query that stand in each passage. */
class Tally {
	readonly scores: Float64Array;
	readonly matched: number[] = [];
	readonly #terms: Uint32Array;
	readonly #last: Uint32Array;
	readonly #over: Scored;
	readonly #means: readonly number[];

	constructor(over: Scored) {
		this.#over = over;
		this.#means = meanLengths(over);
		this.scores = new Float64Array(over.mask.length);
		this.#terms = new Uint32Array(over.mask.length);
		this.#last = new Uint32Array(over.mask.length);
	}

	/** `ordinal`: of the term in the query, from 1. */
	add({ term, weight }: TermMatch, ordinal: number): void {
		for (let field = 0; field < FIELDS; field++) {
			const places = this.#over.postings.places(term, field);
			const n = inView(places, this.#over.mask);
			if (n === 0) continue;
			const rarity = weight * Math.log(1 + (this.#over.size - n + 0.5) / (n + 0.5));
			for (const place of places) this.#addPlaces(place, { field, rarity, ordinal });
		}
	}

	#addPlaces(
		{ passages, counts, from, to }: Places,
		{ field, rarity, ordinal }: { readonly field: number; readonly rarity: number; readonly ordinal: number },
	): void {
		const { mask, lengths } = this.#over;
		const mean = this.#means[field] as number;
		for (let n = from; n < to; n++) {
			const passage = passages[n] as number;
			if (mask[passage] === 0) continue;
			const count = counts[n] as number;
			const length = lengths[passage * FIELDS + field] as number;
			const share = (count * (K + 1)) / (count + K * (1 - B + (B * length) / mean));
			this.scores[passage] = (this.scores[passage] as number) + rarity * (D + share);
			if (this.#last[passage] === ordinal) continue;
			if (this.#last[passage] === 0) this.matched.push(passage);
			this.#last[passage] = ordinal;
			this.#terms[passage] = (this.#terms[passage] as number) + 1;
		}
	}

	/** Each score times the number of different terms that stand there. */
	finished(): WordScores {
		for (const passage of this.matched)
			this.scores[passage] = (this.scores[passage] as number) * (this.#terms[passage] as number);
		return { scores: this.scores, matched: this.matched };
	}
}

type NearnessOf = (term: QueryTerm) => Nearness;
const exactly: NearnessOf = ({ lone }) => ({ prefix: lone, edits: 0 });
const nearby: NearnessOf = ({ term }) => ({
	prefix: true,
	edits: Math.min(FUZZY.most, Math.round(term.length * FUZZY.share)),
});

function scoresOf(terms: readonly QueryTerm[], nearness: NearnessOf, over: Scored): WordScores {
	const tally = new Tally(over);
	const asked = new Map<string, QueryTerm[]>();
	for (const term of terms) asked.set(term.term, [...(asked.get(term.term) ?? []), term]);
	let ordinal = 0;
	for (const same of asked.values()) {
		ordinal += 1;
		// A term that a query has twice counts twice, but matches once.
		for (const { term, weight } of over.dictionary.matches(
			(same[0] as QueryTerm).term,
			nearness(same[0] as QueryTerm),
		))
			tally.add({ term, weight: weight * same.length }, ordinal);
	}
	return tally.finished();
}

/**
 * How well the passages of a view match a query by words (search-and-extraction 5.1), before rounding. Counts and lengths
 * are those of the view. Where no term stands in the view as it is, terms that begin with it or are spelled nearly so count.
 */
export function wordScores(terms: readonly QueryTerm[], over: Scored): WordScores {
	const exact = scoresOf(terms, exactly, over);
	return exact.matched.length > 0 || terms.length === 0 ? exact : scoresOf(terms, nearby, over);
}
