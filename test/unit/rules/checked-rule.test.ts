import { expect, test } from "vitest";
import { UtopiaError } from "../../../src/errors.ts";
import { literal } from "../../../src/rdf/terms.ts";
import { checkedDefinition } from "../../../src/rules/checked-rule.ts";
import { xsd } from "../../../src/vocab/well-known.ts";
import { classIri, FLEET, relationIri } from "../../support/rule-ontology.ts";

const TYPING = { kind: "typing", class: "needs_dock" };
const STRAIN = { attribute: "strain", operator: "gt", operand: 8 };

function wish(changes: Readonly<Record<string, unknown>>) {
	return { class: "vessel", conditions: [STRAIN], conclusion: TYPING, ...changes };
}

const condition = (changes: Readonly<Record<string, unknown>>) =>
	wish({ conditions: [{ ...STRAIN, ...changes }] });
const computed = (expression: unknown) =>
	wish({ conclusion: { kind: "computed", attribute: "margin", expression } });

test("names become IRIs, numbers plain digits, and places are filled in", () => {
	const checked = checkedDefinition(
		wish({
			join: "owns",
			conditions: [
				{ attribute: "survey", operator: "in", operand: [" b ", "a", 1.5, true, "a"], side: "y", group: 7 },
				{ attribute: "strain", operator: "gte", operand: "8.50" },
				{ attribute: "insured", operator: "between", operand: [0, "1e0"] },
			],
			conclusion: { kind: "relation", relation: relationIri("controls") },
		}),
		FLEET,
	);
	expect(checked).toEqual({
		appliesTo: classIri("vessel"),
		join: relationIri("owns"),
		conditions: [
			{
				group: 1,
				seq: 2,
				side: "x",
				attribute: relationIri("strain"),
				operator: "gte",
				operand: { const: "8.5" },
			},
			{
				group: 1,
				seq: 3,
				side: "x",
				attribute: relationIri("insured"),
				operator: "between",
				operand: ["0", "1"],
			},
			{
				group: 7,
				seq: 1,
				side: "y",
				attribute: relationIri("survey"),
				operator: "in",
				operand: ["1.5", "a", "b", "true"],
			},
		],
		conclusion: { kind: "relation", relation: relationIri("controls") },
	});
});

test("a constant is a literal of its attribute's datatype", () => {
	const value = (attribute: string, given: unknown) =>
		checkedDefinition(wish({ conclusion: { kind: "attribute", attribute, value: given } }), FLEET).conclusion;
	expect(value("strain", "1.50")).toMatchObject({ value: literal("1.50", xsd.decimal) });
	expect(value("crew", 12)).toMatchObject({ value: literal("12", xsd.integer) });
	expect(value("launched", "2020-02-29")).toMatchObject({ value: literal("2020-02-29", xsd.date) });
	expect(value("insured", true)).toMatchObject({ value: literal("true", xsd.boolean) });
});

test("four operators under each other are taken, a rule without conditions too", () => {
	const four = {
		op: "add",
		l: {
			op: "sub",
			l: { op: "mul", l: { op: "div", l: { attr: "cost" }, r: { const: 2 } }, r: { const: 1 } },
			r: { const: 1 },
		},
		r: { const: 1 },
	};
	expect(checkedDefinition(computed(four), FLEET).conclusion).toMatchObject({ kind: "computed" });
	expect(checkedDefinition(wish({ conditions: [] }), FLEET).conditions).toEqual([]);
	const five = { op: "add", l: { const: 1 }, r: four };
	expect(() => checkedDefinition(computed(five), FLEET)).toThrow("at most 4 operators");
});

const sum = { op: "add", l: { const: 1 }, r: { const: "2" } };

test.each([
	["unknown_class", "class", '"ship"', wish({ class: "ship" })],
	["unknown_class", "class", "nothing", wish({ class: null })],
	[
		"unknown_class",
		"class",
		'"urn:utopia:kb:00000000-0000-4000-8000-0000000000bb:class:vessel"',
		wish({ class: "urn:utopia:kb:00000000-0000-4000-8000-0000000000bb:class:vessel" }),
	],
	["unknown_class", "conclusion.class", '"dock"', wish({ conclusion: { kind: "typing", class: "dock" } })],
	["malformed_rule", "conditions", '"none"', wish({ conditions: "none" })],
	["malformed_rule", "conditions.0", "5", wish({ conditions: [5] })],
	["unknown_attribute", "conditions.0.attribute", '"stress"', condition({ attribute: "stress" })],
	["unknown_attribute", "conditions.0.attribute", '"owns"', condition({ attribute: "owns" })],
	["unknown_operator", "conditions.0.operator", '"absent"', condition({ operator: "absent" })],
	["unknown_operator", "conditions.0.operator", "nothing", condition({ operator: undefined })],
	["not_comparable", "conditions.0.attribute", '"survey"', condition({ attribute: "survey" })],
	[
		"not_comparable",
		"conditions.0.attribute",
		'"launched"',
		condition({ attribute: "launched", operator: "between", operand: [1, 2] }),
	],
	["operand_mismatch", "conditions.0.operand", '"high"', condition({ operand: "high" })],
	["operand_mismatch", "conditions.0.operand", "nothing", condition({ operand: undefined })],
	["operand_mismatch", "conditions.0.operand", '"1e400000000"', condition({ operand: "1e400000000" })],
	["operand_mismatch", "conditions.0.operand", "[2, 1]", condition({ operator: "between", operand: [2, 1] })],
	[
		"operand_mismatch",
		"conditions.0.operand",
		"[1, 2, 3]",
		condition({ operator: "between", operand: [1, 2, 3] }),
	],
	["operand_mismatch", "conditions.0.operand", "5", condition({ operator: "in", operand: 5 })],
	["operand_mismatch", "conditions.0.operand", "[]", condition({ operator: "not_in", operand: [] })],
	["operand_mismatch", "conditions.0.operand", "[…]", condition({ operator: "in", operand: [{}] })],
	["operand_mismatch", "conditions.0.operand", "8", condition({ operator: "present" })],
	["malformed_rule", "conditions.0.side", '"z"', condition({ side: "z" })],
	["malformed_rule", "conditions.0.group", "1.5", condition({ group: 1.5 })],
	[
		"condition_twice",
		"conditions.1.seq",
		"1",
		wish({
			conditions: [
				{ ...STRAIN, seq: 1 },
				{ ...STRAIN, seq: 1 },
			],
		}),
	],
	["join_missing", "join", "a condition of side y", condition({ side: "y" })],
	[
		"join_missing",
		"join",
		"a conclusion of kind relation",
		wish({ conclusion: { kind: "relation", relation: "owns" } }),
	],
	["join_not_a_relation", "join", '"strain"', wish({ join: "strain" })],
	["join_not_a_relation", "join", '"wedded"', wish({ join: "wedded" })],
	[
		"unknown_relation",
		"conclusion.relation",
		'"strain"',
		wish({ join: "owns", conclusion: { kind: "relation", relation: "strain" } }),
	],
	["malformed_rule", "conclusion", "nothing", wish({ conclusion: undefined })],
	["malformed_rule", "conclusion.kind", '"guess"', wish({ conclusion: { kind: "guess" } })],
	[
		"wrong_datatype",
		"conclusion.value",
		'"many"',
		wish({ conclusion: { kind: "attribute", attribute: "crew", value: "many" } }),
	],
	[
		"wrong_datatype",
		"conclusion.value",
		"{}",
		wish({ conclusion: { kind: "attribute", attribute: "crew", value: {} } }),
	],
	[
		"not_comparable",
		"conclusion.attribute",
		'"survey"',
		wish({ conclusion: { kind: "computed", attribute: "survey", expression: sum } }),
	],
	["expression_reads_nothing", "conclusion.expression", "{op, l, r}", computed(sum)],
	["expression_reads_nothing", "conclusion.expression", "{const}", computed({ const: 1 })],
	["expression_reads_nothing", "conditions.0.operand", "{op, l, r}", condition({ operand: sum })],
	["malformed_rule", "conclusion.expression", "nothing", computed(undefined)],
	["malformed_rule", "conclusion.expression", "{attr, const}", computed({ attr: "cost", const: 1 })],
	["malformed_rule", "conclusion.expression.op", '"pow"', computed({ ...sum, op: "pow" })],
	["malformed_rule", "conclusion.expression.r.const", '"NaN"', computed({ ...sum, r: { const: "NaN" } })],
	["malformed_rule", "conclusion.expression.l", "nothing", computed({ op: "add", r: { const: 1 } })],
	["unknown_attribute", "conclusion.expression.l.attr", '"gain"', computed({ ...sum, l: { attr: "gain" } })],
	["not_comparable", "conclusion.expression.l.attr", '"survey"', computed({ ...sum, l: { attr: "survey" } })],
] as const)("%s: %s is %s", (reason, field, found, given) => {
	const refusal = (() => {
		try {
			return checkedDefinition(given as never, FLEET);
		} catch (error) {
			return error;
		}
	})();
	expect(refusal).toBeInstanceOf(UtopiaError);
	expect(refusal).toMatchObject({ code: "UTOPIA_WRITE_REFUSED", details: { reason, field, found } });
	expect((refusal as UtopiaError).details["allowed"]).toEqual(expect.any(String));
});

test("an expression as deep as the stack is refused, not followed", () => {
	let deep: unknown = { attr: "cost" };
	for (let n = 0; n < 200_000; n++) deep = { op: "add", l: deep, r: { const: 1 } };
	expect(() => checkedDefinition(computed(deep), FLEET)).toThrow("at most 4 operators");
	expect(() =>
		checkedDefinition(wish({ conclusion: { kind: "computed", attribute: "margin", value: deep } }), FLEET),
	).toThrow();
});
