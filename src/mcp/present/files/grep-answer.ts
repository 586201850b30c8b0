import { z } from "zod";
import type { GrepAnswer, GrepEntry } from "../../../text/grep-request.ts";
import type { ShownLine } from "../../../text/shown-line.ts";
import {
	completeOutput,
	kbOutput,
	lineJson,
	lineOutput,
	lineText,
	maxCharsOutput,
	pageOutput,
} from "./output.ts";
import { fileId, type Readable, type Readables } from "./readable.ts";

/** How many documents that were passed over are named (GR-13). */
export const MOST_SKIPPED = 20;

const position = z.number().int().min(1);

const documentFields = {
	document_id: z.string().max(64).describe("The document's id."),
	name: z.string().describe("Its name."),
};

const matchOutput = z.object({
	...documentFields,
	line: position.describe("The line's number in the document, counted from 1."),
	column: position.describe("Of the first match, in code points from 1."),
	text: z.string().describe("The line, or a part of it around the first match."),
	ranges: z
		.array(z.array(position).min(2).max(2))
		.describe("Each match: first column and the one behind its last, in the whole line."),
	before: z.array(lineOutput).describe("Lines before it that no other match shows."),
	after: z.array(lineOutput).describe("Lines after it that no other match shows."),
	line_truncated: z.boolean().describe("Only a part of the line is shown."),
	line_chars: z.number().int().min(0).describe("Characters of the whole line."),
	text_from: position.describe("The column of the first character shown."),
});

/** What a search gives, after its argument `output`. */
export const grepOutput = z.object({
	...kbOutput,
	matches: z.array(matchOutput).optional().describe("One for each line found, by name, id and line."),
	documents: z
		.array(z.object(documentFields))
		.optional()
		.describe("With output documents: those with a line found."),
	counts: z
		.array(z.object({ ...documentFields, count: position.describe("Lines found in it.") }))
		.optional()
		.describe("With output count: how many lines were found in each document that has any."),
	documents_matched: z.number().int().min(0).describe("Documents with something found on this page."),
	skipped: z
		.array(z.object({ ...documentFields, reason: z.string().describe("no_text, or a status.") }))
		.max(MOST_SKIPPED)
		.describe("Documents passed over on the way of this page."),
	limit: position.describe("Lines or documents on a page, as it was taken."),
	before: z.number().int().min(0).describe("Lines shown before a line found."),
	after: z.number().int().min(0).describe("Lines shown after a line found."),
	max_line_chars: position.describe("Characters shown of a line."),
	...maxCharsOutput,
	...completeOutput,
	...pageOutput,
});

export function documentOf({ id, name }: Readable) {
	return { document_id: fileId(id), name };
}

export function matchJson(entry: GrepEntry, document: Readable): z.output<typeof matchOutput> {
	const { column, ranges, before, after, textFrom } = entry;
	return {
		...documentOf(document),
		...lineJson(entry),
		column,
		ranges: ranges.map((range) => [...range]),
		before: before.map(lineJson),
		after: after.map(lineJson),
		text_from: textFrom,
	};
}

/** The lines found with those around them; `--` stands where something lies between two groups (CM-10, GR-8). */
export function matchLines(
	{ entries }: GrepAnswer,
	documents: readonly Readable[],
	{ all, isGrouped }: { readonly all: Readables; readonly isGrouped: boolean },
): readonly string[] {
	const lines: string[] = [];
	let last: { readonly source: number; readonly line: number } | undefined;
	for (const entry of entries) {
		const { source, before, after } = entry;
		const label = all.label(documents[source] as Readable);
		const first = before[0]?.line ?? entry.line;
		const touches = last?.source === source && last.line + 1 === first;
		if (isGrouped && last !== undefined && !touches) lines.push("--");
		const around = (line: ShownLine) => lineText(label, line, "-");
		lines.push(...before.map(around), lineText(label, entry), ...after.map(around));
		last = { source, line: after.at(-1)?.line ?? entry.line };
	}
	return lines;
}
