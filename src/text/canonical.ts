import { UtopiaError } from "../errors.ts";

/** A text as every reader of a document sees it, and how many byte sequences were not valid where it came from. */
export interface Decoded {
	readonly text: string;
	readonly replacedBytes: number;
}

const REPLACEMENT = "\ufffd";
const MARKS = [
	{ bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
	{ bytes: [0xff, 0xfe], charset: "utf-16le" },
	{ bytes: [0xfe, 0xff], charset: "utf-16be" },
] as const;

/**
 * The canonical text of a file's bytes (TX-1). A byte order mark decides the character set and is taken off; without one
 * the declared set counts, UTF-8 if none was declared. Each invalid sequence is one U+FFFD, and `replacedBytes` counts them.
 * @throws UTOPIA_ARGUMENT_INVALID for a character set that nobody knows
 */
export function canonicalText(bytes: Uint8Array, charset = "utf-8"): Decoded {
	const mark = MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
	const body = mark === undefined ? bytes : bytes.subarray(mark.bytes.length);
	const known = mark?.charset ?? charset;
	const strict = decoded(body, known, { fatal: true });
	if (strict !== undefined) return { text: canonicalFromString(strict), replacedBytes: 0 };
	const lenient = decoded(body, known, { fatal: false }) ?? "";
	const replaced = occurrences(lenient, REPLACEMENT) - genuineReplacements(body, known);
	return { text: canonicalFromString(lenient), replacedBytes: Math.max(1, replaced) };
}

/**
 * What a string is as canonical text: lone surrogates become U+FFFD, CRLF and lone CR become LF, then NFC. Doing it twice
 * changes nothing.
 */
export function canonicalFromString(text: string): string {
	const lines = text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text;
	return MAY_CHANGE.test(lines) ? normalised(lines.toWellFormed()) : lines;
}

/** Below these characters every text is in normal form C already. */
const MAY_CHANGE = /[\u0300-\uffff]/;
/** UTF-16 units normalised at once: what the runtime copies while it works stays small beside a large text. */
const STRIDE = 1 << 20;

/** Normal form C piece by piece: a piece ends before an ASCII character, since none composes with what stands before it. */
function normalised(text: string): string {
	if (text.length <= STRIDE) return text.normalize("NFC");
	const pieces: string[] = [];
	for (let start = 0; start < text.length; ) {
		let end = Math.min(text.length, start + STRIDE);
		while (end < text.length && text.charCodeAt(end) > 0x7f) end++;
		pieces.push(text.slice(start, end).normalize("NFC"));
		start = end;
	}
	return pieces.join("");
}

/** What bytes 0x80 to 0x9F are in windows-1252, and in all that the Encoding standard takes for it. */
const WINDOWS_1252 =
	"\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
	"\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

function decoded(
	bytes: Uint8Array,
	charset: string,
	{ fatal }: { readonly fatal: boolean },
): string | undefined {
	const decoder = decoderOf(charset, fatal);
	// Node 20 decodes this one as Latin-1 (nodejs/node#56542).
	if (decoder.encoding === "windows-1252")
		return decoder
			.decode(bytes)
			.replaceAll(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] as string);
	try {
		return decoder.decode(bytes);
	} catch (error) {
		// The strict decoder says so and no more; the lenient one throws for no bytes.
		if (fatal && error instanceof TypeError) return undefined;
		throw error;
	}
}

function decoderOf(charset: string, fatal: boolean): InstanceType<typeof TextDecoder> {
	try {
		// A mark was taken off already: a second one is a character of the text.
		return new TextDecoder(charset, { fatal, ignoreBOM: true });
	} catch (cause) {
		throw new UtopiaError(
			"UTOPIA_ARGUMENT_INVALID",
			"charset names no character set that can be read; leave it out for UTF-8.",
			{ argument: "charset", got: charset.slice(0, 100), accepted: "a label of the Encoding standard" },
			{ cause },
		);
	}
}

/** U+FFFD that the file itself holds, so that only what was put in its place is counted. */
function genuineReplacements(bytes: Uint8Array, charset: string): number {
	const label = new TextDecoder(charset).encoding;
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (label === "utf-8") return occurrences(buffer, Buffer.from(REPLACEMENT));
	if (label !== "utf-16le" && label !== "utf-16be") return 0;
	let found = 0;
	for (let at = 0; at + 1 < buffer.length; at += 2) {
		const unit = label === "utf-16le" ? buffer.readUInt16LE(at) : buffer.readUInt16BE(at);
		if (unit === 0xfffd) found++;
	}
	return found;
}

function occurrences<T extends string | Buffer>(within: T, what: T): number {
	let found = 0;
	for (let at = within.indexOf(what as never); at >= 0; at = within.indexOf(what as never, at + what.length))
		found++;
	return found;
}
