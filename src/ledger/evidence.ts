import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { count, decode, iri, moment, optional, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { StatedTime } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";

/** One piece of evidence for a fact; the interval is that of its record life. */
export interface Evidence extends Interval {
	readonly id: string | undefined;
	readonly document: string | undefined;
	readonly quote: string | undefined;
	readonly quoteStart: number | undefined;
	readonly origin: string | undefined;
	readonly proposedPredicate: string | undefined;
	readonly role: string | undefined;
	readonly attestedAt: Instant | undefined;
	readonly attestedBy: string | undefined;
}

const template = loadTemplate("ledger/evidence-of-facts");
const shape = {
	fact: iri,
	evidence: iri,
	recordedAt: optional(moment),
	invalidatedAt: optional(moment),
	document: optional(iri),
	quote: optional(text),
	quoteStart: optional(count),
	origin: optional(text),
	proposedPredicate: optional(text),
	role: optional(text),
	attestedAt: optional(moment),
	attestedBy: optional(text),
};
const MOST_EVIDENCE = 10_000_000;

/** The evidence of each fact held at `asOf`, by the fact's id, ordered by document, then place, then id. */
export async function evidenceOf(
	facts: readonly NamedNode[],
	basis: { readonly view: View; readonly asOf: Instant; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<string, readonly Evidence[]>> {
	const found = await allEvidenceOf(facts, basis);
	return new Map([...found].map(([id, list]) => [id, list.filter((one) => contains(one, basis.asOf))]));
}

/** As {@link evidenceOf}, whenever it was held. */
export async function allEvidenceOf(
	facts: readonly NamedNode[],
	{ view, signal }: { readonly view: View; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<string, readonly Evidence[]>> {
	const found = new Map<string, Evidence[]>();
	if (facts.length === 0) return found;
	const query = template.bind({ documents: graphsOf(view.kb).documents, facts }, { limit: MOST_EVIDENCE });
	for (const row of await view.select(query, { signal })) {
		const { fact, evidence, document, recordedAt, invalidatedAt, ...rest } = decode(row, shape);
		const id = idOfKind(fact.value, "fact") ?? "";
		const list = found.get(id) ?? [];
		found.set(id, list);
		list.push({
			id: idOfKind(evidence.value, "evidence"),
			document: document && idOfKind(document.value, "document"),
			from: recordedAt,
			to: invalidatedAt,
			...rest,
		});
	}
	for (const list of found.values()) list.sort(byPlace);
	return found;
}

function byPlace(a: Evidence, b: Evidence): number {
	const first = (a.document ?? "").localeCompare(b.document ?? "", "en");
	return first || (a.quoteStart ?? 0) - (b.quoteStart ?? 0) || ((a.id ?? "") < (b.id ?? "") ? -1 : 1);
}

/**
 * W13, W14: the earliest moment at which evidence shows the claim. Evidence for the end counts only where the end is
 * unknown; evidence dated at or after a stated end attests nothing.
 */
export function attestationOf(
	evidence: readonly Evidence[],
	{ validTo, endedUnknown }: StatedTime,
): { readonly at: Instant; readonly by: string | undefined } | undefined {
	let earliest: { at: Instant; by: string | undefined } | undefined;
	for (const { attestedAt, attestedBy, role } of evidence) {
		if (attestedAt === undefined || (role === "ended" && !endedUnknown)) continue;
		if (validTo !== undefined && attestedAt >= validTo.at) continue;
		if (earliest === undefined || attestedAt < earliest.at) earliest = { at: attestedAt, by: attestedBy };
	}
	return earliest;
}
