import { RE2JS } from "re2js";
import { UtopiaError } from "../errors.ts";
import { canonicalFromString } from "./canonical.ts";
import { compiled } from "./pattern-syntax.ts";
import type { ByteSpan } from "./places.ts";

/** What a caller looks for. */
export interface PatternRequest {
	readonly pattern: string;
	/** Literally, every character for itself, or in the syntax of RE2. */
	readonly mode: "literal" | "regex";
	readonly ignoreCase?: boolean | undefined;
	/** Only matches that no letter, mark, number or `_` stands beside (GR-16). */
	readonly word?: boolean | undefined;
}

/** Groups of a regular expression: how many, and the numbers of those with a name. */
export interface PatternGroups {
	readonly count: number;
	readonly names: ReadonlyMap<string, number>;
}

/** A match within a line: its bytes, and those of each group that took part, the whole match first. */
export interface LineMatch extends ByteSpan {
	group(number: number): ByteSpan | undefined;
}

/** A pattern made ready. It works on the bytes of lines, so that nothing is decoded that is not shown. */
export interface Pattern {
	readonly word: boolean;
	readonly groups: PatternGroups;
	/** The bytes to look for where these alone decide; a line without them does not match, one with them does. */
	readonly literal: Buffer | undefined;
	/** Whether a line matches somewhere, its neighbours aside. */
	test(line: Buffer): boolean;
	/** Whether lines that stand together could hold a matching one: `false` is certain. */
	testLines(lines: Buffer): boolean;
	/** The first match at or after a byte of a line. */
	find(line: Buffer, from: number): LineMatch | undefined;
}

/**
 * Makes a pattern ready. Patterns are brought to NFC, as the texts are (GR-15). Case is ignored by simple folding: `ſ`
 * equals `s`, `ß` equals `ẞ` but not `ss`.
 * @throws UTOPIA_ARGUMENT_INVALID for a line break, UTOPIA_PATTERN_INVALID, UTOPIA_PATTERN_UNSUPPORTED
 */
export function patternOf(request: PatternRequest): Pattern {
	const pattern = canonicalFromString(request.pattern);
	if (pattern.includes("\n"))
		throw new UtopiaError(
			"UTOPIA_ARGUMENT_INVALID",
			"pattern has a line break; lines are matched one by one, so it would match nothing.",
			{ argument: "pattern", got: "a line break", accepted: "a pattern within one line" },
		);
	const word = request.word === true;
	if (request.mode === "literal" && request.ignoreCase !== true)
		return literalPattern(Buffer.from(pattern), word);
	const flags = request.ignoreCase === true ? RE2JS.CASE_INSENSITIVE : 0;
	const source = request.mode === "literal" ? RE2JS.quote(pattern) : pattern;
	return regexPattern(source, flags, word);
}

function literalPattern(literal: Buffer, word: boolean): Pattern {
	const test = (bytes: Buffer) => bytes.includes(literal);
	return {
		word,
		groups: { count: 0, names: new Map() },
		literal,
		test,
		testLines: test,
		find(line, from) {
			const at = line.indexOf(literal, from);
			if (at < 0 || from > line.length) return undefined;
			const span = { from: at, to: at + literal.length };
			return { ...span, group: (number) => (number === 0 ? span : undefined) };
		},
	};
}

/**
 * What makes lines that stand together differ from each line alone, were `^` and `$` to anchor at lines: the ends of the
 * whole text, and switching that meaning off. It may be found where it means nothing, which costs time only.
 */
const ANCHORED_TO_TEXT = /\\[Az]|\(\?[A-Za-z]*-/;

function regexPattern(source: string, flags: number, word: boolean): Pattern {
	const re = compiled(source, flags);
	const batch = ANCHORED_TO_TEXT.test(source) ? undefined : compiled(source, flags | RE2JS.MULTILINE);
	const names = new Map(Object.entries(re.namedGroups()));
	let last: { readonly line: Buffer; readonly matcher: ReturnType<RE2JS["matcher"]> } | undefined;
	return {
		word,
		groups: { count: re.groupCount(), names },
		literal: undefined,
		test: (line) => re.test(line),
		testLines: (lines) => batch === undefined || batch.test(lines),
		find(line, from) {
			if (last?.line !== line) last = { line, matcher: re.matcher(line) };
			const { matcher } = last;
			if (from > line.length || !matcher.find(from)) return undefined;
			return {
				from: matcher.start(),
				to: matcher.end(),
				group(number) {
					const start = matcher.start(number);
					return start < 0 ? undefined : { from: start, to: matcher.end(number) };
				},
			};
		},
	};
}
