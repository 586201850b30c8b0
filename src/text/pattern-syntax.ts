import { RE2JS, RE2JSSyntaxException } from "re2js";
import { UtopiaError } from "../errors.ts";
import { charsOf } from "./code-points.ts";

/**
 * A regular expression in RE2's syntax. The only place where one is made from what a caller wrote; the native engine never
 * sees it.
 * @throws UTOPIA_PATTERN_UNSUPPORTED for what RE2 leaves out, by name; UTOPIA_PATTERN_INVALID for the rest, with the column
 */
export function compiled(source: string, flags: number): RE2JS {
	try {
		return RE2JS.compile(source, flags);
	} catch (error) {
		if (!(error instanceof RE2JSSyntaxException)) throw error;
		throw refusal(source, error.error, error.input ?? undefined, error);
	}
}

/** What RE2 has not, because nobody can match it in linear time. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
	[/^\(\?=/, "look-ahead"],
	[/^\(\?!/, "negative look-ahead"],
	[/^\(\?<=/, "look-behind"],
	[/^\(\?<!/, "negative look-behind"],
	[/^\(\?>/, "atomic group"],
	[/^\\[1-9]/, "back-reference"],
	[/^\\[kg][<{']/, "back-reference"],
	[/^\(\?P=/, "back-reference"],
];

function refusal(source: string, reason: string, piece: string | undefined, cause: unknown): UtopiaError {
	const tokens = tokensOf(source);
	for (const { at } of tokens) {
		const rest = source.slice(at, at + 5);
		const construct = LEFT_OUT.find(([begins]) => begins.test(rest))?.[1];
		if (construct === undefined) continue;
		return new UtopiaError(
			"UTOPIA_PATTERN_UNSUPPORTED",
			`pattern has a ${construct} at column ${columnOf(source, at)}; patterns are RE2's, which has none. Match more and look through the lines found.`,
			{ construct, position: columnOf(source, at) },
			{ cause },
		);
	}
	const position = columnOf(source, placeOf(source, tokens, reason, piece));
	return new UtopiaError(
		"UTOPIA_PATTERN_INVALID",
		`pattern cannot be read at column ${position}: ${reason}. Patterns are RE2's; use mode literal to look for the characters themselves.`,
		{ argument: "pattern", position, reason },
		{ cause },
	);
}

/** A 1-based column in code points. */
export function columnOf(text: string, at: number): number {
	return charsOf(text.slice(0, at)) + 1;
}

function placeOf(
	source: string,
	tokens: readonly Token[],
	reason: string,
	piece: string | undefined,
): number {
	if (reason.startsWith("missing closing )")) return unclosed(tokens) ?? 0;
	if (reason.startsWith("unexpected )")) return unopened(tokens) ?? 0;
	if (reason.startsWith("trailing backslash")) return source.length - 1;
	if (piece === undefined || piece === "") return 0;
	const token = tokens.find(({ at }) => source.startsWith(piece, at));
	// A piece within a class, or of a group's name, is no token of its own.
	return token?.at ?? Math.max(0, source.indexOf(piece));
}

function unclosed(tokens: readonly Token[]): number | undefined {
	const open: number[] = [];
	for (const { at, kind } of tokens) {
		if (kind === "(") open.push(at);
		if (kind === ")") open.pop();
	}
	return open.at(-1);
}

function unopened(tokens: readonly Token[]): number | undefined {
	let depth = 0;
	for (const { at, kind } of tokens) {
		if (kind === "(") depth++;
		if (kind === ")" && --depth < 0) return at;
	}
	return undefined;
}

interface Token {
	readonly at: number;
	readonly kind: "(" | ")" | "other";
}

const QUOTED = /\\Q[\s\S]*?(?:\\E|$)/y;
const ESCAPE = /\\(?:[pPx]\{[^}]*\}|[\s\S])/uy;
const CLASS = /\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]?/y;
const FLAGS = /\(\?[A-Za-z-]*\)/y;

/** Where the pieces of a pattern begin; classes and quoted runs are one piece each. Only for telling where a fault lies. */
function tokensOf(source: string): readonly Token[] {
	const tokens: Token[] = [];
	for (let at = 0; at < source.length; ) {
		const long = [QUOTED, ESCAPE, CLASS, FLAGS]
			.map((token) => lengthAt(token, source, at))
			.find((n) => n > 0);
		const unit = source[at];
		const kind = long === undefined && (unit === "(" || unit === ")") ? unit : "other";
		tokens.push({ at, kind });
		at += long ?? 1;
	}
	return tokens;
}

function lengthAt(token: RegExp, source: string, at: number): number {
	token.lastIndex = at;
	return token.exec(source)?.[0].length ?? 0;
}
