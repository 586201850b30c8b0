import { z } from "zod";
import { type DocumentWritten, deleteDocument, restoreDocument } from "../actions/documents.ts";
import { strict } from "./checked.ts";
import { answering, type Json, type Operation, write } from "./operation.ts";

const written = z.object({
	document_id: z.uuid(),
	deletion_id: z.uuid().describe("The row that says so."),
	facts: z
		.array(z.uuid())
		.describe("Facts that ended for want of another source; restoring, the rows that came back."),
});

const documentJson = ({ document, deletion, facts }: DocumentWritten): Json => ({
	document_id: document,
	deletion_id: deletion,
	facts,
});

/** Documents in and out of use. They come by import in this version. */
export const DOCUMENT_OPERATIONS: readonly Operation[] = [
	write({
		method: "DELETE",
		path: "/documents/:id",
		of: "document",
		summary: "Take a document out of use, with the facts that nothing else supports",
		status: 200,
		alone: true,
		answer: written,
		decide: ({ id }, { view }) => answering(deleteDocument(id, view), documentJson),
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
		decide: ({ id }, { view }) => answering(restoreDocument(id, view), documentJson),
	}),
];
