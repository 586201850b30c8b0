import { z } from "zod";
import { type Chunk, chunksOf } from "../../documents/chunks.ts";
import { type DocumentRow, documentTable, type Version, versionAt } from "../../documents/document-table.ts";
import { UtopiaError } from "../../errors.ts";
import { afterChars, charsOf } from "../../text/code-points.ts";
import { instantText } from "../../time/instant.ts";
import { dateText } from "../../time/partial-date.ts";
import { documentId, type When } from "../arguments.ts";
import { cursorOutput, kbOutput, recordOutput } from "../present/fact-json.ts";
import { clocksJson, clocksText, momentOf } from "../present/moment.ts";
import { cursorInput, recordInput } from "../present/shared-input.ts";
import type { CallContext, Tool, ToolAnswer } from "../tool.ts";

/** Code points of text on a page. */
const LIMIT = 24_000;

interface Asked {
	readonly document_id: string;
	readonly as_of?: When;
	readonly before?: When;
}

/** Where a page begins: which section, and how many of its code points were shown. */
interface Place {
	readonly seq: number;
	readonly char: number;
}

interface Section {
	readonly chunk: Chunk;
	readonly text: string;
	readonly truncated: boolean;
}

interface Page {
	readonly sections: readonly Section[];
	readonly count: number;
	readonly total: number;
	readonly shown: number;
	/** What is left out behind the page. */
	readonly omitted: number;
	readonly next: Place | undefined;
}

async function run({ document_id, ...clocks }: Asked, context: CallContext): Promise<ToolAnswer> {
	const { view, cursor } = context;
	const moment = await momentOf(clocks, view.clock, cursor);
	const row = (await view.kept(documentTable)).get(document_id);
	const version = row && versionAt(row, moment.asOf);
	if (row === undefined || version === undefined) throw unknownDocument();
	const page = await pageOf(chunksOf(row, version, view), placeIn(cursor.opened()));
	const { at: _, ...echoed } = clocksJson(moment);
	const next =
		page.next === undefined ? null : cursor.seal({ as_of: instantText(moment.asOf), ...page.next });
	return {
		structured: {
			kb_id: view.kb,
			document: documentOf(row, version),
			...echoed,
			sections: page.sections.map(({ chunk, text, truncated }) => ({
				chunk_id: chunk.id,
				seq: chunk.seq,
				heading: chunk.heading ?? null,
				text,
				truncated,
			})),
			section_count: page.count,
			total_chars: page.total,
			shown_chars: page.shown,
			omitted_chars: page.omitted,
			limit: LIMIT,
			truncated: next !== null,
			next_cursor: next,
		},
		lines: [
			`"${version.filename}" · document ${row.id} · version ${version.number}${datedText(version)}`,
			clocksText(moment),
			page.count === 1 ? "1 section" : `${page.count} sections`,
			...(page.total === 0 ? ["(no text)"] : []),
			...page.sections.flatMap(({ chunk, text }) => [
				"",
				`[section ${chunk.seq + 1}${chunk.heading === undefined ? "" : ` · ${chunk.heading}`} · chunk ${chunk.id}]`,
				...text.split("\n"),
			]),
			...(next === null ? [] : ["", `${page.omitted} characters are left out: pass next_cursor as cursor.`]),
		],
	};
}

function unknownDocument(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_THING_NOT_FOUND",
		"No document with that id in this knowledge base. Use search_chunks to find ids.",
	);
}

function placeIn(opened: Readonly<Record<string, unknown>> | undefined): Place {
	return { seq: Number(opened?.["seq"] ?? 0), char: Number(opened?.["char"] ?? 0) };
}

/** The sections from a place on, until the page is full; all of them are counted. */
async function pageOf(chunks: AsyncIterable<Chunk>, from: Place): Promise<Page> {
	const sections: Section[] = [];
	let [count, total, shown, before] = [0, 0, 0, 0];
	let next: Place | undefined;
	for await (const chunk of chunks) {
		const trimmed = chunk.text.trim();
		const chars = charsOf(trimmed);
		count++;
		total += chars;
		const skipped = chunk.seq < from.seq ? chars : chunk.seq === from.seq ? from.char : 0;
		before += skipped;
		const rest = chars - skipped;
		if (rest === 0 || next !== undefined) continue;
		const taken = Math.min(rest, LIMIT - shown);
		if (taken > 0) {
			const start = afterChars(trimmed, skipped);
			const text = trimmed.slice(start, afterChars(trimmed, taken, start));
			sections.push({ chunk, text, truncated: taken < rest });
			shown += taken;
		}
		if (taken < rest) next = { seq: chunk.seq, char: skipped + taken };
	}
	return { sections, count, total, shown, omitted: total - before - shown, next };
}

function documentOf({ id }: DocumentRow, { filename, docTime, number }: Version) {
	return {
		id,
		filename,
		doc_time: docTime === undefined ? null : dateText(docTime),
		doc_time_precision: docTime?.precision ?? null,
		version: number,
	};
}

const datedText = ({ docTime }: Version) => (docTime === undefined ? "" : ` · of ${dateText(docTime)}`);

/** One document in full (graph-tools 6.2). */
export const getDocument = {
	name: "get_document",
	title: "A document in full",
	set: "graph",
	scope: "read",
	failure: "The document could not be read.",
	description:
		"The whole text of one document by its id, section by section, 24,000 characters at a time. Use it when a passage of search_chunks is from the right document and does not say enough. With as_of the version of that moment is read, also of a document that was deleted since.",
	input: z.object({
		document_id: documentId.describe("The document's id, as search_chunks gives it."),
		...recordInput,
		...cursorInput,
	}),
	output: z.object({
		kb_id: kbOutput,
		document: z
			.object({
				id: z.string().max(64).describe("The document's id."),
				filename: z.string().describe("Its name."),
				doc_time: z
					.string()
					.nullable()
					.describe("World time: the document's own date; null where it has none."),
				doc_time_precision: z
					.string()
					.nullable()
					.describe("How finely that date is known; null without one."),
				version: z.number().int().min(1).describe("The version read, from 1."),
			})
			.describe("The document read."),
		...recordOutput,
		sections: z
			.array(
				z.object({
					chunk_id: z.string().max(64).describe("The section's id."),
					seq: z.number().int().min(0).describe("Which one it is, from 0."),
					heading: z.string().nullable().describe("The headings it stands below; null without one."),
					text: z.string().describe("Its text, or the part of it that this page shows."),
					truncated: z.boolean().describe("The section goes on, on the next page."),
				}),
			)
			.describe("In the order of the document."),
		section_count: z.number().int().min(0).describe("Of the whole document."),
		total_chars: z.number().int().min(0).describe("Of the whole document, sections trimmed."),
		shown_chars: z.number().int().min(0).describe("On this page."),
		omitted_chars: z.number().int().min(0).describe("Behind this page."),
		limit: z.number().int().min(1).describe("Characters of text on a page."),
		truncated: z.boolean().describe("More follows on the next page."),
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
