import type { View } from "../access/view.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";

const template = loadTemplate("ledger/rewritings-of-facts");
const MOST_ROWS = 1_000_000;
const shape = { fact: iri, row: iri, recordedAt: moment, invalidatedAt: optional(moment) };

/**
 * The row that stands for each fact at `asOf`: itself, or the one that took its place by superseding it or by bringing it back
 * (T17). Facts for which none is held then are left out.
 */
export async function liveRowsOf(
	facts: readonly string[],
	{
		view,
		asOf,
		signal,
	}: { readonly view: View; readonly asOf: Instant; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<string, string>> {
	const live = new Map<string, string>();
	if (facts.length === 0) return live;
	const { ledger } = graphsOf(view.kb);
	const iris = [...new Set(facts)].map((fact) => baseIri(view.kb, "fact", fact));
	for (const row of await view.select(template.bind({ ledger, facts: iris }, { limit: MOST_ROWS }), {
		signal,
	})) {
		const { fact, row: of, recordedAt, invalidatedAt } = decode(row, shape);
		if (!contains({ from: recordedAt, to: invalidatedAt }, asOf)) continue;
		live.set(idOfKind(fact.value, "fact") ?? "", idOfKind(of.value, "fact") ?? "");
	}
	return live;
}
