import { describe, expect, test } from "vitest";
import { literal, namedNode, XSD } from "../../../src/rdf/terms.ts";
import { Template } from "../../../src/sparql/template.ts";

const x = namedNode("urn:x");
const limit = { limit: 10 };
const dateTime = literal("2026-01-01T00:00:00.000000Z", namedNode(`${XSD}dateTime`));

describe("a template", () => {
	test("puts terms where parameters stand and leaves everything else as it is", () => {
		const template = new Template(
			"t",
			'# @param $a iri\n# $a in a comment\nSELECT * { $a <urn:$a> "$a", \'$a\', """$a "$a" """, ?a }',
		);
		expect(template.bind({ a: x }, limit)).toBe(
			'# @param $a iri\n# $a in a comment\nSELECT * { <urn:x> <urn:$a> "$a", \'$a\', """$a "$a" """, ?a }\nLIMIT 10',
		);
	});

	test("writes a list side by side", () => {
		const template = new Template("t", "# @param $a iri+\nSELECT * { VALUES ?a { $a } }");
		expect(template.bind({ a: [x, namedNode("urn:y")] }, { limit: 1, offset: 5 })).toMatch(
			/VALUES \?a \{ <urn:x> <urn:y> \} \}\nLIMIT 1 OFFSET 5$/,
		);
	});

	test("uses a parameter as often as it stands there", () => {
		const template = new Template("t", "# @param $a iri\nASK { $a $a $a }");
		expect(template.bind({ a: x }, limit)).toContain("{ <urn:x> <urn:x> <urn:x> }");
	});

	test("does not load with a parameter that is not declared", () => {
		expect(() => new Template("t", "SELECT * { $a ?b ?c }")).toThrow("t: $a is not declared");
	});

	test.each([
		["a missing argument", {}, "$a is missing"],
		["an undeclared argument", { a: x, b: x }, "$b is not declared"],
		["a literal for an IRI", { a: literal("x") }, "$a must be iri"],
		["a list for one IRI", { a: [x] }, "$a must be iri"],
	])("refuses %s", (_, given, said) => {
		const template = new Template("t", "# @param $a iri\nSELECT * { $a ?b ?c }");
		expect(() => template.bind(given as never, limit)).toThrow(said);
	});

	test.each([
		["literal", x, false],
		["literal", literal("x"), true],
		["literal", literal("x", { language: "en" }), true],
		["dateTime", dateTime, true],
		["dateTime", literal("2026"), false],
		["integer", literal("5", namedNode(`${XSD}integer`)), true],
		["integer", literal("5"), false],
		["iri+", [x], true],
		["iri+", [], false],
		["iri+", x, false],
	] as const)("a parameter of type %s, given %o, is fine: %s", (type, value, fine) => {
		const template = new Template("t", `# @param $a ${type}\nSELECT * { VALUES ?a { $a } }`);
		const bind = () => template.bind({ a: value }, limit);
		if (fine) expect(bind()).toContain("LIMIT 10");
		else expect(bind).toThrow(TypeError);
	});

	test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses the limit %s", (bad) => {
		expect(() => new Template("t", "SELECT * { ?a ?b ?c }").bind({}, { limit: bad })).toThrow(/limit/);
	});
});
