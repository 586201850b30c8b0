import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namedMoment, recordInstant } from "../../src/time/clock.ts";
import { holds, type StatedTime } from "../../src/time/holds.ts";
import {
	byInstant,
	earlier,
	type Instant,
	instant,
	instantText,
	tryInstant,
} from "../../src/time/instant.ts";
import { contains } from "../../src/time/interval.ts";
import {
	dateText,
	type PartialDate,
	type Precision,
	partialDate,
	timeArgument,
	truncated,
	unitEnd,
} from "../../src/time/partial-date.ts";

// The model: a calendar counted out in whole numbers, without Date. Days are counted from 1970-01-01, years from March.
const PRECISIONS = [
	"year",
	"month",
	"day",
	"hour",
	"minute",
	"second",
] as const satisfies readonly Precision[];
type Civil = readonly [
	year: number,
	month: number,
	day: number,
	hour: number,
	minute: number,
	second: number,
	micros: number,
];
const floor = Math.floor;
const leap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number) =>
	month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

function dayNumber(year: number, month: number, day: number): number {
	const y = month <= 2 ? year - 1 : year;
	const era = floor(y / 400);
	const yearOfEra = y - era * 400;
	const dayOfYear = floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
	return (
		era * 146_097 + yearOfEra * 365 + floor(yearOfEra / 4) - floor(yearOfEra / 100) + dayOfYear - 719_468
	);
}

function microsOf([year, month, day, hour, minute, second, micros]: Civil): Instant {
	const seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
	return (BigInt(seconds) * 1_000_000n + BigInt(micros)) as Instant;
}

/** The civil moment with everything finer than the precision set to its beginning. */
function cut(civil: Civil, precision: Precision): Civil {
	const keep = PRECISIONS.indexOf(precision);
	return civil.map((part, n) => (n <= keep ? part : n < 3 ? 1 : 0)) as unknown as Civil;
}

/** The beginning of the next unit, counted in the calendar and not by addition of lengths. */
function next(civil: Civil, precision: Precision): Civil {
	const parts = [...cut(civil, precision)] as [number, number, number, number, number, number, number];
	const limits = [Number.POSITIVE_INFINITY, 12, daysIn(parts[0], parts[1]), 23, 59, 59] as const;
	for (let n = PRECISIONS.indexOf(precision); n >= 0; n--) {
		parts[n] = (parts[n] ?? 0) + 1;
		if ((parts[n] ?? 0) <= (limits[n] ?? 0)) break;
		parts[n] = n < 3 ? 1 : 0;
	}
	return parts;
}

const pad = (value: number, width: number) => String(Math.abs(value)).padStart(width, "0");
const yearText = (year: number) => `${year < 0 ? "-" : ""}${pad(year, 4)}`;

function textOf(civil: Civil, precision: Precision): string {
	const [year, month, day, hour, minute, second] = civil;
	const pieces = [yearText(year), `-${pad(month, 2)}`, `-${pad(day, 2)}`, `T${pad(hour, 2)}`];
	pieces.push(`:${pad(minute, 2)}`, `:${pad(second, 2)}`);
	return pieces.slice(0, PRECISIONS.indexOf(precision) + 1).join("");
}

const years = fc.oneof(
	fc.integer({ min: -9999, max: 9999 }),
	fc.constantFrom(-9999, -400, -1, 0, 1, 4, 100, 400, 1900, 1969, 1970, 2000, 2024, 9998, 9999),
);
const civils: fc.Arbitrary<Civil> = fc
	.tuple(years, fc.integer({ min: 1, max: 12 }))
	.chain(([year, month]) =>
		fc.tuple(
			fc.constant(year),
			fc.constant(month),
			fc.oneof(fc.integer({ min: 1, max: daysIn(year, month) }), fc.constant(daysIn(year, month))),
			fc.integer({ min: 0, max: 23 }),
			fc.integer({ min: 0, max: 59 }),
			fc.integer({ min: 0, max: 59 }),
			fc.oneof(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom(0, 1, 100_000, 999_999)),
		),
	);
const precisions = fc.constantFrom(...PRECISIONS);
const zones = fc.integer({ min: -840, max: 840 });
const zoneText = (minutes: number) =>
	`${minutes < 0 ? "-" : "+"}${pad(floor(Math.abs(minutes) / 60), 2)}:${pad(Math.abs(minutes) % 60, 2)}`;
const FIRST = microsOf([-9999, 1, 1, 0, 0, 0, 0]);
const END = microsOf([10_000, 1, 1, 0, 0, 0, 0]);
const runs = { numRuns: 2_000 };

describe("instants", () => {
	test("a civil moment is the instant that the model counts, and comes back as it was written", () => {
		fc.assert(
			fc.property(civils, (civil) => {
				const text = `${textOf(civil, "second")}.${pad(civil[6], 6)}Z`;
				expect(instant(text)).toBe(microsOf(civil));
				expect(instantText(instant(text))).toBe(text);
			}),
			runs,
		);
	});

	test("a zone moves the instant by its minutes, and out of the nameable years it is refused", () => {
		fc.assert(
			fc.property(civils, zones, (civil, minutes) => {
				const text = `${textOf(civil, "second")}.${pad(civil[6], 6)}${zoneText(minutes)}`;
				const wanted = microsOf(civil) - BigInt(minutes) * 60_000_000n;
				expect(tryInstant(text)).toBe(wanted < FIRST || wanted >= END ? undefined : wanted);
			}),
			runs,
		);
	});

	test("24:00 is the next day's beginning", () => {
		fc.assert(
			fc.property(civils, ([year, month, day]) => {
				const found = tryInstant(`${textOf([year, month, day, 0, 0, 0, 0], "day")}T24:00:00Z`);
				const wanted = microsOf(next([year, month, day, 0, 0, 0, 0], "day"));
				expect(found).toBe(wanted >= END ? undefined : wanted);
			}),
			runs,
		);
	});

	test("digits past the sixth are cut, missing ones are zeros", () => {
		fc.assert(
			fc.property(civils, fc.stringMatching(/^[0-9]{1,12}$/), (civil, digits) => {
				const micros = Number(digits.slice(0, 6).padEnd(6, "0"));
				const found = instant(`${textOf(civil, "second")}.${digits}Z`);
				expect(found).toBe(microsOf([...civil.slice(0, 6), micros] as unknown as Civil));
			}),
			runs,
		);
	});

	test("text order is time order among years of our era", () => {
		const modern = civils.filter(([year]) => year >= 0);
		fc.assert(
			fc.property(modern, modern, (a, b) => {
				const [left, right] = [microsOf(a), microsOf(b)];
				const [leftText, rightText] = [instantText(left), instantText(right)];
				expect(Math.sign(byInstant(left, right))).toBe(
					leftText < rightText ? -1 : leftText > rightText ? 1 : 0,
				);
				const first = earlier(left, right) as Instant;
				expect([left, right]).toContain(first);
				expect(first <= left && first <= right).toBe(true);
			}),
			runs,
		);
	});

	test("no text that is not a moment gets through", () => {
		fc.assert(
			fc.property(
				years,
				fc.integer({ min: 0, max: 99 }),
				fc.integer({ min: 0, max: 99 }),
				(year, month, day) => {
					const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
					const found = tryInstant(`${yearText(year)}-${pad(month, 2)}-${pad(day, 2)}T00:00:00Z`);
					expect(found !== undefined).toBe(exists);
				},
			),
			runs,
		);
	});
});

describe("dates with a precision", () => {
	test("cutting keeps what the precision names and nothing finer", () => {
		fc.assert(
			fc.property(civils, precisions, (civil, precision) => {
				const at = truncated(microsOf(civil), precision);
				expect(at).toBe(microsOf(cut(civil, precision)));
				expect(truncated(at, precision)).toBe(at);
			}),
			runs,
		);
	});

	test("a unit ends where the next one begins", () => {
		fc.assert(
			fc.property(civils, precisions, (civil, precision) => {
				expect(unitEnd(microsOf(cut(civil, precision)), precision)).toBe(microsOf(next(civil, precision)));
			}),
			runs,
		);
	});

	test("a stated date is read, and printed again, at its own precision", () => {
		fc.assert(
			fc.property(civils, precisions, (civil, precision) => {
				const clock = PRECISIONS.indexOf(precision) > 2;
				const text = `${textOf(civil, precision)}${clock ? "Z" : ""}`;
				const date = partialDate(text);
				expect(date).toEqual({ at: microsOf(cut(civil, precision)), precision });
				expect(dateText(date as PartialDate)).toBe(text);
			}),
			runs,
		);
	});

	test("P1: a partial argument is the first instant of its period, and the period ends with it", () => {
		fc.assert(
			fc.property(civils, fc.constantFrom(...PRECISIONS.slice(0, 5)), (civil, precision) => {
				const clock = PRECISIONS.indexOf(precision) > 2;
				expect(timeArgument(`${textOf(civil, precision)}${clock ? "Z" : ""}`)).toEqual({
					at: microsOf(cut(civil, precision)),
					periodEnd: microsOf(next(civil, precision)),
					partial: true,
					clockIgnored: false,
				});
			}),
			runs,
		);
	});

	test("P1: a full moment is itself and one microsecond long, in any zone", () => {
		fc.assert(
			fc.property(civils, zones, (civil, minutes) => {
				const at = microsOf(civil) - BigInt(minutes) * 60_000_000n;
				fc.pre(at >= FIRST && at < END);
				expect(timeArgument(`${textOf(civil, "second")}.${pad(civil[6], 6)}${zoneText(minutes)}`)).toEqual({
					at,
					periodEnd: at + 1n,
					partial: false,
					clockIgnored: false,
				});
			}),
			runs,
		);
	});

	test("P2: a clock without zone is read as its day, and says so", () => {
		fc.assert(
			fc.property(
				civils,
				fc.constantFrom("hour" as const, "minute" as const, "second" as const),
				(civil, form) => {
					expect(timeArgument(textOf(civil, form))).toEqual({
						at: microsOf(cut(civil, "day")),
						periodEnd: microsOf(next(civil, "day")),
						partial: true,
						clockIgnored: true,
					});
				},
			),
			runs,
		);
	});

	test("P4: anything else is refused", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				fc.pre(!/^-?\d{4}(-\d\d(-\d\d(T.*)?)?)?$/s.test(text));
				expect(() => timeArgument(text)).toThrow(
					expect.objectContaining({ code: "UTOPIA_INSTANT_MALFORMED" }),
				);
				expect(partialDate(text)).toBeUndefined();
			}),
			runs,
		);
	});
});

describe("intervals", () => {
	const moments = fc.integer({ min: -6, max: 6 }).map((n) => BigInt(n) as Instant);
	const bounds = fc.option(moments, { nil: undefined });

	test("W5, R1: half-open, a missing bound is none, an empty interval has no moment", () => {
		fc.assert(
			fc.property(bounds, bounds, (from, to) => {
				const inside = [];
				for (let at = -8n; at <= 8n; at++) if (contains({ from, to }, at as Instant)) inside.push(at);
				const all = Array.from({ length: 17 }, (_, n) => BigInt(n) - 8n);
				expect(inside).toEqual(all.filter((at) => at >= (from ?? at) && (to === undefined || at < to)));
			}),
		);
	});

	/** A date with the end of its period, as the model counts it. */
	type Dated = PartialDate & { readonly end: Instant };
	const dates: fc.Arbitrary<Dated | undefined> = fc.option(
		fc
			.tuple(
				fc.integer({ min: 2019, max: 2022 }),
				fc.integer({ min: 1, max: 12 }),
				fc.constantFrom<Precision[]>("year", "month", "day"),
			)
			.map(([year, month, precision]) => ({
				at: microsOf(cut([year, month, 15, 0, 0, 0, 0], precision)),
				precision,
				end: microsOf(next([year, month, 15, 0, 0, 0, 0], precision)),
			})),
		{ nil: undefined },
	);
	const attestations = fc.option(
		fc.integer({ min: 2018, max: 2023 }).map((year) => microsOf([year, 6, 1, 0, 0, 0, 0])),
		{ nil: undefined },
	);
	const stated: fc.Arbitrary<StatedTime & { validFrom?: Dated | undefined; validTo?: Dated | undefined }> =
		fc.record({
			validFrom: dates,
			validTo: dates,
			endedUnknown: fc.boolean(),
			attestedFrom: attestations,
			attestedTo: attestations,
		});
	/** Moments around every date that can occur. */
	const asked = fc
		.tuple(
			fc.integer({ min: 2017, max: 2024 }),
			fc.integer({ min: 1, max: 12 }),
			fc.constantFrom(1, 2, 15, 16),
		)
		.chain(([year, month, day]) =>
			fc
				.constantFrom(-1n, 0n, 1n)
				.map((step) => (microsOf([year, month, day, 0, 0, 0, 0]) + step) as Instant),
		);
	test("W1, W2, W6: a state holds from its start, else its attestation, else always; until its end, else the attested one", () => {
		fc.assert(
			fc.property(stated, asked, (time, at) => {
				const from = time.validFrom?.at ?? time.attestedFrom;
				const to = time.validTo?.at ?? (time.endedUnknown ? time.attestedTo : undefined);
				const wanted = (from === undefined || from <= at) && (to === undefined || to > at);
				expect(contains(holds("state", time) ?? { from: 0n as Instant, to: 0n as Instant }, at)).toBe(wanted);
			}),
			runs,
		);
	});

	test("W3, W12: an event covers the whole period of its dates; without a date it has no moment", () => {
		fc.assert(
			fc.property(stated, asked, (time, at) => {
				const end = time.validTo ?? time.validFrom;
				const start = time.validFrom ?? time.validTo;
				const wanted = start !== undefined && end !== undefined && start.at <= at && at < end.end;
				const interval = holds("event", time);
				expect(interval !== undefined && contains(interval, at)).toBe(wanted);
			}),
			runs,
		);
	});

	test("W4: what is eternal holds at every moment, whatever dates it was given", () => {
		fc.assert(
			fc.property(stated, asked, (time, at) => {
				expect(contains(holds("eternal", time) ?? { from: 0n as Instant, to: 0n as Instant }, at)).toBe(true);
			}),
		);
	});
});

describe("the record clock", () => {
	test("R8: it never stands and never steps back, whatever the wall clock does", () => {
		fc.assert(
			fc.property(fc.array(fc.bigInt({ min: -5n, max: 50n }), { minLength: 1, maxLength: 30 }), (wall) => {
				const given: Instant[] = [];
				for (const now of wall) given.push(recordInstant({ now: () => now as Instant }, given.at(-1)));
				for (const [n, at] of given.entries()) {
					const now = wall[n] as bigint;
					const last = given[n - 1];
					expect(at).toBe(last === undefined || now > last ? now : last + 1n);
				}
			}),
		);
	});

	test("R3, P5: `before` is strictly before, borrows where it must, and wins over `as_of`", () => {
		fc.assert(
			fc.property(civils, fc.option(civils, { nil: undefined }), (civil, other) => {
				const before = microsOf(civil);
				const asOf = other === undefined ? undefined : microsOf(other);
				expect(namedMoment({ before, asOf })).toBe(before - 1n);
				expect(namedMoment({ asOf })).toBe(asOf);
			}),
		);
	});
});
