import { expect, test } from "vitest";
import { valueJson, valueText } from "../../../src/mcp/present/value-json.ts";
import { literal, namedNode } from "../../../src/rdf/terms.ts";
import { xsd } from "../../../src/vocab/well-known.ts";

const decimal = (text: string) => literal(text, xsd.decimal);

test.each([
	["1250", 1250],
	["-0.5", -0.5],
	["100", 100],
	["0", 0],
	["12345678901234567890", "12345678901234567890"],
	["0.1000000000000000055", "0.1000000000000000055"],
])("a number is a JSON number where that loses nothing: %s", (text, value) => {
	expect(valueJson(decimal(text))["value"]).toBe(value);
});

test("unit, language, foreign datatype and class stand beside or in place of the value", () => {
	expect(valueJson(decimal("7.5"), { unit: "m" })).toEqual({ value: 7.5, unit: "m" });
	expect(valueJson(literal("Hafen", { language: "de" }))).toEqual({ value: "Hafen", language: "de" });
	expect(valueJson(literal("P1D", namedNode("http://www.w3.org/2001/XMLSchema#duration")))).toEqual({
		value: "P1D",
		datatype: "http://www.w3.org/2001/XMLSchema#duration",
	});
	expect(valueJson(literal("true", xsd.boolean))).toEqual({ value: true });
	expect(valueJson(namedNode("urn:x:class"))).toEqual({ class: "urn:x:class" });
});

test("for reading, a value has the spelling given and its unit, and is cut aloud", () => {
	expect(valueText(decimal("1.5"), decimal("1.50"), "t")).toBe("1.50 t");
	expect(valueText(literal("x".repeat(500)), undefined, undefined)).toBe(
		`${"x".repeat(400)}… (500 characters)`,
	);
});
