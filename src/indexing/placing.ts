import type { Chunk } from "../documents/chunks.ts";
import type { DocumentRow, Version } from "../documents/document-table.ts";
import type { Span } from "../documents/lives.ts";
import { UtopiaError } from "../errors.ts";
import type { PlacedChunk } from "../search/asked.ts";

/** A version that the index has still to take in. */
export interface Wanting {
	readonly row: DocumentRow;
	readonly version: Version;
}

/** Spans as a text that tells others apart. */
export const spelled = (spans: readonly Span[]) =>
	spans.map(({ from, to }) => `${from}-${to ?? ""}`).join(" ");

/** Chunks as the index takes them. @throws UTOPIA_INTERRUPTED when it closes */
export async function* placedChunks(
	chunks: AsyncIterable<Chunk>,
	closing: AbortSignal,
): AsyncGenerator<PlacedChunk> {
	for await (const { id, seq, heading = "", text } of chunks) {
		if (closing.aborted) throw interrupted();
		yield { id, seq, heading, text };
	}
}

/** What whoever waits for a closing index gets. */
export function interrupted(): UtopiaError {
	return new UtopiaError("UTOPIA_INTERRUPTED", "The index was closed");
}
