import type { View } from "../access/view.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";

const template = loadTemplate("ledger/rewritings-of-facts");
const MOST_ROWS = 1_000_000;
const shape = { fact: iri, row: iri, recordedAt: moment, invalidatedAt: optional(moment) };

/** What a read of rewritings stands on. */
interface RewritingBasis {
	readonly view: View;
	readonly asOf: Instant;
	readonly signal?: AbortSignal | undefined;
}

/** A row of a fact's line: the fact itself, or what took its place since, with its record life. */
interface Rewriting extends Interval {
	readonly fact: string;
	readonly row: string;
}

/**
 * The row that stands for each fact at `asOf`: itself, or the one that took its place by superseding it or by bringing it back
 * (T17). Facts for which none is held then are left out.
 */
export async function liveRowsOf(
	facts: readonly string[],
	basis: RewritingBasis,
): Promise<ReadonlyMap<string, string>> {
	const held = (await rewritingsOf(facts, basis)).filter((one) => contains(one, basis.asOf));
	return new Map(held.map(({ fact, row }) => [fact, row]));
}

/** What became of a fact by `asOf`: the row that took its place first, and the one that stands for it then. */
export async function lineageOf(
	fact: string,
	basis: RewritingBasis,
): Promise<{ readonly replacedBy: string | undefined; readonly live: string | undefined }> {
	const begun = (await rewritingsOf([fact], basis)).filter(({ from }) => from <= basis.asOf);
	const [next] = begun.filter(({ row }) => row !== fact).sort((a, b) => byInstant(a.from, b.from));
	return { replacedBy: next?.row, live: begun.find((one) => contains(one, basis.asOf))?.row };
}

async function rewritingsOf(
	facts: readonly string[],
	{ view, signal }: Omit<RewritingBasis, "asOf">,
): Promise<readonly (Rewriting & { readonly from: Instant })[]> {
	if (facts.length === 0) return [];
	const { ledger } = graphsOf(view.kb);
	const iris = [...new Set(facts)].map((fact) => baseIri(view.kb, "fact", fact));
	const query = template.bind({ ledger, facts: iris }, { limit: MOST_ROWS });
	return (await view.select(query, { signal })).map((one) => {
		const { fact, row, recordedAt, invalidatedAt } = decode(one, shape);
		const id = (of: { readonly value: string }) => idOfKind(of.value, "fact") ?? "";
		return { fact: id(fact), row: id(row), from: recordedAt, to: invalidatedAt };
	});
}

/** Those of the facts that another row followed: one that superseded it, or that brought it back, whether it is held or not. */
export async function followedOf(
	facts: readonly string[],
	basis: Omit<RewritingBasis, "asOf">,
): Promise<ReadonlySet<string>> {
	const followed = (await rewritingsOf(facts, basis)).filter(({ fact, row }) => fact !== row);
	return new Set(followed.map(({ fact }) => fact));
}
