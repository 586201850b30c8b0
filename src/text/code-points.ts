/** The byte that ends a line. */
export const LF = 0x0a;

/** How many characters (code points) begin in these bytes of valid UTF-8. */
export function countChars(bytes: Uint8Array, from = 0, to = bytes.length): number {
	let chars = Math.max(0, to - from);
	const { words, wordsFrom, wordsTo } = wholeWords(bytes, from, to);
	for (let at = from; at < wordsFrom; at++) chars -= isContinuation(bytes[at] as number);
	// Four bytes at once: a bit for each that is 10xxxxxx.
	for (let at = 0; at < words.length; at++) {
		const word = words[at] as number;
		const bits = (word >>> 7) & (~word >>> 6) & 0x01010101;
		chars -= Math.imul(bits, 0x01010101) >>> 24;
	}
	for (let at = wordsTo; at < to; at++) chars -= isContinuation(bytes[at] as number);
	return chars;
}

/** How many lines end in these bytes. */
export function countBreaks(bytes: Uint8Array, from = 0, to = bytes.length): number {
	let breaks = 0;
	const { words, wordsFrom, wordsTo } = wholeWords(bytes, from, to);
	for (let at = from; at < wordsFrom; at++) if (bytes[at] === LF) breaks++;
	// Four bytes at once: a bit for each that is zero after LF was taken off.
	for (let at = 0; at < words.length; at++) {
		const rest = (words[at] as number) ^ 0x0a0a0a0a;
		const bits = ~(((rest & 0x7f7f7f7f) + 0x7f7f7f7f) | rest | 0x7f7f7f7f);
		breaks += Math.imul(bits >>> 7, 0x01010101) >>> 24;
	}
	for (let at = wordsTo; at < to; at++) if (bytes[at] === LF) breaks++;
	return breaks;
}

function isContinuation(byte: number): 0 | 1 {
	return (byte & 0xc0) === 0x80 ? 1 : 0;
}

/** The words of four bytes that lie whole within a stretch, as the buffer is aligned, and where they begin and end. */
function wholeWords(
	bytes: Uint8Array,
	from: number,
	to: number,
): { words: Int32Array; wordsFrom: number; wordsTo: number } {
	const start = Math.min(Math.max(from, to), from + ((4 - ((bytes.byteOffset + from) & 3)) & 3));
	const count = Math.max(0, to - start) >> 2;
	// A stretch too short for a word may end where no word can begin.
	if (count === 0) return { words: NO_WORDS, wordsFrom: start, wordsTo: start };
	const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count);
	return { words, wordsFrom: start, wordsTo: start + count * 4 };
}

const NO_WORDS = new Int32Array(0);

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

/** How many code points a well-formed string has, or a part of it between two of them. */
export function charsOf(text: string, from = 0, to = text.length): number {
	let chars = 0;
	for (let at = from; at < to; at++) {
		const unit = text.charCodeAt(at);
		// A well-formed string has a low surrogate only after the high one that was counted.
		if (unit < 0xdc00 || unit > 0xdfff) chars++;
	}
	return chars;
}

/** Where, in UTF-16 units, the code points of a string end that many behind `from`; the length of the string if there are fewer. */
export function afterChars(text: string, chars: number, from = 0): number {
	let units = from;
	for (let left = chars; left > 0 && units < text.length; left--)
		units += (text.codePointAt(units) as number) > 0xffff ? 2 : 1;
	return units;
}
