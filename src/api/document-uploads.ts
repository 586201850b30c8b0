import { z } from "zod";
import { documentTable } from "../documents/document-table.ts";
import { UtopiaError } from "../errors.ts";
import type { Reading } from "../ingestion/files.ts";
import { type Ingested, type IngestWish, ingest } from "../ingestion/ingest.ts";
import { keepFile } from "../ingestion/keep-file.ts";
import { partialDate } from "../time/partial-date.ts";
import { checked, maybe, strict } from "./checked.ts";
import { documentJson, documentOutput } from "./document-json.ts";
import { answering, type Json, type WriteOperation, write } from "./operation.ts";

/** A file as it was sent, with what was said of it beside its bytes. */
export interface SentFile {
	/** The fields of {@link uploadBody}, or of {@link uploadFields} beside `bytes`. */
	readonly fields: unknown;
	/** Missing where the text stands among the fields. */
	readonly bytes?: Uint8Array | undefined;
	readonly progress?: Reading | undefined;
}

const MOST_TAGS = 50;
const short = (what: string) => z.string({ error: `must be a string: ${what}` });
const A_DATE = "must be a date such as 2023, 2023-06, 2023-06-15 or 2023-06-15T14:32Z";
const A_KEY = "must be a string of 1 to 2000 characters";
const AN_ADDRESS = "must be an address that begins with http: or https:";

const said = {
	filename: short("the name of the file"),
	external_key: maybe(
		z.string({ error: A_KEY }).min(1, { error: A_KEY }).max(2_000, { error: A_KEY }),
	).describe(
		"What the system it comes from calls it: the same key is a further version of the same document.",
	),
	doc_time: maybe(
		z.string({ error: A_DATE }).refine((text) => partialDate(text) !== undefined, { error: A_DATE }),
	).describe(
		"World time: the document's own date, as finely as it is known. Default: what the file says of itself.",
	),
	tags: maybe(z.array(short("a tag").min(1).max(200)).max(MOST_TAGS)),
	source_url: maybe(
		z
			.string({ error: AN_ADDRESS })
			.refine((text) => /^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : ""), {
				error: AN_ADDRESS,
			}),
	).describe("Where on the web it is from."),
};

/** What may be said of a file that is sent as bytes. */
export const uploadFields = strict(said);
/** A text that is sent as JSON. */
export const uploadBody = strict({ ...said, text: short("the text of the document") });

type Said = z.output<typeof uploadFields> & { readonly text?: string };

const answered = documentOutput.extend({
	outcome: z
		.enum(["added", "refreshed", "restored", "unchanged"])
		.describe("A new document, a further version, one in use again, or what was there already."),
	attachments: z
		.array(z.object({ id: z.uuid(), outcome: z.string() }))
		.describe("Files inside it, documents of their own."),
	attachments_left_out: z
		.array(z.object({ filename: z.string(), reason: z.string() }))
		.describe("Files inside it that were not taken, and what to do about it."),
});

const ingestedJson = ({ document, outcome, attachments, leftOut }: Ingested): Json => ({
	id: document,
	outcome,
	attachments: attachments.map((one) => ({ id: one.document, outcome: one.outcome })),
	attachments_left_out: leftOut.map(({ filename, reason }) => ({ filename, reason })),
});

/** A file becomes a document or a further version of one. It is read before anybody has to wait for it. */
export const uploadDocument: WriteOperation = write<undefined>({
	method: "POST",
	path: "/documents",
	summary:
		"Bring in a document: a file (multipart/form-data, part `file`) or a text (JSON). The same key is a further version",
	status: 201,
	statusOf: ({ outcome }) => (outcome === "added" ? 201 : 200),
	isFile: true,
	alone: true,
	answer: answered,
	async prepare(sent, { files, view, signal }) {
		const { fields, bytes, progress } = sent as SentFile;
		return { wish: await wishOf(fields, bytes, { files, blobs: view.blobs, signal, progress }) };
	},
	decide: ({ body }, { view }) =>
		answering(ingest((body as unknown as { wish: IngestWish }).wish, view), ingestedJson),
	async shown(kept, { view, asOf }) {
		const row = (await view.kept(documentTable)).get(String(kept["id"]));
		if (row === undefined) throw new TypeError("a document that was written is not there");
		return { ...documentJson(row, asOf), ...kept };
	},
});

async function wishOf(
	fields: unknown,
	bytes: Uint8Array | undefined,
	keeping: Parameters<typeof keepFile>[1],
): Promise<IngestWish> {
	const asked = checked(bytes === undefined ? uploadBody : uploadFields, fields) as Said;
	const filename = checkedName(asked.filename);
	const given = bytes ?? Buffer.from(asked.text ?? "", "utf8");
	const docTime = asked.doc_time === undefined ? undefined : partialDate(asked.doc_time);
	return {
		file: await keepFile({ filename, bytes: given, docTime }, keeping),
		externalKey: asked.external_key && canonicalKey(asked.external_key),
		tags: asked.tags ?? [],
		sourceUrl: asked.source_url,
	};
}

const LONGEST_NAME = 1_000;

/** A name is a label: it may hold folders, and never meets the disk (file-tools CM-3). */
function checkedName(sent: string): string {
	const name = sent.replaceAll("\0", "").trim().normalize("NFC");
	if (name !== "" && [...name].length <= LONGEST_NAME) return name;
	const got = name === "" ? "nothing" : `a string of ${[...name].length} characters`;
	const accepted = `1 to ${LONGEST_NAME} characters`;
	throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `filename must be ${accepted}, got ${got}.`, {
		issues: [{ path: "filename", got, accepted }],
	});
}

/** Two spellings of one web address are one key (file-tools 10.1). */
function canonicalKey(key: string): string {
	if (!/^https?:/i.test(key) || !URL.canParse(key)) return key;
	const url = new URL(key);
	url.hash = "";
	return url.href.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase());
}
