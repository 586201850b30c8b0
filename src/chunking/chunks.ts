import { afterChars, charsOf } from "../text/code-points.ts";
import { type Markup, type Unit, unitsOf } from "./units.ts";

/** The way texts are cut, kept with each placement: another way has another name, and nothing is cut again unasked. */
export const CHUNKER = "utopia-1";
/** Pieces of the shipped tokenizer that fit into one window beside a heading (search-and-extraction 9). */
const MOST_PIECES = 112;
/** A chunk of at least this many characters takes no further unit that would lead it past the longest. */
const LONGEST = 450;

/** A place in the original; what is said of one holds until the next one. */
export interface ChunkAnchor {
	readonly start: number;
	readonly page?: number;
	readonly sheet?: string;
	readonly row?: number;
	readonly part?: string;
}

/** A chunk: code points `[start, end)` of the canonical text. */
export interface ChunkSpan {
	readonly start: number;
	readonly end: number;
	/** From 0, in the order of the text. */
	readonly seq: number;
	/** Titles of the headings above it, outermost first, its own included. */
	readonly heading: readonly string[];
	/** Where in the original it begins. */
	readonly anchor?: Omit<ChunkAnchor, "start">;
}

/** A canonical text as it was parsed. */
export interface ChunkedText {
	readonly text: string;
	readonly markup: Markup;
	/** Ascending. */
	readonly anchors: readonly ChunkAnchor[];
}

/**
 * Cuts a text into chunks that tile it: the first begins at 0, each where the one before it ends, the last ends with the text, which
 * joined they are exactly. Same text, same chunks. None has more pieces than the model's window holds but a unit that has them alone.
 */
export function chunksOf(file: ChunkedText, countPieces: (text: string) => number): readonly ChunkSpan[] {
	const path: { depth: number; title: string }[] = [];
	const place = placing(file);
	const spans: ChunkSpan[] = [];
	for (const { start, end, heading } of filled(file, countPieces)) {
		if (heading !== undefined) {
			while ((path.at(-1)?.depth ?? 0) >= heading.depth) path.pop();
			path.push(heading);
		}
		const titles = path.map(({ title }) => title).filter((title) => title !== "");
		spans.push({ ...place(start, end), seq: spans.length, heading: titles });
	}
	return spans;
}

/** The texts of chunks, in order, without counting anew from the start for each. The chunks must be those of this text. */
export function* chunkTexts(text: string, spans: readonly ChunkSpan[]): Generator<string> {
	let at = 0;
	for (const { start, end } of spans) {
		const from = at;
		at = afterChars(text, end - start, from);
		yield text.slice(from, at);
	}
}

/** Joins units until the next one would not fit. */
function* filled({ text, markup }: ChunkedText, countPieces: (text: string) => number): Generator<Unit> {
	let taken: readonly Unit[] = [];
	for (const unit of unitsOf(text, markup)) {
		taken = [...taken, unit];
		while (taken.length > 1 && (unit.heading !== undefined || textOf(text, taken).length > LONGEST)) {
			taken = yield* closed(text, taken, taken.length - 1, countPieces);
		}
	}
	while (taken.length > 0) taken = yield* closed(text, taken, taken.length, countPieces);
}

/** Gives a chunk of as many of the first `most` units as its pieces allow, one at least, and returns the units that are left. */
function* closed(
	text: string,
	units: readonly Unit[],
	most: number,
	countPieces: (text: string) => number,
): Generator<Unit, readonly Unit[]> {
	let count = most;
	while (count > 1 && countPieces(textOf(text, units.slice(0, count))) > MOST_PIECES) count--;
	const [first, last] = [units[0], units[count - 1]];
	if (first === undefined || last === undefined) throw new TypeError("a chunk of no units");
	yield { ...first, end: last.end };
	return units.slice(count);
}

function textOf(text: string, units: readonly Unit[]): string {
	return text.slice(units[0]?.start, units.at(-1)?.end).trim();
}

/** Turns spans of UTF-16 units, in order, into spans of code points with their anchors. */
function placing({
	text,
	anchors,
}: ChunkedText): (start: number, end: number) => Omit<ChunkSpan, "seq" | "heading"> {
	let before = 0;
	let next = 0;
	return (from, to) => {
		const start = before;
		before += charsOf(text, from, to);
		while ((anchors[next]?.start ?? Number.POSITIVE_INFINITY) <= start) next++;
		const told = anchors[next - 1];
		if (told === undefined) return { start, end: before };
		const { start: _, ...anchor } = told;
		return { start, end: before, anchor };
	};
}
