import { describe, expect, test } from "vitest";
import { readTerm } from "../../../src/rdf/read-term.ts";
import { literal, namedNode, XSD } from "../../../src/rdf/terms.ts";
import { count, decode, iri, moment, optional, rowsOfTsv, term, text } from "../../../src/sparql/rows.ts";
import { instant } from "../../../src/time/instant.ts";

describe("rows", () => {
	test("an empty cell is unbound, a header without rows is no row", () => {
		expect(rowsOfTsv("?a\t?b\n")).toEqual([]);
		const [row] = rowsOfTsv("?a\t?b\n<urn:x>\t\n");
		expect(row?.get("a")).toEqual(namedNode("urn:x"));
		expect(row?.get("b")).toBeUndefined();
		expect(row?.get("c")).toBeUndefined();
	});

	test("a row of one unbound variable is a row", () => {
		expect(rowsOfTsv("?a\n\n<urn:x>\n")).toHaveLength(2);
	});

	test("escaped tabs and line feeds stay inside their literal", () => {
		const [row, ...rest] = rowsOfTsv('?a\t?b\n"one\\ttwo\\nthree"\t"four"\n');
		expect(rest).toEqual([]);
		expect(row?.get("a")?.value).toBe("one\ttwo\nthree");
		expect(row?.get("b")?.value).toBe("four");
	});

	test("a shape reads each variable as what it promises", () => {
		const [row] = rowsOfTsv(
			`?fact\t?name\t?at\t?n\t?gone\n<urn:f>\t"Heron"\t"2026-03-20T12:00:00.1Z"^^<${XSD}dateTime>\t12\t\n`,
		);
		expect(row).toBeDefined();
		if (row === undefined) return;
		expect(decode(row, { fact: iri, name: text, at: moment, n: count, gone: optional(iri) })).toEqual({
			fact: namedNode("urn:f"),
			name: "Heron",
			at: instant("2026-03-20T12:00:00.100000Z"),
			n: 12,
			gone: undefined,
		});
		expect(() => decode(row, { gone: iri })).toThrow("?gone is unbound");
		expect(() => decode(row, { fact: text })).toThrow("?fact is urn:f");
		expect(() => decode(row, { name: optional(iri) })).toThrow("?name is Heron");
		expect(decode(row, { name: term })).toEqual({ name: literal("Heron") });
	});
});

describe("terms of the engine's text", () => {
	test.each([
		["<urn:x>", namedNode("urn:x")],
		['"a"', literal("a")],
		['"a"@en-us', literal("a", { language: "en-us" })],
		['"a"^^<urn:d>', literal("a", namedNode("urn:d"))],
		['"say \\"hi\\" \\\\ \\u00E9 \\U0001F600"', literal('say "hi" \\ é 😀')],
		["true", literal("true", namedNode(`${XSD}boolean`))],
		["-12", literal("-12", namedNode(`${XSD}integer`))],
		["1.50", literal("1.50", namedNode(`${XSD}decimal`))],
		["1.5E0", literal("1.5E0", namedNode(`${XSD}double`))],
	])("%s", (spelled, wanted) => {
		expect(readTerm(spelled)).toEqual(wanted);
	});

	test.each(["_:b0", ""])("%j is never stored", (spelled) => {
		expect(() => readTerm(spelled)).toThrow(TypeError);
	});
});
