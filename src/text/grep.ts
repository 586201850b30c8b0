import { type Budget, tooCostly, UNBOUNDED } from "./budget.ts";
import { countBreaks } from "./code-points.ts";
import { GrepPage } from "./grep-page.ts";
import type { GrepAnswer, GrepPosition, GrepRequest, Texts } from "./grep-request.ts";
import { lineBlocks } from "./line-blocks.ts";
import { matchingLines, otherLines } from "./line-matches.ts";
import type { PagedText } from "./paged-text.ts";
import { type Pattern, patternOf } from "./pattern.ts";

const START: GrepPosition = { source: 0, line: 1, shown: 0, counted: 0 };

/**
 * Looks through texts line by line. A page ends where the next line found would be one too many, so that `next` is there only
 * if there is more; or where the budget is over.
 * @throws UTOPIA_ARGUMENT_INVALID, UTOPIA_PATTERN_INVALID, UTOPIA_PATTERN_UNSUPPORTED; UTOPIA_PATTERN_TOO_COSTLY when the
 * budget was over before one line was finished
 */
export async function grep(
	texts: Texts,
	request: GrepRequest,
	at: GrepPosition = START,
	budget: Budget<GrepAnswer> = UNBOUNDED,
): Promise<GrepAnswer> {
	const search = new Search(patternOf(request), request, at, budget);
	for (let n = at.source; n < texts.count; n++) {
		const text = await texts.open(n);
		const from = n === at.source ? at : { ...START, source: n };
		const ended =
			request.output === "matches" ? await search.lines(text, from) : await search.counted(text, from);
		if (ended !== undefined) return ended;
	}
	return search.answer(undefined, false);
}

/** One call: the page being filled, and where it began. */
class Search {
	readonly #pattern: Pattern;
	readonly #request: GrepRequest;
	readonly #start: GrepPosition;
	readonly #budget: Budget<GrepAnswer>;
	readonly #page: GrepPage;

	constructor(pattern: Pattern, request: GrepRequest, start: GrepPosition, budget: Budget<GrepAnswer>) {
		this.#pattern = pattern;
		this.#request = request;
		this.#start = start;
		this.#budget = budget;
		this.#page = new GrepPage(request, pattern);
	}

	answer(next: GrepPosition | undefined, deadline: boolean): GrepAnswer {
		const { entries, counts } = this.#page;
		return { entries: [...entries], counts: [...counts], next, deadline };
	}

	/** Finds lines of one text; answers if the page ends in it. */
	async lines(text: PagedText, from: GrepPosition): Promise<GrepAnswer | undefined> {
		const page = this.#page;
		page.begin(text, from);
		for await (const block of lineBlocks(text, from.line - 1)) {
			for (const found of this.#linesOf(block)) {
				if ("reached" in found) {
					const reached = () => block.firstLine + countBreaks(block.bytes, 0, found.reached) + 1;
					const full = await page.settle(reached);
					if (full !== undefined) return this.answer(full, false);
					const stop = this.#stop(() => page.positionAt(reached()), found.ahead);
					if (stop !== undefined) return stop;
					continue;
				}
				const full = await page.take(block, found);
				if (full !== undefined) return this.answer(full, false);
			}
		}
		const full = await page.end();
		return full === undefined ? undefined : this.answer(full, false);
	}

	/** Counts the lines of one text, or finds that it has one. */
	async counted(text: PagedText, from: GrepPosition): Promise<GrepAnswer | undefined> {
		let count = from.counted;
		const { output } = this.#request;
		const { full } = this.#page;
		reading: for await (const block of lineBlocks(text, from.line - 1)) {
			for (const found of this.#linesOf(block)) {
				if ("reached" in found) {
					const position = () => {
						const line = block.firstLine + countBreaks(block.bytes, 0, found.reached) + 1;
						return { source: from.source, line, shown: 0, counted: count };
					};
					const stop = this.#stop(position, found.ahead);
					if (stop !== undefined) return stop;
					continue;
				}
				if (full) return this.answer({ ...START, source: from.source }, false);
				count++;
				if (output === "documents") break reading;
			}
		}
		if (count > 0) this.#page.counts.push({ source: from.source, count });
		return undefined;
	}

	#linesOf(block: Parameters<typeof matchingLines>[0]): ReturnType<typeof matchingLines> {
		return this.#request.invert === true
			? otherLines(block, this.#pattern)
			: matchingLines(block, this.#pattern);
	}

	/** What to answer if the budget is over here and something was finished. */
	#stop(position: () => GrepPosition, ahead: number): GrepAnswer | undefined {
		const finished = ({ source, line }: GrepPosition) =>
			source > this.#start.source || line > this.#start.line;
		const soFar = () => {
			const at = position();
			// A full page only looks for whether there is more: it lacks nothing.
			return finished(at) ? this.answer(at, !this.#page.full) : undefined;
		};
		if (!this.#budget.over(soFar, ahead)) return undefined;
		const partial = soFar();
		// A line found waits for the lines after it; whoever stops the thread sees to it that it does not wait for ever.
		if (partial === undefined && !this.#page.pending) throw tooCostly();
		return partial;
	}
}
