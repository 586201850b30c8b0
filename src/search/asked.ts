/** A chunk as a version places it. */
export interface PlacedChunk {
	/** The chunk's UUID: it stays the same where a later version repeats the chunk. */
	readonly id: string;
	/** Its ordinal in the version, from 0. */
	readonly seq: number;
	/** Its heading path, as one line. */
	readonly heading: string;
	readonly text: string;
}

/** A version of a document, as the index takes it. */
export interface PlacedVersion {
	readonly document: string;
	/** Unique among the versions of all documents. */
	readonly version: string;
	readonly filename: string;
	/** Documents with the same access rule are of one group. */
	readonly group: number;
	readonly chunks: readonly PlacedChunk[];
}

/** A version whose chunks, in order, are asked for as they are taken: of a long text all of them would fill the memory. */
export type PlacedPiecemeal = Omit<PlacedVersion, "chunks"> & {
	readonly chunks: Iterable<PlacedChunk> | AsyncIterable<PlacedChunk>;
};

/** A stretch of record time in microseconds, half-open. Without an end it lasts. */
export interface LifeSpan {
	readonly from: bigint;
	readonly to: bigint | undefined;
}

/** When a version's passages were held: several spans after deletions and restorings. */
export interface Lives {
	readonly version: string;
	readonly spans: readonly LifeSpan[];
}

/**
 * What is asked of the index. `asOf`, `documents` and `groups` make the view: what is outside of it moves no score.
 * `within` and `chunks` only remove from what the view would answer, and move none either.
 */
export interface SearchRequest {
	readonly query: string;
	/** Microseconds of record time; absent: what is held at present. */
	readonly asOf?: bigint | undefined;
	/** The documents that may be read; absent: all. */
	readonly documents?: ReadonlySet<string> | undefined;
	/** The access groups that may be read; absent: all. */
	readonly groups?: ReadonlySet<number> | undefined;
	/** Of what may be read, these documents alone. */
	readonly within?: ReadonlySet<string> | undefined;
	/** Of what may be read, these chunks alone. */
	readonly chunks?: ReadonlySet<string> | undefined;
	/** So many of the first hits are left out. */
	readonly offset: number;
	readonly limit: number;
}

/** A passage that was found. `score` is 0 to 1, in millionths; ties go by document, then `seq`. */
export interface Hit {
	readonly chunk: string;
	readonly document: string;
	/** The version that held the passage at the moment asked for. */
	readonly version: string;
	readonly seq: number;
	readonly score: number;
}

/** A vector in 8 bits: each number times `scale`. `signs` has one bit a dimension, set where it is not negative. */
export interface PackedVector {
	readonly int8: Int8Array;
	readonly scale: number;
	readonly signs: Uint32Array;
}

/** How much each channel counts in fusion. */
export interface FusionWeights {
	readonly words: number;
	readonly meaning: number;
}

/** Why an answer is worth less than it could be (search-and-extraction 7). */
export type DegradedReason =
	| "model_missing"
	| "model_failed"
	| "embedder_down"
	| "vectors_incomplete"
	| "query_not_embeddable";
