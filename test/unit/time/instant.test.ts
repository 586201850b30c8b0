import { describe, expect, test } from "vitest";
import { civil, daysOf, instant, instantText, tryInstant, zoneMinutes } from "../../../src/time/instant.ts";

describe("an instant", () => {
	test.each([
		["2026-03-20T12:00:00.123456Z", "2026-03-20T12:00:00.123456Z"],
		["2026-03-20T12:00:00Z", "2026-03-20T12:00:00.000000Z"],
		["2026-03-20T12:00:00.1Z", "2026-03-20T12:00:00.100000Z"],
		["2026-03-20T12:00:00.123456999Z", "2026-03-20T12:00:00.123456Z"],
		["2026-03-20T12:00:00+00:00", "2026-03-20T12:00:00.000000Z"],
		["2026-03-20T23:45:00-02:00", "2026-03-21T01:45:00.000000Z"],
		["2024-02-28T24:00:00Z", "2024-02-29T00:00:00.000000Z"],
		["2023-12-31T24:00:00.000Z", "2024-01-01T00:00:00.000000Z"],
		["1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"],
		["0000-02-29T00:00:00Z", "0000-02-29T00:00:00.000000Z"],
		["-0400-01-01T00:00:00Z", "-0400-01-01T00:00:00.000000Z"],
		["-9999-01-01T00:00:00Z", "-9999-01-01T00:00:00.000000Z"],
		["9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"],
	])("%s is %s", (text, canonical) => {
		expect(instantText(instant(text))).toBe(canonical);
	});

	test.each([
		["no zone", "2026-03-20T12:00:00"],
		["no seconds", "2026-03-20T12:00Z"],
		["no clock", "2026-03-20"],
		["a day no calendar has", "2023-02-29T00:00:00Z"],
		["a month no calendar has", "2023-13-01T00:00:00Z"],
		["month zero", "2023-00-01T00:00:00Z"],
		["a leap second", "2016-12-31T23:59:60Z"],
		["past 24:00", "2026-03-20T24:00:01Z"],
		["past 24:00 by a fraction", "2026-03-20T24:00:00.000001Z"],
		["minute sixty", "2026-03-20T12:60:00Z"],
		["a zone past fourteen hours", "2026-03-20T12:00:00+14:01"],
		["a zone with minute sixty", "2026-03-20T12:00:00+01:60"],
		["a lower-case z", "2026-03-20T12:00:00z"],
		["a blank in place of the T", "2026-03-20 12:00:00Z"],
		["a year of five digits", "12026-03-20T12:00:00Z"],
		["a plus before the year", "+2026-03-20T12:00:00Z"],
		["a point without digits", "2026-03-20T12:00:00.Z"],
		["carried past year 9999 by its zone", "9999-12-31T23:00:00-01:00"],
		["carried past year 9999 by 24:00", "9999-12-31T24:00:00Z"],
		["carried before year -9999 by its zone", "-9999-01-01T00:00:00+00:01"],
		["a line feed behind it", "2026-03-20T12:00:00Z\n"],
		["nothing", ""],
	])("%s is refused", (_, text) => {
		expect(tryInstant(text)).toBeUndefined();
		expect(() => instant(text)).toThrow(expect.objectContaining({ code: "UTOPIA_INSTANT_MALFORMED" }));
	});

	test("the refusal shows at most forty characters of what it got", () => {
		expect(() => instant("x".repeat(10_000))).toThrow(
			expect.objectContaining({ details: { got: "x".repeat(40) } }),
		);
	});

	test("the end of the last year keeps its five digits", () => {
		expect(instantText(((civil(9999, 12, 31) ?? 0n) + 86_400_000_000n) as never)).toBe(
			"10000-01-01T00:00:00.000000Z",
		);
	});
});

describe("civil dates", () => {
	test("days count from 1970, before it downwards", () => {
		expect(daysOf(1970, 1, 1)).toBe(0);
		expect(daysOf(1969, 12, 31)).toBe(-1);
		expect(daysOf(2000, 2, 29)).toBe(11_016);
		expect(daysOf(1900, 2, 29)).toBeUndefined();
	});

	test("a moment beyond the years that have a name is none", () => {
		expect(civil(10_000, 1)).toBeUndefined();
		expect(civil(-10_000, 1)).toBeUndefined();
		expect(civil(2024, 1, 1, 24)).toBeUndefined();
		expect(civil(2024, 1, 1, 0, 60)).toBeUndefined();
		expect(civil(2024, 1, 1, 0, 0, 60)).toBeUndefined();
	});

	test.each([
		["Z", 0],
		["+00:00", 0],
		["-00:30", -30],
		["+05:45", 345],
		["+14:00", 840],
		["-14:00", -840],
		["+14:01", undefined],
		["+00:60", undefined],
	])("the zone %s is %s minutes", (zone, minutes) => {
		expect(zoneMinutes(zone)).toBe(minutes);
	});
});
