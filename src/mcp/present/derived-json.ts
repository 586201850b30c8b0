import { z } from "zod";
import { byText } from "../../ledger/by-text.ts";
import { asFact, type DerivedFact } from "../../ledger/derived-facts.ts";
import { localName } from "../../ontology/subject-reader.ts";
import { byInstant, instantText } from "../../time/instant.ts";
import * as utopia from "../../vocab/utopia.gen.ts";
import { dateBoundsJson, datesOutput } from "./fact-json.ts";
import { instantJson } from "./moment.ts";
import { rangeText } from "./range-text.ts";
import type { Scene } from "./subject.ts";
import { valueJson, valueText } from "./value-json.ts";

/** The key of the built-in relation of concluded types. */
const IS_A = "is_a";

function keyOf({ predicate, relation }: DerivedFact): string {
	return predicate.equals(utopia.isA) ? IS_A : (relation?.key ?? localName(predicate.value));
}

/** The key of a relation of the base, or the IRI that came with an imported one. */
function predicateId(derived: DerivedFact): string {
	const { predicate } = derived;
	const isOurs = predicate.equals(utopia.isA) || predicate.value.startsWith("urn:utopia:kb:");
	return isOurs ? keyOf(derived) : predicate.value;
}

function predicateName(derived: DerivedFact): string {
	return derived.predicate.equals(utopia.isA) ? IS_A : (derived.relation?.label ?? keyOf(derived));
}

function objectKey({ object }: DerivedFact): string {
	return "entity" in object ? object.entity : object.value.value;
}

/** By predicate, ends, start and id (graph-tools 5). */
export function byDerivedOrder(a: DerivedFact, b: DerivedFact): number {
	return (
		byText(keyOf(a), keyOf(b)) ||
		byText(a.subject, b.subject) ||
		byText(objectKey(a), objectKey(b)) ||
		byInstant(a.from?.at, b.from?.at) ||
		byText(a.id, b.id)
	);
}

/** One derived fact: every field of the contract, then ours (graph-tools 5). */
export function derivedJson(derived: DerivedFact, { index, asOf }: Scene) {
	const { object, relation, proofs } = derived;
	const [{ rule, confidence, premises }] = proofs;
	const isBusiness = rule.kind === "business";
	const entity = "entity" in object ? object.entity : undefined;
	return {
		id: derived.id,
		subject_id: derived.subject,
		subject: index.name(derived.subject, asOf),
		predicate_id: predicateId(derived),
		predicate: predicateName(derived),
		object_id: entity ?? null,
		object: entity === undefined ? null : index.name(entity, asOf),
		object_value: "value" in object ? valueJson(object.value, { unit: relation?.unit }) : null,
		rule: rule.kind ?? null,
		rule_name: rule.name ?? null,
		rule_id: isBusiness ? null : (rule.id ?? null),
		attribute_rule_id: isBusiness ? (rule.id ?? null) : null,
		confidence,
		...dateBoundsJson(derived),
		derived_at: instantText(derived.derivedAt),
		invalidated_at: instantJson(derived.invalidatedAt),
		object_lexical: derived.objectSpelled?.value ?? null,
		rule_version: rule.version ?? null,
		premises: premises.map(({ id }) => id),
	};
}

/** What a derived fact is about, as a line of words with the ids of its ends. */
export function conclusionText(derived: DerivedFact, { index, ontology, asOf }: Scene): string {
	const { object, relation, subject } = derived;
	const end =
		"entity" in object
			? `${index.name(object.entity, asOf)} ${object.entity}`
			: object.value.termType === "NamedNode"
				? (ontology.classes.get(object.value.value)?.label ?? object.value.value)
				: valueText(object.value, derived.objectSpelled, relation?.unit);
	const range = rangeText(asFact(derived));
	const said = `${index.name(subject, asOf)} ${subject} ${predicateName(derived)} ${end}`;
	return range === "" ? said : `${said} (${range})`;
}

/** One derived fact as a line that is enough on its own: what was concluded, by which rule, from what. */
export function derivedText(derived: DerivedFact, scene: Scene): string {
	const [{ rule, confidence, premises }] = derived.proofs;
	const version = rule.version === undefined ? "" : ` version ${rule.version}`;
	return [
		`- derived ${derived.id}: ${conclusionText(derived, scene)}`,
		`confidence ${confidence}`,
		`by ${rule.name ?? "a rule that is not named"}${rule.id === undefined ? "" : ` rule ${rule.id}`}${version}`,
		...(premises.length === 0 ? [] : [`from ${premises.map(({ kind, id }) => `${kind} ${id}`).join(", ")}`]),
	].join(" · ");
}

const word = (what: string) => z.string().nullable().describe(`${what}; null when there is none.`);

/** One entry of `derived_facts[]`. */
export const derivedOutput = z.object({
	id: z.string().max(64).describe("The derived fact's id."),
	subject_id: z.string().max(64).describe("The entity it is about."),
	subject: z.string().describe("That entity's name."),
	predicate_id: z.string().max(2_048).describe("The relation: its key, or the IRI it came with."),
	predicate: z.string().describe("The relation's label; is_a for a concluded type."),
	object_id: word("The entity at the other end"),
	object: word("That entity's name"),
	object_value: z
		.record(z.string(), z.unknown())
		.nullable()
		.describe("The value with its unit, or the class; null when the other end is an entity."),
	rule: z
		.enum(["transitive", "symmetric", "inverse", "sub_property", "business"])
		.nullable()
		.describe("By which axiom it was concluded, or business; null when an imported one does not tell."),
	rule_name: word("What the rule is called"),
	rule_id: word("The axiom rule"),
	attribute_rule_id: word("The business rule"),
	confidence: z.number().min(0).max(1).describe("How certain its surest proof makes it, 0 to 1."),
	...datesOutput,
	derived_at: z.string().max(40).describe("When the base concluded it, as an instant in UTC."),
	invalidated_at: word("When it stood no longer, as an instant in UTC"),
	object_lexical: word("The value as it was spelled, where that differs"),
	rule_version: z.number().int().nullable().describe("The version of the business rule; null otherwise."),
	premises: z
		.array(z.string().max(64))
		.max(10_000)
		.describe("Ids of the facts and derived facts from which it follows in one step, in order."),
});
