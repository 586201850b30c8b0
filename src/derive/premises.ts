import type { NamedNode } from "@rdfjs/types";
import type { Premise } from "../closure/premise.ts";
import { attestationOf } from "../ledger/evidence.ts";
import { type Fact, type FactBasis, factsById, temporalOf } from "../ledger/facts.ts";
import type { RelationDeclared } from "../ontology/ontology.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import { decode, iri, optional, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { boundsOf, type StatedTime } from "../time/holds.ts";
import { earlier } from "../time/instant.ts";
import { stored } from "../writing/quads.ts";
import type { NewEvidence, NewFact } from "../writing/rows.ts";

const ofRelations = loadTemplate("derive/facts-of-relations");
const confidences = loadTemplate("derive/said-of-facts");
const MOST_FACTS = 10_000_000;
const AT_ONCE = 2_000;

/** What a fact is called among premises: the end of its IRI, which tells facts from derived facts. */
export function factName(id: string): string {
	return `fact:${id}`;
}

/** The ids of the facts held now of some relations. */
export async function factsOfRelations(
	relations: readonly NamedNode[],
	{ view }: Pick<FactBasis, "view">,
): Promise<readonly string[]> {
	if (relations.length === 0) return [];
	const { ledger } = graphsOf(view.kb);
	const query = ofRelations.bind({ ledger, predicates: relations }, { limit: MOST_FACTS });
	const rows = await view.select(query, { replica: false });
	return rows.flatMap((row) => idOfKind(decode(row, { fact: iri }).fact.value, "fact") ?? []);
}

/** What follows from held facts is drawn from these: those of relations that anything follows from, between two entities. */
export async function premisesWith(
	ids: readonly string[],
	isConcerned: (relation: string) => boolean,
	basis: FactBasis,
): Promise<readonly Premise[]> {
	const found: Premise[] = [];
	for (let from = 0; from < ids.length; from += AT_ONCE) {
		const batch = ids.slice(from, from + AT_ONCE);
		const facts = (await factsById(batch, basis)).filter(
			({ invalidatedAt, predicate }) => invalidatedAt === undefined && isConcerned(predicate?.value ?? ""),
		);
		const said = await saidOf(facts, basis);
		for (const fact of facts) found.push(...premiseOf(fact, said.get(fact.id) ?? CERTAIN));
	}
	return found;
}

type SaidOfFact = Pick<Premise, "confidence" | "unit">;
const CERTAIN: SaidOfFact = { confidence: 1 };

async function saidOf(facts: readonly Fact[], { view }: FactBasis): Promise<ReadonlyMap<string, SaidOfFact>> {
	if (facts.length === 0) return new Map();
	const { ledger } = graphsOf(view.kb);
	const iris = facts.map((fact) => fact.iri);
	const rows = await view.select(confidences.bind({ ledger, facts: iris }, { limit: MOST_FACTS }));
	return new Map(
		rows.map((row) => {
			const { fact, confidence, unit } = decode(row, {
				fact: iri,
				confidence: optional(text),
				unit: optional(text),
			});
			return [idOfKind(fact.value, "fact") ?? "", { confidence: Number(confidence ?? "1"), unit }];
		}),
	);
}

function premiseOf(
	{ id, subject, predicate, object, relation, stated }: Fact,
	said: SaidOfFact,
): readonly Premise[] {
	const bounds = boundsOf(temporalOf(relation), stated);
	if (predicate === undefined || bounds === undefined) return [];
	const end = "entity" in object ? object.entity : spell(object.value);
	return [{ id: factName(id), subject, relation: predicate.value, object: end, ...bounds, ...said }];
}

/** The premise that a new row is, with the evidence that comes with it. */
export function premiseOfNew(
	fact: NewFact,
	evidence: readonly NewEvidence[],
	{ relation, owner }: { readonly relation: RelationDeclared; owner(entity: string): string },
): readonly Premise[] {
	const { id, subject, predicate, object, from, to, endedUnknown, attestedFrom, attestedTo } = fact;
	if (predicate === undefined) return [];
	const stated: StatedTime = { validFrom: from, validTo: to, endedUnknown, attestedFrom, attestedTo };
	const found = from === undefined ? attestationOf(evidence, stated) : undefined;
	const bounds = boundsOf(temporalOf(relation), {
		...stated,
		attestedFrom: found === undefined ? attestedFrom : earlier(attestedFrom, found.at),
	});
	if (bounds === undefined) return [];
	const end = "entity" in object ? owner(object.entity) : spell(stored(object.value));
	const ends = { subject: owner(subject), object: end };
	const confidence = Number(fact.confidence);
	return [{ id: factName(id), relation: predicate.value, ...ends, ...bounds, confidence, unit: fact.unit }];
}
