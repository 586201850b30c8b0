/** The byte that ends a line. */
export const LF = 0x0a;

/** How many characters (code points) begin in these bytes of valid UTF-8. */
export function countChars(bytes: Uint8Array, from = 0, to = bytes.length): number {
	let chars = 0;
	for (let at = from; at < to; at++) if (((bytes[at] as number) & 0xc0) !== 0x80) chars++;
	return chars;
}

/** How many lines end in these bytes. */
export function countBreaks(bytes: Uint8Array, from = 0, to = bytes.length): number {
	let breaks = 0;
	for (let at = from; at < to; at++) if (bytes[at] === LF) breaks++;
	return breaks;
}

/** The byte at which the character that many after `from` begins; the length of the bytes if there are fewer. */
export function byteOfNthChar(bytes: Uint8Array, nth: number, from = 0): number {
	let left = nth;
	for (let at = from; at < bytes.length; at++) {
		if (((bytes[at] as number) & 0xc0) === 0x80) continue;
		if (left === 0) return at;
		left--;
	}
	return bytes.length;
}

/** The byte after that many line ends; the length of the bytes if there are fewer. */
export function byteAfterBreaks(bytes: Buffer, breaks: number): number {
	let at = 0;
	for (let left = breaks; left > 0; left--) {
		const next = bytes.indexOf(LF, at);
		if (next < 0) return bytes.length;
		at = next + 1;
	}
	return at;
}

/** The last place at or before `at` that lies between two characters. */
export function charStart(bytes: Uint8Array, at: number): number {
	let start = at;
	while (start > 0 && start < bytes.length && ((bytes[start] as number) & 0xc0) === 0x80) start--;
	return start;
}

/** Where the character that begins at `at` ends. */
export function charEnd(bytes: Uint8Array, at: number): number {
	let end = at + 1;
	while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end++;
	return end;
}

/** How many code points a string has. */
export function charsOf(text: string): number {
	let chars = 0;
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		// A well-formed string has a low surrogate only after the high one that was counted.
		if (unit < 0xdc00 || unit > 0xdfff) chars++;
	}
	return chars;
}
