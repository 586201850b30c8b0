/** A part of a page under one heading: what is found as a whole. */
export interface Section {
	/** The page's name, that of its file without the ending. */
	readonly page: string;
	/** The page's own heading. */
	readonly title: string;
	/** The section's heading; that of the page before its first section. */
	readonly heading: string;
	/** Its text, white space at both ends left out, the heading too. */
	readonly text: string;
}

const FENCE = /^(?:```|~~~)/;
const HEADING = /^(##?) (.+)$/;

/**
 * The sections of a page of Markdown: one for what stands below its `#` heading, one for each `##`. Deeper headings are part of
 * their section. Headings inside a fenced block are none.
 * @throws TypeError of a page that does not begin with its heading, or has a section of nothing.
 */
export function sectionsOf(page: string, markdown: string): readonly Section[] {
	const parts: { heading: string; lines: string[] }[] = [];
	let isFenced = false;
	for (const line of markdown.split("\n")) {
		if (FENCE.test(line)) isFenced = !isFenced;
		const [, marks, heading] = (isFenced ? null : HEADING.exec(line)) ?? [];
		if (heading === undefined) parts.at(-1)?.lines.push(line);
		else if ((marks === "#") === (parts.length === 0)) parts.push({ heading, lines: [] });
		else throw new TypeError(`the page ${page} has one # heading, and that comes first`);
	}
	const title = parts[0]?.heading;
	if (title === undefined) throw new TypeError(`the page ${page} has no heading`);
	return parts.map(({ heading, lines }) => {
		const text = lines.join("\n").trim();
		if (text === "") throw new TypeError(`the section ${heading} of the page ${page} says nothing`);
		return { page, title, heading, text };
	});
}
