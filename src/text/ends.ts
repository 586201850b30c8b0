import { LineSpans } from "./line-spans.ts";
import type { PagedText } from "./paged-text.ts";
import { type ShownLine, shownStart } from "./shown-line.ts";

/** How many lines of an end are asked for, and how much of them goes on a page and of each line is shown. */
export interface EndRequest<Position> {
	readonly lines: number;
	readonly maxChars: number;
	readonly maxLineChars: number;
	readonly at?: Position | undefined;
}

/** The line, counted from 1, with which the next page of a beginning begins. */
export interface HeadPosition {
	readonly from: number;
}

/** The line, counted from 1, with which the next page of an end ends: it goes on backwards (HT-6). */
export interface TailPosition {
	readonly to: number;
}

/** Lines in rising order, with their numbers in the text. Of none, `startLine` is 1 and `endLine` 0. */
export interface EndPage<Position> {
	readonly lines: readonly ShownLine[];
	readonly startLine: number;
	readonly endLine: number;
	readonly totalLines: number;
	readonly truncated: boolean;
	readonly next: Position | undefined;
}

/** The first lines of a text. What it costs depends on the lines, not on the text. */
export async function headPage(
	text: PagedText,
	request: EndRequest<HeadPosition>,
): Promise<EndPage<HeadPosition>> {
	const last = Math.min(request.lines, text.outline.lines);
	const first = request.at?.from ?? 1;
	const lines = await linesThatFit(text, request, { first, last, step: 1 });
	const reached = first + lines.length;
	return page(text, lines, reached <= last ? { from: reached } : undefined);
}

/** The last lines of a text, the end of them first where they do not fit a page. */
export async function tailPage(
	text: PagedText,
	request: EndRequest<TailPosition>,
): Promise<EndPage<TailPosition>> {
	const first = Math.max(1, text.outline.lines - request.lines + 1);
	const last = request.at?.to ?? text.outline.lines;
	const lines = await linesThatFit(text, request, { first: last, last: first, step: -1 });
	const reached = last - lines.length;
	return page(text, lines.toReversed(), reached >= first ? { to: reached } : undefined);
}

async function linesThatFit(
	text: PagedText,
	{ maxChars, maxLineChars }: EndRequest<unknown>,
	{ first, last, step }: { readonly first: number; readonly last: number; readonly step: 1 | -1 },
): Promise<readonly ShownLine[]> {
	const spans = new LineSpans(text);
	const fit: ShownLine[] = [];
	let chars = 0;
	for (let line = first; step > 0 ? line <= last : line >= last; line += step) {
		const shown = await shownStart(text, await spans.of(line - 1), line, maxLineChars);
		chars += shown.textChars;
		if (chars > maxChars && fit.length > 0) break;
		fit.push(shown);
	}
	return fit;
}

function page<Position>(
	text: PagedText,
	lines: readonly ShownLine[],
	next: Position | undefined,
): EndPage<Position> {
	return {
		lines,
		startLine: lines[0]?.line ?? 1,
		endLine: lines.at(-1)?.line ?? 0,
		totalLines: text.outline.lines,
		truncated: next !== undefined,
		next,
	};
}
