import { createHash } from "node:crypto";
import { CHUNKER, type ChunkSpan, chunkTexts } from "./chunks.ts";
import { type ChunkPlace, packLayout } from "./layout.ts";

/** The layout of a text that was cut into these chunks, as bytes. */
export function layoutOf(text: string, chunks: readonly ChunkSpan[]): Buffer {
	return packLayout(placesOf(text, chunks), { chunker: CHUNKER, chars: chunks.at(-1)?.end ?? 0 });
}

/** Where chunks begin, and which one each is of those with its words and its anchor. */
function placesOf(text: string, chunks: readonly ChunkSpan[]): readonly ChunkPlace[] {
	const seen = new Map<string, number>();
	const words = chunkTexts(text, chunks);
	return chunks.map(({ start, heading, anchor }) => {
		const said = JSON.stringify([words.next().value, anchor ?? null]);
		const key = createHash("sha1").update(said).digest("base64");
		const repeat = seen.get(key) ?? 0;
		seen.set(key, repeat + 1);
		return { start, heading, anchor, repeat };
	});
}
