import type { Literal, NamedNode } from "@rdfjs/types";
import { type Evidence, evidenceOf } from "../ledger/evidence.ts";
import { type Fact, factsById } from "../ledger/facts.ts";
import { NOBODY_MERGED } from "../ledger/merges.ts";
import { traits } from "../ledger/traits.ts";
import type { RelationDeclared } from "../ontology/ontology.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import { decode, iri, optional, type StoredTerm, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import type { KeyedStay } from "../timeline/drawing.ts";
import type { Grade } from "../timeline/observation.ts";
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

/** The ids of the rows of the keys that are held now: one query for all entities at one end of one relation. */
async function idsUnder(keys: readonly Key[], state: BaseState): Promise<readonly string[]> {
	const groups = new Map<string, { readonly key: Key; readonly entities: string[] }>();
	const values: Promise<readonly string[]>[] = [];
	for (const key of keys) {
		const { relation, side, end } = key;
		if ("value" in end) {
			values.push(idsOfValue(relation, end.value, state));
			continue;
		}
		const name = `${relation.iri.value} ${side}`;
		const group = groups.get(name) ?? { key, entities: [] };
		groups.set(name, group);
		group.entities.push(...state.owners.members(end.entity));
	}
	const grouped = [...groups.values()].map(({ key, entities }) =>
		idsAt(key.side, entities, [key.relation.iri], state),
	);
	return (await Promise.all([...values, ...grouped])).flat();
}

async function idsOfValue(
	relation: RelationDeclared,
	value: StoredTerm,
	{ view, signal }: BaseState,
): Promise<readonly string[]> {
	if (value.termType === "NamedNode") return [];
	const given = { ledger: graphsOf(view.kb).ledger, predicate: relation.iri, value };
	const rows = await view.select(byValue.bind(given, { limit: MOST_FACTS }), { signal });
	return rows.flatMap((row) => idOfKind(decode(row, { fact: iri }).fact.value, "fact") ?? []);
}

/** The rows of the keys that are held now, each once, with no more read of them than drawing needs. */
export async function heldUnder(keys: readonly Key[], state: BaseState): Promise<readonly KeyRow[]> {
	const ids = new Set(await idsUnder(keys, state));
	if (ids.size === 0) return [];
	const facts = await factsById([...ids], { ...state, merges: NOBODY_MERGED });
	const iris = facts.map((fact) => fact.iri);
	const { describedEvidence } = await state.view.kept(traits);
	const [marked, evidence] = await Promise.all([
		marksOf(iris, state),
		describedEvidence ? evidenceOf(iris, state) : new Map<string, readonly Evidence[]>(),
	]);
	return facts.flatMap((fact) => {
		const { relation, invalidatedAt } = fact;
		if (relation === undefined || invalidatedAt !== undefined) return [];
		const said = marked.get(fact.id);
		return said === undefined ? [] : keyRow(relation, { fact, said, evidence: evidence.get(fact.id) ?? [] });
	});
}

/** What tells who set the ends of a held row, and in which unit its value is. */
interface Marks {
	readonly endOrigin: string | undefined;
	readonly drawnBy: NamedNode | undefined;
	readonly startGrade: string | undefined;
	readonly correctedEnds: string | undefined;
	readonly unit: string | undefined;
}
const marks = {
	endOrigin: optional(text),
	drawnBy: optional(iri),
	startGrade: optional(text),
	correctedEnds: optional(text),
	unit: optional(text),
};

async function marksOf(
	facts: readonly NamedNode[],
	{ view, signal }: BaseState,
): Promise<ReadonlyMap<string, Marks>> {
	const query = marksTemplate.bind({ ledger: graphsOf(view.kb).ledger, facts }, { limit: MOST_FACTS });
	const rows = await view.select(query, { signal });
	return new Map(
		rows.map((row) => {
			const { fact, ...said } = decode(row, { fact: iri, ...marks });
			return [idOfKind(fact.value, "fact") ?? "", said];
		}),
	);
}

function keyRow(
	relation: RelationDeclared,
	row: {
		readonly fact: Fact;
		readonly said: Marks;
		readonly evidence: readonly { readonly origin: string | undefined }[];
	},
): KeyRow {
	const { fact, said, evidence } = row;
	const { stated, subject, predicate, object, id } = fact;
	const isDrawn = said.endOrigin === "timeline";
	const { correctedEnds: corrected, drawnBy } = said;
	return {
		relation,
		planned: undefined,
		recordedAt: fact.recordedAt,
		claim: {
			subject,
			predicate,
			object: "entity" in object ? object : { value: object.value as NamedNode | Literal },
			unit: said.unit,
		},
		stay: {
			id,
			from: stated.validFrom,
			attestedFrom: stated.attestedFrom,
			to: isDrawn ? undefined : stated.validTo,
			endedUnknown: stated.endedUnknown && !isDrawn,
			attestedTo: isDrawn ? undefined : stated.attestedTo,
			endFixed: corrected === "end" || corrected === "both",
			grade: said.startGrade as Grade | undefined,
			described: evidence.length > 0 && evidence.every(({ origin }) => origin === "described"),
		},
		ends: {
			validTo: stated.validTo,
			endedUnknown: stated.endedUnknown,
			attestedTo: stated.attestedTo,
			drawnBy: drawnBy && idOfKind(drawnBy.value, "fact"),
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
