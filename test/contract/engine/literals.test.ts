import { literal, namedNode, quad, Store } from "oxigraph";
import { describe, expect, test } from "vitest";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const [s, p, g] = ["s", "p", "g"].map((name) => namedNode(`http://example.org/${name}`)) as [
	never,
	never,
	never,
];

function stored(lexical: string, datatype: string): string {
	const store = new Store();
	store.add(quad(s, p, literal(lexical, namedNode(XSD + datatype)), g));
	const [found] = store.match();
	return found?.object.value ?? "";
}

describe("the store changes the spelling of literals", () => {
	test.each([
		["01", "integer", "1"],
		["+5", "integer", "5"],
		["1.0", "decimal", "1"],
		["1.50", "decimal", "1.5"],
		["1e0", "double", "1"],
		["1", "boolean", "true"],
		["PT36H", "duration", "P1DT12H"],
		["2020-01-01T00:00:00+00:00", "dateTime", "2020-01-01T00:00:00Z"],
		["2020-01-01T00:00:00.000000Z", "dateTime", "2020-01-01T00:00:00Z"],
		["2020-01-01T00:00:00.100000Z", "dateTime", "2020-01-01T00:00:00.1Z"],
		["2020-01-01T24:00:00Z", "dateTime", "2020-01-02T00:00:00Z"],
	])("%s as %s is kept as another spelling", (given, datatype, kept) => {
		expect(stored(given, datatype)).toBe(kept);
	});

	test.each([
		["2020-01-01T10:00:00+02:00", "dateTime"],
		["2020-02-30", "date"],
		["14:52:0.048", "time"],
		["12345678901234567890123", "integer"],
		["1.123456789012345678901234567891", "decimal"],
		["2020-01-01T00:00:00.1234567890123Z", "dateTime"],
		["-0044-03-15T12:00:00Z", "dateTime"],
	])("%s as %s is kept as it is", (given, datatype) => {
		expect(stored(given, datatype)).toBe(given);
	});

	test("two spellings of one value are one term in the store and two outside it", () => {
		const decimal = namedNode(`${XSD}decimal`);
		const [long, short] = [literal("1.50", decimal), literal("1.5", decimal)];
		expect(long.equals(short)).toBe(false);
		const store = new Store();
		store.add(quad(s, p, long, g));
		store.add(quad(s, p, short, g));
		expect(store.size).toBe(1);
		expect(store.has(quad(s, p, long, g))).toBe(true);
	});

	test("half of a surrogate pair silently becomes the replacement character", () => {
		expect(literal("a\ud800b").value).toBe("a\ufffdb");
	});

	test("language tags come back in lower case", () => {
		const store = new Store();
		store.add(quad(s, p, literal("x", "en-US"), g));
		const [found] = store.match();
		expect(found?.object).toMatchObject({ language: "en-us" });
	});
});
