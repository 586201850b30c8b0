import type { GrepCount, GrepEntry, GrepPosition, GrepRequest } from "./grep-request.ts";
import type { LineBlock } from "./line-blocks.ts";
import { columnsOf, type FoundLine, matchesIn } from "./line-matches.ts";
import { LineSpans } from "./line-spans.ts";
import type { PagedText } from "./paged-text.ts";
import type { Pattern } from "./pattern.ts";
import { type Columns, type ShownLine, shownLine, shownStart } from "./shown-line.ts";

/** How many matches of one line are told; a line of a million letters would else make an answer of many megabytes. */
export const MOST_RANGES = 10_000;

/** A line found whose lines after it are not known yet: they end before the next line found. */
type Draft = Omit<GrepEntry, "before" | "after">;

/** The page of a search while it is filled. Lines count from 1 here. */
export class GrepPage {
	readonly entries: GrepEntry[] = [];
	readonly counts: GrepCount[] = [];
	readonly #request: GrepRequest;
	readonly #pattern: Pattern;
	#text: PagedText | undefined;
	#spans: LineSpans | undefined;
	#source = 0;
	#shown = 0;
	#chars = 0;
	#draft: Draft | undefined;

	constructor(request: GrepRequest, pattern: Pattern) {
		this.#request = request;
		this.#pattern = pattern;
	}

	/** Whether one entry more would be too many. */
	get full(): boolean {
		return this.entries.length + this.counts.length >= this.#request.limit;
	}

	/** Whether a line was found that is not an entry yet. */
	get pending(): boolean {
		return this.#draft !== undefined;
	}

	begin(text: PagedText, { source, shown }: GrepPosition): void {
		this.#text = text;
		this.#spans = new LineSpans(text);
		[this.#source, this.#shown, this.#draft] = [source, shown, undefined];
	}

	/** Takes a line found. Answers where the page ends, if this line is too many for it. */
	async take(block: LineBlock, found: FoundLine): Promise<GrepPosition | undefined> {
		const line = found.line + 1;
		const ended = await this.#close(line);
		if (ended !== undefined) return ended;
		if (this.full) return this.#position(line);
		this.#spans?.note(found.line, block.byte + found.from);
		this.#draft = this.#drafted(block.bytes.subarray(found.from, found.to), line);
		return undefined;
	}

	/** Finishes the last line found, if the lines after it have been looked at. `reached` is the first that was not. */
	async settle(reached: () => number): Promise<GrepPosition | undefined> {
		if (this.#draft === undefined || reached() <= this.#draft.line + this.#request.after) return undefined;
		return this.#close(Number.POSITIVE_INFINITY);
	}

	/** Finishes what is left when a text ends. */
	end(): Promise<GrepPosition | undefined> {
		return this.#close(Number.POSITIVE_INFINITY);
	}

	/** Where to go on if the page ended here. A line found that is not finished is found again. */
	positionAt(reached: number): GrepPosition {
		return this.#position(this.#draft?.line ?? reached);
	}

	#position(line: number): GrepPosition {
		return { source: this.#source, line, shown: this.#shown, counted: 0 };
	}

	#drafted(bytes: Buffer, line: number): Draft {
		const { invert, maxLineChars } = this.#request;
		const columns: Columns[] = [];
		if (invert !== true)
			for (const found of columnsOf(bytes, matchesIn(bytes, this.#pattern))) {
				columns.push(found);
				if (columns.length > MOST_RANGES) break;
			}
		const told = columns.slice(0, MOST_RANGES);
		return {
			...shownLine(bytes, line, maxLineChars, columns[0]),
			source: this.#source,
			column: (columns[0]?.from ?? 0) + 1,
			ranges: told.map(({ from, to }) => [from + 1, to + 1] as const),
			rangesTruncated: told.length < columns.length,
		};
	}

	async #close(nextFound: number): Promise<GrepPosition | undefined> {
		const draft = this.#draft;
		if (draft === undefined) return undefined;
		const { before, after, maxChars } = this.#request;
		const lines = this.#text?.outline.lines ?? 0;
		const entry: GrepEntry = {
			...draft,
			before: await this.#context(Math.max(this.#shown + 1, draft.line - before), draft.line - 1),
			after: await this.#context(draft.line + 1, Math.min(draft.line + after, nextFound - 1, lines)),
		};
		const chars = [entry, ...entry.before, ...entry.after].reduce((sum, { textChars }) => sum + textChars, 0);
		if (this.entries.length > 0 && this.#chars + chars > maxChars) return this.#position(draft.line);
		this.entries.push(entry);
		this.#chars += chars;
		this.#shown = entry.after.at(-1)?.line ?? entry.line;
		this.#draft = undefined;
		return undefined;
	}

	async #context(from: number, to: number): Promise<readonly ShownLine[]> {
		const [text, spans] = [this.#text, this.#spans];
		const lines: ShownLine[] = [];
		if (text === undefined || spans === undefined) return lines;
		for (let line = from; line <= to; line++)
			lines.push(await shownStart(text, await spans.of(line - 1), line, this.#request.maxLineChars));
		return lines;
	}
}
