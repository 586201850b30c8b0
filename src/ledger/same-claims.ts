import type { View } from "../access/view.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { decode, iri } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";

const template = loadTemplate("ledger/same-claims");
const A_TIME = 200;
const MOST_ROWS = 1_000_000;

/** Those of the facts, given by IRI, whose claim no other fact makes that is still held: their plain triples leave `current` with them. */
export async function lastOfTheirClaim(view: View, facts: readonly string[]): Promise<readonly string[]> {
	const ending = new Set(facts);
	const kept = new Set<string>();
	const { ledger } = graphsOf(view.kb);
	for (let start = 0; start < facts.length; start += A_TIME) {
		const batch = facts.slice(start, start + A_TIME).map((fact) => namedNode(fact));
		for (const row of await view.select(template.bind({ ledger, facts: batch }, { limit: MOST_ROWS }))) {
			const { fact, other } = decode(row, { fact: iri, other: iri });
			if (!ending.has(other.value)) kept.add(fact.value);
		}
	}
	return facts.filter((fact) => !kept.has(fact));
}
