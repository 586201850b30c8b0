import fc from "fast-check";
import oxigraph from "oxigraph";
import { expect, test } from "vitest";
import { canonicalLexical } from "../../../src/rdf/lexical.ts";
import { XSD } from "../../../src/rdf/terms.ts";

/** What really comes back from the engine. */
function stored(datatype: string, value: string): { value: string; datatype: string } {
	const { defaultGraph, literal, namedNode, quad, Store } = oxigraph;
	const store = new Store();
	store.add(
		quad(namedNode("urn:s"), namedNode("urn:p"), literal(value, namedNode(datatype)), defaultGraph()),
	);
	const [found] = store.match(null, null, null, null);
	const object = found?.object as unknown as { value: string; datatype: { value: string } };
	return { value: object.value, datatype: object.datatype.value };
}

const digits = (min: number, max: number) =>
	fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
const sign = fc.constantFrom("", "", "+", "-");
const zone = fc.constantFrom("", "Z", "+00:00", "-00:00", "+02:00", "-11:30", "+14:00", "+15:00");
const text = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(""));
const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, "0"));
const year = fc.oneof(
	fc
		.integer({ min: -12_000, max: 12_000 })
		.map((n) => `${n < 0 ? "-" : ""}${String(Math.abs(n)).padStart(4, "0")}`),
	fc.constantFrom("1900", "2000", "2020", "0000", "-0001", "02020"),
);
const fraction = fc.oneof(
	fc.constant(""),
	digits(0, 20).map((d) => `.${d}`),
	fc.constant(".500"),
);
const clock = text(two(25), fc.constant(":"), two(60), fc.constant(":"), two(60), fraction);
const midnight = fc.constantFrom("24:00:00", "24:00:00.000", "00:00:00");
const dash = fc.constant("-");
const date = text(year, dash, two(13), dash, two(32));
const optional = (count: fc.Arbitrary<string>, unit: string) =>
	fc.oneof(
		fc.constant(""),
		count.map((n) => n + unit),
	);
const count = fc.oneof(digits(1, 3), fc.constantFrom("0", "12", "36", "60"));
const duration = text(
	fc.constantFrom("", "-"),
	...[fc.constant("P"), optional(count, "Y"), optional(count, "M"), optional(count, "D")],
	...[fc.constantFrom("", "T"), optional(count, "H"), optional(count, "M")],
	optional(text(count, fraction), "S"),
);
const number = text(sign, digits(0, 24), fc.constantFrom("", "."), digits(0, 22));
const double = text(
	sign,
	digits(0, 20),
	fc.constantFrom("", "."),
	digits(0, 6),
	fc.constantFrom("", "e", "E"),
	sign,
	digits(0, 3),
);

const CASES: readonly (readonly [string, fc.Arbitrary<string>])[] = [
	...["integer", "int", "long", "byte", "unsignedByte", "nonNegativeInteger", "negativeInteger"].map(
		(name) => [name, text(sign, digits(0, 22))] as const,
	),
	["decimal", number],
	["boolean", fc.constantFrom("true", "false", "1", "0", "TRUE", "")],
	[
		"double",
		fc.oneof(double, fc.double().map(String), fc.constantFrom("INF", "-INF", "+INF", "NaN", "-0", "0")),
	],
	["float", fc.oneof(double, fc.float().map(String), fc.constantFrom("INF", "-INF", "NaN", "-0"))],
	["dateTime", text(date, fc.constant("T"), fc.oneof(clock, midnight), zone)],
	["dateTimeStamp", text(date, fc.constant("T"), fc.oneof(clock, midnight), zone)],
	["date", text(date, zone)],
	["time", text(fc.oneof(clock, midnight), zone)],
	["gYear", text(year, zone)],
	["gYearMonth", text(year, dash, two(13), zone)],
	["gMonth", text(fc.constant("--"), two(13), zone)],
	["gMonthDay", text(fc.constant("--"), two(13), dash, two(32), zone)],
	["gDay", text(fc.constant("---"), two(32), zone)],
	["duration", duration],
	["dayTimeDuration", duration],
	["yearMonthDuration", duration],
	["string", fc.string()],
	["anyURI", fc.string()],
	["hexBinary", fc.constantFrom("0a", "0A", "")],
];

test.each(CASES)("xsd:%s: the stored form is what the engine gives back", (name, lexical) => {
	fc.assert(
		fc.property(
			fc.oneof({ arbitrary: lexical, weight: 9 }, { arbitrary: fc.string({ maxLength: 8 }), weight: 1 }),
			(value) => {
				expect(canonicalLexical(XSD + name, value)).toEqual(stored(XSD + name, value));
			},
		),
		{ numRuns: 700 },
	);
});

test("a datatype of another vocabulary keeps its text", () => {
	expect(canonicalLexical("http://example.org/angle", "01.50")).toEqual({
		value: "01.50",
		datatype: "http://example.org/angle",
	});
});

test.each(["-1246002287805103.2", "1246002287805103.3", "4503599627370497.5", "0.5", "2.5e-1", "1e21"])(
	"a double that lies midway between two shortest spellings: %s",
	(value) => {
		expect(canonicalLexical(`${XSD}double`, value)).toEqual(stored(`${XSD}double`, value));
	},
);
