import type { Literal } from "@rdfjs/types";
import { Big, type Big as Decimal } from "big.js";
import { INTEGER_TYPES } from "../rdf/lexical.ts";
import { XSD } from "../rdf/terms.ts";
import { rdf, xsd } from "../vocab/well-known.ts";
import type { Arithmetic, Comparison, Expression } from "./definition.ts";

export type { Decimal };

/**
 * A number has at most so many digits before its point, and so many behind it: enough for every `xsd:double`. What would have
 * more, given or calculated, counts as no number, so that `1e400000000` costs nothing.
 */
export const MOST_DIGITS = 400;
const FRACTION_DIGITS_OF_QUOTIENT = 18;
const HALF_TO_EVEN = 2;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** Both sides of the point, sign, point, exponent, and zeros that say nothing. */
const LONGEST_TEXT = 2 * MOST_DIGITS + 64;

const Exact = Big();
Exact.DP = FRACTION_DIGITS_OF_QUOTIENT;
Exact.RM = HALF_TO_EVEN;
/** Refuses binary floats: numbers come as text. */
Exact.strict = true;

const NUMBERS: ReadonlySet<string> = new Set([
	...INTEGER_TYPES,
	...["decimal", "double", "float"].map((name) => XSD + name),
]);
const TEXTS: ReadonlySet<string> = new Set([xsd.string.value, rdf.langString.value]);

const BITS: ReadonlyMap<string, string> = new Map([
	["1", "1"],
	["true", "1"],
	["0", "0"],
	["false", "0"],
]);
const BOOLEANS: ReadonlyMap<string, string> = new Map([
	["1", "true"],
	["0", "false"],
]);

/** Whether values of the datatype are numbers by themselves. */
export function isNumeric(datatype: string): boolean {
	return NUMBERS.has(datatype);
}

/** The number that a text spells, with or without exponent; spaces around it do not count. */
export function decimalOf(text: string): Decimal | undefined {
	if (text.length > LONGEST_TEXT) return undefined;
	const trimmed = text.trim();
	return NUMBER.test(trimmed) ? bounded(new Exact(plainer(trimmed))) : undefined;
}

/** `1.` and `.5`, which big.js does not read. */
function plainer(text: string): string {
	return text
		.replace(/^\+/, "")
		.replace(/\.(?=$|[eE])/, "")
		.replace(/^(-?)\./, "$10.");
}

/** The number that a value compares as (B4): its own, that in its quotes, 1 or 0 for a boolean. */
export function numberOf({ value, datatype }: Literal): Decimal | undefined {
	if (datatype.value === xsd.boolean.value) return decimalOf(BITS.get(value.trim()) ?? "");
	return NUMBERS.has(datatype.value) || TEXTS.has(datatype.value) ? decimalOf(value) : undefined;
}

/** The text by which a value is found in a set (B3): trimmed; a number or boolean in its canonical spelling. */
export function setText({ value, datatype }: Literal): string {
	const trimmed = value.trim();
	if (datatype.value === xsd.boolean.value) return BOOLEANS.get(BITS.get(trimmed) ?? "") ?? trimmed;
	const number = NUMBERS.has(datatype.value) ? decimalOf(trimmed) : undefined;
	return number === undefined ? trimmed : plainText(number);
}

/** All digits and no exponent, no zeros that say nothing. */
export function plainText(number: Decimal): string {
	return number.eq("0") ? "0" : number.toFixed();
}

/** Whether the comparison is true. */
export function compares(left: Decimal, comparison: Comparison, right: Decimal): boolean {
	return left[comparison](right);
}

/** What a calculation comes to. */
export type Calculated = Decimal | "no_number" | "division_by_zero";

/** Calculates exactly: only a quotient is rounded, to 18 fraction digits, half to even. */
export function calculated(
	expression: Expression,
	reading: (attribute: string) => Decimal | undefined,
): Calculated {
	if ("attr" in expression) return reading(expression.attr) ?? "no_number";
	if ("const" in expression) return decimalOf(expression.const) ?? "no_number";
	const left = calculated(expression.l, reading);
	if (typeof left === "string") return left;
	const right = calculated(expression.r, reading);
	if (typeof right === "string") return right;
	if (expression.op === "div" && right.eq("0")) return "division_by_zero";
	return bounded(applied(expression.op, left, right)) ?? "no_number";
}

function applied(op: Arithmetic, left: Decimal, right: Decimal): Decimal {
	switch (op) {
		case "add":
			return left.plus(right);
		case "sub":
			return left.minus(right);
		case "mul":
			return left.times(right);
		case "div":
			return left.div(right);
	}
}

/** Nothing where the number would have more digits than are served; its exponent is looked at, it is never written out. */
function bounded(number: Decimal): Decimal | undefined {
	return number.e < MOST_DIGITS && number.c.length - 1 - number.e <= MOST_DIGITS ? number : undefined;
}

/** A number as rules keep it: the plain digits of what a text spells, or nothing where it spells no number. */
export function plainNumber(text: string): string | undefined {
	const number = decimalOf(text);
	return number === undefined ? undefined : plainText(number);
}

/** Whether the first of two plain numbers is the smaller one. */
export function isBelow(a: string, b: string): boolean {
	return new Exact(a).lt(b);
}
