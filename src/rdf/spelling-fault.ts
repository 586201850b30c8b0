import { daysIn } from "./lexical-dates.ts";
import { XSD } from "./terms.ts";

const ZONE = "(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?";
const YEAR = "-?(?:[1-9]\\d{3,}|0\\d{3})";
const CLOCK = "(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)";
const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const DAYS = "\\d+D";
const HOURS = "T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?";
const pattern = (text: string) => new RegExp(`^${text}$`);
const DATE = `${YEAR}-${MONTH}-${DAY}`;

/** The lexical spaces of XML Schema 1.1, the calendar aside. */
const SPELLINGS: Readonly<Record<string, RegExp>> = {
	boolean: /^(?:true|false|0|1)$/,
	decimal: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
	double: /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/,
	date: pattern(DATE + ZONE),
	dateTime: pattern(`${DATE}T${CLOCK}${ZONE}`),
	dateTimeStamp: pattern(`${DATE}T${CLOCK}(?=[Z+-])${ZONE}`),
	time: pattern(CLOCK + ZONE),
	gYear: pattern(YEAR + ZONE),
	gYearMonth: pattern(`${YEAR}-${MONTH}${ZONE}`),
	gMonth: pattern(`--${MONTH}${ZONE}`),
	gMonthDay: pattern(
		`--(?:02-(?:0[1-9]|[12]\\d)|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:0[13578]|1[02])-${DAY})${ZONE}`,
	),
	gDay: pattern(`---${DAY}${ZONE}`),
	duration: pattern(`-?P(?=\\d|T\\d)(?:\\d+Y)?(?:\\d+M)?(?:${DAYS})?(?:${HOURS})?`),
	dayTimeDuration: pattern(`-?P(?=\\d|T\\d)(?:${DAYS})?(?:${HOURS})?`),
	yearMonthDuration: /^-?P(?=\d)(?:\d+Y)?(?:\d+M)?$/,
	hexBinary: /^(?:[0-9A-Fa-f]{2})*$/,
};

/** The least and greatest value of each integer type. */
const INTEGERS: Readonly<Record<string, readonly [bigint | undefined, bigint | undefined]>> = {
	integer: [undefined, undefined],
	byte: [-128n, 127n],
	short: [-32_768n, 32_767n],
	int: [-(2n ** 31n), 2n ** 31n - 1n],
	long: [-(2n ** 63n), 2n ** 63n - 1n],
	unsignedByte: [0n, 255n],
	unsignedShort: [0n, 65_535n],
	unsignedInt: [0n, 2n ** 32n - 1n],
	unsignedLong: [0n, 2n ** 64n - 1n],
	positiveInteger: [1n, undefined],
	negativeInteger: [undefined, -1n],
	nonPositiveInteger: [undefined, 0n],
	nonNegativeInteger: [0n, undefined],
};

/** Digits beyond which an integer is taken as it is: to count with it would take long. */
const COUNTED_DIGITS = 1_000;

/**
 * What is wrong with a literal as a value: a spelling that its XML Schema datatype forbids, a day that no calendar has, a number
 * that is none. `undefined` for sound ones and for every other datatype.
 */
export function spellingFault(datatype: string, lexical: string): string | undefined {
	if (!datatype.startsWith(XSD)) return undefined;
	const name = datatype.slice(XSD.length);
	const shown = `"${lexical.length > 60 ? `${lexical.slice(0, 60)}…` : lexical}"`;
	const bounds = INTEGERS[name];
	if (bounds !== undefined) return isInteger(lexical, bounds) ? undefined : `${shown} is no xsd:${name}`;
	const kind = name === "float" ? "double" : name;
	const spelling = SPELLINGS[kind];
	if (spelling === undefined) return undefined;
	if (!spelling.test(lexical) || !isOnCalendar(kind, lexical)) return `${shown} is no xsd:${name}`;
	if (kind !== "double") return undefined;
	const value = name === "float" ? Math.fround(Number(lexical)) : Number(lexical);
	return Number.isFinite(value) ? undefined : `${shown} is no number; leave it out, or say it as text`;
}

function isInteger(lexical: string, [least, greatest]: readonly [bigint | undefined, bigint | undefined]) {
	if (!/^[+-]?\d+$/.test(lexical)) return false;
	if ((least === undefined && greatest === undefined) || lexical.length > COUNTED_DIGITS) return true;
	const value = BigInt(lexical.replace(/^\+/, ""));
	return (least === undefined || value >= least) && (greatest === undefined || value <= greatest);
}

function isOnCalendar(kind: string, lexical: string): boolean {
	if (kind !== "date" && !kind.startsWith("dateTime")) return true;
	const [, year = "", month = "", day = ""] = /^-?(\d+)-(\d\d)-(\d\d)/.exec(lexical) ?? [];
	// Leap years come again every 400 years, on both sides of the year 0.
	return Number(day) <= daysIn(Number(year.slice(-4)), Number(month));
}
