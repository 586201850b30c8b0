import type { FusionWeights, Hit, PackedVector, SearchRequest } from "./asked.ts";
import { type Channel, meaningChannel, NOTHING, type TieBreak, wordChannel } from "./channels.ts";
import { fuse } from "./fusion.ts";
import type { IndexTables } from "./tables.ts";
import { queryTerms } from "./terms.ts";
import type { View } from "./versions.ts";
import { wordScores } from "./word-scores.ts";

/** A query as the tables are asked it: with its vector, if it has one. */
export interface CoreRequest extends SearchRequest {
	readonly vector: PackedVector | undefined;
	readonly weights: FusionWeights;
}

/** The hits of one page, and whether there are more behind it. */
export interface Found {
	readonly hits: readonly Hit[];
	readonly more: boolean;
}

function narrowed({ mask }: View, { within, chunks }: CoreRequest, { passages }: IndexTables): Uint8Array {
	if (within === undefined && chunks === undefined) return mask;
	const isWanted = (passage: number) =>
		within?.has(passages.documentOf(passage)) !== false &&
		chunks?.has(passages.chunks[passage] as string) !== false;
	return mask.map((inView, passage) => (inView === 1 && isWanted(passage) ? 1 : 0));
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

function tieBreak({ seqs }: View, { passages }: IndexTables): TieBreak {
	return (a, b) =>
		compare(passages.documentOf(a), passages.documentOf(b)) ||
		(seqs[a] as number) - (seqs[b] as number) ||
		compare(passages.chunks[a] as string, passages.chunks[b] as string) ||
		compare(passages.key(a).title, passages.key(b).title);
}

function hitOf(
	passage: number,
	score: number,
	{ placedBy, seqs, versions }: View,
	{ passages }: IndexTables,
): Hit {
	const { document, version } = versions[placedBy[passage] as number] as View["versions"][number];
	return {
		chunk: passages.chunks[passage] as string,
		document,
		version,
		seq: seqs[passage] as number,
		score,
	};
}

/** What a view answers. `exactUpTo`: up to what size of it every vector is looked at. */
export function searchView(tables: IndexTables, view: View, request: CoreRequest, exactUpTo: number): Found {
	const { offset, limit, vector, weights } = request;
	const ranking = { view, wanted: narrowed(view, request, tables), tie: tieBreak(view, tables) };
	const { dictionary, postings, passages, vectors } = tables;
	const over = { dictionary, postings, mask: view.mask, size: view.size, lengths: passages.lengths };
	const words = wordChannel(wordScores(queryTerms(request.query), over), ranking);
	// One more than is shown tells whether there is more.
	const depth = offset + limit + 1;
	const meaning: Channel =
		vector === undefined ? NOTHING : meaningChannel(vectors, vector, { ...ranking, depth, exactUpTo });
	const counts = vector === undefined ? { words: 1, meaning: 0 } : weights;
	const fused = fuse({ words, meaning, weights: counts, tie: ranking.tie }, depth);
	const shown = fused.slice(offset, offset + limit);
	return {
		hits: shown.map(({ passage, score }) => hitOf(passage, score, view, tables)),
		more: fused.length === depth,
	};
}
