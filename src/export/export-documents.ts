import type { NamedNode } from "@rdfjs/types";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { batches, type ExportContext, followNodes } from "./export-context.ts";
import { asHeldAt } from "./record-cut.ts";

/** Writes things of one graph that were there at the cut; gives those that were. */
export async function exportThings(
	{ reader, sink, cut }: ExportContext,
	graph: NamedNode,
	things: readonly string[],
): Promise<readonly string[]> {
	const found = await reader.described(graph, things);
	return things.filter((thing) => {
		const said = asHeldAt(found.get(thing)?.said ?? [], cut);
		if (said === undefined || said.length === 0) return false;
		sink.subject(thing, said);
		return true;
	});
}

/** Documents, each followed by its versions, deletions and chunks with their places. */
export async function* exportDocuments(context: ExportContext): AsyncGenerator<void> {
	const { reader, counts } = context;
	const graph = reader.graphs.documents;
	for (const batch of batches(await reader.ofType(graph, prov.Entity))) {
		const versions = await reader.owned(graph, utopia.versionOf, batch);
		const parts = await reader.owned(graph, utopia.ofDocument, batch);
		const shown = await exportThings(context, graph, batch);
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
