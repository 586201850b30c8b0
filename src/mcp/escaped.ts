const UNSEEN =
	/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u2028\u2029]/g;

/** Text in which control characters but tab and line feed, and whatever turns the direction of writing, can be seen (graph-tools S9). */
export function escaped(text: string): string {
	return text.replace(UNSEEN, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** As {@link escaped}, for one line of a tool's text: a line feed in a name or a value is shown and begins no line of its own. */
export function escapedLine(line: string): string {
	return escaped(line).replaceAll("\n", "\\u000a");
}

/** As {@link escaped}, in the spelling of the file tools: `\x1b`, `\u202e` (file-tools TX-10). */
export function escapedFileText(text: string): string {
	return text.replace(UNSEEN, shortEscape);
}

/** As {@link escapedFileText}, for one line: what would end it is shown. */
export function escapedFileLine(line: string): string {
	return escapedFileText(line).replaceAll("\n", "\\x0a");
}

/** A name as it begins a line of a file tool's text: a `:` of its own cannot be taken for the one behind it (file-tools CM-10). */
export function escapedName(name: string): string {
	return escapedFileLine(name).replaceAll(":", "\\x3a").replaceAll("\t", "\\x09");
}

function shortEscape(mark: string): string {
	const code = mark.charCodeAt(0);
	return code < 0x100
		? `\\x${code.toString(16).padStart(2, "0")}`
		: `\\u${code.toString(16).padStart(4, "0")}`;
}
