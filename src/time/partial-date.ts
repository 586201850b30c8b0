import { UtopiaError } from "../errors.ts";
import { civil, type Instant, inRange, instantText, zoneMinutes } from "./instant.ts";

/** How finely a date was stated. `unknown` exists for ends only and carries no date (ledger W8). */
export type Precision = "year" | "month" | "day" | "hour" | "minute" | "second";

/** An instant together with how finely it was said. The instant is the first one of the period named, in UTC. */
export interface PartialDate {
	readonly at: Instant;
	readonly precision: Precision;
}

/** What was understood of a time argument: the first instant, the end of its period, and whether a clock was dropped for want of a zone. */
export interface TimeArgument {
	readonly at: Instant;
	/** First instant after the period that the text names; one microsecond later for a full instant. */
	readonly periodEnd: Instant;
	readonly partial: boolean;
	readonly clockIgnored: boolean;
}

const PARTS =
	/^(-?\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:\.(\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const MINUTE = 60_000_000n;

/** First instant after the calendar unit of `precision` that begins at `at`: what W3 adds to an event's date. */
export function unitEnd(at: Instant, precision: Precision): Instant {
	const date = new Date(Number(at / 1_000n));
	switch (precision) {
		case "year":
			return civil(date.getUTCFullYear() + 1, 1) ?? LAST;
		case "month":
			return (
				civil(
					date.getUTCFullYear() + Math.floor((date.getUTCMonth() + 1) / 12),
					((date.getUTCMonth() + 1) % 12) + 1,
				) ?? LAST
			);
		case "day":
			return (at + 1_440n * MINUTE) as Instant;
		case "hour":
			return (at + 60n * MINUTE) as Instant;
		case "minute":
			return (at + MINUTE) as Instant;
		case "second":
			return (at + 1_000_000n) as Instant;
	}
}

const LAST = (253_402_300_800n * 1_000_000n) as Instant; // 10000-01-01, one past the last year a date can name

/** The instant cut to the first one of its calendar unit. A date exists only if it equals itself cut (W8). */
export function truncated(at: Instant, precision: Precision): Instant {
	const date = new Date(Number((at - (((at % 1_000n) + 1_000n) % 1_000n)) / 1_000n));
	const year = date.getUTCFullYear();
	const month = date.getUTCMonth() + 1;
	const day = date.getUTCDate();
	const hour = date.getUTCHours();
	const minute = date.getUTCMinutes();
	const cut = {
		year: () => civil(year, 1),
		month: () => civil(year, month),
		day: () => civil(year, month, day),
		hour: () => civil(year, month, day, hour),
		minute: () => civil(year, month, day, hour, minute),
		second: () => civil(year, month, day, hour, minute, date.getUTCSeconds()),
	}[precision]();
	if (cut === undefined) throw new TypeError(`no calendar has ${instantText(at)}`);
	return cut;
}

function zoneOf(zone: string | undefined): number | undefined {
	if (zone === undefined || zone === "Z") return 0;
	const digits = zone.slice(1).replace(":", "");
	return zoneMinutes(`${zone[0]}${digits.slice(0, 2)}:${digits.slice(2, 4) || "00"}`);
}

interface Parts {
	readonly at: Instant;
	readonly precision: Precision;
	readonly fraction: string | undefined;
	readonly clockIgnored: boolean;
}

/** From the coarsest to the finest. */
export const PRECISIONS = [
	"year",
	"month",
	"day",
	"hour",
	"minute",
	"second",
] as const satisfies readonly Precision[];

function parse(text: string): Parts | undefined {
	const parts = PARTS.exec(text);
	if (!parts) return undefined;
	const [year = 0, month = 1, day = 1, hour, minute, second] = parts
		.slice(1, 7)
		.map((part) => (part === undefined ? undefined : Number(part)));
	const local = civil(year, month, day, hour, minute, second);
	const offset = zoneOf(parts[8]);
	if (local === undefined || offset === undefined) return undefined;
	if (hour !== undefined && parts[8] === undefined) {
		return { at: truncated(local, "day"), precision: "day", fraction: undefined, clockIgnored: true };
	}
	const at = inRange(local - BigInt(offset) * MINUTE);
	const precision = PRECISIONS[parts.slice(1, 7).filter((part) => part !== undefined).length - 1];
	if (at === undefined || precision === undefined) return undefined;
	return { at, precision, fraction: parts[7], clockIgnored: false };
}

/**
 * Reads a time argument of a tool (graph-tools P1–P4): `YYYY` to a full RFC 3339 instant. A clock without a zone is read
 * as its day; fraction digits past the sixth are cut.
 * @throws UTOPIA_INSTANT_MALFORMED for anything else, impossible dates included.
 */
export function timeArgument(text: string): TimeArgument {
	const parts = parse(text);
	if (parts === undefined) {
		throw new UtopiaError("UTOPIA_INSTANT_MALFORMED", "Not a date or moment", { got: text.slice(0, 40) });
	}
	const { at, precision, fraction, clockIgnored } = parts;
	if (precision !== "second") return { at, periodEnd: unitEnd(at, precision), partial: true, clockIgnored };
	const exact = (at + BigInt((fraction ?? "").slice(0, 6).padEnd(6, "0"))) as Instant;
	return { at: exact, periodEnd: (exact + 1n) as Instant, partial: false, clockIgnored };
}

/** A stated date of the ledger from its own text form (`2023`, `2023-06`, …, `2023-06-15T14:32:07Z`), or `undefined` when it is none. */
export function partialDate(text: string): PartialDate | undefined {
	const parts = parse(text);
	if (parts === undefined || parts.fraction !== undefined) return undefined;
	// An hour in a zone of half hours is no hour of UTC: it would not equal itself cut (W8).
	if (truncated(parts.at, parts.precision) !== parts.at) return undefined;
	return { at: parts.at, precision: parts.precision };
}

const TEXT_LENGTH: Readonly<Record<Precision, number>> = {
	year: 4,
	month: 7,
	day: 10,
	hour: 13,
	minute: 16,
	second: 19,
};

/** A date at its own precision, as ledger section 9 prints it: `2023`, `2023-06`, `2023-06-15`, `2026-06-01T14Z`, … */
export function dateText({ at, precision }: PartialDate): string {
	const full = instantText(at);
	const length = TEXT_LENGTH[precision] + (full.startsWith("-") ? 1 : 0);
	const clock = precision === "hour" || precision === "minute" || precision === "second";
	return full.slice(0, length) + (clock ? "Z" : "");
}
