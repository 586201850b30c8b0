import { createHash } from "node:crypto";
import { CHUNKER, type ChunkSpan, chunkTexts } from "../chunking/chunks.ts";
import { type ChunkPlace, packLayout } from "../chunking/layout.ts";
import type { IngestedFile, ParsePool } from "../parsing/parse-pool.ts";
import { outlineOf, PAGE_BYTES, pagesOf } from "../text/paged-text.ts";
import type { Files, ReadText } from "./files.ts";

/** Files as they are read in processes of their own. */
export function parsedFiles(pool: ParsePool): Files {
	return {
		async read(bytes, filename, { signal }) {
			const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
			const file = await pool.read(given, filename, signal === undefined ? {} : { signal });
			return { mime: file.mime, text: textOf(file), docTime: file.docTime, attachments: file.attachments };
		},
	};
}

function textOf({ text, chunks, replacedBytes }: IngestedFile): ReadText | undefined {
	if (text === undefined) return undefined;
	const utf8 = Buffer.from(text);
	const { chars, lines, pages } = outlineOf(pagesOf(utf8, PAGE_BYTES));
	const layout = packLayout(placesOf(text, chunks), { chunker: CHUNKER, chars });
	return { utf8, figures: { chars, lines, pages }, layout, replacedBytes };
}

/** Where chunks begin, and which one each is of those with its words. */
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
