import type { NamedNode } from "@rdfjs/types";
import { type Attesting, attestationOf, type Evidence, evidenceOf } from "../ledger/evidence.ts";
import { type Fact, type FactBasis, factsById, temporalOf } from "../ledger/facts.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import { decode, iri, optional, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { boundsOf, type StatedTime } from "../time/holds.ts";
import { earlier } from "../time/instant.ts";
import type { Grade } from "../timeline/observation.ts";
import { stored } from "../writing/quads.ts";
import type { NewEvidence, NewFact } from "../writing/rows.ts";
import type { SentFact } from "./protocol.ts";
import type { Role } from "./roles.ts";

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

/** The facts held now, of these, that the thread of conclusions needs for anything, as it needs them. */
export async function factsToSend(
	ids: readonly string[],
	role: (relation: string) => Role | undefined,
	basis: FactBasis & { readonly hasDescribed: boolean },
): Promise<readonly SentFact[]> {
	const found: SentFact[] = [];
	for (let from = 0; from < ids.length; from += AT_ONCE) {
		const batch = ids.slice(from, from + AT_ONCE);
		const facts = (await factsById(batch, basis)).flatMap((fact) => {
			const own = fact.invalidatedAt === undefined ? role(fact.predicate?.value ?? "") : undefined;
			return own === undefined ? [] : [{ fact, role: own }];
		});
		const placed = facts.filter((one) => one.role.isPlaced).map(({ fact }) => fact);
		const [said, evidence] = await Promise.all([
			saidOf(
				facts.map(({ fact }) => fact),
				basis,
			),
			basis.hasDescribed
				? evidenceOf(
						placed.map(({ iri: own }) => own),
						basis,
					)
				: new Map<string, readonly Evidence[]>(),
		]);
		for (const { fact, role } of facts) {
			const own = evidence.get(fact.id) ?? [];
			const speaking = basis.speaking?.(fact.id, own) ?? own;
			found.push(sentFact(fact, said.get(fact.id) ?? CERTAIN, role.isPlaced ? speaking : undefined));
		}
	}
	return found;
}

interface SaidOfFact extends Pick<SentFact, "confidence" | "unit"> {
	readonly isDrawn: boolean;
	readonly grade: Grade | undefined;
}
const CERTAIN: SaidOfFact = { confidence: 1, isDrawn: false, grade: undefined };

async function saidOf(facts: readonly Fact[], { view }: FactBasis): Promise<ReadonlyMap<string, SaidOfFact>> {
	if (facts.length === 0) return new Map();
	const { ledger } = graphsOf(view.kb);
	const iris = facts.map((fact) => fact.iri);
	const rows = await view.select(confidences.bind({ ledger, facts: iris }, { limit: MOST_FACTS }));
	return new Map(
		rows.map((row) => {
			const { fact, confidence, unit, endOrigin, startGrade } = decode(row, {
				fact: iri,
				confidence: optional(text),
				unit: optional(text),
				endOrigin: optional(text),
				startGrade: optional(text),
			});
			const isDrawn = endOrigin === "timeline";
			const grade = startGrade as Grade | undefined;
			return [
				idOfKind(fact.value, "fact") ?? "",
				{ confidence: Number(confidence ?? "1"), unit, isDrawn, grade },
			];
		}),
	);
}

function isDescribed(evidence: readonly Attesting[]): boolean {
	return evidence.length > 0 && evidence.every(({ origin }) => origin === "described");
}

/** `speaking`: what speaks for it, where the timeline orders it. */
function sentFact(
	{ id, subject, predicate, object, relation, stated }: Fact,
	{ isDrawn, grade, ...said }: SaidOfFact,
	speaking: readonly Attesting[] | undefined,
): SentFact {
	const bounds = boundsOf(temporalOf(relation), stated);
	const end = "entity" in object ? object.entity : spell(object.value);
	const { validFrom: from, attestedFrom, endedUnknown } = stated;
	return {
		id: factName(id),
		...{ subject, relation: predicate?.value ?? "", object: end },
		...(bounds ?? NEVER),
		...said,
		placed: speaking && {
			...{ from, attestedFrom, grade, endedUnknown: endedUnknown && !isDrawn },
			described: isDescribed(speaking),
		},
	};
}

const NEVER = { from: undefined, to: undefined, isNever: true } as const;

/** A new row as it is sent, with the evidence that comes with it. */
export function sentNew(
	fact: NewFact,
	evidence: readonly NewEvidence[],
	{ role: { relation, isPlaced }, owner }: { readonly role: Role; owner(entity: string): string },
): SentFact {
	const { id, subject, object, from, to, toOrigin, endedUnknown, attestedFrom, attestedTo, grade } = fact;
	const stated: StatedTime = { validFrom: from, validTo: to, endedUnknown, attestedFrom, attestedTo };
	const found = from === undefined ? attestationOf(evidence, stated) : undefined;
	const attested = found === undefined ? attestedFrom : earlier(attestedFrom, found.at);
	const bounds = boundsOf(temporalOf(relation), { ...stated, attestedFrom: attested });
	return {
		id: factName(id),
		subject: owner(subject),
		relation: relation.iri.value,
		object: "entity" in object ? owner(object.entity) : spell(stored(object.value)),
		...(bounds ?? NEVER),
		confidence: Number(fact.confidence),
		unit: fact.unit,
		placed: isPlaced
			? {
					...{ from, attestedFrom: attested, grade },
					endedUnknown: endedUnknown && toOrigin !== "timeline",
					described: isDescribed(evidence),
				}
			: undefined,
	};
}
