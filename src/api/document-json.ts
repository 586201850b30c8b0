import { z } from "zod";
import { type DocumentRow, type Version, versionAt } from "../documents/document-table.ts";
import { type Instant, instantText } from "../time/instant.ts";
import { dateText } from "../time/partial-date.ts";
import type { Json } from "./operation.ts";

const count = z.number().int().min(0);

const versionFields = {
	version: z.number().int().min(1).describe("Counted from 1."),
	filename: z.string(),
	mime_type: z.string().nullable(),
	size_bytes: count.nullable().describe("Of the original."),
	sha256: z.string().nullable(),
	ingested_at: z.string().describe("Record time: current from here until the next version."),
	doc_time: z.string().nullable().describe("World time: the document's own date, as finely as it is known."),
	doc_time_source: z.enum(["content", "source", "none"]),
	text_available: z.boolean().describe("Whether there is text in it."),
	lines: count.nullable(),
	chars: count.nullable().describe("Unicode code points of its text."),
	replaced_bytes: count.describe("Invalid sequences that became U+FFFD."),
	tags: z.array(z.string()),
	source_url: z.string().nullable(),
};

/** A version as it goes out. */
export const versionOutput = z.object(versionFields);

/** A document with its current version as it goes out. */
export const documentOutput = z.object({
	id: z.uuid(),
	external_key: z.string().nullable(),
	status: z.enum(["queued", "in_progress", "completed", "failed"]),
	created_at: z.string().describe("Record time."),
	deleted_at: z.string().nullable().describe("Record time: out of use since then; null while it is in use."),
	...versionFields,
});

export function versionJson(version: Version): Json {
	const { number, filename, mime, bytes, sha256, from, docTime, docTimeSource } = version;
	return {
		version: number,
		filename,
		mime_type: mime ?? null,
		size_bytes: bytes ?? null,
		sha256: sha256 ?? null,
		ingested_at: instantText(from),
		doc_time: docTime === undefined ? null : dateText(docTime),
		doc_time_source: docTime === undefined ? "none" : (docTimeSource ?? "source"),
		text_available: version.text !== undefined,
		lines: version.lines ?? null,
		chars: version.chars ?? null,
		replaced_bytes: version.replacedBytes,
		tags: version.tags,
		source_url: version.sourceUrl ?? null,
	};
}

/** A document as it stood at a record instant; one that came later is shown with its first version. */
export function documentJson(row: DocumentRow, asOf: Instant): Json {
	const version =
		versionAt(row, asOf) ?? row.versions.findLast(({ from }) => from <= asOf) ?? row.versions[0];
	const deletion = row.deletions.find(
		({ from, to }) => (from ?? asOf) <= asOf && (to === undefined || asOf < to),
	);
	return {
		id: row.id,
		external_key: row.externalKey ?? null,
		status: "completed",
		created_at: instantText(row.createdAt),
		deleted_at: deletion?.from === undefined ? null : instantText(deletion.from),
		...(version && versionJson(version)),
	};
}
