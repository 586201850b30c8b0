/** A line as `rdf/terms.ts` spells a quad: no blank node, no triple term, no default graph, one blank between terms. */
const LINE =
	/<[^<>"{}|^`\\\s]*> <[^<>"{}|^`\\\s]*> (?:<[^<>"{}|^`\\\s]*>|"(?:[^"\\\n\r]|\\["\\nrtbf])*"(?:@[A-Za-z0-9-]+|\^\^<[^<>"{}|^`\\\s]*>)?) <[^<>"{}|^`\\\s]*> \.\n/y;

/** Says what the first line is that is not spelled as the log wants it, or `undefined` when all are. Terms are for the engine to judge. */
export function firstBadLine(nquads: string): string | undefined {
	let at = 0;
	while (at < nquads.length) {
		LINE.lastIndex = at;
		if (!LINE.test(nquads)) {
			const end = nquads.indexOf("\n", at);
			const line = nquads.slice(at, Math.min(end < 0 ? nquads.length : end, at + 200));
			return `not a line of the log: ${line}`;
		}
		at = LINE.lastIndex;
	}
	return undefined;
}
