import { UtopiaError } from "../errors.ts";
import type { PagedText } from "./paged-text.ts";
import { byteOfChar, byteOfLine, bytesBetween, charOfByte, lineOfByte } from "./places.ts";

/** What is read of a text: lines from 1, both included, at most `maxChars` of them, from a character on. */
export interface CatRequest {
	readonly startLine?: number | undefined;
	readonly endLine?: number | undefined;
	readonly maxChars: number;
	/** Where the page before ended: what its `next` said. */
	readonly at?: CatPosition | undefined;
}

/** A character of the whole text, counted from 0 (CT-2). */
export interface CatPosition {
	readonly char: number;
}

/** One page of a reading. Joined in order, the pages' texts are the text asked for, to the character. */
export interface CatPage {
	readonly text: string;
	/** The lines that the page touches, counted from 1; of an empty page, `endLine` is `startLine` - 1. */
	readonly startLine: number;
	readonly endLine: number;
	/** Characters of the whole text before the page, and before what follows it. */
	readonly startChar: number;
	readonly endChar: number;
	readonly totalLines: number;
	readonly totalChars: number;
	readonly truncated: boolean;
	readonly next: CatPosition | undefined;
}

/**
 * Reads a text, or lines of it, by pages that are cut between characters. Only the pages of the text that hold them are
 * touched. At least one character is read where there is one.
 * @throws UTOPIA_ARGUMENT_INVALID when `endLine` lies before `startLine`
 */
export async function catPage(text: PagedText, request: CatRequest): Promise<CatPage> {
	const { startLine = 1, endLine, maxChars, at } = request;
	refuseCrossed(startLine, endLine);
	const { lines: totalLines, chars: totalChars } = text.outline;
	const rangeStart = await charOfByte(text, await byteOfLine(text, startLine - 1));
	const rangeEnd = await charOfByte(text, await byteOfLine(text, endLine ?? totalLines));
	const startChar = Math.min(Math.max(at?.char ?? rangeStart, rangeStart), rangeEnd);
	const endChar = Math.min(startChar + Math.max(1, maxChars), rangeEnd);
	const totals = { startChar, endChar, totalLines, totalChars };
	if (endChar <= startChar)
		return { text: "", startLine, endLine: startLine - 1, ...totals, truncated: false, next: undefined };
	const [from, to] = [await byteOfChar(text, startChar), await byteOfChar(text, endChar)];
	const truncated = endChar < rangeEnd;
	return {
		text: (await bytesBetween(text, from, to)).toString("utf8"),
		startLine: (await lineOfByte(text, from)) + 1,
		// The last character read decides: a line end belongs to the line it ends.
		endLine: (await lineOfByte(text, to - 1)) + 1,
		...totals,
		truncated,
		next: truncated ? { char: endChar } : undefined,
	};
}

/** @throws UTOPIA_ARGUMENT_INVALID when the lines asked for end before they begin (CT-3) */
export function refuseCrossed(startLine: number, endLine: number | undefined): void {
	if (endLine === undefined || endLine >= startLine) return;
	throw new UtopiaError(
		"UTOPIA_ARGUMENT_INVALID",
		`end_line is ${endLine} and start_line ${startLine}; end_line must not lie before start_line.`,
		{ argument: "end_line", got: endLine, accepted: `at least ${startLine}` },
	);
}
