import type { Literal, NamedNode } from "@rdfjs/types";
import type { Evidence } from "../ledger/evidence.ts";
import { detailsOf, type FactDetails } from "../ledger/fact-details.ts";
import { type Fact, factsById } from "../ledger/facts.ts";
import { NOBODY_MERGED } from "../ledger/merges.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import { decode, iri, type Row } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { stored } from "../writing/quads.ts";
import type { Claim } from "../writing/rows.ts";
import type { BaseState } from "./base-state.ts";

const ofSubjects = loadTemplate("actions/held-facts-of-subjects");
const ofObjects = loadTemplate("actions/held-facts-of-objects");
const ofClaim = loadTemplate("actions/held-facts-of-claim");
const ofValue = loadTemplate("actions/held-facts-of-value");
const withoutPredicate = loadTemplate("actions/held-facts-without-predicate");
const MOST_FACTS = 10_000_000;

/** A held row with everything that a row taking its place has to carry on. Its ends are those asserted. */
export interface HeldRow {
	readonly id: string;
	readonly claim: Claim;
	readonly fact: Fact;
	readonly details: FactDetails;
	/** Held now. */
	readonly evidence: readonly Evidence[];
	/** Ended once, and to speak for the row again. */
	readonly returning?: readonly Evidence[];
}

/** The text under which equal claims are equal: ends as asserted, value with unit and spelling (T8). */
export function claimKey({ subject, predicate, word, object, unit, relative }: Claim): string {
	const end = "entity" in object ? object.entity : spell(object.value);
	return JSON.stringify([
		subject,
		predicate?.value ?? null,
		predicate === undefined ? (word ?? null) : null,
		end,
		unit ?? null,
		relative === true,
	]);
}

/** The ids of the rows held now that make the claim, or make it of a value spelled in another way. */
export async function idsOfClaim(
	{ subject, predicate, object }: Claim,
	{ view, signal }: BaseState,
): Promise<readonly string[]> {
	const { ledger } = graphsOf(view.kb);
	const own = baseIri(view.kb, "entity", subject);
	const limit = { limit: MOST_FACTS };
	if (predicate === undefined)
		return ids(await view.select(withoutPredicate.bind({ ledger, subject: own }, limit), { signal }));
	const end = "entity" in object ? baseIri(view.kb, "entity", object.entity) : stored(object.value);
	const query =
		end.termType === "NamedNode"
			? ofClaim.bind({ ledger, subject: own, predicate, object: end }, limit)
			: ofValue.bind({ ledger, subject: own, predicate, value: end }, limit);
	return ids(await view.select(query, { signal }));
}

/** The ids of the rows held now under some relations, with one of the entities at one end. */
export async function idsAt(
	end: "subject" | "object",
	entities: readonly string[],
	predicates: readonly NamedNode[],
	{ view, signal }: BaseState,
): Promise<readonly string[]> {
	if (entities.length === 0 || predicates.length === 0) return [];
	const { ledger } = graphsOf(view.kb);
	const at = entities.map((entity) => baseIri(view.kb, "entity", entity));
	const query =
		end === "subject"
			? ofSubjects.bind({ ledger, subjects: at, predicates }, { limit: MOST_FACTS })
			: ofObjects.bind({ ledger, objects: at, predicates }, { limit: MOST_FACTS });
	return ids(await view.select(query, { signal }));
}

function ids(rows: readonly Row[]): readonly string[] {
	return rows.flatMap((row) => idOfKind(decode(row, { fact: iri }).fact.value, "fact") ?? []);
}

/** The rows with these ids and all that is said of them. Rows that ended meanwhile are left out. */
export async function heldRows(wanted: readonly string[], state: BaseState): Promise<readonly HeldRow[]> {
	const rows = await rowsWithIds(wanted, state);
	return rows.filter(({ fact }) => fact.invalidatedAt === undefined);
}

/** As {@link heldRows}, whether they are held or not; their evidence is that held now. */
export async function rowsWithIds(wanted: readonly string[], state: BaseState): Promise<readonly HeldRow[]> {
	if (wanted.length === 0) return [];
	const facts = await factsById([...new Set(wanted)], { ...state, merges: NOBODY_MERGED });
	const details = await detailsOf(facts, state.ontology, state);
	return facts.map((fact) => {
		const said = details.get(fact.id);
		if (said === undefined) throw new TypeError(`nothing was read of fact ${fact.id}`);
		return { id: fact.id, fact, details: said, evidence: said.evidence, claim: claimOf(fact, said) };
	});
}

function claimOf(
	{ subject, predicate, object }: Fact,
	{ objectSpelled, unit, relative, proposedPredicate }: FactDetails,
): Claim {
	return {
		subject,
		predicate,
		word: predicate === undefined ? proposedPredicate : undefined,
		object: "entity" in object ? object : { value: objectSpelled ?? (object.value as NamedNode | Literal) },
		unit,
		relative,
	};
}
