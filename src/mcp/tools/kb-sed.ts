import { z } from "zod";
import { refuseCrossed } from "../../text/cat-page.ts";
import {
	MOST_CHANGED_LINES,
	type SubstitutePage,
	type SubstitutePosition,
	type SubstituteRequest,
} from "../../text/substitute.ts";
import {
	anyText,
	type Bounded,
	clampLines,
	documentInput,
	flagOf,
	lineNumber,
	maxCharsInput,
	oneOf,
	patternText,
} from "../present/files/input.ts";
import {
	completeOutput,
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
	readonly pattern: string;
	readonly replacement: string;
	readonly mode: SubstituteRequest["mode"];
	readonly ignore_case: boolean;
	readonly scope: SubstituteRequest["scope"];
	readonly start_line?: number;
	readonly end_line?: number;
	readonly only_changed: boolean;
	readonly max_chars: Bounded;
}

async function run(asked: Asked, context: CallContext): Promise<ToolAnswer> {
	const { max_chars, only_changed: onlyChanged } = asked;
	refuseCrossed(asked.start_line ?? 1, asked.end_line);
	const { all, document, text, place, next } = await opened(asked.document, context);
	const request = { ...requestOf(asked), maxChars: max_chars.value };
	const at = place as SubstitutePosition | undefined;
	const page = await context.documents.matching.substitute(text.text, request, at, context.signal);
	const cursor = next(page.next);
	const { replacements, changedLines, deadline } = page;
	return {
		structured: {
			...documentJson(document, context.view),
			text: page.text,
			replacements,
			changed_lines: changedLines,
			derived: true,
			max_chars: max_chars.value,
			complete: !deadline,
			incomplete_reasons: deadline ? ["deadline"] : [],
			truncated: cursor !== null,
			next_cursor: cursor,
		},
		lines: [
			`[altered copy of ${all.label(document)}: ${said(page)}; nothing was stored, not to be quoted as the source]`,
			...copyLines(page, onlyChanged),
			...(deadline ? ["[complete: false (deadline)]"] : []),
			...clampLines({ max_chars }),
			...cutLines("the altered copy goes on", cursor),
		],
	};
}

function requestOf(asked: Asked): Omit<SubstituteRequest, "maxChars"> {
	return {
		pattern: asked.pattern,
		mode: asked.mode,
		ignoreCase: asked.ignore_case,
		replacement: asked.replacement,
		scope: asked.scope,
		startLine: asked.start_line,
		endLine: asked.end_line,
		onlyChanged: asked.only_changed,
	};
}

function said({ replacements, changedLines, deadline }: SubstitutePage): string {
	const made = replacements === 1 ? "1 replacement" : `${replacements} replacements`;
	const where = changedLines.length === 0 ? "" : ` in lines ${changedLines.join(", ")}`;
	const rest = changedLines.length === MOST_CHANGED_LINES ? " and perhaps more" : "";
	return `${made}${deadline ? " so far" : ""}${where}${rest}`;
}

function copyLines({ text, changed }: SubstitutePage, onlyChanged: boolean): readonly string[] {
	if (!onlyChanged) return text === "" ? [] : text.split("\n");
	return changed.flatMap(({ line, text: piece }) =>
		piece.split("\n").map((part, n) => (n === 0 ? `${line}\t${part}` : part)),
	);
}

/** An altered copy of a document, which changes nothing (file-tools 7.8). */
export const kbSed = {
	name: "kb_sed",
	title: "Altered copy of a document",
	set: "files",
	scope: "read",
	failure: "The document could not be read.",
	description:
		"Gives a copy of one document in which a pattern is replaced, line by line, and stores nothing: the document stays as it is. The pattern is taken literally unless mode is regex (RE2); then in the replacement $0 to $9 are groups, so is a name in braces after a dollar, and $$ is a dollar. There are no sed commands.",
	input: z.object({
		...documentInput,
		pattern: patternText(1_000).describe("What is replaced."),
		replacement: anyText(10_000, "what takes its place").describe("What takes its place; may be empty."),
		mode: oneOf(["literal", "regex"]).prefault("literal").describe("How pattern is read. Default: literal."),
		ignore_case: flagOf(false).describe("Whether upper and lower case are the same. Default: false."),
		scope: oneOf(["all", "first_per_line", "first"])
			.prefault("all")
			.describe("Which matches are replaced. Default: all."),
		start_line: lineNumber.optional().describe("The first line of the copy. Default: the first."),
		end_line: lineNumber
			.optional()
			.describe("The last line of the copy, itself included. Default: the last."),
		only_changed: flagOf(false).describe("Leaves out lines in which nothing was replaced. Default: false."),
		...maxCharsInput,
		...cursorInput,
	}),
	output: z.object({
		...documentOutput,
		text: z.string().describe("The altered text; with only_changed, the changed lines joined by line feeds."),
		replacements: z.number().int().min(0).describe("All of the range asked for."),
		changed_lines: z
			.array(z.number().int().min(1))
			.max(MOST_CHANGED_LINES)
			.describe("Numbers of the original's lines, from this page on; the first 1000 of them."),
		derived: z.boolean().describe("Always true: this is no source."),
		...maxCharsOutput,
		...completeOutput,
		...pageOutput,
	}),
	run,
} satisfies Tool;
