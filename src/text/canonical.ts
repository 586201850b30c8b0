/** Characters that may not be in normal form C begin here; below it every text already is. */
const FIRST_COMBINING = /[\u0300-\uffff]/;
/** Characters normalised at once: what the runtime copies while it works stays small beside the text. */
const STRIDE = 1 << 20;

/** What came of decoding: the canonical text (file-tools TX-1) and how many invalid sequences became U+FFFD. */
export interface Decoded {
	readonly text: string;
	readonly replacedBytes: number;
}

/** Decodes bytes by their mark, else by the character set declared, else as UTF-8, and makes the text canonical (TX-1). */
export function canonicalText(bytes: Buffer, charset?: string): Decoded {
	const { text, replaced } = decoded(bytes, charset);
	return { text: canonicalFromString(text), replacedBytes: replaced };
}

/** Line breaks as LF, no byte order mark, no lone surrogates, normal form C. Doing it twice changes nothing. */
export function canonicalFromString(text: string): string {
	const unmarked = text.startsWith("\ufeff") ? text.slice(1) : text;
	const broken = unmarked.includes("\r") ? unmarked.replaceAll(/\r\n?/g, "\n") : unmarked;
	if (!FIRST_COMBINING.test(broken)) return broken;
	return normalised(broken.isWellFormed() ? broken : broken.toWellFormed());
}

/** Normal form C piece by piece; a piece ends before an ASCII character, which nothing composes with across its start. */
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

function decoded(bytes: Buffer, charset: string | undefined): { text: string; replaced: number } {
	const label = markOf(bytes) ?? known(charset) ?? "utf-8";
	const text = new TextDecoder(label).decode(bytes);
	if (!text.includes("\ufffd")) return { text, replaced: 0 };
	let found = 0;
	for (let at = text.indexOf("\ufffd"); at !== -1; at = text.indexOf("\ufffd", at + 1)) found++;
	return { text, replaced: found - written(bytes, label) };
}

/** U+FFFD that the bytes spell themselves; those were not put in place of anything. */
function written(bytes: Buffer, label: string): number {
	const spelled = { "utf-8": [0xef, 0xbf, 0xbd], "utf-16le": [0xfd, 0xff], "utf-16be": [0xff, 0xfd] }[label];
	if (spelled === undefined) return 0;
	const step = label === "utf-8" ? 1 : 2;
	let count = 0;
	for (let at = bytes.indexOf(Buffer.from(spelled)); at !== -1; ) {
		if (at % step === 0) count++;
		at = bytes.indexOf(Buffer.from(spelled), at + 1);
	}
	return count;
}

function markOf(bytes: Buffer): string | undefined {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : undefined;
}

/** The label by which the runtime knows a character set; one that it does not know is as none. */
function known(charset: string | undefined): string | undefined {
	try {
		return charset === undefined ? undefined : new TextDecoder(charset.trim()).encoding;
	} catch {
		return undefined;
	}
}
