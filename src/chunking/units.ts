import type { Cut } from "./cut.ts";
import { markdownCuts } from "./markdown-units.ts";
import { isSpace, sentenceStarts, wordBorder } from "./sentences.ts";

/** A unit beyond this is no sentence, item, row or line that anybody wrote: it is cut at borders of words. */
const LONGEST_UNIT = 2000;
/** Length of the pieces it is cut into. */
const PIECE = 400;
/** Plain text is looked through in strides that end at a line, so that its sentences are never all in memory. */
const STRIDE = 64 * 1024;

/** The smallest piece of a text that a chunk takes or leaves; the white space after it is its own. In UTF-16 units. */
export interface Unit {
	readonly start: number;
	readonly end: number;
	readonly heading?: Cut["heading"];
}

/** How a text is read: as Markdown, as prose and lines, or as paragraphs of `column: value` lines. */
export type Markup = "markdown" | "plain" | "rows";

/** The units of a text, in order; together they are the text. White space belongs to the unit before it, the first to the first. */
export function* unitsOf(text: string, markup: Markup): Generator<Unit> {
	const past = skipping(text);
	let open: Cut = { at: 0 };
	const first = past(0);
	for (const cut of cutsOf(text, markup)) {
		const at = past(cut.at);
		if (at >= text.length) break;
		if (at > open.at && at > first) {
			yield* pieces(text, open, at, past);
			open = { ...cut, at };
		} else if (cut.heading !== undefined) {
			open = { ...cut, at: open.at };
		}
	}
	if (text !== "") yield* pieces(text, open, text.length, past);
}

/** The first place from another one on that is no white space. Asked in ascending order, it looks at nothing twice. */
function skipping(text: string): (from: number) => number {
	let known = { from: 0, to: 0 };
	return (from) => {
		if (from < known.from || from >= known.to) {
			let to = from;
			while (to < text.length && isSpace(text.charCodeAt(to))) to++;
			known = { from, to };
		}
		return Math.max(known.to, from);
	};
}

function cutsOf(text: string, markup: Markup): Generator<Cut> {
	switch (markup) {
		case "markdown":
			return markdownCuts(text);
		case "rows":
			return rowCuts(text);
		case "plain":
			return plainCuts(text);
	}
}

function* plainCuts(text: string): Generator<Cut> {
	for (let start = 0; start < text.length; ) {
		const end = strideEnd(text, start);
		yield { at: start };
		for (const at of sentenceStarts(text, start, end)) yield { at };
		start = end;
	}
}

/** Where a stride ends: at a blank line, else at a line, else after a word. */
function strideEnd(text: string, start: number): number {
	const limit = start + STRIDE;
	if (limit >= text.length) return text.length;
	const blank = text.lastIndexOf("\n\n", limit - 2);
	if (blank > start) return blank + 2;
	const line = text.lastIndexOf("\n", limit - 1);
	return line > start ? line + 1 : wordBorder(text, limit - STRIDE / 2, limit);
}

/** Rows are paragraphs; one that is longer than a chunk should be is cut at its lines. */
function* rowCuts(text: string): Generator<Cut> {
	for (let start = 0; start < text.length; ) {
		const blank = text.indexOf("\n\n", start);
		const end = blank === -1 ? text.length : blank + 2;
		yield { at: start };
		if (end - start > PIECE) {
			for (let at = text.indexOf("\n", start); at !== -1 && at + 1 < end; at = text.indexOf("\n", at + 1))
				yield { at: at + 1 };
		}
		start = end;
	}
}

function* pieces(
	text: string,
	{ at, heading }: Cut,
	end: number,
	past: (from: number) => number,
): Generator<Unit> {
	let head = heading === undefined ? {} : { heading };
	let start = at;
	while (end - at > LONGEST_UNIT && end - start > PIECE) {
		const next = past(wordBorder(text, start + PIECE / 2, start + PIECE));
		if (next >= end) break;
		yield { start, end: next, ...head };
		start = next;
		head = {};
	}
	yield { start, end, ...head };
}
