import { z } from "zod";
import { anchorAt } from "../../documents/chunks.ts";
import { versionText } from "../../documents/version-text.ts";
import { UtopiaError } from "../../errors.ts";
import { byteOfLine, charOfByte } from "../../text/places.ts";
import { instantText } from "../../time/instant.ts";
import { toolCode } from "../failure.ts";
import { documentText, documentTexts, lineNumber, MOST_DOCUMENTS } from "../present/files/input.ts";
import { kbOutput } from "../present/files/output.ts";
import { baseId, fileId, type Readable, type Readables, readables } from "../present/files/readable.ts";
import { resolved } from "../present/files/resolve.ts";
import { linkable, sourceType } from "../present/files/source.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

interface Asked {
	readonly document?: string;
	readonly documents?: readonly string[];
	readonly line?: number;
}

async function run({ document, documents, line }: Asked, context: CallContext): Promise<ToolAnswer> {
	const { view } = context;
	const all = await readables(view);
	const sources: SourceItem[] = [];
	if (document !== undefined) sources.push(await sourceOf(resolved(document, all), line, context));
	for (const asked of documents ?? []) sources.push(await itemOf(asked, line, { all, context }));
	return {
		structured: { knowledge_base_id: baseId(view), sources },
		lines: sources.map((item) => itemText(item, all)),
	};
}

type SourceItem = z.output<typeof itemOutput>;

/** What became of one of several (SU-2): it fails for itself alone. */
async function itemOf(
	asked: string,
	line: number | undefined,
	{ all, context }: { readonly all: Readables; readonly context: CallContext },
): Promise<SourceItem> {
	try {
		return await sourceOf(resolved(asked, all), line, context);
	} catch (error) {
		if (!(error instanceof UtopiaError) || toolCode(error) === "INTERNAL") throw error;
		return { document_id: asked, error: { code: toolCode(error), message: error.message, technical: false } };
	}
}

/** @throws UTOPIA_SOURCE_UNLINKABLE */
async function sourceOf(
	document: Readable,
	line: number | undefined,
	context: CallContext,
): Promise<SourceItem> {
	const { id, name, version } = document;
	const { view } = context;
	return {
		document_id: fileId(id),
		name,
		source_type: sourceType(version, view),
		...addressOf(document, context),
		page: line === undefined ? null : await pageOf(document, line, context),
	};
}

function addressOf({ id, version }: Readable, { view, mintLink }: CallContext) {
	if (version.sourceUrl !== undefined) {
		const url = linkable(version.sourceUrl);
		if (url === undefined) throw unlinkable("its source is no http or https address");
		return { url, expires_at: null };
	}
	if (version.sha256 === undefined || view.blobs.info(version.sha256) === undefined)
		throw unlinkable("it was imported without its original");
	if (mintLink === undefined) throw unlinkable("no server hands out the bytes of this data folder");
	const { url, expiresAt } = mintLink(id, version.number);
	return { url, expires_at: instantText(expiresAt) };
}

function unlinkable(reason: string): UtopiaError {
	return new UtopiaError(
		"UTOPIA_SOURCE_UNLINKABLE",
		`this document has no source that can be linked: ${reason}`,
	);
}

/** The page of the original that a line stands on, where pages were recorded (SU-8). */
async function pageOf(
	{ row, version }: Readable,
	line: number,
	{ view }: CallContext,
): Promise<number | null> {
	const text = (await versionText(row, version, view))?.text;
	if (text === undefined || line > text.outline.lines) return null;
	const char = await charOfByte(text, await byteOfLine(text, line - 1));
	return anchorAt(version, char, view)?.page ?? null;
}

function itemText(item: SourceItem, all: Readables): string {
	if (item.error !== undefined) return `${item.document_id}: ${item.error.code}: ${item.error.message}`;
	const { document_id, url = "", expires_at, page } = item;
	const document = all.get(document_id.replace(/^vsf_/, ""));
	const label = document === undefined ? document_id : `${all.label(document)} · ${document_id}`;
	const until = expires_at == null ? "" : ` · expires ${expires_at}`;
	return `${label} · ${item.source_type} · ${url}${until}${page == null ? "" : ` · page ${page}`}`;
}

const itemOutput = z.object({
	document_id: z.string().describe("The document's id; what was sent, where it stands for no document."),
	name: z.string().optional().describe("Its name."),
	source_type: z.string().optional().describe("Where it is from, as kb_ls says it."),
	url: z.string().optional().describe("Its address."),
	expires_at: z
		.string()
		.max(40)
		.nullable()
		.optional()
		.describe("When the address ends; null where it does not."),
	page: z
		.number()
		.int()
		.min(1)
		.nullable()
		.optional()
		.describe("The page of the line asked for; null where none is known."),
	error: z
		.object({
			code: z.string().describe("NOT_FOUND, AMBIGUOUS_NAME or SOURCE_UNAVAILABLE."),
			message: z.string().describe("What is wrong and what to do."),
			technical: z.boolean().describe("Asking again may help."),
		})
		.optional()
		.describe("In place of the rest, where there is no address."),
});

/** Where the originals of documents are (file-tools 7.9). */
export const kbSourceUrl = {
	name: "kb_source_url",
	title: "Link to the original",
	set: "files",
	scope: "read",
	failure: "The link could not be made.",
	description:
		"Gives the address of the original of one document, or of up to 50: where it was fetched from, or a link to the stored bytes that ends after 300 seconds and is checked again when it is opened. Make links when somebody is about to open them.",
	input: z
		.object({
			document: documentText.optional().describe("One document, by id or exact name. Default: documents."),
			documents: documentTexts
				.optional()
				.describe("Several documents, at most 50; each has its own answer. Default: document."),
			line: lineNumber.optional().describe("A line of the text, to learn the page it is on. Default: none."),
		})
		.refine(({ document, documents }) => (document === undefined) !== (documents === undefined), {
			error: "exactly one of document and documents must be given",
		}),
	output: z.object({
		...kbOutput,
		sources: z
			.array(itemOutput)
			.max(MOST_DOCUMENTS)
			.describe("One for each document asked for, in that order."),
	}),
	run,
} satisfies Tool;
