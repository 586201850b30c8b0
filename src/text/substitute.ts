import { UtopiaError } from "../errors.ts";
import { AlteredPage, type Stretch } from "./altered-page.ts";
import { type Budget, tooCostly, UNBOUNDED } from "./budget.ts";
import { refuseCrossed } from "./cat-page.ts";
import { countBreaks } from "./code-points.ts";
import { type LineBlock, lineBlocks } from "./line-blocks.ts";
import { type FoundLine, matchesIn, matchingLines, type Pause } from "./line-matches.ts";
import type { PagedText } from "./paged-text.ts";
import { type Pattern, type PatternRequest, patternOf } from "./pattern.ts";
import { byteOfLine } from "./places.ts";
import { literalReplacement, type Replacement, regexReplacement } from "./replacement.ts";

/** What is replaced by what, where, and how much of the outcome goes on a page. Nothing is stored. */
export interface SubstituteRequest extends Omit<PatternRequest, "word"> {
	readonly replacement: string;
	readonly scope: "all" | "first_per_line" | "first";
	readonly startLine?: number | undefined;
	readonly endLine?: number | undefined;
	/** Leaves out the lines in which nothing was replaced. */
	readonly onlyChanged?: boolean | undefined;
	readonly maxChars: number;
}

/** Where an altered text goes on: plain data, to be signed by whoever hands it out. */
export interface SubstitutePosition {
	/** A line of the original, from 1. */
	readonly line: number;
	/** Characters of what stands for that line which were given already. */
	readonly skip: number;
	/** Replacements made, and bytes of the altered text, before that line. */
	readonly replacements: number;
	readonly bytes: number;
}

/** A piece of a line in which something was replaced, without its line end. */
export interface ChangedLine {
	readonly line: number;
	readonly text: string;
}

/** One page of an altered text. Joined in order, the pages' texts are the altered text, to the character. */
export interface SubstitutePage {
	readonly text: string;
	/** With `onlyChanged`, the pieces of lines that `text` holds. */
	readonly changed: readonly ChangedLine[];
	/** All of the range; with `deadline`, those made so far. */
	readonly replacements: number;
	/** Lines in which something was replaced, from where the page begins, at most `MOST_CHANGED_LINES`. */
	readonly changedLines: readonly number[];
	readonly next: SubstitutePosition | undefined;
	readonly deadline: boolean;
}

/** How many numbers of changed lines a page tells (SD-5). */
export const MOST_CHANGED_LINES = 1_000;

/** How many bytes an altered text may have (SD-6). */
export const MOST_ALTERED_BYTES = 50_000_000;

/**
 * A copy of a text, or of lines of it, in which matches are replaced (SD-2 to SD-6). Each line is taken by itself.
 * @throws UTOPIA_ARGUMENT_INVALID, UTOPIA_PATTERN_INVALID (also for the replacement), UTOPIA_PATTERN_UNSUPPORTED;
 * UTOPIA_PATTERN_TOO_COSTLY when the budget was over before one line was finished, or the copy is larger than may be
 */
export async function substitute(
	text: PagedText,
	request: SubstituteRequest,
	at?: SubstitutePosition,
	budget: Budget<SubstitutePage> = UNBOUNDED,
): Promise<SubstitutePage> {
	const { startLine = 1, endLine } = request;
	refuseCrossed(startLine, endLine);
	const pattern = patternOf({ ...request, word: false });
	const { mode, replacement } = request;
	const replace =
		mode === "literal" ? literalReplacement(replacement) : regexReplacement(replacement, pattern.groups);
	const copy = new Copy(
		request,
		{ pattern, replace },
		at ?? { line: startLine, skip: 0, replacements: 0, bytes: 0 },
	);
	const end = endLine === undefined ? text.outline.bytes : await byteOfLine(text, endLine);
	for await (const block of lineBlocks(text, (at?.line ?? startLine) - 1)) {
		if (block.byte >= end) break;
		const within = { ...block, bytes: block.bytes.subarray(0, end - block.byte) };
		const stopped = copy.take(within, budget);
		if (stopped !== undefined) return stopped;
	}
	return copy.page(undefined);
}

interface Change {
	readonly pattern: Pattern;
	readonly replace: Replacement;
}

/** The copy while it is made. */
class Copy {
	readonly #request: SubstituteRequest;
	readonly #change: Change;
	readonly #start: SubstitutePosition;
	readonly #page: AlteredPage;
	readonly #changed: ChangedLine[] = [];
	readonly #changedLines: number[] = [];
	#replacements: number;
	#bytes: number;
	/** Where the page was cut, once it is full. */
	#cut: SubstitutePosition | undefined;

	constructor(request: SubstituteRequest, change: Change, start: SubstitutePosition) {
		this.#request = request;
		this.#change = change;
		this.#start = start;
		this.#page = new AlteredPage(request.maxChars, start.skip);
		this.#replacements = start.replacements;
		this.#bytes = start.bytes;
	}

	/** The page as it is now; `reached` is the first line not looked at, where the time was over. */
	page(reached: number | undefined): SubstitutePage {
		const [replacements, bytes] = [this.#replacements, this.#bytes];
		const stopped = reached === undefined ? undefined : { line: reached, skip: 0, replacements, bytes };
		return {
			text: this.#page.text,
			changed: [...this.#changed],
			replacements,
			changedLines: [...this.#changedLines],
			next: this.#cut ?? stopped,
			deadline: reached !== undefined,
		};
	}

	/** Copies a block of lines; answers if the budget is over within. */
	take(block: LineBlock, budget: Budget<SubstitutePage>): SubstitutePage | undefined {
		const { bytes, firstLine } = block;
		let [at, line] = [0, firstLine + 1];
		const keepUntil = (end: number) => {
			if (end <= at) return;
			this.#keep({ bytes: bytes.subarray(at, end), line, altered: false });
			line += countBreaks(bytes, at, end);
			at = end;
		};
		for (const found of this.#linesOf(block)) {
			if ("reached" in found) {
				const soFar = () => {
					keepUntil(found.reached);
					return line > this.#start.line ? this.page(line) : undefined;
				};
				if (!budget.over(soFar, found.ahead)) continue;
				const partial = soFar();
				if (partial === undefined) throw tooCostly();
				return partial;
			}
			keepUntil(found.from);
			this.#alter(bytes, found);
			[at, line] = [Math.min(found.to + 1, bytes.length), found.line + 2];
			if (this.#done()) break;
		}
		keepUntil(bytes.length);
		return undefined;
	}

	#linesOf(block: LineBlock): Iterable<FoundLine | Pause> {
		return this.#done() ? [] : matchingLines(block, this.#change.pattern);
	}

	/** Whether nothing more is to be replaced. */
	#done(): boolean {
		return this.#request.scope === "first" && this.#replacements > 0;
	}

	#keep(stretch: Stretch): void {
		if (this.#request.onlyChanged !== true) this.#put(stretch, this.#replacements);
	}

	#alter(bytes: Buffer, { line: index, from, to }: FoundLine): void {
		const line = index + 1;
		const before = this.#replacements;
		const altered = this.#replaced(bytes.subarray(from, to));
		if (this.#changedLines.length < MOST_CHANGED_LINES) this.#changedLines.push(line);
		const lineEnd = bytes.subarray(to, to + 1);
		if (this.#request.onlyChanged !== true) {
			this.#put({ bytes: Buffer.concat([altered, lineEnd]), line, altered: true }, before);
			return;
		}
		const joint = Buffer.from(before > 0 ? "\n" : "");
		const taken = this.#put({ bytes: Buffer.concat([joint, altered]), line, altered: true }, before);
		const whole = joint.length + altered.length;
		if (taken === undefined || (taken.length === 0 && whole > 0)) return;
		const joined = joint.length > 0 && !(this.#start.line === line && this.#start.skip > 0);
		this.#changed.push({ line, text: taken.toString("utf8", joined ? 1 : 0) });
	}

	#replaced(line: Buffer): Buffer {
		const parts: Buffer[] = [];
		let at = 0;
		for (const match of matchesIn(line, this.#change.pattern)) {
			parts.push(line.subarray(at, match.from), this.#change.replace(line, match));
			at = match.to;
			this.#replacements++;
			if (this.#request.scope !== "all") break;
		}
		parts.push(line.subarray(at));
		return Buffer.concat(parts);
	}

	/** Adds to the copy, and to the page what still goes on it. Answers what went on it, unless it was full. */
	#put(stretch: Stretch, replacements: number): Buffer | undefined {
		const before = this.#bytes;
		this.#bytes += stretch.bytes.length;
		if (this.#bytes > MOST_ALTERED_BYTES) throw tooLarge();
		if (this.#cut !== undefined) return undefined;
		const { taken, cut } = this.#page.take(stretch);
		if (cut !== undefined) {
			const { line, skip, bytesBefore } = cut;
			this.#cut = { line, skip, replacements, bytes: before + bytesBefore };
		}
		return taken;
	}
}

function tooLarge(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_PATTERN_TOO_COSTLY",
		"The altered copy is larger than 50 MB; name the lines to alter with start_line and end_line.",
	);
}
