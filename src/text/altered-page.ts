import { byteOfNthChar, countBreaks, countChars, LF } from "./code-points.ts";

/** A stretch of the altered text: lines that stand as they were, or one line with what took its place. */
export interface Stretch {
	readonly bytes: Buffer;
	/** The first of its lines, from 1, by the numbers of the original. */
	readonly line: number;
	readonly altered: boolean;
}

/** Where a page of the altered text was cut: before a character of what stands for a line. */
export interface AlteredCut {
	readonly line: number;
	/** Characters of what stands for that line which were given already. */
	readonly skip: number;
	/** Bytes of the stretch before that line. */
	readonly bytesBefore: number;
}

/** One page of an altered text while it is filled: from `skip` characters into the first stretch, at most `maxChars`. */
export class AlteredPage {
	readonly #parts: Buffer[] = [];
	#left: number;
	#skip: number;

	constructor(maxChars: number, skip: number) {
		this.#left = Math.max(1, maxChars);
		this.#skip = skip;
	}

	get text(): string {
		return Buffer.concat(this.#parts).toString("utf8");
	}

	/** Takes what still goes on the page, and answers what it was and where it was cut, if it was. */
	take(stretch: Stretch): { readonly taken: Buffer; readonly cut: AlteredCut | undefined } {
		const { bytes } = stretch;
		const from = byteOfNthChar(bytes, this.#skip);
		this.#skip = 0;
		const to = byteOfNthChar(bytes, this.#left, from);
		const taken = bytes.subarray(from, to);
		this.#parts.push(taken);
		this.#left -= countChars(taken);
		return { taken, cut: to < bytes.length ? cutAt(stretch, to) : undefined };
	}
}

function cutAt({ bytes, line, altered }: Stretch, at: number): AlteredCut {
	if (altered) return { line, skip: countChars(bytes, 0, at), bytesBefore: 0 };
	const lineStart = at === 0 ? 0 : bytes.lastIndexOf(LF, at - 1) + 1;
	return {
		line: line + countBreaks(bytes, 0, lineStart),
		skip: countChars(bytes, lineStart, at),
		bytesBefore: lineStart,
	};
}
