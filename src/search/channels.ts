import type { PackedVector } from "./asked.ts";
import { firstOf } from "./best.ts";
import type { Vectors } from "./vectors.ts";
import type { View } from "./versions.ts";
import type { WordScores } from "./word-scores.ts";

/** One way of finding, as fusion asks it. Scores are in millionths, and above 0 where something was found. */
export interface Channel {
	/** The best score over the view; 0 where nothing was found. */
	readonly best: number;
	/** The most that a passage may have which `ranked` never names. */
	readonly unranked: number;
	scoreOf(passage: number): number;
	/** The first so many; fewer: there are no more. */
	ranked(depth: number): readonly number[];
}

/** Orders passages of equal score: the same whatever the order in which they came. */
export type TieBreak = (a: number, b: number) => number;

/** Up to so many passages in the view every vector is looked at; above, those whose signs agree best (NI-3). */
export const EXACT_UP_TO = 50_000;
/** What signs choose is scored again: as many as suffice for the pages that are read, or four times what is wanted. */
const RESCORED = { least: 1_024, perWanted: 4 };

/** Finds nothing. */
export const NOTHING: Channel = { best: 0, unranked: 0, scoreOf: () => 0, ranked: () => [] };

interface Ranking {
	readonly view: View;
	/** What may be named; scores and the best one are those of the view. */
	readonly wanted: Uint8Array;
	readonly tie: TieBreak;
}

interface MeaningRanking extends Ranking {
	/** How many are wanted in the end. */
	readonly depth: number;
	/** Up to what size of a view every vector is looked at. */
	readonly exactUpTo: number;
}

function byScore(scoreOf: (passage: number) => number, tie: TieBreak) {
	return (a: number, b: number) => scoreOf(b) - scoreOf(a) || tie(a, b);
}

/** Passages by words. */
export function wordChannel({ scores, matched }: WordScores, { wanted, tie }: Ranking): Channel {
	for (const passage of matched) scores[passage] = Math.round((scores[passage] as number) * 1e6) / 1e6;
	const scoreOf = (passage: number) => scores[passage] as number;
	const named = matched.filter((passage) => wanted[passage] === 1 && scoreOf(passage) > 0);
	return {
		best: matched.reduce((best, passage) => Math.max(best, scoreOf(passage)), 0),
		unranked: 0,
		scoreOf,
		ranked: (depth) => firstOf(named, depth, byScore(scoreOf, tie)),
	};
}

/** Passages by meaning, every vector of the view looked at. */
function exactChannel(vectors: Vectors, query: PackedVector, { view, wanted, tie }: Ranking): Channel {
	const cosines = new Float64Array(view.mask.length);
	const named: number[] = [];
	let best = 0;
	for (let passage = 0; passage < cosines.length; passage++) {
		if (view.mask[passage] === 0) continue;
		const cosine = vectors.cosine(query, passage);
		cosines[passage] = cosine;
		if (cosine > best) best = cosine;
		if (cosine > 0 && wanted[passage] === 1) named.push(passage);
	}
	const scoreOf = (passage: number) => cosines[passage] as number;
	return { best, unranked: 0, scoreOf, ranked: (depth) => firstOf(named, depth, byScore(scoreOf, tie)) };
}

/**
 * Passages by meaning, of those that agree in signs. What signs leave out counts for no more than the last that they chose:
 * so there is one order of all passages, pages of it are slices, and a filter moves no score.
 */
function signChannel(vectors: Vectors, query: PackedVector, ranking: MeaningRanking): Channel {
	const { view, wanted, tie, depth, exactUpTo } = ranking;
	const least = Math.max(RESCORED.least, RESCORED.perWanted * depth);
	const chosen = vectors.nearBySigns(query, view.mask, least);
	const cosines = new Map(chosen.map((passage) => [passage, vectors.cosine(query, passage)]));
	const all = [...cosines.values()];
	const lowest = all.reduce((low, cosine) => Math.min(low, cosine), 1);
	const scoreOf = (passage: number) =>
		cosines.get(passage) ?? Math.min(lowest, vectors.cosine(query, passage));
	// Signs choose from the whole view and could miss all of a few that a filter leaves: those are looked at one by one.
	const few = wanted === view.mask ? undefined : fewOf(wanted, exactUpTo);
	const named = (few ?? chosen.filter((passage) => wanted[passage] === 1)).filter(
		(passage) => scoreOf(passage) > 0,
	);
	return {
		best: all.reduce((best, cosine) => Math.max(best, cosine), 0),
		unranked: few === undefined ? lowest : 0,
		scoreOf,
		ranked: (many) => firstOf(named, many, byScore(scoreOf, tie)),
	};
}

/** The passages of a mask, unless there are more than so many. */
function fewOf(mask: Uint8Array, most: number): readonly number[] | undefined {
	const found: number[] = [];
	for (let passage = 0; passage < mask.length; passage++) if (mask[passage] === 1) found.push(passage);
	return found.length <= most ? found : undefined;
}

/** Passages by meaning. */
export function meaningChannel(vectors: Vectors, query: PackedVector, ranking: MeaningRanking): Channel {
	if (ranking.view.size <= ranking.exactUpTo) return exactChannel(vectors, query, ranking);
	return signChannel(vectors, query, ranking);
}
