import type { Span } from "./span.ts";
import { covers } from "./span.ts";

/** What may be concluded, without how. */
export interface Candidate extends Span {
	readonly relation: string;
	readonly subject: string;
	readonly object: string;
}

/** Which relations have no room for all that follows, and what is done about it. */
export interface Refusals {
	/** Whether nothing more is drawn of the relation for now. */
	isClosed(relation: string): boolean;
	/** There is no room for all conclusions of the relation. Answers whether as many as there is room for are drawn. */
	refuse(relation: string): boolean;
}

interface Choosing {
	isNews(candidate: Candidate): boolean;
	/** How many more conclusions of a relation may stand. */
	room(relation: string): number;
	readonly refusals: Refusals;
}

/**
 * The candidates of one height that are drawn: all that are news, or of a relation without room for them the first by subject,
 * object and start (L1).
 */
export function* chosen(layer: readonly Candidate[], choosing: Choosing): Generator<Candidate> {
	const byRelation = new Map<string, Candidate[]>();
	for (const candidate of layer) {
		const known = byRelation.get(candidate.relation);
		if (known === undefined) byRelation.set(candidate.relation, [candidate]);
		else known.push(candidate);
	}
	for (const [relation, candidates] of byRelation) {
		if (choosing.refusals.isClosed(relation)) continue;
		if (candidates.length <= choosing.room(relation)) yield* candidates;
		else yield* firstOnes(candidates, relation, choosing);
	}
}

function* firstOnes(
	candidates: Candidate[],
	relation: string,
	{ isNews, room, refusals }: Choosing,
): Generator<Candidate> {
	const news = distinct(candidates.filter(isNews));
	if (news.length <= room(relation)) yield* news;
	else if (refusals.refuse(relation)) yield* news.slice(0, Math.max(0, room(relation)));
}

/** In the order in which they stand where not all can, without those that others of the same triple cover. */
function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
	const sorted = candidates.toSorted(inOrder);
	return sorted.filter((candidate, n) => {
		for (let before = n - 1; before >= 0; before--) {
			const other = sorted[before] as Candidate;
			if (other.subject !== candidate.subject || other.object !== candidate.object) return true;
			if (covers(other, candidate)) return false;
		}
		return true;
	});
}

function inOrder(a: Candidate, b: Candidate): number {
	if (a.subject !== b.subject) return a.subject < b.subject ? -1 : 1;
	if (a.object !== b.object) return a.object < b.object ? -1 : 1;
	if (a.from !== b.from) return a.from < b.from ? -1 : 1;
	// The longer one first: it covers the others.
	return a.to === b.to ? 0 : a.to > b.to ? -1 : 1;
}
