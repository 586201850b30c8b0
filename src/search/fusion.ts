import type { FusionWeights } from "./asked.ts";
import type { Channel, TieBreak } from "./channels.ts";

/** How many of each channel are looked at first. */
const FIRST_DEPTH = 24;

/** A passage with its fused score, 0 to 1 in millionths. */
export interface Fused {
	readonly passage: number;
	readonly score: number;
}

/** Both channels with what they count. */
export interface Fusion {
	readonly words: Channel;
	readonly meaning: Channel;
	readonly weights: FusionWeights;
	readonly tie: TieBreak;
}

function shareOf(score: number, best: number): number {
	return best > 0 ? score / best : 0;
}

/** Each score as a share of the best of its channel, weighed, in millionths (search-and-extraction 5.2). */
export function fusedScore({ words, meaning, weights }: Fusion, word: number, cosine: number): number {
	const score =
		weights.words * shareOf(word, words.best) + weights.meaning * shareOf(Math.max(0, cosine), meaning.best);
	return Math.round(score * 1e6) / 1e6;
}

/**
 * The first `wanted` passages by fused score, ties broken: exactly those that scoring every passage would give. The channels
 * are looked into only as deep as it takes until no passage further down could come among them.
 */
export function fuse(fusion: Fusion, wanted: number): readonly Fused[] {
	const { words, meaning, tie } = fusion;
	for (let depth = FIRST_DEPTH; ; depth *= 2) {
		const [byWords, byMeaning] = [words.ranked(depth), meaning.ranked(depth)];
		const fused = Array.from(new Set([...byWords, ...byMeaning]), (passage) => ({
			passage,
			score: fusedScore(fusion, words.scoreOf(passage), meaning.scoreOf(passage)),
		}))
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score || tie(a.passage, b.passage))
			.slice(0, wanted);
		const restOf = (channel: Channel, ranked: readonly number[]) =>
			ranked.length < depth ? channel.unranked : channel.scoreOf(ranked.at(-1) as number);
		const isWhole = byWords.length < depth && byMeaning.length < depth;
		const reach = fusedScore(fusion, restOf(words, byWords), restOf(meaning, byMeaning));
		const last = fused.length < wanted ? 0 : (fused.at(-1)?.score ?? 1);
		// A passage that reaches the same score could come first by the tie-break: it has to stay below.
		if (isWhole || last > reach) return fused;
	}
}
