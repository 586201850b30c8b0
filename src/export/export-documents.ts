import type { NamedNode } from "@rdfjs/types";
import type { Said } from "../rdf/turtle-writer.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { objectsOf } from "./base-reader.ts";
import { batches, type ExportContext, followNodes } from "./export-context.ts";
import { kindOf } from "./import-plan.ts";
import { asHeldAt, isHeld } from "./record-cut.ts";

/** Writes things of one graph that were there at the cut; gives those that were. */
export async function exportThings(
	{ reader, sink, cut }: ExportContext,
	graph: NamedNode,
	things: readonly string[],
	more: (thing: string) => readonly Said[] = () => [],
): Promise<readonly string[]> {
	const found = await reader.described(graph, things);
	return things.filter((thing) => {
		const said = asHeldAt(found.get(thing)?.said ?? [], cut);
		if (said === undefined || said.length === 0) return false;
		const own = new Set(said.map(({ predicate }) => predicate));
		sink.subject(thing, [...said, ...more(thing).filter(({ predicate }) => !own.has(predicate))]);
		return true;
	});
}

/** Since when each document is out of use at the cut, by the deletion held then (contract 3). */
async function deletedAt(
	parts: ReadonlyMap<string, readonly string[]>,
	{ reader, cut }: ExportContext,
): Promise<ReadonlyMap<string, readonly Said[]>> {
	const deletions = [...parts.values()].flat().filter((part) => kindOf(part) === "deletion");
	const described = await reader.described(reader.graphs.documents, deletions);
	const since = (part: string): readonly Said[] => {
		const said = described.get(part)?.said;
		if (said === undefined || !isHeld(said, cut)) return [];
		const predicate = prov.invalidatedAtTime.value;
		return objectsOf(said, prov.generatedAtTime).map((object) => ({ predicate, object }));
	};
	return new Map([...parts].map(([document, own]) => [document, own.flatMap(since)]));
}

/** Documents, each followed by its versions, deletions and chunks with their places. */
export async function* exportDocuments(context: ExportContext): AsyncGenerator<void> {
	const { reader, counts } = context;
	const graph = reader.graphs.documents;
	for (const batch of batches(await reader.ofType(graph, prov.Entity))) {
		const versions = await reader.owned(graph, utopia.versionOf, batch);
		const parts = await reader.owned(graph, utopia.ofDocument, batch);
		const deleted = await deletedAt(parts, context);
		const shown = await exportThings(context, graph, batch, (document) => deleted.get(document) ?? []);
		counts.document += shown.length;
		for (const document of shown) {
			await exportThings(context, graph, versions.get(document) ?? []);
			const own = parts.get(document) ?? [];
			if (own.length === 0) continue;
			const there = await exportThings(context, graph, own);
			const places = await reader.owned(graph, utopia.ofChunk, there);
			await exportThings(context, graph, [...places.values()].flat());
			yield;
		}
		await followNodes(context);
		yield;
	}
}
