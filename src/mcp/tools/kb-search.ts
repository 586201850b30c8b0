import { z } from "zod";
import { type Bounded, clampLines, limitInput, plainText } from "../present/files/input.ts";
import { type Merged, Merging } from "../present/files/merged.ts";
import { completeOutput, kbOutput } from "../present/files/output.ts";
import { baseId, fileId, type Readables, readables } from "../present/files/readable.ts";
import { passagesOf } from "../present/passage.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

const MOST = 20;

interface Asked {
	readonly query: string;
	readonly limit: Bounded;
}

async function run({ query, limit }: Asked, context: CallContext): Promise<ToolAnswer> {
	const { view, documents, signal } = context;
	const shelf = await documents.shelf(view.kb);
	const merging = new Merging(view);
	let isPending = false;
	for (let offset = 0, more = true; more && merging.count < limit.value; offset += MOST) {
		const found = await shelf.search({ query, offset, limit: MOST }, signal);
		for (const passage of await passagesOf(found.hits, view)) await merging.take(passage);
		isPending ||= found.isPending;
		more = found.more;
	}
	const results = await merging.best(limit.value);
	const all = await readables(view);
	return {
		structured: {
			knowledge_base_id: baseId(view),
			results: results.map(resultJson),
			limit: limit.value,
			complete: !isPending,
			incomplete_reasons: isPending ? ["index_pending"] : [],
		},
		lines: [
			...(results.length === 0 ? ["No passage matched."] : []),
			...results.flatMap((result, n) => resultLines(result, n, all)),
			`complete: ${isPending ? "false (index_pending)" : "true"}`,
			...clampLines({ limit }),
		],
	};
}

function resultJson({ best: { hit, version }, text, startLine, endLine }: Merged) {
	return {
		id: hit.chunk,
		document_id: fileId(hit.document),
		name: version.filename,
		text,
		score: hit.score,
		metadata: {},
		start_line: startLine,
		end_line: endLine,
	};
}

function resultLines(result: Merged, n: number, all: Readables): readonly string[] {
	const { hit, version } = result.best;
	const document = all.get(hit.document);
	const label = document === undefined ? version.filename : all.label(document);
	return [
		`${n + 1}. ${label} · lines ${result.startLine} to ${result.endLine} · document ${fileId(hit.document)} · passage ${hit.chunk} · score ${hit.score}`,
		...result.text.split("\n"),
		"",
	];
}

/** Passages by words and meaning, with the lines they stand in (file-tools 7.1). */
export const kbSearch = {
	name: "kb_search",
	title: "Search by meaning",
	set: "files",
	scope: "read",
	failure: "The documents could not be searched.",
	description:
		"Finds the passages that fit a question best, by words and by meaning, with the document and the lines they stand in, for kb_cat. It ranks and gives the best few; kb_grep finds every line with a certain text.",
	input: z.object({
		query: plainText(8_192, "plain words to look for").describe(
			"What is looked for, in plain words; no operators.",
		),
		...limitInput(5, MOST, "Passages"),
	}),
	output: z.object({
		...kbOutput,
		results: z
			.array(
				z.object({
					id: z.string().max(64).describe("The passage's id."),
					document_id: z.string().max(64).describe("The document it stands in."),
					name: z.string().describe("The document's name."),
					text: z.string().describe("The passage."),
					score: z.number().min(0).max(1).describe("How well it fits, from 0 to 1."),
					metadata: z.object({}).describe("What the base's keeper chose to tell; nothing by default."),
					start_line: z.number().int().min(1).describe("The first of the lines that contain it."),
					end_line: z.number().int().min(1).describe("The last of the lines that contain it."),
				}),
			)
			.max(MOST)
			.describe("Best first."),
		limit: z.number().int().min(1).describe("Passages at most, as it was taken."),
		...completeOutput,
	}),
	run,
} satisfies Tool;
