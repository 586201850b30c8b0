import type { View } from "../access/view.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { count, decode, iri, optional, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { DocumentRow, Version } from "./document-table.ts";

const chunksOfVersion = loadTemplate("documents/chunks-of-version");
const chunksOfDocument = loadTemplate("documents/chunks-of-document");
const MOST_ROWS = 1_000_000;

/** A chunk that is a row: something refers to it, or it was imported. */
export interface ChunkRow {
	readonly id: string;
	/** From 0, in the version it was asked for. */
	readonly seq: number;
	readonly text: string;
	readonly heading: string | undefined;
	/** Code points in the version's text; missing where its bringer did not say. */
	readonly start: number | undefined;
	readonly end: number | undefined;
	/** How the words came to be text. */
	readonly origin: string | undefined;
}

/** The chunks that are rows and stand in a version, in its order; where no version places any, those of the document. */
export async function placedRows(
	document: DocumentRow,
	version: Version,
	view: View,
): Promise<readonly ChunkRow[]> {
	const graph = graphsOf(view.kb).documents;
	const placed = version.id === undefined ? [] : await rowsOf(version.id, view);
	if (placed.length > 0 || document.versions.length > 1) return placed;
	const own = baseIri(view.kb, "document", document.id);
	const rows = await view.select(chunksOfDocument.bind({ graph, document: own }, { limit: MOST_ROWS }));
	return rows.map((row, seq) => {
		const found = decode(row, { chunk: iri, text, origin: optional(text) });
		const id = idOfKind(found.chunk.value, "chunk") ?? "";
		return {
			id,
			seq,
			text: found.text,
			heading: undefined,
			start: undefined,
			end: undefined,
			origin: found.origin,
		};
	});
}

async function rowsOf(version: string, view: View): Promise<readonly ChunkRow[]> {
	const graph = graphsOf(view.kb).documents;
	const given = { graph, version: baseIri(view.kb, "docversion", version) };
	const rows = await view.select(chunksOfVersion.bind(given, { limit: MOST_ROWS }));
	return rows.map((row) => {
		const found = decode(row, {
			chunk: iri,
			seq: count,
			text: optional(text),
			heading: optional(text),
			start: optional(count),
			end: optional(count),
			origin: optional(text),
		});
		return { ...found, id: idOfKind(found.chunk.value, "chunk") ?? "", text: found.text ?? "" };
	});
}
