import { z } from "zod";
import { type CatPage, type CatPosition, catPage, refuseCrossed } from "../../text/cat-page.ts";
import {
	type Bounded,
	clampLines,
	documentInput,
	flagOf,
	lineNumber,
	maxCharsInput,
} from "../present/files/input.ts";
import {
	cutLines,
	documentJson,
	documentOutput,
	maxCharsOutput,
	pageOutput,
} from "../present/files/output.ts";
import { opened } from "../present/files/resolve.ts";
import { cursorInput } from "../present/shared-input.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

interface Asked {
	readonly document: string;
	readonly start_line?: number;
	readonly end_line?: number;
	readonly max_chars: Bounded;
	readonly line_numbers: boolean;
}

async function run(asked: Asked, context: CallContext): Promise<ToolAnswer> {
	const { start_line: startLine, end_line: endLine, max_chars, line_numbers } = asked;
	refuseCrossed(startLine ?? 1, endLine);
	const { document, text, place, next } = await opened(asked.document, context);
	const at = place as CatPosition | undefined;
	const page = await catPage(text.text, { startLine, endLine, maxChars: max_chars.value, at });
	const cursor = next(page.next);
	return {
		structured: {
			...documentJson(document, context.view),
			text: page.text,
			start_line: page.startLine,
			end_line: page.endLine,
			total_lines: page.totalLines,
			total_chars: page.totalChars,
			max_chars: max_chars.value,
			truncated: page.truncated,
			next_cursor: cursor,
			reassembly: text.reassembly,
			complete: text.complete,
		},
		lines: [
			...textLines(page, line_numbers),
			...(text.complete ? [] : ["[complete: false; parts of this text are not here]"]),
			...(text.reassembly === "exact" ? [] : ["[reassembly: heuristic; repeated text may be lost]"]),
			...clampLines({ max_chars }),
			...cutLines(
				`characters ${page.startChar + 1} to ${page.endChar} of ${page.totalChars}, lines ${page.startLine} to ${page.endLine} of ${page.totalLines}`,
				cursor,
			),
		],
	};
}

/** The text itself, to the character, or with its numbers (CT-5). */
function textLines({ text, startLine, totalLines }: CatPage, isNumbered: boolean): readonly string[] {
	if (text === "")
		return [totalLines === 0 ? "[empty: 0 lines]" : `[no line ${startLine}: ${totalLines} lines]`];
	const lines = text.split("\n");
	if (!isNumbered) return lines;
	return lines.map((line, n) => (n === lines.length - 1 && line === "" ? "" : `${startLine + n}\t${line}`));
}

/** A document's text (file-tools 7.4). */
export const kbCat = {
	name: "kb_cat",
	title: "Read a document",
	set: "files",
	scope: "read",
	failure: "The document could not be read.",
	description:
		"Gives the text of one document exactly, all of it or a range of lines, as line numbers of kb_grep and kb_search count them. Long texts come in pages that join to the character: pass next_cursor as cursor.",
	input: z.object({
		...documentInput,
		start_line: lineNumber.optional().describe("The first line to read, counted from 1. Default: the first."),
		end_line: lineNumber.optional().describe("The last line to read, itself included. Default: the last."),
		...maxCharsInput,
		line_numbers: flagOf(false).describe(
			"Puts number and tab before each line, in the text part only. Default: false.",
		),
		...cursorInput,
	}),
	output: z.object({
		...documentOutput,
		text: z.string().describe("The text, exactly."),
		start_line: z.number().int().min(1).describe("The first line that the page touches."),
		end_line: z.number().int().min(0).describe("The last one; start_line - 1 when the page is empty."),
		total_lines: z.number().int().min(0).describe("Of the document."),
		total_chars: z.number().int().min(0).describe("Of the document, in code points."),
		...maxCharsOutput,
		...pageOutput,
		reassembly: z
			.enum(["exact", "heuristic"])
			.describe("exact, or put together from overlapping pieces, which may lose repeated text."),
		complete: z.boolean().describe("Nothing of the text is missing."),
	}),
	run,
} satisfies Tool;
