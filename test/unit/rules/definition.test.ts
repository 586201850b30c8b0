import fc from "fast-check";
import { expect, test } from "vitest";
import { literal } from "../../../src/rdf/terms.ts";
import { type Definition, definitionText, sameDefinition } from "../../../src/rules/definition.ts";
import { isReadable, parseDefinition } from "../../../src/rules/parse-definition.ts";
import { xsd } from "../../../src/vocab/well-known.ts";
import { classIri, relationIri } from "../../support/rule-ontology.ts";

const controls: Definition = {
	appliesTo: classIri("company"),
	join: relationIri("owns"),
	conditions: [
		{
			group: 1,
			seq: 1,
			side: "x",
			attribute: relationIri("share"),
			operator: "gt",
			operand: { const: "50" },
		},
		{
			group: 1,
			seq: 2,
			side: "y",
			attribute: relationIri("listed"),
			operator: "in",
			operand: ["no", 'say "yes" 1'],
		},
	],
	conclusion: { kind: "relation", relation: relationIri("controls") },
};

test("the text of a definition names everything by IRI, keys in code-point order, numbers as text", () => {
	expect(definitionText(controls).replaceAll("urn:utopia:kb:00000000-0000-4000-8000-0000000000aa:", "")).toBe(
		'{"conclusion":{"kind":"relation","relation":"relation:controls"},' +
			'"conditions":[{"attribute":"relation:share","group":1,"operand":{"const":"50"},"operator":"gt","seq":1,"side":"x"},' +
			'{"attribute":"relation:listed","group":1,"operand":["no","say \\"yes\\" 1"],"operator":"in","seq":2,"side":"y"}],' +
			'"join":"relation:owns"}',
	);
});

test("what was written reads back the same, constants with their spelling, datatype and language", () => {
	for (const value of [literal("1.50", xsd.decimal), literal("groß", { language: "de" }), literal("x")]) {
		const constant: Definition = {
			...controls,
			conclusion: { kind: "attribute", attribute: relationIri("a"), value },
		};
		const read = parseDefinition(constant.appliesTo, definitionText(constant));
		expect(isReadable(read) && sameDefinition(read, constant)).toBe(true);
		expect(read).toMatchObject({ conclusion: { value: { value: value.value, language: value.language } } });
	}
});

test("spaces, other orders of keys and JSON numbers are read, and no digit is lost", () => {
	const foreign = `{ "conclusion": {"attribute": "${relationIri("m")}", "kind": "computed",
		"expression": {"r": {"const": 0.1234567890123456789012}, "op": "mul", "l": {"attr": "${relationIri("a")}"}}},
		"conditions": [{"operator": "lt", "operand": 9007199254740993.0, "attribute": "${relationIri("a")}", "seq": 4, "group": 2}],
		"join": null, "note": "12 \\" 13" }`;
	expect(parseDefinition(classIri("c"), foreign)).toEqual({
		appliesTo: classIri("c"),
		join: undefined,
		conditions: [
			{
				group: 2,
				seq: 4,
				side: "x",
				attribute: relationIri("a"),
				operator: "lt",
				operand: { const: "9007199254740993" },
			},
		],
		conclusion: {
			kind: "computed",
			attribute: relationIri("m"),
			expression: { op: "mul", l: { attr: relationIri("a") }, r: { const: "0.1234567890123456789012" } },
		},
	});
});

test.each([
	["", undefined],
	["null", "conditions"],
	["5", "conditions"],
	["[]", "conditions"],
	['{"conditions":[]}', "conclusion"],
	['{"conditions":[],"conclusion":{"kind":"typing","class":"no iri"}}', "conclusion.class"],
	['{"conditions":[],"conclusion":{"kind":"attribute","attribute":"urn:a","value":"x"}}', "conclusion.value"],
	[`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "conditions"],
])("a definition that is none is told: %.40s", (text, field) => {
	const read = parseDefinition(classIri("c"), text);
	expect(isReadable(read)).toBe(false);
	expect(read).toMatchObject({ field, sentence: expect.any(String) });
});

test("nothing that can stand in a definition's text is thrown at the reader", () => {
	fc.assert(
		fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
			expect(isReadable(parseDefinition("urn:c", text))).toBe(false);
			parseDefinition("urn:c", `{"conditions":[${text}],"conclusion":${text}}`);
		}),
	);
});
