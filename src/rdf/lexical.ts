import { XSD } from "./terms.ts";

/** What a literal is once stored: its text and the full IRI of its datatype. */
export interface StoredForm {
	readonly value: string;
	readonly datatype: string;
}

const LONG_MAX = 2n ** 63n;
const DECIMAL_MAX = 2n ** 127n;
const DECIMAL_DIGITS = 18;
const INTEGER_TYPES = new Set(
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

function boolean(text: string): string | undefined {
	return { "1": "true", "0": "false", true: "true", false: "false" }[text];
}

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

function floating(text: string, single: boolean): string | undefined {
	const special = { INF: "INF", "+INF": "INF", "-INF": "-INF", NaN: "NaN" }[text];
	if (special !== undefined) return special;
	if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
	const exact = Number(text);
	const value = single ? Math.fround(exact) : exact;
	if (!Number.isFinite(value)) return value > 0 ? "INF" : "-INF";
	if (value === 0) return Object.is(value, -0) ? "-0" : "0";
	if (!single) return withoutExponent(String(value));
	for (let digits = 1; digits <= 9; digits++) {
		const tried = Number(value.toPrecision(digits));
		if (Math.fround(tried) === value) return withoutExponent(String(tried));
	}
	return undefined;
}

const ZONE = "(Z|[+-]\\d{2}:\\d{2})?";
const CLOCK = "(\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d+))?";
const DATE_TIME = new RegExp(`^(-?\\d{4,})-(\\d{2})-(\\d{2})T${CLOCK}${ZONE}$`);
const TIME = new RegExp(`^${CLOCK}${ZONE}$`);
const ZONED: Readonly<Record<string, RegExp>> = {
	date: new RegExp(`^(-?\\d{4,}-\\d{2}-\\d{2})${ZONE}$`),
	gYear: new RegExp(`^(-?\\d{4,})${ZONE}$`),
	gYearMonth: new RegExp(`^(-?\\d{4,}-\\d{2})${ZONE}$`),
	gMonth: new RegExp(`^(--\\d{2})${ZONE}$`),
	gMonthDay: new RegExp(`^(--\\d{2}-\\d{2})${ZONE}$`),
	gDay: new RegExp(`^(---\\d{2})${ZONE}$`),
};

function zone(text: string | undefined): string {
	return text === "+00:00" || text === "-00:00" ? "Z" : (text ?? "");
}

function seconds(whole: string | undefined, fraction: string | undefined): string {
	const rest = (fraction ?? "").replace(/0+$/, "");
	return rest === "" ? (whole ?? "") : `${whole}.${rest}`;
}

/** The day after a date, proleptic Gregorian: what `24:00:00` turns into. */
function dayAfter(year: number, month: number, day: number): readonly [number, number, number] {
	const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
	const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
	if (day < days) return [year, month, day + 1];
	return month === 12 ? [year + 1, 1, 1] : [year, month + 1, 1];
}

function paddedYear(year: number): string {
	return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;
}

function dateTime(text: string): string | undefined {
	const parts = DATE_TIME.exec(text);
	if (!parts) return undefined;
	const [, year = "", month = "", day = "", hour, minute, second, fraction, offset] = parts;
	const clock = `${minute}:${seconds(second, fraction)}${zone(offset)}`;
	if (hour !== "24") return `${year}-${month}-${day}T${hour}:${clock}`;
	if (minute !== "00" || seconds(second, fraction) !== "00") return undefined;
	const [y, m, d] = dayAfter(Number(year), Number(month), Number(day));
	return `${paddedYear(y)}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}T00:${clock}`;
}

function time(text: string): string | undefined {
	const parts = TIME.exec(text);
	if (!parts) return undefined;
	const [, hour, minute, second, fraction, offset] = parts;
	return `${hour === "24" ? "00" : hour}:${minute}:${seconds(second, fraction)}${zone(offset)}`;
}

function zoned(pattern: RegExp, text: string): string | undefined {
	const parts = pattern.exec(text);
	return parts ? `${parts[1]}${zone(parts[2])}` : undefined;
}

const DURATION =
	/^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;

/** Years and months as one number, days and clock as another: `PT36H` is `P1DT12H`. */
function duration(text: string, zero: string): string | undefined {
	const parts = DURATION.exec(text);
	if (!parts || /[PT]$/.test(text)) return undefined;
	const [sign, years, months, days, hours, minutes, whole] = parts
		.slice(1, 8)
		.map((part, at) => (at === 0 ? part : BigInt(part ?? 0))) as [string, ...bigint[]];
	const all = (years ?? 0n) * 12n + (months ?? 0n);
	const clock = (((days ?? 0n) * 24n + (hours ?? 0n)) * 60n + (minutes ?? 0n)) * 60n + (whole ?? 0n);
	const fraction = (parts[8] ?? "").replace(/0+$/, "");
	if (all === 0n && clock === 0n && fraction === "") return zero;
	const unit = (count: bigint, name: string) => (count === 0n ? "" : `${count}${name}`);
	const second = clock % 60n;
	const secondText = second === 0n && fraction === "" ? "" : `${second}${fraction && `.${fraction}`}S`;
	const timeText = unit((clock / 3600n) % 24n, "H") + unit((clock / 60n) % 60n, "M") + secondText;
	const dateText = unit(all / 12n, "Y") + unit(all % 12n, "M") + unit(clock / 86_400n, "D");
	return `${sign}P${dateText}${timeText && `T${timeText}`}`;
}

const READERS: Readonly<Record<string, (text: string) => string | undefined>> = {
	decimal,
	boolean,
	dateTime,
	time,
	double: (text) => floating(text, false),
	float: (text) => floating(text, true),
	duration: (text) => duration(text, "PT0S"),
	dayTimeDuration: (text) => duration(text, "PT0S"),
	yearMonthDuration: (text) => duration(text, "P0M"),
	...Object.fromEntries(
		Object.entries(ZONED).map(([name, pattern]) => [name, (text: string) => zoned(pattern, text)]),
	),
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
	if (name === "dateTimeStamp") return { value: dateTime(lexical) ?? lexical, datatype: `${XSD}dateTime` };
	return { value: READERS[name]?.(lexical) ?? lexical, datatype };
}
