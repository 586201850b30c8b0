import { expect, test } from "vitest";
import { literal } from "../../../src/rdf/terms.ts";
import { checkedDefinition } from "../../../src/rules/checked-rule.ts";
import { ruleInWords, ruleSentence } from "../../../src/rules/words.ts";
import { xsd } from "../../../src/vocab/well-known.ts";
import { FLEET, ontologyOf } from "../../support/rule-ontology.ts";

const inWords = (wish: object, ontology = FLEET) =>
	ruleInWords(checkedDefinition(wish as never, FLEET), ontology);
const strain = { attribute: "strain", operator: "gt", operand: 8 };
const survey = { attribute: "survey", operator: "in", operand: ["fatigue"] };
const rule = {
	class: "vessel",
	conditions: [strain, survey] as readonly object[],
	conclusion: { kind: "typing", class: "needs_dock" } as object,
};

test("one group has no parentheses, however many conditions", () => {
	expect(inWords(rule)).toEqual({
		classLabel: "Vessel",
		conditions: "strain > 8 AND survey in {fatigue}",
		conclusion: "is a Dock case",
		join: undefined,
	});
});

test("of several groups only those with two or more conditions have parentheses", () => {
	const insured = { attribute: "insured", operator: "present", group: 5 };
	expect(inWords({ ...rule, conditions: [insured, strain, survey] }).conditions).toBe(
		"(strain > 8 AND survey in {fatigue}) OR insured is present",
	);
});

test("every operator has its words", () => {
	const said = (operator: string, operand?: unknown) =>
		inWords({ ...rule, conditions: [{ attribute: "strain", operator, operand }] }).conditions;
	expect([said("gte", 1), said("lt", "0.10"), said("lte", 1e3), said("between", [1, 2])]).toEqual([
		"strain >= 1",
		"strain < 0.1",
		"strain <= 1000",
		"strain between 1 and 2",
	]);
	expect(said("not_in", ["b", "a, c", ""])).toBe('strain not in {"", "a, c", b}');
});

const margin = {
	op: "div",
	l: { op: "sub", l: { attr: "revenue" }, r: { attr: "cost" } },
	r: { attr: "revenue" },
};

test("a calculation is fully parenthesised", () => {
	const computed = { ...rule, conclusion: { kind: "computed", attribute: "margin", expression: margin } };
	expect(inWords(computed).conclusion).toBe("margin = ((revenue - cost) / revenue)");
	const constant = { ...rule, conclusion: { kind: "attribute", attribute: "survey", value: "due soon" } };
	expect(inWords(constant).conclusion).toBe("survey = due soon");
});

test("a joined rule says of whom it speaks", () => {
	const joined = {
		...rule,
		join: "owns",
		conditions: [
			strain,
			{ ...survey, side: "y" },
			{ attribute: "cost", operator: "lt", operand: { attr: "revenue" } },
		],
		conclusion: { kind: "relation", relation: "controls" },
	};
	expect(ruleSentence(inWords(joined))).toBe(
		"applies to Vessel with x owns y where x.strain > 8 AND y.survey in {fatigue} AND x.cost < x.revenue ⇒ x controls y",
	);
});

test("a label that two attributes share gets the key", () => {
	const ontology = ontologyOf({
		classes: ["vessel", "needs_dock"],
		attributes: { strain: xsd.decimal, survey: xsd.string, hull_strain: xsd.decimal },
		labels: { strain: "Strain", hull_strain: "Strain" },
	});
	expect(inWords(rule, ontology).conditions).toBe("Strain (strain) > 8 AND survey in {fatigue}");
});

test("what is not declared has no name, and a calculation that reads it is not shown", () => {
	const computed = { ...rule, conclusion: { kind: "computed", attribute: "margin", expression: margin } };
	const { revenue: _, ...attributes } = {
		strain: xsd.decimal,
		margin: xsd.decimal,
		cost: xsd.decimal,
		revenue: 0,
	};
	expect(inWords(computed, ontologyOf({ attributes }))).toMatchObject({
		classLabel: "(unknown class)",
		conditions: "strain > 8 AND (unknown attribute) in {fatigue}",
		conclusion: "margin = (expression unavailable)",
	});
});

test("a constant with an odd end is quoted", () => {
	const definition = checkedDefinition(rule as never, FLEET);
	const conclusion = { kind: "attribute", attribute: "urn:none", value: literal(" x ") } as const;
	expect(ruleInWords({ ...definition, conclusion }, FLEET).conclusion).toBe('(unknown attribute) = " x "');
});
