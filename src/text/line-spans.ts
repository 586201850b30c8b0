import { LF } from "./code-points.ts";
import { type PagedText, pageAt, type TextPage } from "./paged-text.ts";
import { type ByteSpan, byteOfLine, endOfText } from "./places.ts";

/** Lines further apart than this are looked up by the outline, nearer ones by walking. */
const WALK = 64;

/** Where the lines of a text stand, cheap for lines near those asked for before. Lines count from 0 here. */
export class LineSpans {
	readonly #text: PagedText;
	/** A line whose first byte is known. */
	#known = { line: 0, byte: 0 };

	constructor(text: PagedText) {
		this.#text = text;
	}

	/** Tells where a line begins, for what is asked next. */
	note(line: number, byte: number): void {
		this.#known = { line, byte };
	}

	/** The bytes of a line that the text has, without its line end. */
	async of(line: number): Promise<ByteSpan> {
		const from = await this.#start(line);
		this.note(line, from);
		if (line + 1 >= this.#text.outline.lines) return { from, to: await endOfText(this.#text) };
		return { from, to: (await this.#startAfter(from)) - 1 };
	}

	async #start(line: number): Promise<number> {
		const { line: known, byte } = this.#known;
		if (line === known) return byte;
		if (Math.abs(line - known) > WALK) return byteOfLine(this.#text, line);
		let at = byte;
		for (let n = known; n < line; n++) at = await this.#startAfter(at);
		for (let n = known; n > line; n--) at = await this.#startBefore(at);
		return at;
	}

	/** The byte after the next line end. */
	async #startAfter(byte: number): Promise<number> {
		const { outline } = this.#text;
		let page = pageAt(outline, "bytes", byte);
		let from = byte - (outline.pages[page] as TextPage).bytes;
		for (; page < outline.pages.length; page++, from = 0) {
			const found = (await this.#text.page(page)).indexOf(LF, from);
			if (found >= 0) return (outline.pages[page] as TextPage).bytes + found + 1;
		}
		return outline.bytes;
	}

	/** The first byte of the line before the one that begins at `byte`. */
	async #startBefore(byte: number): Promise<number> {
		const { pages } = this.#text.outline;
		// The line before ends at byte - 1 with its own line end, which is not looked at.
		const last = byte - 2;
		if (last < 0) return 0;
		let page = pageAt(this.#text.outline, "bytes", last);
		let from = last - (pages[page] as TextPage).bytes;
		for (; page >= 0; page--, from = Number.POSITIVE_INFINITY) {
			const bytes = await this.#text.page(page);
			const found = bytes.lastIndexOf(LF, Math.min(from, bytes.length - 1));
			if (found >= 0) return (pages[page] as TextPage).bytes + found + 1;
		}
		return 0;
	}
}
