import { LF } from "./code-points.ts";
import { type PagedText, pageAt, type TextPage } from "./paged-text.ts";
import { byteOfLine } from "./places.ts";

/** Whole lines that stand side by side: each ends with its line end, but the last of a text that has none there. */
export interface LineBlock {
	readonly bytes: Buffer;
	/** The number of the first line, from 0. */
	readonly firstLine: number;
	/** Where the block begins in the text. */
	readonly byte: number;
}

/**
 * The lines of a text from one on, in blocks that cost no copy where they can: what lies whole in a page is a view of it,
 * and a line that goes over a page's end is a block of its own. A line is held whole, however long it is.
 */
export async function* lineBlocks(text: PagedText, fromLine: number): AsyncGenerator<LineBlock> {
	const { outline } = text;
	if (fromLine >= outline.lines) return;
	const startByte = await byteOfLine(text, fromLine);
	const firstPage = pageAt(outline, "bytes", startByte);
	let [line, byte] = [fromLine, startByte];
	let carried: Buffer[] = [];
	for (let page = firstPage; page < outline.pages.length; page++) {
		const start = (outline.pages[page] as TextPage).bytes;
		const whole = await text.page(page);
		let rest = page === firstPage ? whole.subarray(startByte - start) : whole;
		if (carried.length > 0) {
			const end = rest.indexOf(LF) + 1;
			if (end === 0) {
				carried.push(rest);
				continue;
			}
			const bytes = Buffer.concat([...carried, rest.subarray(0, end)]);
			yield { bytes, firstLine: line, byte };
			[carried, line, byte] = [[], line + 1, byte + bytes.length];
			rest = rest.subarray(end);
		}
		const end = rest.lastIndexOf(LF) + 1;
		if (end > 0) {
			yield { bytes: rest.subarray(0, end), firstLine: line, byte };
			byte += end;
		}
		line = outline.pages[page + 1]?.lines ?? outline.lines - 1;
		if (end < rest.length) carried.push(rest.subarray(end));
	}
	if (carried.length > 0) yield { bytes: Buffer.concat(carried), firstLine: line, byte };
}
