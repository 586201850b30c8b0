import { z } from "zod";
import { headMoment } from "../access/view.ts";
import { type DocumentWritten, deleteDocument, restoreDocument } from "../actions/documents.ts";
import { type DocumentRow, documentTable, versionAt } from "../documents/document-table.ts";
import { byText } from "../ledger/by-text.ts";
import { momentOf } from "../mcp/present/moment.ts";
import type { ToolContext } from "../mcp/tool.ts";
import { unknownThing } from "../writing/refusal.ts";
import { strict } from "./checked.ts";
import { documentJson, documentOutput, versionJson, versionOutput } from "./document-json.ts";
import { uploadDocument } from "./document-uploads.ts";
import { answering, type Json, type Operation, read, write } from "./operation.ts";
import { cursor, pageLimit, pageOf, pageOutput } from "./paging.ts";

const written = z.object({
	document_id: z.uuid(),
	deletion_id: z.uuid().describe("The row that says so."),
	facts: z
		.array(z.uuid())
		.describe("Facts that ended for want of another source; restoring, the rows that came back."),
});

const writtenJson = ({ document, deletion, facts }: DocumentWritten): Json => ({
	document_id: document,
	deletion_id: deletion,
	facts,
});

/** The document of an id, in use or not. @throws UTOPIA_THING_NOT_FOUND */
async function rowOf(id: string, { view }: ToolContext): Promise<DocumentRow> {
	const row = (await view.kept(documentTable)).get(id);
	if (row === undefined || row.isPurged) throw unknownThing("document");
	return row;
}

/** Documents brought in, read, in and out of use. */
export const DOCUMENT_OPERATIONS: readonly Operation[] = [
	uploadDocument,
	read({
		path: "/documents",
		summary: "The documents in use, by name",
		query: z.object({ limit: pageLimit(50, 200), cursor }),
		answer: z.object({ documents: z.array(documentOutput), total: z.number().int(), ...pageOutput }),
		async read({ query: { limit } }, context) {
			const { asOf } = await momentOf({}, context.view.clock, context.cursor);
			const table = await context.view.kept(documentTable);
			const all = table.list().flatMap((row) => {
				const version = versionAt(row, asOf);
				return version === undefined ? [] : [{ row, name: version.filename }];
			});
			all.sort((a, b) => byText(a.name, b.name) || byText(a.row.id, b.row.id));
			const { page, said } = pageOf(all, { limit, asOf }, context.cursor);
			return { documents: page.map(({ row }) => documentJson(row, asOf)), total: all.length, ...said };
		},
	}),
	read({
		path: "/documents/:id",
		of: "document",
		summary: "A document as it is now, also one that is out of use",
		query: z.object({}),
		answer: documentOutput,
		read: async ({ id }, context) => documentJson(await rowOf(id, context), headMoment(context.view)),
	}),
	read({
		path: "/documents/:id/versions",
		of: "document",
		summary: "All versions of a document, the first one first",
		query: z.object({}),
		answer: z.object({ versions: z.array(versionOutput) }),
		read: async ({ id }, context) => ({ versions: (await rowOf(id, context)).versions.map(versionJson) }),
	}),
	write({
		method: "DELETE",
		path: "/documents/:id",
		of: "document",
		summary: "Take a document out of use, with the facts that nothing else supports",
		status: 200,
		alone: true,
		answer: written,
		decide: ({ id }, { view }) => answering(deleteDocument(id, view), writtenJson),
	}),
	write({
		method: "POST",
		path: "/documents/:id/restore",
		of: "document",
		summary: "Put a deleted document in use again; its facts come back as new rows",
		body: strict({}),
		status: 200,
		alone: true,
		answer: written,
		decide: ({ id }, { view }) => answering(restoreDocument(id, view), writtenJson),
	}),
];
