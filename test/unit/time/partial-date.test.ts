import { describe, expect, test } from "vitest";
import { instant, instantText } from "../../../src/time/instant.ts";
import { dateText, partialDate, timeArgument, truncated, unitEnd } from "../../../src/time/partial-date.ts";

describe("a time argument", () => {
	test.each([
		["2023", "2023-01-01T00:00:00.000000Z", "2024-01-01T00:00:00.000000Z"],
		["2023-12", "2023-12-01T00:00:00.000000Z", "2024-01-01T00:00:00.000000Z"],
		["2024-02", "2024-02-01T00:00:00.000000Z", "2024-03-01T00:00:00.000000Z"],
		["2024-02-29", "2024-02-29T00:00:00.000000Z", "2024-03-01T00:00:00.000000Z"],
		["-0400", "-0400-01-01T00:00:00.000000Z", "-0399-01-01T00:00:00.000000Z"],
		["-0001-12-31", "-0001-12-31T00:00:00.000000Z", "0000-01-01T00:00:00.000000Z"],
		["2026-09-20T23Z", "2026-09-20T23:00:00.000000Z", "2026-09-21T00:00:00.000000Z"],
		["2026-09-20T23:45-02:00", "2026-09-21T01:45:00.000000Z", "2026-09-21T01:46:00.000000Z"],
		["2026-09-20T23:45:10Z", "2026-09-20T23:45:10.000000Z", "2026-09-20T23:45:10.000001Z"],
		["2026-09-20T23:45:10.5Z", "2026-09-20T23:45:10.500000Z", "2026-09-20T23:45:10.500001Z"],
		["2026-09-20T23:45:10.1234567Z", "2026-09-20T23:45:10.123456Z", "2026-09-20T23:45:10.123457Z"],
		["9999", "9999-01-01T00:00:00.000000Z", "10000-01-01T00:00:00.000000Z"],
	])("%s is read as %s, and its period ends at %s", (text, at, end) => {
		const read = timeArgument(text);
		expect([instantText(read.at), instantText(read.periodEnd)]).toEqual([at, end]);
		expect(read.clockIgnored).toBe(false);
	});

	test("B4: a clock without zone is read as its day, and says so", () => {
		const asked = ["2003-01-14T00:00:00", "2003-01-14T17", "2003-01-14T17:30"].map(timeArgument);
		for (const read of asked) {
			expect(instantText(read.at)).toBe("2003-01-14T00:00:00.000000Z");
			expect(read).toMatchObject({ partial: true, clockIgnored: true });
		}
	});

	test.each([
		"August 2024",
		"yesterday",
		"",
		" ",
		"2024-1",
		"2023-02-30",
		"2023-13",
		"2023-00",
		"2023-02-00",
		"23",
		"02024",
		"2024 ",
		" 2024",
		"2024-01-01T",
		"2024-01-01T25Z",
		"2024-01-01T24:00:00Z",
		"2024-01-01T10:60Z",
		"2024-01-01T10:00:60Z",
		"2024-01-01T25:00:00",
		"2024-01-01Z",
		"2024Z",
		"2024-01-01T10:00:00.Z",
		"2024-01-01T10.5Z",
		"2024-01-01T10:00:00+15:00",
		"2024-01-01t10:00:00z",
		"２０２４",
		"2024-01-01T10:00:00Z\n",
		"+2024",
		"--2024",
		"9999-12-31T23:30-01:00",
	])("%j is refused", (text) => {
		expect(() => timeArgument(text)).toThrow(expect.objectContaining({ code: "UTOPIA_INSTANT_MALFORMED" }));
		expect(partialDate(text)).toBeUndefined();
	});
});

describe("a stated date", () => {
	test.each([
		"2023",
		"2023-06",
		"2023-06-15",
		"2026-06-01T14Z",
		"2026-06-01T14:32Z",
		"2026-06-01T14:32:07Z",
		"-0400",
		"-0044-03-15",
	])("%s comes back as it went in", (text) => {
		expect(dateText(partialDate(text) ?? { at: 0n as never, precision: "year" })).toBe(text);
	});

	test("B5: a year stays a year", () => {
		expect(partialDate("1883")).toEqual({ at: instant("1883-01-01T00:00:00Z"), precision: "year" });
	});

	test("a clock in another zone is told in UTC", () => {
		expect(dateText(partialDate("2026-06-01T00:30+02:00") ?? { at: 0n as never, precision: "year" })).toBe(
			"2026-05-31T22:30Z",
		);
	});

	test("W8: an hour in a zone of half hours is no hour", () => {
		expect(partialDate("2026-06-01T14+05:30")).toBeUndefined();
		expect(partialDate("2026-06-01T14:00+05:30")?.precision).toBe("minute");
	});

	test("a fraction is no precision", () => {
		expect(partialDate("2026-06-01T14:32:07.5Z")).toBeUndefined();
	});
});

describe("units", () => {
	test.each([
		["2024-01-01T00:00:00Z", "year", "2025-01-01T00:00:00.000000Z"],
		["2024-12-01T00:00:00Z", "month", "2025-01-01T00:00:00.000000Z"],
		["1900-02-01T00:00:00Z", "month", "1900-03-01T00:00:00.000000Z"],
		["2000-02-28T00:00:00Z", "day", "2000-02-29T00:00:00.000000Z"],
		["-0001-12-01T00:00:00Z", "month", "0000-01-01T00:00:00.000000Z"],
		["-0001-01-01T00:00:00Z", "year", "0000-01-01T00:00:00.000000Z"],
		["2026-06-01T23:00:00Z", "hour", "2026-06-02T00:00:00.000000Z"],
		["2026-06-01T14:59:00Z", "minute", "2026-06-01T15:00:00.000000Z"],
		["2026-06-01T14:32:59Z", "second", "2026-06-01T14:33:00.000000Z"],
		["9999-12-01T00:00:00Z", "month", "10000-01-01T00:00:00.000000Z"],
	] as const)("the one from %s of a %s ends at %s", (from, precision, end) => {
		expect(instantText(unitEnd(instant(from), precision))).toBe(end);
	});

	test("cutting before 1970 goes down, not towards zero", () => {
		const at = instant("1969-12-31T23:59:59.999999Z");
		expect(instantText(truncated(at, "second"))).toBe("1969-12-31T23:59:59.000000Z");
		expect(instantText(truncated(at, "year"))).toBe("1969-01-01T00:00:00.000000Z");
	});
});
