import { UtopiaError } from "../errors.ts";
import type { LineMatch, PatternGroups } from "./pattern.ts";
import { columnOf } from "./pattern-syntax.ts";

/** What stands in a match's place, made from the line and the match. */
export type Replacement = (line: Buffer, match: LineMatch) => Buffer;

/** A replacement that is put in as it is, whatever characters it has (SD-2). */
export function literalReplacement(replacement: string): Replacement {
	const bytes = Buffer.from(replacement);
	return () => bytes;
}

const REFERENCE = /\$(?:(\$)|([0-9])|\{([^}]*)\})/y;

/**
 * A replacement in which `$0` to `$9` and `${name}` are what a group matched, nothing where it took no part, and `$$` is `$`.
 * @throws UTOPIA_PATTERN_INVALID for any other `$`, and for a group that the pattern does not have
 */
export function regexReplacement(replacement: string, groups: PatternGroups): Replacement {
	const parts = partsOf(replacement, groups);
	return (line, match) => Buffer.concat(parts.map((part) => partBytes(part, line, match)));
}

type Part = Buffer | number;

function partBytes(part: Part, line: Buffer, match: LineMatch): Buffer {
	if (typeof part !== "number") return part;
	const span = match.group(part);
	return span === undefined ? Buffer.alloc(0) : line.subarray(span.from, span.to);
}

function partsOf(replacement: string, groups: PatternGroups): readonly Part[] {
	const parts: Part[] = [];
	let at = 0;
	for (let dollar = replacement.indexOf("$"); dollar >= 0; dollar = replacement.indexOf("$", at)) {
		parts.push(Buffer.from(replacement.slice(at, dollar)));
		REFERENCE.lastIndex = dollar;
		const found = REFERENCE.exec(replacement);
		if (found === null)
			throw invalid(replacement, dollar, "a $ must be followed by a digit, a name in braces, or another $");
		const [whole, doubled, digit, name] = found;
		const group = digit === undefined ? groups.names.get(name ?? "") : Number(digit);
		if (doubled !== undefined) parts.push(Buffer.from("$"));
		else if (group !== undefined && group <= groups.count) parts.push(group);
		else throw invalid(replacement, dollar, `the pattern has no group ${whole.slice(1, 100)}`);
		at = dollar + whole.length;
	}
	parts.push(Buffer.from(replacement.slice(at)));
	return parts;
}

function invalid(replacement: string, at: number, reason: string): UtopiaError {
	const position = columnOf(replacement, at);
	return new UtopiaError(
		"UTOPIA_PATTERN_INVALID",
		`replacement cannot be read at column ${position}: ${reason}. Nothing was replaced.`,
		{ argument: "replacement", position, reason },
	);
}
