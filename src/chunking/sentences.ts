import model from "wink-eng-lite-web-model";
import winkNLP from "wink-nlp";

/** UTF-16 units that are looked at together: longer ones cost more than their share, and all of them memory. */
const WINDOW = 4096;
/** A run of this many characters without a space is no word. The library takes time that grows with the square of such a run. */
const LONGEST_WORD = 128;
const LONG_RUN = new RegExp(`\\S{${LONGEST_WORD},}`, "g");
const ENDS_MAYBE = /[.!?\u2026]["'\u201d\u2019)\]*_]*\s/;
const UNSPACED_END = /[\u3002\uff01\uff1f][\u300d\u300f\u201d\u2019\uff09)]*/g;
const UNSPACED = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

let loaded: ReturnType<typeof winkNLP> | undefined;

/** Loaded with the first text: it takes a tenth of a second. */
function nlp(): ReturnType<typeof winkNLP> {
	loaded ??= winkNLP(model, ["sbd"]);
	return loaded;
}

/**
 * Where in `text`, between `from` and `to`, a sentence, a line that stands for itself, or a paragraph begins; `from` is not among
 * them. Ascending, in UTF-16 units. Takes time in proportion to the text, whatever it is.
 */
export function sentenceStarts(text: string, from: number, to: number): readonly number[] {
	const starts: number[] = [];
	for (let at = from; at < to; ) {
		const end = lineRunEnd(text, at, to);
		if (at > from) starts.push(at);
		starts.push(...startsWithin(text, at, end));
		at = end;
	}
	return starts;
}

/** The end of the lines that belong together from `from` on, with the line breaks after them. */
function lineRunEnd(text: string, from: number, to: number): number {
	for (let at = text.indexOf("\n", from); at !== -1 && at < to - 1; at = text.indexOf("\n", at + 1)) {
		let next = at + 1;
		while (next < to && isSpace(text.charCodeAt(next))) next++;
		if (next >= to) return to;
		if (!isWrapped(text, from, at, next)) return next;
		// A wrapped line has no blank line below it, so nothing is looked at twice.
	}
	return to;
}

/**
 * Whether the line break at `at` only wraps a sentence: words go on below it, and the line above was long. Lines of code, of logs,
 * of verse and of lists do not look like that, nor does text that is written without spaces.
 */
function isWrapped(text: string, from: number, at: number, next: number): boolean {
	if (next !== at + 1) return false;
	const before = text.slice(Math.max(from, at - 40), at);
	const last = before.trimEnd().at(-1) ?? "";
	const first = String.fromCodePoint(text.codePointAt(next) ?? 0x20);
	return (
		before.length === 40 &&
		!before.includes("\n") &&
		!/[;{}>|]/.test(last) &&
		/[\p{L}("\u201c\u2018']/u.test(first) &&
		!UNSPACED.test(first + last)
	);
}

function startsWithin(text: string, from: number, to: number): readonly number[] {
	const starts: number[] = [];
	for (let at = from; at < to; ) {
		const end = windowEnd(text, at, to);
		const found = startsOf(text.slice(at, end)).map((offset) => at + offset);
		// The last sentence of a window goes on in the next one, unless that would hardly be further on.
		const last = found.at(-1);
		const next = end < to && last !== undefined && last - at > WINDOW / 2 ? last : end;
		starts.push(...found.filter((start) => start < next));
		if (next < to) starts.push(next);
		at = next;
	}
	return starts;
}

function windowEnd(text: string, from: number, to: number): number {
	if (to - from <= WINDOW) return to;
	return wordBorder(text, from + WINDOW / 2, from + WINDOW);
}

/** The start of the last word between two places; where there is none, the later place, between code points. */
export function wordBorder(text: string, from: number, to: number): number {
	for (let at = to; at > from; at--) {
		if (isSpace(text.charCodeAt(at - 1)) && !isSpace(text.charCodeAt(at))) return at;
	}
	const code = text.charCodeAt(to);
	return code >= 0xdc00 && code <= 0xdfff && to - 1 > from ? to - 1 : to;
}

/** Starts of sentences in one window, the first one left out. */
function startsOf(window: string): readonly number[] {
	const starts = new Set<number>();
	if (UNSPACED.test(window)) {
		for (const end of window.matchAll(UNSPACED_END)) starts.add(skipSpace(window, end.index + end[0].length));
	}
	if (ENDS_MAYBE.test(window)) for (const start of startsByLibrary(window)) starts.add(start);
	starts.delete(0);
	starts.delete(window.length);
	return [...starts].sort((a, b) => a - b);
}

function startsByLibrary(window: string): readonly number[] {
	const shown = window.replaceAll(LONG_RUN, (run) => "x".repeat(run.length - 1) + run.at(-1));
	const starts: number[] = [];
	let at = 0;
	for (const sentence of nlp().readDoc(shown).sentences().out()) {
		const start = shown.indexOf(sentence, at);
		// The library spells some spaces its own way; from there on the window is one sentence.
		if (start === -1) break;
		if (sentence.trim() !== "") starts.push(start);
		at = start + sentence.length;
	}
	return starts.slice(1);
}

function skipSpace(text: string, from: number): number {
	let at = from;
	while (at < text.length && isSpace(text.charCodeAt(at))) at++;
	return at;
}

/** White space as chunks count it, by its UTF-16 unit. */
export function isSpace(code: number): boolean {
	return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000;
}
