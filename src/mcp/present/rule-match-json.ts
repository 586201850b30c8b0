import { z } from "zod";
import { detailsOf } from "../../ledger/fact-details.ts";
import { factsById } from "../../ledger/facts.ts";
import { localName } from "../../ontology/subject-reader.ts";
import { idOfKind } from "../../rdf/base-iris.ts";
import { type Derived, derivedHeld } from "../../rules/derived.ts";
import { premisesOf, type RuleMatch } from "../../rules/matches.ts";
import type { StoredTerm } from "../../sparql/rows.ts";
import type { Bound } from "../../time/holds.ts";
import { instantText } from "../../time/instant.ts";
import { dateText } from "../../time/partial-date.ts";
import * as utopia from "../../vocab/utopia.gen.ts";
import type { Scene } from "./subject.ts";
import { valueJson, valueText } from "./value-json.ts";

/** A premise as a match shows it: what is said, in a label and a text. */
export interface PremiseJson {
	readonly fact_id?: string;
	readonly derived_id?: string;
	readonly label: string;
	readonly value_text: string;
}

/** Where the matches of a rule stand in its list: by name of the entity, its id, and the start; one without a start first. */
export function sortedMatches(matches: readonly RuleMatch[], scene: Scene): readonly RuleMatch[] {
	const keyed = matches.map((match) => {
		const { entity_id, entity_name } = entityJson(match.subject, scene);
		return {
			match,
			key: [entity_name, entity_id, match.from === undefined ? "" : instantText(match.from.at), match.id],
		};
	});
	return keyed.sort((a, b) => compared(a.key, b.key)).map(({ match }) => match);
}

function compared(a: readonly string[], b: readonly string[]): number {
	const at = a.findIndex((text, n) => text !== b[n]);
	return at < 0 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1;
}

function entityJson(id: string, { index, merges, asOf }: Scene) {
	const owner = merges.owner(id, asOf);
	return { entity_id: owner, entity_name: index.name(owner, asOf) };
}

/** The matches of a page with what they rest on. */
export async function matchesJson(matches: readonly RuleMatch[], scene: Scene) {
	const premises = await premisesOf(matches, scene.view);
	const told = await premisesJson([...premises.values()].flat(), scene);
	return matches.map((match) => ({
		derived_id: match.id,
		...entityJson(match.subject, scene),
		predicate: predicateLabel(match.predicate.value, scene),
		...objectJson(match, scene),
		valid_from: dateJson(match.from),
		valid_to: dateJson(match.to),
		valid_from_precision: match.from?.precision ?? null,
		valid_to_precision: match.to?.precision ?? null,
		confidence: match.confidence,
		premises: (premises.get(match) ?? []).flatMap((iri) => told.get(iri) ?? []),
	}));
}

export type MatchJson = Awaited<ReturnType<typeof matchesJson>>[number];

const dateJson = (bound: Bound | undefined) => (bound === undefined ? null : instantText(bound.at));

function objectJson({ object, predicate }: Derived, scene: Scene) {
	if ("entity" in object) {
		const { entity_id, entity_name } = entityJson(object.entity, scene);
		return { object_id: entity_id, object_name: entity_name, object_value: null };
	}
	const unit = scene.ontology.relations.get(predicate.value)?.unit;
	const { value } = object;
	const shown =
		value.termType === "NamedNode" ? { class: classKey(value.value, scene) } : valueJson(value, { unit });
	return { object_id: null, object_name: null, object_value: shown };
}

const classKey = (iri: string, { ontology }: Scene) => ontology.classes.get(iri)?.key ?? iri;

function predicateLabel(iri: string, { ontology }: Scene): string {
	if (iri === utopia.isA.value) return "is a";
	return ontology.relations.get(iri)?.label ?? localName(iri);
}

/** Facts and derived facts by IRI, each as a premise. */
async function premisesJson(
	iris: readonly string[],
	scene: Scene,
): Promise<ReadonlyMap<string, PremiseJson>> {
	const found = new Map<string, PremiseJson>();
	const factIds = [...new Set(iris.flatMap((iri) => idOfKind(iri, "fact") ?? []))];
	const facts = await factsById(factIds, scene);
	const details = await detailsOf(facts, scene.ontology, scene);
	for (const fact of facts) {
		const said = details.get(fact.id);
		const label = fact.relation?.label ?? said?.proposedPredicate ?? "(no word for it)";
		const text =
			"entity" in fact.object
				? entityJson(fact.object.entity, scene).entity_name
				: valueText(fact.object.value, said?.objectSpelled, said?.unit ?? fact.relation?.unit);
		found.set(fact.iri.value, { fact_id: fact.id, label, value_text: text });
	}
	const derived = iris.filter((iri) => idOfKind(iri, "derived") !== undefined);
	for (const [iri, { id, predicate, object }] of await derivedHeld(derived, scene.asOf, scene.view)) {
		const label = predicateLabel(predicate.value, scene);
		const text =
			"entity" in object ? entityJson(object.entity, scene).entity_name : termText(object.value, scene);
		found.set(iri, { derived_id: id, label, value_text: text });
	}
	return found;
}

function termText(value: StoredTerm, { ontology }: Scene): string {
	if (value.termType === "Literal") return value.value;
	return ontology.classes.get(value.value)?.label ?? localName(value.value);
}

/** A match as a line that is enough on its own. */
export function matchText(json: MatchJson, { from, to }: RuleMatch, scene: Scene): string {
	const object = json.object_id === null ? valueShown(json, scene) : `${json.object_name} ${json.object_id}`;
	const premises = json.premises.map(
		({ fact_id, derived_id, label, value_text }) =>
			`${fact_id === undefined ? `derived ${derived_id}` : `fact ${fact_id}`}: ${label} ${value_text}`,
	);
	const range = `${boundText(from, "unknown start")} → ${boundText(to, "unknown end")}`;
	return `- ${json.entity_name} ${json.entity_id} ${json.predicate} ${object} (${range}) · confidence ${json.confidence} · derived ${json.derived_id} · from ${premises.join("; ") || "nothing told"}`;
}

function valueShown({ object_value: value }: MatchJson, { ontology }: Scene): string {
	const {
		class: key,
		value: raw,
		unit,
	} = (value ?? {}) as { class?: string; value?: unknown; unit?: string };
	if (key === undefined) return unit === undefined ? String(raw) : `${raw} ${unit}`;
	return [...ontology.classes.values()].find((one) => one.key === key)?.label ?? key;
}

/** At its own precision; one that an attestation set, as the moment. Never "now". */
function boundText(bound: Bound | undefined, unknown: string): string {
	if (bound === undefined) return unknown;
	const { at, precision } = bound;
	return precision === undefined
		? instantText(at).replace(/T00:00:00\.000000Z$/, "")
		: dateText({ at, precision });
}

const instantField = (what: string) => z.string().max(40).nullable().describe(`${what}; null when unknown.`);
const precisionField = (what: string) =>
	z.string().max(16).nullable().describe(`Precision of ${what}; null where no source stated one.`);

/** The shape of {@link matchesJson}. */
export const matchOutput = z.object({
	derived_id: z.string().max(64).describe("The derived fact's id."),
	entity_id: z.string().max(64).describe("The entity concluded of."),
	entity_name: z.string().describe("Its name."),
	predicate: z.string().describe("What is concluded: a label, or is a."),
	object_id: z.string().max(64).nullable().describe("The other entity; null for a value."),
	object_name: z.string().nullable().describe("Its name; null for a value."),
	object_value: z
		.record(z.string(), z.unknown())
		.nullable()
		.describe("The value, or {class}; null for an entity."),
	valid_from: instantField("Start in the world"),
	valid_to: instantField("End in the world"),
	valid_from_precision: precisionField("valid_from"),
	valid_to_precision: precisionField("valid_to"),
	confidence: z.number().min(0).max(1).describe("The lowest of its premises."),
	premises: z
		.array(
			z.object({
				fact_id: z.string().max(64).optional().describe("A fact; then no derived_id."),
				derived_id: z.string().max(64).optional().describe("A derived fact; then no fact_id."),
				label: z.string().describe("What is said."),
				value_text: z.string().describe("The value, or the name of the other entity."),
			}),
		)
		.describe("What it follows from, in the order of the proof."),
});
