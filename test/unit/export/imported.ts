import { wholeView } from "../../../src/access/view.ts";
import { type ExportOptions, exportLedger } from "../../../src/export/export-ledger.ts";
import { type ImportOptions, type ImportReport, importLedger } from "../../../src/export/import-ledger.ts";
import type { DirectoryOptions } from "../../../src/store/oxigraph/data-directory.ts";
import { instant } from "../../../src/time/instant.ts";
import { KB, type TemporaryStore, temporaryStore } from "../../support/stores.ts";

export const NOW = instant("2026-11-30T12:00:00Z");
export const PREFIXES = `@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix schema: <https://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix utopia: <urn:utopia:ns:> .
@prefix k: <urn:utopia:kb:${KB}:> .
`;

/** An id of a kind by number: `k:fact:{uuid}` in full. */
export function iri(kind: string, n: number, kb = KB): string {
	return `<urn:utopia:kb:${kb}:${kind}:00000000-0000-4000-8000-${String(n).padStart(12, "0")}>`;
}

/** A temporary base that imports and exports text. */
export interface ImportedBase extends AsyncDisposable {
	readonly temporary: TemporaryStore;
	import(
		text: string | AsyncIterable<Uint8Array>,
		options?: ImportOptions,
		kb?: string,
	): Promise<ImportReport>;
	export(options?: ExportOptions): Promise<string>;
}

export async function* bytes(text: string): AsyncGenerator<Uint8Array> {
	const all = Buffer.from(text);
	for (let at = 0; at < all.length; at += 60_000) yield all.subarray(at, at + 60_000);
}

export async function importedBase(kb = KB, options: Partial<DirectoryOptions> = {}): Promise<ImportedBase> {
	const temporary = await temporaryStore(options);
	const store = kb === KB ? temporary.store : await temporary.directory.kb(kb);
	const clock = { now: () => NOW };
	const view = wholeView(store, kb, clock);
	return {
		temporary,
		import: (text, given) =>
			importLedger({ store, view }, typeof text === "string" ? bytes(text) : text, given),
		async export(given) {
			let text = "";
			for await (const part of exportLedger(view, given)) text += part;
			return text;
		},
		[Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
	};
}

/** The canonical hash that the manifest of an export tells. */
export function hashOf(turtle: string): string {
	const hash = /canonicalHash "([0-9a-f]{64})"/.exec(turtle)?.[1];
	if (hash === undefined) throw new Error("no manifest");
	return hash;
}
