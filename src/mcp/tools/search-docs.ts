import { z } from "zod";
import { manual } from "../../manual/manual.ts";
import { queryText } from "../arguments.ts";
import { cursorOutput, kbOutput } from "../present/fact-json.ts";
import { cut } from "../present/passage.ts";
import { cursorInput } from "../present/shared-input.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const PAGE = 4;
/** Code points of a section's text. */
const CUT = 1_600;

interface Asked {
	readonly query: string;
}

async function run({ query }: Asked, { view, cursor }: ToolContext): Promise<ToolAnswer> {
	const offset = Number(cursor.opened()?.["skip"] ?? 0);
	const found = manual().find(query, { offset, limit: PAGE });
	const sections = found.sections.map(({ page, title, heading, text }) => ({
		page,
		title,
		heading,
		...cut(text, CUT),
	}));
	return {
		structured: {
			kb_id: view.kb,
			limit: PAGE,
			limit_reached: sections.length === PAGE,
			sections,
			next_cursor: found.more ? cursor.seal({ skip: offset + PAGE }) : null,
		},
		lines: [
			`The manual of Utopia on "${query}"`,
			...(sections.length > 0
				? []
				: ["No section has these words. Try others, or fewer; the manual is in English."]),
			...sections.flatMap(({ page, title, heading, text }) => [
				"",
				`[${title === heading ? title : `${title} · ${heading}`} · page ${page}]`,
				...text.split("\n"),
			]),
			...(found.more ? ["", "More match: pass next_cursor as cursor."] : []),
		],
	};
}

/** The product's manual, found by words (graph-tools 6.9). */
export const searchDocs = {
	name: "search_docs",
	title: "The manual of Utopia",
	set: "graph",
	scope: "read",
	failure: "The manual could not be searched.",
	description:
		"Searches Utopia's own manual by words: how to ask on two clocks, how to write, correct, import, configure and repair. Four sections a page, each cut at 1,600 characters. It never looks into the base; the documents in it are searched with search_chunks.",
	input: z.object({
		query: queryText.describe("What is to be explained, in plain English words."),
		...cursorInput,
	}),
	output: z.object({
		kb_id: kbOutput,
		limit: z.number().int().min(1).describe("Sections on a page."),
		limit_reached: z.boolean().describe("The page is full."),
		sections: z
			.array(
				z.object({
					page: z.string().describe("Name of the manual's page."),
					title: z.string().describe("Heading of the page."),
					heading: z.string().describe("Heading of the section; that of the page for its beginning."),
					text: z.string().describe("Markdown, cut at 1,600 characters, with an ellipsis then."),
					truncated: z.boolean().describe("Whether the text was cut."),
				}),
			)
			.max(PAGE)
			.describe("Best first."),
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
