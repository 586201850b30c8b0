import { z } from "zod";
import type { Ontology } from "../../ontology/ontology.ts";
import { literal } from "../../rdf/terms.ts";
import type { Conclusion, Condition, Definition, Expression } from "../../rules/definition.ts";
import { isReadable } from "../../rules/parse-definition.ts";
import type { HeldVersion, RuleHeld } from "../../rules/rule-history.ts";
import { type RuleWords, ruleInWords, ruleSentence, UNAVAILABLE } from "../../rules/words.ts";
import { xsd } from "../../vocab/well-known.ts";
import { rawJson, valueJson } from "./value-json.ts";

/** What a version says, as it can be read. */
export function definitionOf(version: HeldVersion | undefined): Definition | undefined {
	return version !== undefined && isReadable(version.definition) ? version.definition : undefined;
}

/** A version in words of the moment read; a body that cannot be read is said to be so. */
export function wordsOf(version: HeldVersion | undefined, ontology: Ontology): RuleWords | undefined {
	const definition = definitionOf(version);
	return definition && ruleInWords(definition, ontology);
}

/** `applies to Vessel where … ⇒ …`. */
export function sentenceOf(version: HeldVersion | undefined, ontology: Ontology): string {
	const words = wordsOf(version, ontology);
	return words === undefined ? UNAVAILABLE : ruleSentence(words);
}

/** The fields of a rule that lists show. */
export function ruleJson({ id, state, version }: RuleHeld, matches: number, ontology: Ontology) {
	const definition = definitionOf(version);
	const words = wordsOf(version, ontology);
	return {
		id,
		name: state.name,
		description: state.description ?? null,
		enabled: state.enabled,
		version: version?.number ?? null,
		class_key: (definition && ontology.classes.get(definition.appliesTo)?.key) ?? null,
		class_label: words?.classLabel ?? null,
		join_key: keyOf(definition?.join, ontology),
		conditions_text: words?.conditions ?? UNAVAILABLE,
		conditions: (definition?.conditions ?? []).map((one) => conditionJson(one, ontology)),
		conclusion: definition?.conclusion.kind ?? null,
		conclusion_text: words?.conclusion ?? UNAVAILABLE,
		matches,
	};
}

const keyOf = (iri: string | undefined, { relations }: Ontology) =>
	(iri === undefined ? undefined : relations.get(iri)?.key) ?? null;

function conditionJson(condition: Condition, ontology: Ontology) {
	const { group, seq, side, attribute, operator } = condition;
	return {
		...{ group, seq, side, attribute_key: keyOf(attribute, ontology), operator },
		operand: operandJson(condition, ontology),
	};
}

function operandJson(condition: Condition, ontology: Ontology): unknown {
	switch (condition.operator) {
		case "present":
			return null;
		case "between":
			return condition.operand.map(numberJson);
		case "in":
		case "not_in":
			return condition.operand;
		case "gt":
		case "gte":
		case "lt":
		case "lte":
			return "const" in condition.operand
				? numberJson(condition.operand.const)
				: expressionJson(condition.operand, ontology);
	}
}

/** A JSON number where that loses nothing, else the text. */
const numberJson = (digits: string) => rawJson(literal(digits, xsd.decimal));

function expressionJson(expression: Expression, ontology: Ontology): unknown {
	if ("attr" in expression) return { attr: keyOf(expression.attr, ontology) };
	if ("const" in expression) return { const: numberJson(expression.const) };
	const { op, l, r } = expression;
	return { op, l: expressionJson(l, ontology), r: expressionJson(r, ontology) };
}

/** A definition as it is sent: everything by key. */
export function bodyJson({ appliesTo, join, conditions, conclusion }: Definition, ontology: Ontology) {
	return {
		class: ontology.classes.get(appliesTo)?.key ?? null,
		join: keyOf(join, ontology),
		conditions: conditions.map((one) => {
			const { attribute_key: attribute, ...rest } = conditionJson(one, ontology);
			return { ...rest, attribute };
		}),
		conclusion: conclusionJson(conclusion, ontology),
	};
}

function conclusionJson(conclusion: Conclusion, ontology: Ontology) {
	const { kind } = conclusion;
	switch (conclusion.kind) {
		case "typing":
			return { kind, class: ontology.classes.get(conclusion.class)?.key ?? null };
		case "attribute": {
			const attribute = keyOf(conclusion.attribute, ontology);
			return { kind, attribute, value: valueJson(conclusion.value)["value"] };
		}
		case "computed": {
			const expression = expressionJson(conclusion.expression, ontology);
			return { kind, attribute: keyOf(conclusion.attribute, ontology), expression };
		}
		case "relation":
			return { kind, relation: keyOf(conclusion.relation, ontology) };
	}
}

const word = (what: string) =>
	z.string().max(512).nullable().describe(`${what}; null when it is not declared.`);

/** The shape of {@link ruleJson}. */
export const ruleOutput = z.object({
	id: z.string().max(64).describe("The rule's id."),
	name: z.string().describe("What people call it."),
	description: z.string().nullable().describe("What it is for; null when nobody said."),
	enabled: z.boolean().describe("Whether it draws conclusions."),
	version: z
		.number()
		.int()
		.nullable()
		.describe("Number of the version held; null when its body is not here."),
	class_key: word("Key of the class it applies to"),
	class_label: word("Label of that class"),
	join_key: z
		.string()
		.max(512)
		.nullable()
		.describe("Key of the relation that joins x to y; null for a rule about x alone."),
	conditions_text: z.string().describe("The conditions in words."),
	conditions: z
		.array(
			z.object({
				group: z.number().int().describe("Conditions of one group must all be met, of the groups one."),
				seq: z.number().int().describe("Place in the group."),
				side: z.enum(["x", "y"]).describe("x: the entity concluded of; y: the one joined to it."),
				attribute_key: word("Key of the attribute read"),
				operator: z
					.enum(["gt", "gte", "lt", "lte", "between", "in", "not_in", "present"])
					.describe("How it is compared."),
				operand: z
					.unknown()
					.describe("A number, an expression, two numbers, a list of texts; null for present."),
			}),
		)
		.describe("The same, one by one."),
	conclusion: z
		.enum(["typing", "attribute", "computed", "relation"])
		.nullable()
		.describe("Kind of conclusion."),
	conclusion_text: z.string().describe("The conclusion in words."),
	matches: z.number().int().min(0).describe("Conclusions held, one for each interval."),
});
