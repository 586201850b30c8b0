import { z } from "zod";
import type { EndPage, EndRequest } from "../../../text/ends.ts";
import type { PagedText } from "../../../text/paged-text.ts";
import type { CallContext, ToolAnswer } from "../../tool.ts";
import { cursorInput } from "../shared-input.ts";
import { type Bounded, boundedOf, clampLines, documentInput, maxCharsInput } from "./input.ts";
import {
	cutLines,
	documentJson,
	documentOutput,
	lineJson,
	lineOutput,
	lineText,
	maxCharsOutput,
	pageOutput,
} from "./output.ts";
import { opened } from "./resolve.ts";

/** How much of one line is shown. */
const SHOWN = 2_000;

/** What an end is asked with. */
export interface EndAsked {
	readonly document: string;
	readonly lines: Bounded;
	readonly max_chars: Bounded;
}

type ReadEnd<Position> = (text: PagedText, request: EndRequest<Position>) => Promise<EndPage<Position>>;

/** One end of a document, read by `read` (file-tools 7.6, 7.7). */
export function endOf<Position extends object>(read: ReadEnd<Position>) {
	return async (asked: EndAsked, context: CallContext): Promise<ToolAnswer> => {
		const { lines, max_chars } = asked;
		const { all, document, text, place, next } = await opened(asked.document, context);
		const page = await read(text.text, {
			lines: lines.value,
			maxChars: max_chars.value,
			maxLineChars: SHOWN,
			at: place as Position | undefined,
		});
		const cursor = next(page.next);
		const label = all.label(document);
		return {
			structured: {
				...documentJson(document, context.view),
				lines: page.lines.map(lineJson),
				start_line: page.startLine,
				end_line: page.endLine,
				total_lines: page.totalLines,
				limit: lines.value,
				max_chars: max_chars.value,
				truncated: page.truncated,
				next_cursor: cursor,
			},
			lines: [
				...(page.lines.length === 0 ? [`[empty: ${page.totalLines} lines]`] : []),
				...page.lines.map((line) => lineText(label, line)),
				...clampLines({ lines, max_chars }),
				...cutLines(`lines ${page.startLine} to ${page.endLine} of ${page.totalLines}`, cursor),
			],
		};
	};
}

/** What both ends are asked. */
export const endInput = z.object({
	...documentInput,
	lines: boundedOf({
		standing: 10,
		most: 1_000,
		hint: "kb_cat with start_line and end_line reads any range of lines",
	}).describe("How many lines, at most 1000. Default: 10."),
	...maxCharsInput,
	...cursorInput,
});

/** What both ends give. */
export const endOutput = z.object({
	...documentOutput,
	lines: z.array(lineOutput).max(1_000).describe("In rising order; each is shown to 2000 characters."),
	start_line: z.number().int().min(1).describe("Number of the first line shown."),
	end_line: z.number().int().min(0).describe("Number of the last line shown; 0 when none is."),
	total_lines: z.number().int().min(0).describe("Of the document."),
	limit: z.number().int().min(1).describe("How many lines were asked for, as it was taken."),
	...maxCharsOutput,
	...pageOutput,
});
