import type { NamedNode, Quad } from "@rdfjs/types";
import type { Row } from "../sparql/rows.ts";
import type { BoundQuery } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";

/** The graphs a query may see: all of this base (our own templates), or exactly those named. An empty list sees nothing. */
export type Dataset = "all" | readonly NamedNode[];

/** Quads that appear and disappear together, or not at all. */
export interface ChangeSet {
	readonly insert: readonly Quad[];
	readonly remove: readonly Quad[];
	/** The record instant of the commit: strictly after that of the head. */
	readonly recordedAt: Instant;
}

/** A piece of a large commit: canonical N-Quads lines, each ended by a line feed, all inserted or all removed. */
export interface PatchChunk {
	readonly op: "insert" | "remove";
	readonly nquads: string;
}

/** Where a base stands: how many commits it has, the record instant of the last one, and the hash that seals the chain so far. */
export interface Head {
	readonly sequence: number;
	readonly recordedAt: Instant | undefined;
	readonly hash: string;
}

export interface ReadOptions {
	/** Ends the wait with UTOPIA_INTERRUPTED, and the query too where it runs in a replica. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds from now until UTOPIA_QUERY_TIMEOUT; the default is the store's own. */
	readonly timeout?: number | undefined;
	/** For what can run long: it runs in a replica, apart from everybody else's reads, and is ended there when its time is up. */
	readonly replica?: boolean | undefined;
}

/** A commit as those who follow the base hear of it, after it is on disk and in the engine. */
export interface CommitEvent {
	readonly head: Head;
	/** What it changed; `undefined` for what is too large to hand on: a bulk commit. */
	readonly changes: ChangeSet | undefined;
}

/** A commit of the past, as those hear of it who come back. */
export interface PastCommit {
	readonly sequence: number;
	readonly recordedAt: Instant;
}

/** Where a piece of a text begins: all that stands before it, counted. */
export interface TextPlace {
	readonly bytes: number;
	/** Unicode code points. */
	readonly chars: number;
	/** Line feeds. */
	readonly lines: number;
}

/** What is known of a text beside its bytes, so that a line or a character is found without reading the rest. */
export interface TextFigures {
	/** Unicode code points. */
	readonly chars: number;
	/** Lines; what stands behind the last line feed is one where it is not empty. */
	readonly lines: number;
	/** One for each piece, in order. */
	readonly pages: readonly TextPlace[];
}

/** What is known of some bytes that are kept. */
export interface BlobInfo {
	readonly bytes: number;
	readonly pieces: number;
	/** There where they are the UTF-8 of a canonical text. */
	readonly text?: TextFigures | undefined;
}

/** Bytes of documents by their SHA-256, 64 lower-case hexadecimal digits. */
export interface Blobs {
	/** `undefined` for what is not kept here, as after an import of a base without its files. */
	info(sha256: string): BlobInfo | undefined;
	/** At most 1 MiB in memory of its own, never cut inside a UTF-8 sequence; `undefined` behind the last one. */
	piece(sha256: string, piece: number): Buffer | undefined;
	/**
	 * Keeps bytes and gives their digest, once they are on disk. What is kept already is not written again.
	 * @throws UTOPIA_STORE_UNAVAILABLE when the disk refuses.
	 */
	put(bytes: Uint8Array, text?: TextFigures): Promise<string>;
	/** Takes bytes away for good. @throws UTOPIA_STORE_UNAVAILABLE */
	remove(sha256: string): Promise<void>;
}

/** What the server asks of a triple store. `test/contract/store.ts` is its specification. */
export interface Store extends AsyncDisposable {
	/** The files of its documents. */
	readonly blobs: Blobs;
	/** The last commit that reads can see. */
	head(): Head;
	/** Calls `listener` after each commit, in order, once it is on disk and visible. Answers how to stop that. */
	onCommit(listener: (event: CommitEvent) => void): () => void;
	/** The first visible commits recorded after the instant, or from the first one on, at most `limit`; the cost is that of what is told. */
	commits(after: Instant | undefined, limit: number): Promise<readonly PastCommit[]>;
	select(query: BoundQuery, dataset: Dataset, options?: ReadOptions): Promise<readonly Row[]>;
	ask(query: BoundQuery, dataset: Dataset, options?: ReadOptions): Promise<boolean>;
	/**
	 * Durable and visible when it resolves.
	 * @throws UTOPIA_COMMIT_CONFLICT when the base has moved past `condition.head` or past the record instant,
	 * UTOPIA_RDF_MALFORMED when the engine cannot read a term, UTOPIA_STORE_UNAVAILABLE when the log cannot take it,
	 * UTOPIA_BASE_FULL when the base has no room; TypeError for blank nodes and triple terms, which are never stored.
	 */
	commit(changes: ChangeSet, condition?: { readonly head: number }): Promise<Head>;
	/**
	 * As `commit`, for more than fits in one message: the pieces are staged as they come and become visible together when
	 * `seal` says so. A failure or an abort at any point leaves the base as it was. Readers are served from the old state meanwhile.
	 */
	commitBulk(
		chunks: AsyncIterable<PatchChunk>,
		seal: () => { readonly recordedAt: Instant },
		options?: { readonly head?: number; readonly signal?: AbortSignal | undefined },
	): Promise<Head>;
}
