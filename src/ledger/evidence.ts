import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { StatedTime } from "../time/holds.ts";
import { type Instant, instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { attests } from "./attests.ts";
import { statedDate } from "./stated-date.ts";
import { traits } from "./traits.ts";

/** One piece of evidence for a fact; the interval is that of its record life. */
export interface Evidence extends Interval {
	readonly id: string | undefined;
	readonly document: string | undefined;
	readonly quote: string | undefined;
	readonly quoteStart: number | undefined;
	readonly quoteEnd: number | undefined;
	/** IRIs of the chunk and of the version that it was read from. */
	readonly chunk: string | undefined;
	readonly version: string | undefined;
	readonly origin: string | undefined;
	readonly proposedPredicate: string | undefined;
	readonly role: string | undefined;
	readonly attestedAt: Instant | undefined;
	readonly attestedBy: string | undefined;
	/** IRI of the person whose own word it is. */
	readonly person: string | undefined;
	/** The dates that it states itself, where they are known: evidence of imported facts states none. */
	readonly says: SaidByEvidence | undefined;
}

/** What one piece of evidence states of its claim (see `timeline/`). */
export interface SaidByEvidence {
	readonly from: PartialDate | undefined;
	readonly to: PartialDate | undefined;
	readonly ended: boolean;
	readonly grade: string | undefined;
	readonly confidence: string | undefined;
}

/** What of evidence tells when it shows its claim, and how it is known. */
export type Attesting = Partial<Pick<Evidence, "attestedAt" | "attestedBy" | "role" | "origin">>;

const template = loadTemplate("ledger/evidence-of-facts");
const shape = { fact: iri, evidence: iri, property: iri, value: term };
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
	if (facts.length === 0 || !(await view.kept(traits)).evidence) return new Map();
	const query = template.bind({ documents: graphsOf(view.kb).documents, facts }, { limit: MOST_EVIDENCE });
	const said = new Map<string, { fact: string; values: Map<string, StoredTerm> }>();
	for (const row of await view.select(query, { signal })) {
		const { fact, evidence, property, value } = decode(row, shape);
		const one = said.get(evidence.value) ?? { fact: idOfKind(fact.value, "fact") ?? "", values: new Map() };
		said.set(evidence.value, one);
		one.values.set(property.value, value);
	}
	const found = new Map<string, Evidence[]>();
	for (const [evidence, { fact, values }] of said) {
		const list = found.get(fact) ?? [];
		found.set(fact, list);
		list.push(evidenceIn(evidence, values));
	}
	for (const list of found.values()) list.sort(byPlace);
	return found;
}

function evidenceIn(evidence: string, values: ReadonlyMap<string, StoredTerm>): Evidence {
	const one = (property: NamedNode) => values.get(property.value)?.value;
	const at = (property: NamedNode) => {
		const text = one(property);
		return text === undefined ? undefined : instant(text);
	};
	const count = (property: NamedNode) => {
		const text = one(property);
		return text === undefined ? undefined : Number(text);
	};
	const document = one(prov.wasDerivedFrom);
	return {
		id: idOfKind(evidence, "evidence"),
		document: document === undefined ? undefined : idOfKind(document, "document"),
		from: at(prov.generatedAtTime),
		to: at(prov.invalidatedAtTime),
		quote: one(utopia.quote),
		quoteStart: count(utopia.quoteStart),
		quoteEnd: count(utopia.quoteEnd),
		chunk: one(utopia.chunk),
		version: one(utopia.inVersion),
		origin: one(utopia.evidenceOrigin),
		proposedPredicate: one(utopia.proposedPredicate),
		role: one(utopia.role),
		attestedAt: at(utopia.attestedAt),
		attestedBy: one(utopia.attestedBy),
		person: one(utopia.byPerson),
		says: saidIn(values),
	};
}

/** Whether it states that the claim had ended is said by all evidence that states anything, so that it tells the two apart. */
function saidIn(values: ReadonlyMap<string, StoredTerm>): SaidByEvidence | undefined {
	const ended = values.get(utopia.saysEnded.value)?.value;
	if (ended === undefined) return undefined;
	const date = (property: NamedNode, precision: NamedNode) => {
		const value = values.get(property.value);
		return value?.termType === "Literal" ? statedDate(value, values.get(precision.value)?.value) : undefined;
	};
	return {
		from: date(utopia.saysFrom, utopia.saysFromPrecision),
		to: date(utopia.saysThrough, utopia.saysThroughPrecision),
		ended: ended === "true",
		grade: values.get(utopia.saysGrade.value)?.value,
		confidence: values.get(utopia.saysConfidence.value)?.value,
	};
}

function byPlace(a: Evidence, b: Evidence): number {
	const first = (a.document ?? "").localeCompare(b.document ?? "", "en");
	return first || (a.quoteStart ?? 0) - (b.quoteStart ?? 0) || ((a.id ?? "") < (b.id ?? "") ? -1 : 1);
}

/** The earliest moment at which evidence shows the claim. */
export function attestationOf(
	evidence: readonly Attesting[],
	stated: StatedTime,
): { readonly at: Instant; readonly by: string | undefined } | undefined {
	let earliest: { at: Instant; by: string | undefined } | undefined;
	for (const { attestedAt, attestedBy, role } of evidence) {
		if (attestedAt === undefined || !attests(attestedAt, role, stated)) continue;
		if (earliest === undefined || attestedAt < earliest.at) earliest = { at: attestedAt, by: attestedBy };
	}
	return earliest;
}
