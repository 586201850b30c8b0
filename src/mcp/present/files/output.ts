import { z } from "zod";
import type { View } from "../../../access/view.ts";
import type { ShownLine } from "../../../text/shown-line.ts";
import { baseId, fileId, type Readable } from "./readable.ts";

const count = z.number().int().min(0);

export const kbOutput = {
	knowledge_base_id: z.string().max(64).describe("The knowledge base that was read."),
};

/** What every answer about one document says of it. */
export const documentOutput = {
	...kbOutput,
	document_id: z.string().max(64).describe("The document's id."),
	name: z.string().describe("Its name."),
	generation: z.number().int().min(1).describe("Which version of it was read, counted from 1."),
};

export function documentJson({ id, name, version }: Readable, view: View) {
	return {
		knowledge_base_id: baseId(view),
		document_id: fileId(id),
		name,
		generation: version.number,
	};
}

/** How a list or a text goes on. */
export const pageOutput = {
	truncated: z.boolean().describe("There is more than this page shows."),
	next_cursor: z
		.string()
		.nullable()
		.describe("Pass it as cursor with the same arguments for the next page; null at the end."),
};

/** Whether all was looked at. */
export const completeOutput = {
	complete: z.boolean().describe("Nothing that may be read and belongs here was left unexamined."),
	incomplete_reasons: z
		.array(z.enum(["allow_list", "budget", "deadline", "index_pending"]))
		.max(4)
		.describe("Why not; empty when complete."),
};

export const maxCharsOutput = {
	max_chars: z.number().int().min(1).describe("Characters of document text on a page, as it was taken."),
};

/** A line as it is shown. */
export const lineOutput = z.object({
	line: z.number().int().min(1).describe("Its number, counted from 1."),
	text: z.string().describe("The line, or the part of it that is shown."),
	line_truncated: z.boolean().describe("Only a part is shown."),
	line_chars: count.describe("Characters of the whole line."),
});

export function lineJson({ line, text, lineTruncated, lineChars }: ShownLine) {
	return { line, text, line_truncated: lineTruncated, line_chars: lineChars };
}

/** A line in a tool's text: a hit stands between colons, a line around it between dashes (CM-10). */
export function lineText(label: string, line: ShownLine, mark: ":" | "-" = ":"): string {
	return `${label}${mark}${line.line}${mark}${line.text}${windowText(line)}`;
}

function windowText({ lineTruncated, textFrom, textChars, lineChars }: ShownLine): string {
	if (!lineTruncated) return "";
	return ` [columns ${textFrom} to ${textFrom + textChars - 1} of ${lineChars}]`;
}

/** The line that ends a page which is not the last (CT-6). */
export function cutLines(what: string, next: string | null): readonly string[] {
	return next === null ? [] : [`[cut: ${what}; next_cursor: ${next}]`];
}
