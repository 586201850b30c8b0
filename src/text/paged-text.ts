import { createHash } from "node:crypto";
import { countBreaks, countChars, LF } from "./code-points.ts";

/** Where a page of a text begins: the bytes, characters and line ends before it. A page ends between code points. */
export interface TextPage {
	readonly bytes: number;
	readonly chars: number;
	readonly lines: number;
}

/** What is kept beside the pages of a text, so that a line or a character is found without reading the rest. */
export interface TextOutline {
	readonly sha256: string;
	readonly bytes: number;
	readonly chars: number;
	/** A final line end adds no line (TX-6). */
	readonly lines: number;
	readonly pages: readonly TextPage[];
}

/** A canonical text as it lies on disk: UTF-8 pages of at most 1 MiB. An empty text has no page. */
export interface PagedText {
	readonly outline: TextOutline;
	/** The bytes of one page, whole. */
	page(n: number): Promise<Buffer> | Buffer;
	/**
	 * Whether each page that is given is memory of its own which nobody else looks at, so that it may be moved to a thread.
	 * Pages in shared memory are lent to it; all others are copied.
	 */
	readonly owned?: boolean | undefined;
}

/** How many bytes a page has at most. */
export const PAGE_BYTES = 1 << 20;

/**
 * The pages of a text, views of its bytes; of bytes that are no text too, and theirs are whole. Pages of fewer than four bytes
 * could hold no character, and there are none.
 */
export function pagesOf(utf8: Buffer, pageBytes = PAGE_BYTES): readonly Buffer[] {
	const pages: Buffer[] = [];
	const size = Math.max(4, pageBytes);
	for (let from = 0; from < utf8.length; ) {
		const to = from + size >= utf8.length ? utf8.length : borderBefore(utf8, from + size);
		pages.push(utf8.subarray(from, to));
		from = to;
	}
	return pages;
}

/** The place itself, or up to three bytes before it where a UTF-8 sequence would be cut. */
function borderBefore(bytes: Uint8Array, place: number): number {
	for (let back = 0; back < 4; back++) {
		if (((bytes[place - back] ?? 0) & 0b1100_0000) !== 0b1000_0000) return place - back;
	}
	return place;
}

/** Counts out the pages of a text. */
export function outlineOf(pages: Iterable<Uint8Array>): TextOutline {
	const hash = createHash("sha256");
	const starts: TextPage[] = [];
	let [bytes, chars, breaks, last] = [0, 0, 0, LF];
	for (const page of pages) {
		starts.push({ bytes, chars, lines: breaks });
		hash.update(page);
		bytes += page.length;
		chars += countChars(page);
		breaks += countBreaks(page);
		last = page.at(-1) ?? last;
	}
	return {
		sha256: hash.digest("hex"),
		bytes,
		chars,
		lines: last === LF ? breaks : breaks + 1,
		pages: starts,
	};
}

/** A text held in memory. The string is taken as it is: whoever calls has made it canonical. */
export function memoryText(text: string, pageBytes = PAGE_BYTES): PagedText {
	const pages = pagesOf(Buffer.from(text), pageBytes);
	return { outline: outlineOf(pages), page: (n) => pages[n] as Buffer };
}

/**
 * The last page that begins at or before that many bytes or characters, or, of line ends, strictly before; 0 if none does.
 * The line end of that number, counted from 1, lies in the page found so.
 */
export function pageAt({ pages }: TextOutline, by: keyof TextPage, value: number): number {
	const most = by === "lines" ? value - 1 : value;
	let [low, high] = [0, pages.length - 1];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((pages[middle] as TextPage)[by] <= most) low = middle;
		else high = middle - 1;
	}
	return low;
}
