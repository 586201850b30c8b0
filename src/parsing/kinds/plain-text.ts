import { canonicalFromString, canonicalText } from "../../text/canonical.ts";
import { ownDate, statedDate } from "../own-date.ts";
import type { OwnDate, ParsedFile } from "../parsed-file.ts";

/** Characters in which front matter and the first heading are looked for. */
const HEAD = 16_384;

/** Text and code as they are. */
export function parseText(bytes: Buffer, charset?: string): ParsedFile {
	return {
		mime: "text/plain",
		markup: "plain",
		...canonicalText(bytes, charset),
		anchors: [],
		attachments: [],
	};
}

/** Markdown as it is written, front matter included; that may say a date and a title. */
export function parseMarkdown(bytes: Buffer, charset?: string): ParsedFile {
	const decoded = canonicalText(bytes, charset);
	const said = saidOf(decoded.text.slice(0, HEAD));
	return { mime: "text/markdown", markup: "markdown", ...decoded, anchors: [], ...said, attachments: [] };
}

function saidOf(head: string): { readonly title?: string; readonly docTime?: OwnDate } {
	const matter = /^---\n([\s\S]*?)\n(?:---|\.\.\.)(?:\n|$)/.exec(head)?.[1] ?? "";
	const field = (name: string) =>
		new RegExp(`^${name}:[ \\t]*(?:"([^"\\n]*)"|'([^'\\n]*)'|([^\\n#]*))`, "im")
			.exec(matter)
			?.slice(1)
			.find((value) => value)
			?.trim();
	const heading = /^ {0,3}#[ \t]+(.+?)[ \t]*#*$/m.exec(head)?.[1];
	const title = canonicalFromString(field("title") ?? heading ?? "").trim();
	const docTime = ownDate("content", statedDate(field("date")));
	return { ...(title === "" ? {} : { title }), ...(docTime === undefined ? {} : { docTime }) };
}
