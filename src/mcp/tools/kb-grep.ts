import { z } from "zod";
import type { GrepAnswer, GrepRequest } from "../../text/grep-request.ts";
import { documentOf, grepOutput, MOST_SKIPPED, matchJson, matchLines } from "../present/files/grep-answer.ts";
import { type GrepScope, grepScope } from "../present/files/grep-scope.ts";
import {
	type Bounded,
	bounded,
	boundedOf,
	clampLines,
	documentTexts,
	flagOf,
	limitInput,
	maxCharsInput,
	oneOf,
	pathInput,
	patternText,
} from "../present/files/input.ts";
import { cutLines } from "../present/files/output.ts";
import { baseId, type Readable, type Readables, readables } from "../present/files/readable.ts";
import { cursorInput } from "../present/shared-input.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

interface Asked {
	readonly pattern: string;
	readonly mode: GrepRequest["mode"];
	readonly ignore_case: boolean;
	readonly word: boolean;
	readonly invert: boolean;
	readonly documents?: readonly string[];
	readonly path?: string;
	readonly before?: Bounded;
	readonly after?: Bounded;
	readonly context: Bounded;
	readonly limit: Bounded;
	readonly output: GrepRequest["output"];
	readonly max_line_chars: Bounded;
	readonly max_chars: Bounded;
}

async function run(asked: Asked, context: CallContext): Promise<ToolAnswer> {
	const { view, cursor, documents, signal } = context;
	const all = await readables(view);
	const scope = await grepScope(asked, all, context);
	const request = requestOf(asked);
	const answer = await documents.matching.grep(scope.texts, request, scope.at, signal);
	const next = answer.next === undefined ? null : cursor.seal(scope.stateAt(answer.next));
	const skipped = scope.textless(answer.next?.source ?? scope.documents.length).slice(0, MOST_SKIPPED);
	const { limit, before, after, maxLineChars, maxChars } = request;
	return {
		structured: {
			knowledge_base_id: baseId(view),
			...foundJson(answer, scope, request),
			documents_matched: new Set([...answer.entries, ...answer.counts].map(({ source }) => source)).size,
			skipped: skipped.map((one) => ({ ...documentOf(one), reason: "no_text" })),
			...{ limit, before, after, max_line_chars: maxLineChars, max_chars: maxChars },
			complete: !answer.deadline,
			incomplete_reasons: answer.deadline ? ["deadline"] : [],
			truncated: next !== null,
			next_cursor: next,
		},
		lines: [
			...foundLines(answer, scope, { all, request }),
			...(skipped.length === 0
				? []
				: [`[skipped: ${skipped.map((one) => all.label(one)).join(", ")} (no_text)]`]),
			...(answer.deadline ? ["[complete: false (deadline)]"] : []),
			...clampLines(clampable(asked)),
			...cutLines("more may be found", next),
		],
	};
}

function requestOf(asked: Asked): GrepRequest {
	return {
		pattern: asked.pattern,
		mode: asked.mode,
		ignoreCase: asked.ignore_case,
		word: asked.word,
		invert: asked.invert,
		before: (asked.before ?? asked.context).value,
		after: (asked.after ?? asked.context).value,
		limit: asked.limit.value,
		output: asked.output,
		maxLineChars: asked.max_line_chars.value,
		maxChars: asked.max_chars.value,
	};
}

function clampable({ limit, context, before, after, max_line_chars, max_chars }: Asked) {
	return {
		limit,
		context,
		...(before && { before }),
		...(after && { after }),
		...{ max_line_chars, max_chars },
	};
}

function foundJson({ entries, counts }: GrepAnswer, { documents }: GrepScope, { output }: GrepRequest) {
	const named = (source: number) => documents[source] as Readable;
	if (output === "matches") return { matches: entries.map((entry) => matchJson(entry, named(entry.source))) };
	if (output === "documents") return { documents: counts.map(({ source }) => documentOf(named(source))) };
	return { counts: counts.map(({ source, count }) => ({ ...documentOf(named(source)), count })) };
}

function foundLines(
	answer: GrepAnswer,
	{ documents }: GrepScope,
	{ all, request }: { readonly all: Readables; readonly request: GrepRequest },
): readonly string[] {
	const label = (source: number) => all.label(documents[source] as Readable);
	if (answer.entries.length + answer.counts.length === 0) return ["No line matched."];
	if (request.output === "documents") return answer.counts.map(({ source }) => label(source));
	if (request.output === "count")
		return answer.counts.map(({ source, count }) => `${label(source)}:${count}`);
	return matchLines(answer, documents, { all, isGrouped: request.before + request.after > 0 });
}

const around = bounded({ most: 20, least: 0 });

/** Lines by pattern (file-tools 7.5). */
export const kbGrep = {
	name: "kb_grep",
	title: "Search lines",
	set: "files",
	scope: "read",
	failure: "The documents could not be searched.",
	description:
		"Finds lines in all documents, in some or in a folder, and gives their numbers for kb_cat. The pattern is taken literally, every character for itself, unless mode is regex (RE2 syntax, linear time). Nothing is ranked or left out: pass next_cursor as cursor for the rest. kb_search finds by meaning.",
	input: z.object({
		pattern: patternText(1_000).describe("What a line contains."),
		mode: oneOf(["literal", "regex"]).prefault("literal").describe("How pattern is read. Default: literal."),
		ignore_case: flagOf(false).describe("Whether upper and lower case are the same. Default: false."),
		word: flagOf(false).describe(
			"Only matches that no letter, mark, number or _ stands beside. Default: false.",
		),
		invert: flagOf(false).describe("The lines that do not match. Default: false."),
		documents: documentTexts
			.optional()
			.describe("Only these documents, by id or exact name, at most 50. Default: all."),
		...pathInput,
		before: around
			.optional()
			.describe("Lines shown before each line found, at most 20; wins over context. Default: context."),
		after: around
			.optional()
			.describe("Lines shown after each line found, at most 20; wins over context. Default: context."),
		context: around
			.prefault(0)
			.describe("Lines shown on both sides of each line found, at most 20. Default: 0."),
		...limitInput(50, 500, "Lines, or documents where output is not matches"),
		output: oneOf(["matches", "documents", "count"])
			.prefault("matches")
			.describe("Lines, or the documents that have any, or how many each has. Default: matches."),
		max_line_chars: boundedOf({ standing: 500, most: 2_000 }).describe(
			"Characters shown of a line, at most 2000. Default: 500.",
		),
		...maxCharsInput,
		...cursorInput,
	}),
	output: grepOutput,
	run,
} satisfies Tool;
