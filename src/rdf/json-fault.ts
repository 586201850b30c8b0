/** Where a text stops being JSON, and why. */
export interface JsonFault {
	readonly offset: number;
	readonly reason: string;
}

const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A part of a text, and what ends it: read part by part, because a long one in a single step ends the stack. */
const TEXT = /[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
const WORD = /true|false|null/y;

/**
 * Finds the first place at which `text` is not JSON: the platform's own parser does not always tell. Read only after that
 * parser has failed. It keeps its own stack, so depth is no matter.
 */
export function jsonFault(text: string): JsonFault {
	const open: ("{" | "[")[] = [];
	let at = 0;
	const skip = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const found = pattern.exec(text)?.[0] ?? "";
		at += found.length;
		return found;
	};
	const fault = (wanted: string): JsonFault => ({
		offset: at,
		reason: `${wanted} but got ${at < text.length ? JSON.stringify(text[at]) : "the end of the file"}`,
	});
	let expect: "value" | "key" | "first-key" | "first-item" | "after" = "value";
	for (;;) {
		skip(BLANK);
		const char = text[at];
		const top = open.at(-1);
		if (expect === "after") {
			if (top === undefined) {
				if (char !== undefined) return fault("Expected the end of the document");
				return { offset: 0, reason: "The JSON cannot be read" };
			}
			const close = top === "{" ? "}" : "]";
			if (char !== "," && char !== close) return fault(`Expected "," or "${close}"`);
			at++;
			if (char === close) open.pop();
			else expect = top === "{" ? "key" : "value";
			continue;
		}
		if ((expect === "first-key" && char === "}") || (expect === "first-item" && char === "]")) {
			at++;
			open.pop();
			expect = "after";
			continue;
		}
		if (char === '"') {
			at++;
			while (skip(TEXT) !== "");
			if (text[at] !== '"') return fault("Expected the text to go on");
			at++;
			if (expect === "value" || expect === "first-item") {
				expect = "after";
				continue;
			}
			skip(BLANK);
			if (text[at] !== ":") return fault('Expected ":"');
			at++;
			expect = "value";
			continue;
		}
		if (expect === "key" || expect === "first-key") return fault("Expected a key in double quotes");
		if (char === "{" || char === "[") {
			open.push(char);
			at++;
			expect = char === "{" ? "first-key" : "first-item";
			continue;
		}
		if (skip(NUMBER) === "" && skip(WORD) === "") return fault("Expected a value");
		expect = "after";
	}
}
