import type { View } from "../access/view.ts";
import { memoryText, type PagedText } from "../text/paged-text.ts";
import { type LooseChunk, reassembled } from "../text/reassembly.ts";
import { placedRows } from "./chunk-rows.ts";
import type { DocumentRow, Version } from "./document-table.ts";

/** The canonical text of a version, as far as it is known here. */
export interface VersionText {
	readonly text: PagedText;
	/** How it came about: as it was kept or put together by offsets, or guessed from overlapping pieces (file-tools TX-4). */
	readonly reassembly: "exact" | "heuristic";
	/** Whether nothing of it is missing (file-tools TX-3). */
	readonly complete: boolean;
}

const MOST_KEPT = 32;
/** Texts put together from rows; what they are made of never changes but by more rows. */
const assembled = new Map<string, { readonly rows: number; readonly text: VersionText | undefined }>();

/**
 * The text of a version: the one that is kept, else, after an import, what the chunks that came along give. `undefined` where
 * there is none.
 */
export async function versionText(
	document: DocumentRow,
	version: Version,
	view: View,
): Promise<VersionText | undefined> {
	const kept = keptText(version, view);
	if (kept !== undefined) return { text: kept, reassembly: "exact", complete: true };
	const rows = await placedRows(document, version, view);
	const key = `${view.kb} ${document.id} ${version.number}`;
	const known = assembled.get(key);
	if (known?.rows === rows.length) return known.text;
	const isEmpty = rows.length === 0 && (version.chars ?? 0) === 0;
	const text = isEmpty ? undefined : assembledText(rows, version.chars);
	if (assembled.size >= MOST_KEPT) assembled.delete(assembled.keys().next().value ?? "");
	assembled.set(key, { rows: rows.length, text });
	return text;
}

/** The text as it was kept when the version came in; `undefined` where its bytes are not here. */
export function keptText({ text: sha256 }: Version, { blobs }: View): PagedText | undefined {
	const info = sha256 === undefined ? undefined : blobs.info(sha256);
	if (sha256 === undefined || info?.text === undefined) return undefined;
	return {
		outline: { sha256, bytes: info.bytes, ...info.text },
		owned: true,
		page(n) {
			const bytes = blobs.piece(sha256, n);
			if (bytes === undefined) throw new TypeError(`page ${n} of a text is not kept`);
			return bytes;
		},
	};
}

/** Code points that chunks without offsets may have in common, at most. */
const OVERLAP = 400;

function assembledText(rows: readonly LooseChunk[], chars: number | undefined): VersionText {
	const { text, complete, reassembly } = reassembled(rows, { overlap: OVERLAP, chars });
	return { text: memoryText(text), complete, reassembly };
}
