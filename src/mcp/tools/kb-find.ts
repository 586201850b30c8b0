import { z } from "zod";
import { type NameRequest, nameMatcher } from "../../text/name-matching.ts";
import { documentList, documentListOutput, inFolder } from "../present/files/document-list.ts";
import { type Bounded, flagOf, limitInput, oneOf, pathInput, plainText } from "../present/files/input.ts";
import { readables } from "../present/files/readable.ts";
import { cursorInput } from "../present/shared-input.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

interface Asked {
	readonly pattern: string;
	readonly mode: NameRequest["mode"];
	readonly ignore_case: boolean;
	readonly path?: string;
	readonly limit: Bounded;
}

async function run(
	{ pattern, mode, ignore_case, path, limit }: Asked,
	context: CallContext,
): Promise<ToolAnswer> {
	const isMeant = nameMatcher({ pattern, mode, ignoreCase: ignore_case });
	const all = await readables(context.view);
	const isIn = inFolder(path);
	const found = all.list.filter((document) => isIn(document) && isMeant(document.name));
	return documentList(found, { limit }, all, context);
}

/** Documents by their names (file-tools 7.3). */
export const kbFind = {
	name: "kb_find",
	title: "Find documents by name",
	set: "files",
	scope: "read",
	failure: "The documents could not be searched by name.",
	description:
		"Finds documents by their names, never by content: by a part of the name, by a glob, or exactly. In a glob ? is one character and * a run within a folder, ** crosses folders, [a-z] and [!x] are classes and a backslash escapes; without a slash it is held against the last part of the name.",
	input: z.object({
		pattern: plainText(256, "a name, a part of one, or a glob").describe(
			"What the name is, contains or looks like, after mode.",
		),
		mode: oneOf(["substring", "glob", "exact"])
			.prefault("substring")
			.describe("How pattern is read. Default: substring."),
		ignore_case: flagOf(true).describe("Whether upper and lower case are the same. Default: true."),
		...pathInput,
		...limitInput(50, 200, "Rows on a page"),
		...cursorInput,
	}),
	output: documentListOutput,
	run,
} satisfies Tool;
