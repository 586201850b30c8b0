/** Characters of Markdown that are read as one tree: what that takes of memory and time stays small beside a long text. */
const LARGEST = 16 * 1024;
/** A blank line after this many ends one. */
const ENOUGH = 4 * 1024;
/** A line longer than this holds no structure that is worth a tree. */
const LONGEST_LINE = 4 * 1024;
/** Neither is one in so many quotations and lists at once. */
const DEEP = /^ {0,3}(?:>[ \t]?|(?:[*+-]|\d{1,9}[.)])[ \t]+){50}/;
const FENCE = /^ {0,3}((?:`{3,}[^`\n]*|~{3,}[^\n]*))\n?$/;
const FRONT_MATTER = /^---\n[\s\S]*?\n(?:---|\.\.\.)(?:\n|$)/;

/** Blocks that need no tree: every line of theirs looks like this. */
const SIMPLE = {
	prose: /^(?!\d{1,9}[.)](?:\s|$))[\p{L}\p{N}"\u201c\u2018(]/u,
	items: /^ {0,8}(?:[*+-]|\d{1,9}[.)])[ \t](?![ \t]*(?:`{3}|~{3}))/,
	lines: /^\|/,
} as const;

/**
 * A stretch of a Markdown text. `tree` is read as Markdown; of `lines` each is a unit, of `items` too, whose sentences are units where
 * they are long; `prose` has no structure.
 */
export interface Segment {
	readonly kind: "tree" | keyof typeof SIMPLE;
	readonly start: number;
	readonly end: number;
}

/** Cuts a Markdown text where its structure lets it be cut: at front matter, fences and blank lines. In UTF-16 units. */
export function* segmentsOf(text: string): Generator<Segment> {
	let start = FRONT_MATTER.exec(text.slice(0, LARGEST))?.[0].length ?? 0;
	if (start > 0) yield { kind: "lines", start: 0, end: start };
	let fresh = true;
	for (let at = start; at < text.length; ) {
		const alone = standingAlone(text, at, fresh);
		const end = alone?.end ?? lineEnd(text, at);
		fresh = alone !== undefined || isBlank(text, at, end);
		const full = end - start > LARGEST || (fresh && end - start > ENOUGH);
		if (alone !== undefined && start < at) yield { kind: "tree", start, end: at };
		if (alone !== undefined) yield alone;
		else if (full) yield { kind: "tree", start, end };
		if (alone !== undefined || full) start = end;
		at = end;
	}
	if (start < text.length) yield { kind: "tree", start, end: text.length };
}

/** What begins at a line and needs no tree, or would be too much for one. `fresh`: no paragraph goes on here. */
function standingAlone(text: string, at: number, fresh: boolean): Segment | undefined {
	const end = lineEnd(text, at);
	if (end - at > LONGEST_LINE) return { kind: "prose", start: at, end };
	const line = text.slice(at, end);
	const fence = FENCE.exec(line)?.[1];
	if (fence !== undefined) return { kind: "lines", start: at, end: fenceEnd(text, end, fence) };
	if (DEEP.test(line)) return { kind: "prose", start: at, end };
	return fresh ? simpleBlock(text, at) : undefined;
}

/** Where a fenced block ends; one that is never closed ends with the text. */
function fenceEnd(text: string, from: number, opening: string): number {
	const marks = /^(?:`+|~+)/.exec(opening)?.[0] ?? opening;
	for (let at = from; at < text.length; ) {
		const end = lineEnd(text, at);
		const closing = FENCE.exec(text.slice(at, Math.min(end, at + LONGEST_LINE)))?.[1];
		if (closing?.startsWith(marks) && /^[`~]+\s*$/.test(closing)) return end;
		at = end;
	}
	return text.length;
}

/** Lines up to a blank one, with the blank ones after it, when all of them are of the same simple kind. */
function simpleBlock(text: string, start: number): Segment | undefined {
	const first = text.slice(start, lineEnd(text, start));
	const kind = (["prose", "items", "lines"] as const).find((one) => SIMPLE[one].test(first));
	if (kind === undefined) return undefined;
	let at = start;
	let open = true;
	while (at < text.length && (open ? at - start < LARGEST : true)) {
		const end = lineEnd(text, at);
		const blank = isBlank(text, at, end);
		if (!blank && !open) break;
		if (end - at > LONGEST_LINE && !blank) return at === start ? undefined : { kind, start, end: at };
		if (!blank && !SIMPLE[kind].test(text.slice(at, end))) return undefined;
		if (blank) open = false;
		at = end;
	}
	return { kind, start, end: at };
}

function lineEnd(text: string, from: number): number {
	const at = text.indexOf("\n", from);
	return at === -1 ? text.length : at + 1;
}

function isBlank(text: string, from: number, to: number): boolean {
	for (let at = from; at < to; at++) {
		const code = text.charCodeAt(at);
		if (code !== 0x20 && (code < 0x09 || code > 0x0d)) return false;
	}
	return true;
}
