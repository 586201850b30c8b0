import type { View } from "../access/view.ts";
import { graphsOf, readBaseIri } from "../rdf/base-iris.ts";
import { namedNode, spell } from "../rdf/terms.ts";
import { decode, iri, term } from "../sparql/rows.ts";
import { hasClaim, NEVER_EXPORTED } from "./kinds.ts";
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
				if (NEVER_EXPORTED.has(predicate.value)) continue;
				lines.push(`${spell(subject)} ${spell(predicate)} ${spell(object)} ${spell(graph)} .`);
			}
		}
		const facts = batch.filter(({ value }) => hasClaim(readBaseIri(value)?.kind));
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
