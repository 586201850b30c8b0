import { z } from "zod";
import { chunksEvidencing } from "../../documents/evidencing.ts";
import type { Found } from "../../indexing/shelf.ts";
import { instantText } from "../../time/instant.ts";
import { queryText, type When } from "../arguments.ts";
import { cursorOutput, kbOutput, recordOutput } from "../present/fact-json.ts";
import { clocksJson, clocksText, momentOf } from "../present/moment.ts";
import { cut, type Passage, passagesOf } from "../present/passage.ts";
import { modeJson, modeLines, modeOutput } from "../present/search-mode.ts";
import { cursorInput, recordInput, worldInput } from "../present/shared-input.ts";
import { sceneOf } from "../present/subject.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

const PAGE = 6;
const CUT = 800;

interface Asked {
	readonly query: string;
	readonly at?: When;
	readonly as_of?: When;
	readonly before?: When;
}

async function run({ query, ...clocks }: Asked, context: CallContext): Promise<ToolAnswer> {
	const { view, cursor, documents, signal } = context;
	const moment = await momentOf(clocks, view.clock, cursor);
	const scene = await sceneOf(moment, context);
	const chunks = moment.at === undefined ? undefined : await chunksEvidencing(moment.at, scene);
	const offset = Number(cursor.opened()?.["skip"] ?? 0);
	const shelf = await documents.shelf(view.kb);
	const found = await shelf.search({ query, asOf: moment.asOf, chunks, offset, limit: PAGE }, signal);
	const passages = await passagesOf(found.hits, view);
	const shown = passages.map((passage) => ({ ...passage, ...cut(passage.chunk.text.trim(), CUT) }));
	return {
		structured: {
			kb_id: view.kb,
			...clocksJson(moment),
			limit: PAGE,
			limit_reached: shown.length === PAGE,
			...modeJson(found),
			chunks: shown.map(chunkJson),
			next_cursor: found.more ? cursor.seal({ as_of: instantText(moment.asOf), skip: offset + PAGE }) : null,
		},
		lines: [
			`Passages for "${query}" in knowledge base ${view.kb}`,
			clocksText(moment),
			...headline(shown.length, offset, found),
			...shown.flatMap((passage) => [
				"",
				`"${passage.version.filename}" · section ${passage.hit.seq + 1} · document ${passage.document.id} · chunk ${passage.hit.chunk}`,
				...passage.text.split("\n"),
			]),
			...(found.more ? ["", "More match: pass next_cursor as cursor."] : []),
		],
	};
}

function headline(count: number, offset: number, found: Found): readonly string[] {
	const said =
		count > 0
			? []
			: [offset === 0 ? "No passage matches; try other words, or fewer." : "No further passage matches."];
	return [...modeLines(found), ...said];
}

function chunkJson({ hit, version, chunk, text, truncated }: Passage & ReturnType<typeof cut>) {
	return {
		chunk_id: hit.chunk,
		document_id: hit.document,
		seq: hit.seq,
		filename: version.filename,
		text,
		truncated,
		heading: chunk.heading ?? null,
		score: hit.score,
		origin: chunk.origin ?? "stated",
		document_version: version.number,
	};
}

/** Passages by words and meaning (graph-tools 6.1). */
export const searchChunks = {
	name: "search_chunks",
	title: "Passages by words and meaning",
	set: "graph",
	scope: "read",
	failure: "The documents could not be searched.",
	description:
		"Searches the documents of the base by words and by meaning and gives the six passages that fit best, each cut at 800 characters and with the id of its document. With as_of it searches the base as it stood then, superseded versions and deleted documents included. get_document gives a whole document.",
	input: z.object({
		query: queryText.describe("What is looked for, in plain words; no operators."),
		...recordInput,
		at: worldInput.at.describe(
			"World clock: only passages that are evidence of a fact true at this date or moment. Default: all passages.",
		),
		...cursorInput,
	}),
	output: z.object({
		kb_id: kbOutput,
		at: z.string().max(40).nullable().describe("Effective world moment; null for all passages."),
		...recordOutput,
		limit: z.number().int().min(1).describe("Passages on a page."),
		limit_reached: z.boolean().describe("The page is full."),
		...modeOutput,
		chunks: z
			.array(
				z.object({
					chunk_id: z.string().max(64).describe("The passage's id."),
					document_id: z.string().max(64).describe("The document it stands in; get_document takes it."),
					seq: z.number().int().min(0).describe("Which one it is in its document, from 0."),
					filename: z.string().describe("The document's name."),
					text: z.string().describe("Cut at 800 characters, with an ellipsis then."),
					truncated: z.boolean().describe("Whether the text was cut."),
					heading: z.string().nullable().describe("The headings it stands below; null without one."),
					score: z
						.number()
						.min(0)
						.max(1)
						.describe("How well it fits; 1 is the best of both ways of finding."),
					origin: z
						.string()
						.describe("How the words came to be text: stated, ocr, transcribed or described."),
					document_version: z.number().int().min(1).describe("The version of the document, from 1."),
				}),
			)
			.max(PAGE)
			.describe("Best first."),
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
