import type { Literal, NamedNode } from "@rdfjs/types";
import { evidenceOf } from "../ledger/evidence.ts";
import { type Fact, factsById } from "../ledger/facts.ts";
import { Merges } from "../ledger/merges.ts";
import type { RelationDeclared } from "../ontology/ontology.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import type { KeyedStay } from "../timeline/drawing.ts";
import type { Grade } from "../timeline/observation.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { stored } from "../writing/quads.ts";
import type { Claim } from "../writing/rows.ts";
import { type BaseState, keysOf, type Owners } from "./base-state.ts";
import { idsAt } from "./held-rows.ts";
import type { PlannedRow } from "./plan.ts";

const byValue = loadTemplate("actions/held-facts-by-value");
const marksTemplate = loadTemplate("actions/marks-of-facts");
const MOST_FACTS = 10_000_000;

/** What a relation allows one value of at a time: a subject of a functional one, an object of an inverse-functional one. */
export interface Key {
	readonly relation: RelationDeclared;
	readonly side: "subject" | "object";
	/** The owner at that end, or the value. */
	readonly end: { readonly entity: string } | { readonly value: StoredTerm };
}

/** The parts of a claim that keys look at; ends as asserted, values as the engine keeps them. */
export type KeyedClaim = Pick<Claim, "subject" | "predicate" | "object" | "unit">;

/** A row of a key: as it is held, or as it is planned. */
export interface KeyRow {
	readonly claim: KeyedClaim;
	readonly relation: RelationDeclared;
	readonly stay: Omit<KeyedStay, "value">;
	readonly planned: PlannedRow | undefined;
	/** Missing on a row that is planned and new. */
	readonly recordedAt: Instant | undefined;
	/** How the row ends now; missing on a row that is planned and new. */
	readonly ends: HeldEnd | undefined;
}

/** The end that a held row has, whoever set it. */
type HeldEnd = Pick<Fact["stated"], "validTo" | "endedUnknown" | "attestedTo"> & {
	readonly drawnBy: string | undefined;
	readonly isDrawn: boolean;
};

export function keyName({ relation, side, end }: Key): string {
	return `${relation.iri.value} ${side} ${"entity" in end ? end.entity : spell(end.value)}`;
}

/** The keys that a claim falls under, for owners as given. */
export function keysOfClaim(
	{ subject, object }: KeyedClaim,
	relation: RelationDeclared | undefined,
	owners: Owners,
): readonly Key[] {
	const { functional, inverseFunctional } = keysOf(relation);
	if (relation === undefined) return [];
	const keys: Key[] = [];
	if (functional) keys.push({ relation, side: "subject", end: { entity: owners.owner(subject) } });
	if (inverseFunctional) {
		const end =
			"entity" in object ? { entity: owners.owner(object.entity) } : { value: stored(object.value) };
		keys.push({ relation, side: "object", end });
	}
	return keys;
}

/** What must not be two at one moment under the key, spelled so that equal values are equal texts, however they were written. */
function valueUnder(side: Key["side"], { subject, object, unit }: KeyedClaim, owners: Owners): string {
	if (side === "object") return owners.owner(subject);
	return "entity" in object ? owners.owner(object.entity) : `${spell(stored(object.value))} ${unit ?? ""}`;
}

/** The ids of the rows of a key that are held now. */
async function idsUnder({ relation, side, end }: Key, state: BaseState): Promise<readonly string[]> {
	if ("entity" in end) return idsAt(side, state.owners.members(end.entity), [relation.iri], state);
	if (end.value.termType === "NamedNode") return [];
	const { view, signal } = state;
	const given = { ledger: graphsOf(view.kb).ledger, predicate: relation.iri, value: end.value };
	const rows = await view.select(byValue.bind(given, { limit: MOST_FACTS }), { signal });
	return rows.flatMap((row) => idOfKind(decode(row, { fact: iri }).fact.value, "fact") ?? []);
}

/** The rows of the keys that are held now, each once, with no more read of them than drawing needs. */
export async function heldUnder(keys: readonly Key[], state: BaseState): Promise<readonly KeyRow[]> {
	const ids = new Set((await Promise.all(keys.map((key) => idsUnder(key, state)))).flat());
	if (ids.size === 0) return [];
	const facts = await factsById([...ids], { ...state, merges: NOBODY_MERGED });
	const iris = facts.map((fact) => fact.iri);
	const [marks, evidence] = await Promise.all([marksOf(iris, state), evidenceOf(iris, state)]);
	return facts.flatMap((fact) => {
		const { relation, invalidatedAt } = fact;
		if (relation === undefined || invalidatedAt !== undefined) return [];
		const row = { fact, marks: marks.get(fact.id) ?? new Map(), evidence: evidence.get(fact.id) ?? [] };
		return keyRow(relation, row);
	});
}

/** Rows are drawn with the ends they were given; who owns these now is asked apart. */
const NOBODY_MERGED = new Merges([]);

type Marks = ReadonlyMap<string, StoredTerm>;

async function marksOf(
	facts: readonly NamedNode[],
	{ view, signal }: BaseState,
): Promise<ReadonlyMap<string, Marks>> {
	const query = marksTemplate.bind({ ledger: graphsOf(view.kb).ledger, facts }, { limit: MOST_FACTS });
	const found = new Map<string, Map<string, StoredTerm>>();
	for (const row of await view.select(query, { signal })) {
		const { fact, property, value } = decode(row, { fact: iri, property: iri, value: term });
		const id = idOfKind(fact.value, "fact") ?? "";
		found.set(id, (found.get(id) ?? new Map<string, StoredTerm>()).set(property.value, value));
	}
	return found;
}

function keyRow(
	relation: RelationDeclared,
	row: {
		readonly fact: Fact;
		readonly marks: Marks;
		readonly evidence: readonly { readonly origin: string | undefined }[];
	},
): KeyRow {
	const { fact, marks, evidence } = row;
	const { stated, subject, predicate, object, id } = fact;
	const mark = (property: NamedNode) => marks.get(property.value)?.value;
	const isDrawn = mark(utopia.endOrigin) === "timeline";
	const corrected = mark(utopia.correctedEnds);
	const drawnBy = mark(utopia.drawnBy);
	return {
		relation,
		planned: undefined,
		recordedAt: fact.recordedAt,
		claim: {
			subject,
			predicate,
			object: "entity" in object ? object : { value: object.value as NamedNode | Literal },
			unit: mark(utopia.unit),
		},
		stay: {
			id,
			from: stated.validFrom,
			attestedFrom: stated.attestedFrom,
			to: isDrawn ? undefined : stated.validTo,
			endedUnknown: stated.endedUnknown && !isDrawn,
			attestedTo: isDrawn ? undefined : stated.attestedTo,
			endFixed: corrected === "end" || corrected === "both",
			grade: mark(utopia.startGrade) as Grade | undefined,
			described: evidence.length > 0 && evidence.every(({ origin }) => origin === "described"),
		},
		ends: {
			validTo: stated.validTo,
			endedUnknown: stated.endedUnknown,
			attestedTo: stated.attestedTo,
			drawnBy: drawnBy === undefined ? undefined : idOfKind(drawnBy, "fact"),
			isDrawn,
		},
	};
}

/** A planned row as drawing takes it. */
export function plannedKeyRow(planned: PlannedRow, relation: RelationDeclared): KeyRow {
	const { id, stay, carried, claim } = planned;
	const held = planned.isRevived ? undefined : planned.held;
	const { from, attestedFrom, to, endedUnknown, attestedTo, endFixed, grade } = stay;
	const described = carried.length > 0 && carried.every(({ observation }) => observation.described);
	const stated = held?.fact.stated;
	return {
		planned,
		relation,
		claim,
		recordedAt: held?.fact.recordedAt,
		stay: { id, from, attestedFrom, to, endedUnknown, attestedTo, endFixed, grade, described },
		ends: held &&
			stated && {
				validTo: stated.validTo,
				endedUnknown: stated.endedUnknown,
				attestedTo: stated.attestedTo,
				drawnBy: held.details.drawnBy,
				isDrawn: held.details.endOrigin === "timeline",
			},
	};
}

/** A row as one of its key. */
export function keyedStay({ side }: Key, { claim, stay }: KeyRow, owners: Owners): KeyedStay {
	return { ...stay, value: valueUnder(side, claim, owners) };
}
