import { RE2JS } from "re2js";
import { UtopiaError } from "../errors.ts";
import { columnOf } from "./pattern-syntax.ts";

/**
 * A glob as a regular expression for whole names (FI-1): `?` is one character but `/`, `*` a run without `/`, `**` any run,
 * `[…]` and `[!…]` one character of a class but `/`, `\` makes the next character mean itself. All else means itself.
 * @throws UTOPIA_PATTERN_INVALID for a class that is not closed, a range that runs backwards, a `\` at the end
 */
export function globSource(glob: string): string {
	let source = "";
	for (let at = 0; at < glob.length; ) {
		const piece = pieceAt(glob, at);
		source += piece.source;
		at = piece.end;
	}
	return source;
}

interface Piece {
	readonly source: string;
	/** Where the next piece begins. */
	readonly end: number;
}

function pieceAt(glob: string, at: number): Piece {
	if (glob.startsWith("**", at)) return { source: ".*", end: at + 2 };
	switch (glob[at]) {
		case "*":
			return { source: "[^/]*", end: at + 1 };
		case "?":
			return { source: "[^/]", end: at + 1 };
		case "[":
			return classAt(glob, at);
		default: {
			const { char, end } = charAt(glob, at);
			return { source: RE2JS.quote(String.fromCodePoint(char)), end };
		}
	}
}

/** One character, escaped or not. */
function charAt(glob: string, at: number): { readonly char: number; readonly end: number } {
	const start = glob[at] === "\\" ? at + 1 : at;
	const char = glob.codePointAt(start);
	if (char === undefined) throw invalid(glob, at, "a backslash at the end escapes nothing");
	return { char, end: start + (char > 0xffff ? 2 : 1) };
}

const SLASH = 0x2f;

function classAt(glob: string, open: number): Piece {
	const negated = glob[open + 1] === "!";
	const ranges: string[] = [];
	const first = open + (negated ? 2 : 1);
	let at = first;
	// A bracket that comes first is one of the class.
	while (glob[at] !== "]" || at === first) {
		if (at >= glob.length) throw invalid(glob, open, "missing closing ]");
		const low = charAt(glob, at);
		let high = low;
		if (glob[low.end] === "-" && low.end + 1 < glob.length && glob[low.end + 1] !== "]")
			high = charAt(glob, low.end + 1);
		if (high.char < low.char) throw invalid(glob, at, "a range that runs backwards");
		ranges.push(negated ? rangeSource(low.char, high.char) : withoutSlash(low.char, high.char));
		at = high.end;
	}
	const members = ranges.join("");
	if (negated) return { source: `[^/${members}]`, end: at + 1 };
	// A class of `/` alone has no character left, and matches nothing.
	return { source: members === "" ? "[^\\x{0}-\\x{10FFFF}]" : `[${members}]`, end: at + 1 };
}

function withoutSlash(low: number, high: number): string {
	if (low > SLASH || high < SLASH) return rangeSource(low, high);
	return rangeSource(low, SLASH - 1) + rangeSource(SLASH + 1, high);
}

function rangeSource(low: number, high: number): string {
	return low > high ? "" : `\\x{${low.toString(16)}}-\\x{${high.toString(16)}}`;
}

function invalid(glob: string, at: number, reason: string): UtopiaError {
	const position = columnOf(glob, at);
	return new UtopiaError(
		"UTOPIA_PATTERN_INVALID",
		`pattern is no glob at column ${position}: ${reason}. A backslash before a character makes it mean itself.`,
		{ argument: "pattern", position, reason },
	);
}
