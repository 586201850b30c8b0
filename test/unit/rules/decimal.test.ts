import { expect, test } from "vitest";
import { calculated, decimalOf, MOST_DIGITS, plainText } from "../../../src/rules/decimal.ts";
import type { Arithmetic } from "../../../src/rules/definition.ts";

function comesTo(l: string, op: Arithmetic, r: string): string {
	const result = calculated({ op, l: { const: l }, r: { const: r } }, () => undefined);
	return typeof result === "string" ? result : plainText(result);
}

test.each([
	["0.1", "add", "0.2", "0.3"],
	["9007199254740993", "sub", "1", "9007199254740992"],
	["1.10", "mul", "1.10", "1.21"],
	["123456789012345678901234567890", "mul", "0.000000000000000000001", "123456789.01234567890123456789"],
	["1", "div", "3", "0.333333333333333333"],
	["2", "div", "3", "0.666666666666666667"],
	["5", "div", "10000000000000000000", "0"],
	["15", "div", "10000000000000000000", "0.000000000000000002"],
	["25", "div", "10000000000000000000", "0.000000000000000002"],
	["-25", "div", "10000000000000000000", "-0.000000000000000002"],
	["25.0000000000000000000000001", "div", "10000000000000000000", "0.000000000000000003"],
	["0", "mul", "-1", "0"],
	["1e3", "add", "1E-3", "1000.001"],
	["1", "div", "0.000", "division_by_zero"],
	["0", "div", "0", "division_by_zero"],
] as const)("%s %s %s is %s", (l, op, r, result) => {
	expect(comesTo(l, op, r)).toBe(result);
});

test("numbers that would fill the memory are no numbers, given or calculated", () => {
	for (const text of [
		"1e400000000",
		"1e-400000000",
		`1e${"9".repeat(400)}`,
		"9".repeat(5_000_000),
		`1e${MOST_DIGITS}`,
		`1e-${MOST_DIGITS + 1}`,
	])
		expect(decimalOf(text)).toBeUndefined();
	expect(comesTo("1e399", "mul", "10")).toBe("no_number");
	expect(comesTo("1e-200", "mul", "1e-201")).toBe("no_number");
	expect(comesTo("1", "div", "1e-400")).toBe("no_number");
	expect(decimalOf(`1e${MOST_DIGITS - 1}`)?.toFixed()).toHaveLength(MOST_DIGITS);
	expect(decimalOf("5e-324")?.toFixed()).toBe(`0.${"0".repeat(323)}5`);
	expect(decimalOf("0e400000000")?.toFixed()).toBe("0");
});

test("a text is a number in every spelling of one, and in no other", () => {
	const read = ["1", "+1", "-1.", ".5", "-.5", "1.e2", "00012.500", " 7 ", "1E+2"].map((text) =>
		decimalOf(text)?.toFixed(),
	);
	expect(read).toEqual(["1", "1", "-1", "0.5", "-0.5", "100", "12.5", "7", "100"]);
	for (const text of ["", ".", "1,5", "0x10", "Infinity", "NaN", "1e", "1 2", "--1", "١"])
		expect(decimalOf(text)).toBeUndefined();
});
