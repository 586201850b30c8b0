import { calendar, dateTime, duration, time } from "./lexical-dates.ts";
import { XSD } from "./terms.ts";

/** What a literal is once stored: its text and the full IRI of its datatype. */
export interface StoredForm {
	readonly value: string;
	readonly datatype: string;
}

const LONG_MAX = 2n ** 63n;
const DECIMAL_MAX = 2n ** 127n;
const DECIMAL_DIGITS = 18;
/** IRIs of `xsd:integer` and everything derived from it. */
export const INTEGER_TYPES: ReadonlySet<string> = new Set(
	[
		"integer",
		"byte",
		"short",
		"int",
		"long",
		"unsignedByte",
		"unsignedShort",
		"unsignedInt",
		"unsignedLong",
		"positiveInteger",
		"negativeInteger",
		"nonPositiveInteger",
		"nonNegativeInteger",
	].map((name) => XSD + name),
);

function integer(text: string): string | undefined {
	if (!/^[+-]?\d+$/.test(text)) return undefined;
	const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
	return value >= -LONG_MAX && value < LONG_MAX ? String(value) : undefined;
}

function decimal(text: string): string | undefined {
	const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
	if (!parts || (parts[2] === "" && !parts[3])) return undefined;
	const whole = (parts[2] ?? "").replace(/^0+(?=\d)/, "") || "0";
	const fraction = (parts[3] ?? "").replace(/0+$/, "");
	if (fraction.length > DECIMAL_DIGITS) return undefined;
	const scaled = BigInt(whole + fraction.padEnd(DECIMAL_DIGITS, "0"));
	if (scaled >= DECIMAL_MAX) return undefined;
	const sign = parts[1] === "-" && scaled !== 0n ? "-" : "";
	return sign + whole + (fraction === "" ? "" : `.${fraction}`);
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
	["1", "true"],
	["true", "true"],
	["0", "false"],
	["false", "false"],
]);

/** A finite number without exponent: the digits of its shortest spelling, moved to where the point belongs. */
function withoutExponent(shortest: string): string {
	const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(shortest);
	if (!parts) return shortest;
	const digits = (parts[2] ?? "") + (parts[3] ?? "");
	const point = 1 + Number(parts[4]);
	if (point <= 0) return `${parts[1]}0.${"0".repeat(-point)}${digits}`;
	if (point >= digits.length) return parts[1] + digits.padEnd(point, "0");
	return `${parts[1]}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/**
 * The fewest digits that read back as the value. Where two such spellings are equally near, JavaScript takes the even one and
 * the engine the one further from zero.
 */
function shortest(value: number): string {
	const [digits = "", exponent = ""] = value.toExponential().split("e");
	const exact = value.toExponential(60).split("e")[0] ?? "";
	const cut = exact.slice(0, digits.length);
	if (!/^50*$/.test(exact.slice(digits.length))) return String(value);
	const raised = String(BigInt(cut.replace(/[-.]/g, "")) + 1n);
	const upper = `${value < 0 ? "-" : ""}${raised.slice(0, 1)}.${raised.slice(1)}e${exponent}`;
	return Number(upper) === value ? upper : String(value);
}

function floating(text: string, single: boolean): string | undefined {
	if (/^[+-]?(?:inf|infinity)$/i.test(text)) return text.startsWith("-") ? "-INF" : "INF";
	if (/^[+-]?nan$/i.test(text)) return "NaN";
	if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
	const exact = Number(text);
	const value = single ? Math.fround(exact) : exact;
	if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
	if (value === 0) return Object.is(value, -0) ? "-0" : "0";
	if (!single) return withoutExponent(shortest(value));
	for (let digits = 1; digits <= 9; digits++) {
		const tried = Number(value.toPrecision(digits));
		if (Math.fround(tried) === value) return withoutExponent(String(tried));
	}
	return undefined;
}

const READERS: Readonly<Record<string, (text: string) => string | undefined>> = {
	decimal,
	boolean: (text) => BOOLEANS.get(text),
	dateTime,
	time,
	double: (text) => floating(text, false),
	float: (text) => floating(text, true),
	duration: (text) => duration(text, "PT0S"),
	dayTimeDuration: (text) => (/^[^T]*[YM]/.test(text) ? undefined : duration(text, "PT0S")),
	yearMonthDuration: (text) => (/D|T\d/.test(text) ? undefined : duration(text, "P0M")),
	date: (text) => calendar(text, "date"),
	gYear: (text) => calendar(text, "gYear"),
	gYearMonth: (text) => calendar(text, "gYearMonth"),
	gMonth: (text) => calendar(text, "gMonth"),
	gMonthDay: (text) => calendar(text, "gMonthDay"),
	gDay: (text) => calendar(text, "gDay"),
};

/**
 * What the engine turns a literal into when it stores it (engine.md 2): one spelling for each value, and one datatype for
 * all the integer types. A spelling that the engine does not read as a value stays as it is.
 */
export function canonicalLexical(datatype: string, lexical: string): StoredForm {
	if (!datatype.startsWith(XSD)) return { value: lexical, datatype };
	if (INTEGER_TYPES.has(datatype)) {
		const value = integer(lexical);
		return value === undefined ? { value: lexical, datatype } : { value, datatype: `${XSD}integer` };
	}
	const name = datatype.slice(XSD.length);
	if (name === "dateTimeStamp") {
		const value = dateTime(lexical);
		return value === undefined ? { value: lexical, datatype } : { value, datatype: `${XSD}dateTime` };
	}
	return { value: READERS[name]?.(lexical) ?? lexical, datatype };
}
