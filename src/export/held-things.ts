import type { View } from "../access/view.ts";
import { calendar, type PageKind } from "../ledger/pages.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { namedNode, spell } from "../rdf/terms.ts";
import { decode, iri, term } from "../sparql/rows.ts";
import type { LastPage } from "./page-maker.ts";
import { templates } from "./templates.ts";

const GRAPHS = ["ledger", "ontology", "documents", "derivations", "spelling"] as const;
const A_TIME = 200;
const MOST_ROWS = 1_000_000;

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
	for (let start = 0; start < items.length; start += A_TIME) yield items.slice(start, start + A_TIME);
}

/**
 * What a base holds of the given things, some things at a time, as N-Quads lines in the engine's own spelling; what it does not
 * hold has no lines.
 */
export async function* heldLines(view: View, subjects: readonly string[]): AsyncGenerator<readonly string[]> {
	const graphs = graphsOf(view.kb);
	for (const batch of batches(subjects.map((subject) => namedNode(subject)))) {
		const lines: string[] = [];
		for (const name of GRAPHS) {
			const graph = graphs[name];
			const query = templates.described.bind({ graph, subjects: batch }, { limit: MOST_ROWS });
			for (const row of await view.select(query)) {
				const { subject, predicate, object } = decode(row, { subject: iri, predicate: iri, object: term });
				lines.push(`${spell(subject)} ${spell(predicate)} ${spell(object)} ${spell(graph)} .`);
			}
		}
		const facts = batch.filter(({ value }) => idOfKind(value, "fact") !== undefined);
		const found =
			facts.length === 0 ? [] : await view.select(templates.claims.bind({ facts }, { limit: MOST_ROWS }));
		for (const row of found) {
			const claim = decode(row, { fact: iri, subject: iri, predicate: iri, object: term });
			const { fact, subject, predicate, object } = claim;
			lines.push(`${spell(subject)} ${spell(predicate)} ${spell(object)} ${spell(fact)} .`);
		}
		yield lines;
	}
}

/** The last page of each kind, to which an import appends. */
export async function lastPages(view: View): Promise<ReadonlyMap<PageKind, LastPage>> {
	const last = new Map<PageKind, LastPage>();
	for (const [kind, pages] of await view.kept(calendar)) {
		const page = pages.at(-1);
		if (page === undefined) continue;
		const { record } = graphsOf(view.kb);
		const rows = await view.select(
			templates.rowsOnPages.bind({ record, pages: [page.iri] }, { limit: MOST_ROWS }),
		);
		last.set(kind, { number: page.number, rows: rows.length });
	}
	return last;
}

/** Those of the facts whose claim no other fact makes that is still held: their plain triples leave `current` with them. */
export async function lastOfTheirClaim(view: View, facts: readonly string[]): Promise<readonly string[]> {
	const ending = new Set(facts);
	const kept = new Set<string>();
	const { ledger } = graphsOf(view.kb);
	for (const batch of batches(facts.map((fact) => namedNode(fact)))) {
		const query = templates.sameClaims.bind({ ledger, facts: batch }, { limit: MOST_ROWS });
		for (const row of await view.select(query)) {
			const { fact, other } = decode(row, { fact: iri, other: iri });
			if (!ending.has(other.value)) kept.add(fact.value);
		}
	}
	return facts.filter((fact) => !kept.has(fact));
}
