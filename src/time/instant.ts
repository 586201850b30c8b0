import { UtopiaError } from "../errors.ts";

declare const instantBrand: unique symbol;

/** A point in UTC as whole microseconds since 1970-01-01T00:00:00Z (proleptic Gregorian, no leap seconds). Years −9999 to 9999. */
export type Instant = bigint & { readonly [instantBrand]: true };

export const MICROSECOND = 1n;
/** The first instant that can be named, that of year −9999: rows that were known since ever are recorded then. */
export const FIRST_INSTANT = -377_705_116_800_000_000n as Instant;
/** The one after the last of year 9999. */
const END = 253_402_300_800_000_000n;
const MILLISECOND = 1_000n;
const SECOND = 1_000_000n;
const LEXICAL = /^(-?\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/;

/** Days since 1970-01-01 of a civil date, valid for negative years too. The date must exist; `undefined` when it does not. */
export function daysOf(year: number, month: number, day: number): number | undefined {
	if (month < 1 || month > 12 || day < 1) return undefined;
	const date = new Date(0);
	date.setUTCFullYear(year, month - 1, day);
	const exists =
		date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return exists ? date.getTime() / 86_400_000 : undefined;
}

/** The instant of a civil moment in UTC, or `undefined` when no calendar has it. Hours 0–23, minutes and seconds 0–59. */
export function civil(
	year: number,
	month: number,
	day = 1,
	hour = 0,
	minute = 0,
	second = 0,
): Instant | undefined {
	const days = daysOf(year, month, day);
	if (days === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
	if (year < -9999 || year > 9999) return undefined;
	return (BigInt(days * 86_400 + hour * 3_600 + minute * 60 + second) * SECOND) as Instant;
}

/** The UTC offset of a lexical zone in minutes, or `undefined` beyond ±14:00 (XSD 1.1, 3.3.7). */
export function zoneMinutes(zone: string): number | undefined {
	if (zone === "Z") return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(4, 6) || "0");
	const total = hours * 60 + minutes;
	if (minutes > 59 || total > 840) return undefined;
	return zone.startsWith("-") ? -total : total;
}

/**
 * Reads a zoned `xsd:dateTime`. Fraction digits past the sixth are cut (ledger R9); `24:00:00` is the next day.
 * @throws UTOPIA_INSTANT_MALFORMED when the text is none, has no zone, or names a moment no calendar has.
 */
export function instant(text: string): Instant {
	const found = tryInstant(text);
	if (found === undefined) {
		throw new UtopiaError(
			"UTOPIA_INSTANT_MALFORMED",
			"Not a zoned date-time such as 2026-03-20T12:00:00.123456Z",
			{
				got: text.slice(0, 40),
			},
		);
	}
	return found;
}

/** As {@link instant}, with `undefined` in place of the error. */
export function tryInstant(text: string): Instant | undefined {
	const parts = LEXICAL.exec(text);
	if (!parts) return undefined;
	const [, year, month, day, hour, minute, second, fraction = "", zone = "Z"] = parts;
	const offset = zoneMinutes(zone);
	if (offset === undefined) return undefined;
	const endOfDay = hour === "24" && minute === "00" && second === "00" && !/[1-9]/.test(fraction);
	const base = civil(
		Number(year),
		Number(month),
		Number(day),
		endOfDay ? 0 : Number(hour),
		Number(minute),
		Number(second),
	);
	if (base === undefined) return undefined;
	const micros = BigInt(fraction.slice(0, 6).padEnd(6, "0"));
	return inRange(base + micros + (endOfDay ? 86_400n * SECOND : 0n) - BigInt(offset) * 60n * SECOND);
}

/** The instant, or `undefined` where a zone or a 24:00 has carried it out of the years that can be named. */
export function inRange(at: bigint): Instant | undefined {
	return at < FIRST_INSTANT || at >= END ? undefined : (at as Instant);
}

/** The canonical text of an instant: RFC 3339, UTC, always six fraction digits, at least four year digits. */
export function instantText(at: Instant): string {
	const micros = ((at % MILLISECOND) + MILLISECOND) % MILLISECOND;
	const iso = new Date(Number((at - micros) / MILLISECOND)).toISOString().slice(0, -1);
	// `Date` gives six digits to years outside 0 to 9999; the end of year 9999 keeps five.
	const plain = iso.replace(/^[+-]0*(?=\d{4,})/, iso.startsWith("-") ? "-" : "");
	return `${plain}${String(micros).padStart(3, "0")}Z`;
}

export function earlier(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
	if (a === undefined) return b;
	return b === undefined || a < b ? a : b;
}

export function later(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
	if (a === undefined) return b;
	return b === undefined || b < a ? a : b;
}

/** Comparison for sorting: negative when `a` is earlier; a missing instant sorts first. */
export function byInstant(a: Instant | undefined, b: Instant | undefined): number {
	if (a === b) return 0;
	if (a === undefined) return -1;
	return b === undefined || b < a ? 1 : -1;
}
