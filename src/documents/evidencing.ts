import { type FactBasis, factsById, holdsAt } from "../ledger/facts.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";

const chunksAsEvidence = loadTemplate("documents/chunks-as-evidence");
const MOST_ROWS = 10_000_000;
const FACTS_AT_ONCE = 1_000;

/** The chunks that are evidence, held at the record instant, of a fact which holds at a moment of the world. */
export async function chunksEvidencing(at: Instant, basis: FactBasis): Promise<ReadonlySet<string>> {
	const { view, asOf, signal } = basis;
	const graph = graphsOf(view.kb).documents;
	const query = chunksAsEvidence.bind({ graph, type: utopia.Evidence }, { limit: MOST_ROWS });
	const chunksOf = new Map<string, string[]>();
	for (const row of await view.select(query, { signal })) {
		const found = decode(row, {
			chunk: iri,
			fact: iri,
			recordedAt: optional(moment),
			invalidatedAt: optional(moment),
		});
		if (!contains({ from: found.recordedAt, to: found.invalidatedAt }, asOf)) continue;
		const fact = idOfKind(found.fact.value, "fact") ?? "";
		const chunk = idOfKind(found.chunk.value, "chunk") ?? "";
		chunksOf.set(fact, [...(chunksOf.get(fact) ?? []), chunk]);
	}
	const chunks = new Set<string>();
	const facts = [...chunksOf.keys()];
	for (let from = 0; from < facts.length; from += FACTS_AT_ONCE) {
		for (const fact of await factsById(facts.slice(from, from + FACTS_AT_ONCE), basis)) {
			const isHeld = contains({ from: fact.recordedAt, to: fact.invalidatedAt }, asOf);
			if (isHeld && holdsAt(fact, at)) for (const chunk of chunksOf.get(fact.id) ?? []) chunks.add(chunk);
		}
	}
	return chunks;
}
