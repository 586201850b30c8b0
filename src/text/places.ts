import { byteAfterBreaks, byteOfNthChar, countBreaks, countChars, LF } from "./code-points.ts";
import { type PagedText, pageAt, type TextPage } from "./paged-text.ts";

// Bytes, characters and lines here count from 0 over the whole text. Only the pages in which a place lies are read.

/** A stretch of bytes, half-open. */
export interface ByteSpan {
	readonly from: number;
	readonly to: number;
}

/** The byte at which a line begins; the end of the text for a line it does not have. */
export async function byteOfLine(text: PagedText, line: number): Promise<number> {
	if (line <= 0) return 0;
	const { outline } = text;
	if (line >= outline.lines) return outline.bytes;
	const page = pageAt(outline, "lines", line);
	const start = outline.pages[page] as TextPage;
	return start.bytes + byteAfterBreaks(await text.page(page), line - start.lines);
}

/** The byte at which a character begins; the end of the text for one it does not have. */
export async function byteOfChar(text: PagedText, char: number): Promise<number> {
	const { outline } = text;
	if (char >= outline.chars) return outline.bytes;
	const page = pageAt(outline, "chars", char);
	const start = outline.pages[page] as TextPage;
	return start.bytes + byteOfNthChar(await text.page(page), char - start.chars);
}

/** How many characters begin before a byte. */
export function charOfByte(text: PagedText, byte: number): Promise<number> {
	return countedBefore(text, byte, "chars");
}

/** How many lines end before a byte: the number of the line in which it lies. */
export function lineOfByte(text: PagedText, byte: number): Promise<number> {
	return countedBefore(text, byte, "lines");
}

async function countedBefore(text: PagedText, byte: number, what: "chars" | "lines"): Promise<number> {
	const { outline } = text;
	if (byte <= 0 || outline.pages.length === 0) return 0;
	if (byte >= outline.bytes && what === "chars") return outline.chars;
	const page = pageAt(outline, "bytes", byte);
	const start = outline.pages[page] as TextPage;
	if (byte === start.bytes) return start[what];
	const count = what === "chars" ? countChars : countBreaks;
	return start[what] + count(await text.page(page), 0, byte - start.bytes);
}

/** The bytes of a stretch: a view where one page holds it, else a copy. */
export async function bytesBetween(text: PagedText, from: number, to: number): Promise<Buffer> {
	const { outline } = text;
	const parts: Buffer[] = [];
	const end = Math.min(to, outline.bytes);
	for (let page = pageAt(outline, "bytes", from), at = from; at < end; page++) {
		const start = (outline.pages[page] as TextPage).bytes;
		const bytes = await text.page(page);
		const part = bytes.subarray(at - start, end - start);
		parts.push(part);
		at += part.length;
	}
	return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** Where the last line ends: the end of the text, but for a final line end. */
export async function endOfText(text: PagedText): Promise<number> {
	const { bytes } = text.outline;
	if (bytes === 0) return 0;
	const last = await bytesBetween(text, bytes - 1, bytes);
	return last[0] === LF ? bytes - 1 : bytes;
}

/** The characters from one place to before another, counted from 0. */
export async function readChars(text: PagedText, from: number, to: number): Promise<string> {
	const [start, end] = [await byteOfChar(text, from), await byteOfChar(text, to)];
	return end <= start ? "" : (await bytesBetween(text, start, end)).toString("utf8");
}
