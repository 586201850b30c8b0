import { charEnd, charStart, countBreaks, countChars, LF } from "./code-points.ts";
import type { LineBlock } from "./line-blocks.ts";
import type { LineMatch, Pattern } from "./pattern.ts";
import type { ByteSpan } from "./places.ts";
import type { Columns } from "./shown-line.ts";

/**
 * The matches in a line, from left to right. As in sed, an empty match right after a match is none. With `word`, a match
 * with a word character beside it is none either, and the search goes on one character after where it began.
 */
export function* matchesIn(line: Buffer, pattern: Pattern): Generator<LineMatch> {
	let lastEnd = -1;
	for (let from = 0; from <= line.length; ) {
		const match = pattern.find(line, from);
		if (match === undefined) return;
		const empty = match.from === match.to;
		if (empty && match.from === lastEnd) from = after(line, match.to);
		else if (pattern.word && besideWord(line, match)) from = afterWord(line, match.from);
		else {
			yield match;
			lastEnd = match.to;
			from = empty ? after(line, match.to) : match.to;
		}
	}
}

/** Columns of matches, counted from 0, of one line, whose matches come in rising order. */
export function* columnsOf(line: Buffer, matches: Iterable<ByteSpan>): Generator<Columns> {
	let [byte, column] = [0, 0];
	for (const { from, to } of matches) {
		const start = column + countChars(line, byte, from);
		const end = start + countChars(line, from, to);
		yield { from: start, to: end };
		[byte, column] = [to, end];
	}
}

/** A line of a block that matches, or does not, as was asked. */
export interface FoundLine {
	/** Counted from 0. */
	readonly line: number;
	/** Its bytes within the block, without the line end. */
	readonly from: number;
	readonly to: number;
}

/** How many bytes of lines are tried at once with a regular expression. */
const BATCH = 16 * 1024;

/** A moment between lines, for whoever asks to look at the clock. */
export interface Pause {
	/** All lines of the block before this byte were looked at. */
	readonly reached: number;
	/** How many bytes will be looked at before the next pause. */
	readonly ahead: number;
}

/**
 * The matching lines of a block, in order, with a pause before each stretch of lines. With a regular expression a stretch has
 * 16 KiB, or one line if that is longer.
 */
export function* matchingLines(block: LineBlock, pattern: Pattern): Generator<FoundLine | Pause> {
	const candidates =
		pattern.literal === undefined ? byBatches(block.bytes, pattern) : byBytes(block.bytes, pattern.literal);
	let [line, counted] = [block.firstLine, 0];
	for (const span of candidates) {
		if ("reached" in span) {
			yield span;
			continue;
		}
		if (pattern.word && !hasMatch(block.bytes.subarray(span.from, span.to), pattern)) continue;
		line += countBreaks(block.bytes, counted, span.from);
		counted = span.from;
		yield { line, ...span };
	}
}

/** The lines of a block that do not match. */
export function* otherLines(block: LineBlock, pattern: Pattern): Generator<FoundLine | Pause> {
	let [at, line] = [0, block.firstLine];
	const { bytes } = block;
	const until = function* (end: number): Generator<FoundLine> {
		while (at < end) {
			const to = lineEnd(bytes, at);
			yield { line, from: at, to };
			[at, line] = [to + 1, line + 1];
		}
	};
	for (const found of matchingLines(block, pattern)) {
		if ("reached" in found) {
			yield* until(found.reached);
			yield found;
		} else {
			yield* until(found.from);
			[at, line] = [found.to + 1, found.line + 1];
		}
	}
	yield* until(bytes.length);
}

function* byBytes(bytes: Buffer, literal: Buffer): Generator<ByteSpan | Pause> {
	yield { reached: 0, ahead: bytes.length };
	for (let found = bytes.indexOf(literal); found >= 0; ) {
		const from = found === 0 ? 0 : bytes.lastIndexOf(LF, found - 1) + 1;
		const to = lineEnd(bytes, found);
		yield { from, to };
		found = to + 1 < bytes.length ? bytes.indexOf(literal, to + 1) : -1;
	}
}

function* byBatches(bytes: Buffer, pattern: Pattern): Generator<ByteSpan | Pause> {
	for (let at = 0; at < bytes.length; ) {
		const end = at + BATCH >= bytes.length ? lastEnd(bytes) : lineEnd(bytes, at + BATCH);
		yield { reached: at, ahead: end - at };
		if (pattern.testLines(bytes.subarray(at, end)))
			for (let from = at; from <= end; ) {
				const to = lineEnd(bytes, from);
				if (pattern.test(bytes.subarray(from, to))) yield { from, to };
				from = to + 1;
			}
		at = end + 1;
	}
}

/** Where the last line of a block ends. */
function lastEnd(bytes: Buffer): number {
	return bytes.at(-1) === LF ? bytes.length - 1 : bytes.length;
}

function lineEnd(bytes: Buffer, from: number): number {
	const found = bytes.indexOf(LF, from);
	return found < 0 || from >= bytes.length ? bytes.length : found;
}

function hasMatch(line: Buffer, pattern: Pattern): boolean {
	return matchesIn(line, pattern).next().done !== true;
}

function after(line: Buffer, at: number): number {
	return at < line.length ? charEnd(line, at) : line.length + 1;
}

const WORD = /^[\p{L}\p{M}\p{N}_]$/u;

function besideWord(line: Buffer, { from, to }: ByteSpan): boolean {
	return isWord(line, to) || (from > 0 && isWord(line, charStart(line, from - 1)));
}

/** Whether the character that begins at a byte belongs to a word. */
function isWord(line: Buffer, at: number): boolean {
	return at < line.length && WORD.test(line.toString("utf8", at, charEnd(line, at)));
}

/** The next place after `at` that has no word character before it: what begins in between is beside one. */
function afterWord(line: Buffer, at: number): number {
	let next = after(line, at);
	while (next < line.length && isWord(line, charStart(line, next - 1))) next = charEnd(line, next);
	return next;
}
