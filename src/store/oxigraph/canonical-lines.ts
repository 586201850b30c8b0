import { MAX_IRI, MAX_LITERAL } from "../../rdf/bounds.ts";

/**
 * A line as `rdf/terms.ts` spells a quad: no blank node, no triple term, no default graph, one blank between terms. Text between
 * escapes is one step and the steps are counted: each takes some of the stack.
 */
const LINE =
	/<[^<>"{}|^`\\\s]*> <[^<>"{}|^`\\\s]*> (?:<[^<>"{}|^`\\\s]*>|"[^"\\\n\r]*(?:\\["\\nrtbf][^"\\\n\r]*){0,9999}"(?:@[A-Za-z0-9-]+|\^\^<[^<>"{}|^`\\\s]*>)?) <[^<>"{}|^`\\\s]*> \.\n/y;
/** The same in three parts, for a text with more escapes than that. */
const BEFORE = /<[^<>"{}|^`\\\s]*> <[^<>"{}|^`\\\s]*> "/y;
const TEXT = /[^"\\\n\r]*(?:\\["\\nrtbf][^"\\\n\r]*){0,9999}/y;
const BEHIND = /"(?:@[A-Za-z0-9-]+|\^\^<[^<>"{}|^`\\\s]*>)? <[^<>"{}|^`\\\s]*> \.\n/y;
/** The longest literal with every character escaped, and four IRIs. */
const MAX_LINE = 2 * MAX_LITERAL + 4 * MAX_IRI + 64;

/** Says what the first line is that is not spelled as the log wants it, or `undefined` when all are. Terms are for the engine to judge. */
export function firstBadLine(nquads: string): string | undefined {
	let at = 0;
	while (at < nquads.length) {
		if (isTooLong(nquads, at))
			return `a line longer than a literal of 4 MiB makes it: ${nquads.slice(at, at + 200)}`;
		const end = endOfMatch(LINE, nquads, at) ?? endOfLong(nquads, at);
		if (end === undefined) {
			return `not a line of the log: ${nquads.slice(at, at + 200).split("\n", 1)[0]}`;
		}
		at = end;
	}
	return undefined;
}

function endOfMatch(pattern: RegExp, text: string, from: number): number | undefined {
	pattern.lastIndex = from;
	return pattern.test(text) ? pattern.lastIndex : undefined;
}

function endOfLong(nquads: string, from: number): number | undefined {
	let at = endOfMatch(BEFORE, nquads, from);
	for (let next = at; next !== undefined; ) {
		next = endOfMatch(TEXT, nquads, next);
		if (next === undefined || next === at) break;
		at = next;
	}
	return at === undefined ? undefined : endOfMatch(BEHIND, nquads, at);
}

function isTooLong(nquads: string, from: number): boolean {
	if (nquads.length - from <= MAX_LINE) return false;
	const end = nquads.indexOf("\n", from);
	return (end < 0 ? nquads.length : end) - from > MAX_LINE;
}
