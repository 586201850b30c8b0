import type { PagedText } from "./paged-text.ts";
import type { PatternRequest } from "./pattern.ts";
import type { ShownLine } from "./shown-line.ts";

/** What is looked for, and how much of what is found goes on a page. */
export interface GrepRequest extends PatternRequest {
	/** The lines that do not match, instead of those that do. */
	readonly invert?: boolean | undefined;
	/** Lines shown before and after each one found. */
	readonly before: number;
	readonly after: number;
	/** Entries of a page: lines, or texts if these are counted or named only. */
	readonly limit: number;
	readonly output: "matches" | "documents" | "count";
	readonly maxLineChars: number;
	readonly maxChars: number;
}

/** The texts looked through, in their order. Each is opened when its turn comes. */
export interface Texts {
	readonly count: number;
	open(n: number): Promise<PagedText> | PagedText;
}

/** Where a search goes on: plain data, to be signed by whoever hands it out. */
export interface GrepPosition {
	/** Which of the texts, from 0. */
	readonly source: number;
	/** The first line, from 1, that was not looked at. */
	readonly line: number;
	/** The last line of that text, from 1, that was shown; 0 if none was. */
	readonly shown: number;
	/** How many lines before it were counted. */
	readonly counted: number;
}

/** A line found, with its window, its matches and the lines around it that no other entry shows. */
export interface GrepEntry extends ShownLine {
	/** Which of the texts, from 0. */
	readonly source: number;
	/** Of the first match, from 1. */
	readonly column: number;
	/** Columns of the whole line, from 1, the end not included. */
	readonly ranges: readonly (readonly [number, number])[];
	/** Whether the line has more matches than `MOST_RANGES`. */
	readonly rangesTruncated: boolean;
	readonly before: readonly ShownLine[];
	readonly after: readonly ShownLine[];
}

/** A text with lines found: how many, or, where texts are only named, one. */
export interface GrepCount {
	readonly source: number;
	readonly count: number;
}

/** One page of a search. Joined in order, the pages are what one large page would be. */
export interface GrepAnswer {
	readonly entries: readonly GrepEntry[];
	readonly counts: readonly GrepCount[];
	readonly next: GrepPosition | undefined;
	/** Whether the time was over, and what lies after `next` was not looked at. */
	readonly deadline: boolean;
}
