import { z } from "zod";
import { type When, when } from "../arguments.ts";
import {
	documentList,
	documentListOutput,
	inFolder,
	type Rank,
	STATUS,
} from "../present/files/document-list.ts";
import { type Bounded, limitInput, oneOf, pathInput, plainText } from "../present/files/input.ts";
import { type Readable, readables } from "../present/files/readable.ts";
import { cursorInput } from "../present/shared-input.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

const RANKS: Readonly<Record<"name" | "updated" | "size", Rank>> = {
	name: () => 0n,
	updated: ({ version }) => -version.from,
	size: ({ version }) => -BigInt(version.bytes ?? 0),
};

interface Asked {
	readonly path?: string;
	readonly type?: string;
	readonly status?: string;
	readonly tag?: string;
	readonly updated_after?: When;
	readonly sort: keyof typeof RANKS;
	readonly limit: Bounded;
}

async function run({ sort, limit, ...filters }: Asked, context: CallContext): Promise<ToolAnswer> {
	const all = await readables(context.view);
	const isIn = inFolder(filters.path);
	const found = all.list.filter((document) => isIn(document) && passes(document, filters));
	return documentList(found, { limit, rank: RANKS[sort] }, all, context);
}

function passes(
	{ version }: Readable,
	{ type, status, tag, updated_after }: Omit<Asked, "sort" | "limit">,
): boolean {
	const mime = version.mime?.toLowerCase() ?? "";
	const wanted = type?.toLowerCase();
	return (
		(wanted === undefined || (wanted.includes("/") ? mime === wanted : mime.split("/", 1)[0] === wanted)) &&
		(status === undefined || status === STATUS) &&
		(tag === undefined || version.tags.includes(tag)) &&
		(updated_after === undefined || version.from > updated_after.at)
	);
}

/** The documents of a base (file-tools 7.2). */
export const kbLs = {
	name: "kb_ls",
	title: "List documents",
	set: "files",
	scope: "read",
	failure: "The documents could not be listed.",
	description:
		"Lists the documents of this knowledge base by name, with type, size in lines and characters, and the ids that the other tools take. A folder is the beginning of names up to a slash. kb_find looks for names, kb_grep and kb_search for content.",
	input: z.object({
		...pathInput,
		type: plainText(255, "a media type, or its part before the slash")
			.optional()
			.describe("Only this media type, such as text/markdown, or text for all of a kind. Default: all."),
		status: oneOf(["queued", "in_progress", "completed", "failed"])
			.optional()
			.describe("Only documents in this status. Default: all."),
		tag: plainText(255, "a tag").optional().describe("Only documents with this tag. Default: all."),
		updated_after: when
			.optional()
			.describe("Record clock: only documents whose version came in after this. Default: all."),
		sort: oneOf(["name", "updated", "size"])
			.prefault("name")
			.describe("By name, newest first (updated) or largest first (size). Default: name."),
		...limitInput(50, 200, "Rows on a page"),
		...cursorInput,
	}),
	output: documentListOutput,
	run,
} satisfies Tool;
