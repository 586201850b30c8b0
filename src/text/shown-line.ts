import { byteOfNthChar, countChars } from "./code-points.ts";
import type { PagedText } from "./paged-text.ts";
import { type ByteSpan, bytesBetween, charOfByte } from "./places.ts";

/** A line as it is shown: whole, or a window of it. */
export interface ShownLine {
	/** Counted from 1. */
	readonly line: number;
	readonly text: string;
	/** How many characters of it `text` has. */
	readonly textChars: number;
	readonly lineTruncated: boolean;
	readonly lineChars: number;
	/** The column, from 1, of the first character shown. */
	readonly textFrom: number;
}

/** Columns of a match, counted from 0, the end not included. */
export interface Columns {
	readonly from: number;
	readonly to: number;
}

/** Where the window of a line begins that is `width` wide and has the match in its middle, as far as the line goes (GR-10). */
export function windowStart({ from, to }: Columns, width: number, lineChars: number): number {
	const centred = Math.floor((from + to) / 2) - Math.floor(width / 2);
	return Math.min(Math.max(centred, 0), lineChars - width);
}

/** A line of which the bytes are at hand. Without a match the window is its beginning. */
export function shownLine(bytes: Buffer, line: number, width: number, match?: Columns): ShownLine {
	const lineChars = countChars(bytes);
	if (lineChars <= width)
		return {
			line,
			text: bytes.toString("utf8"),
			textChars: lineChars,
			lineTruncated: false,
			lineChars,
			textFrom: 1,
		};
	const start = match === undefined ? 0 : windowStart(match, width, lineChars);
	const from = byteOfNthChar(bytes, start);
	const to = byteOfNthChar(bytes, width, from);
	const text = bytes.toString("utf8", from, to);
	return { line, text, textChars: width, lineTruncated: true, lineChars, textFrom: start + 1 };
}

/** The beginning of a line that may be far longer than what is shown: only its ends are read. */
export async function shownStart(
	text: PagedText,
	span: ByteSpan,
	line: number,
	width: number,
): Promise<ShownLine> {
	// No character has more than four bytes, so a line within them is read whole.
	const most = width * 4;
	if (span.to - span.from <= most)
		return shownLine(await bytesBetween(text, span.from, span.to), line, width);
	const lineChars = (await charOfByte(text, span.to)) - (await charOfByte(text, span.from));
	const bytes = await bytesBetween(text, span.from, span.from + most);
	const shown = bytes.toString("utf8", 0, byteOfNthChar(bytes, width));
	return { line, text: shown, textChars: width, lineTruncated: lineChars > width, lineChars, textFrom: 1 };
}
