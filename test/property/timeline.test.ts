import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant } from "../../src/time/instant.ts";
import { dateText, type PartialDate, unitEnd } from "../../src/time/partial-date.ts";
import type { KeyedStay } from "../../src/timeline/drawing.ts";
import { clashesOf, drawnEnds, earlierEnd } from "../../src/timeline/drawn-ends.ts";
import type { ClaimSeen, FixedRow, Observation, Stay } from "../../src/timeline/observation.ts";
import { staysOf } from "../../src/timeline/stays-of-claim.ts";
import { date, fixedRow, keyed, moment, type Said, seen } from "../support/seen.ts";

// Few dates, and such as meet: a year, a month and a day that begin together, days inside them, neighbours.
const TEXTS = [
	"2020",
	"2021",
	"2021-01",
	"2021-01-01",
	"2021-06",
	"2021-06-01",
	"2021-06-15",
	"2021-07-01",
	"2022",
	"2022-01-01",
];
const dates = fc.constantFrom(...TEXTS);
const days = fc.constantFrom(
	"2019-12-31",
	"2020-01-01",
	"2021-01-01",
	"2021-06-01",
	"2021-06-15",
	"2021-06-30",
	"2022-01-01",
	"2023-03-05",
);
const grades = fc.constantFrom("A" as const, "B" as const, "C" as const);
const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined, freq: 2 });

/** The texts without those that are not there. */
function said(given: { [Key in keyof Said]: Said[Key] | undefined }): Said {
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const sayings: fc.Arbitrary<Said> = fc.oneof(
	fc.record({ from: dates, at: maybe(days), grade: maybe(grades) }).map(said),
	fc
		.record({ from: dates, to: dates, at: maybe(days) })
		.filter(({ from, to }) => moment(from) < moment(to))
		.map(said),
	fc.record({ from: dates, ended: fc.constant(true as const), at: days }),
	fc.record({ to: dates, at: maybe(days) }).map(said),
	fc.record({ ended: fc.constant(true as const), at: days }),
	{ weight: 2, arbitrary: fc.record({ at: maybe(days) }).map(said) },
);
const observations = (maxLength: number) =>
	fc
		.array(sayings, { maxLength })
		.map((all) => all.map((one, n) => seen(`o${String(n).padStart(2, "0")}`, one)));
/** Rows as persons leave them: never empty, with what speaks for them already. */
const fixedRows = (maxLength: number): fc.Arbitrary<FixedRow[]> =>
	fc
		.array(
			fc
				.record({
					from: maybe(dates),
					to: maybe(dates),
					endFixed: fc.boolean(),
					own: fc.array(sayings, { maxLength: 2 }),
				})
				.filter(({ from, to }) => from === undefined || to === undefined || moment(from) < moment(to)),
			{ maxLength },
		)
		.map((rows) =>
			rows.map(({ from, to, endFixed, own }, n) =>
				fixedRow(`r${n}`, said({ from, to }), {
					endFixed,
					observations: own.map((one, m) => seen(`r${n}.${m}`, one)),
				}),
			),
		);
const claims = (most: { readonly seen: number; readonly fixed: number }): fc.Arbitrary<ClaimSeen> =>
	fc.record({
		temporal: fc.oneof(
			{ weight: 8, arbitrary: fc.constant("state" as const) },
			fc.constantFrom("event" as const, "eternal" as const),
		),
		observations: observations(most.seen),
		fixed: fixedRows(most.fixed),
	});
const shuffled = <Item>(items: readonly Item[]) =>
	fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
const reordered = (claim: ClaimSeen) =>
	fc.record({
		temporal: fc.constant(claim.temporal),
		observations: shuffled(claim.observations),
		fixed: shuffled(claim.fixed),
	});

function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[]> {
	if (items.length < 2) yield items;
	else
		for (const [n, item] of items.entries())
			for (const rest of permutations(items.toSpliced(n, 1))) yield [item, ...rest];
}

const ids = (observed: readonly Observation[]) => observed.map(({ id }) => id);
const sorted = (texts: Iterable<string>) => [...texts].sort();

describe("the order in which things came decides nothing", () => {
	test("all orders of six", () => {
		fc.assert(
			fc.property(claims({ seen: 6, fixed: 1 }), (claim) => {
				const wanted = staysOf(claim);
				for (const order of permutations(claim.observations))
					expect(staysOf({ ...claim, observations: order })).toEqual(wanted);
			}),
			{ numRuns: 60 },
		);
	});

	test("500 orders of thirty", () => {
		const pairs = claims({ seen: 30, fixed: 3 }).chain((claim) =>
			fc.tuple(fc.constant(claim), reordered(claim)),
		);
		fc.assert(
			fc.property(pairs, ([claim, other]) => {
				expect(staysOf(other)).toEqual(staysOf(claim));
			}),
			{ numRuns: 500 },
		);
	});
});

/** Beyond every date, and with a minus before every one. */
const FAR = 10n ** 20n;

// The model: each rule as it is said, over lists, by trying.

/** T9, T12: where an ending ends what began at `start`; nothing when that began later. */
function endOfOne({ to, attestedAt }: Observation, start: Instant | undefined): readonly [Instant, string][] {
	if (to === undefined && attestedAt !== undefined)
		return start === undefined || start < attestedAt ? [[attestedAt, "unknown"]] : [];
	if (to === undefined) return [];
	const after = unitEnd(to.at, to.precision);
	if (start === undefined || start < to.at) return [[to.at, to.precision]];
	return start < after ? [[after, to.precision]] : [];
}

const FINEST_FIRST = ["day", "month", "year", "unknown"];

function endOfAll(endings: readonly Observation[], start: Instant | undefined) {
	return endings
		.flatMap((one) => endOfOne(one, start))
		.sort(([a, p], [b, q]) => Number(a - b) || FINEST_FIRST.indexOf(p) - FINEST_FIRST.indexOf(q))[0];
}

const spelled = (from: PartialDate | undefined, end: readonly [Instant, string] | undefined) =>
	`${from === undefined ? "…" : dateText(from)} → ${end === undefined ? "open" : `${end[0]} ${end[1]}`}`;
const endOf = ({ to, endedUnknown, attestedTo }: Stay): readonly [Instant, string] | undefined => {
	if (to !== undefined) return [to.at, to.precision];
	return endedUnknown && attestedTo !== undefined ? [attestedTo, "unknown"] : undefined;
};
const isEnding = ({ from, to, endedUnknown }: Observation) =>
	from === undefined && (to !== undefined || endedUnknown);
const isBare = ({ from, to, endedUnknown }: Observation) =>
	from === undefined && to === undefined && !endedUnknown;

interface ModelStay {
	readonly from: PartialDate | undefined;
	readonly start: Instant | undefined;
	readonly end: readonly [Instant, string] | undefined;
}

/** T8: for each start a stay for each end beside it; without any, the earliest ending. */
function modelDated(all: readonly Observation[]): ModelStay[] {
	const endings = all.filter(isEnding);
	const starts = new Map(
		all.flatMap(({ from }) => (from === undefined ? [] : [[dateText(from), from] as const])),
	);
	return [...starts.values()].flatMap((from): ModelStay[] => {
		const same = all.filter((one) => one.from?.at === from.at && one.from.precision === from.precision);
		const ends = new Map(same.flatMap(({ to }) => (to === undefined ? [] : [[dateText(to), to] as const])));
		if (ends.size > 0)
			return [...ends.values()].map((to) => ({ from, start: from.at, end: [to.at, to.precision] }));
		const own = same.filter(({ endedUnknown }) => endedUnknown);
		return [{ from, start: from.at, end: endOfAll([...endings, ...own], from.at) }];
	});
}

/** T13: walked from the earliest; a moment at or after the end of the last one holds again. */
function modelBare(all: readonly Observation[], dated: readonly ModelStay[]): ModelStay[] {
	const covers = ({ start, end }: ModelStay, held: Instant) =>
		(start === undefined || start <= held) && (end === undefined || held < end[0]);
	const moments = all
		.filter(isBare)
		.flatMap(({ attestedAt }) => (attestedAt === undefined ? [] : [attestedAt]))
		.filter((held) => !dated.some((stay) => covers(stay, held)))
		.sort((a, b) => Number(a - b));
	const stays: ModelStay[] = [];
	for (const start of moments) {
		const last = stays.at(-1);
		if (last === undefined || !covers(last, start))
			stays.push({ from: undefined, start, end: endOfAll(all.filter(isEnding), start) });
	}
	return stays;
}

/** The spans that observations of a state make where nobody fixed anything. */
function modelSpans(all: readonly Observation[]): readonly string[] {
	const endings = all.filter(isEnding);
	const boundless = (some: readonly Observation[]) => ({
		from: undefined,
		start: undefined,
		end: endOfAll(some, undefined),
	});
	const dated = modelDated(all);
	const bare = modelBare(all, dated);
	const stays = [...dated, ...bare];
	const unattested = all.some((one) => isBare(one) && one.attestedAt === undefined);
	if (unattested && stays.length === 0) stays.push(boundless(endings));
	const early = endings.filter((one) => stays.every(({ start }) => endOfOne(one, start).length === 0));
	if (early.length > 0) stays.push(boundless(early));
	return stays.map(({ from, end }) => spelled(from, end)).sort();
}

describe("stays", () => {
	test("a state's are those of the model", () => {
		fc.assert(
			fc.property(observations(12), (all) => {
				const found = staysOf({ temporal: "state", observations: all, fixed: [] });
				expect(found.map((stay) => spelled(stay.from, endOf(stay))).sort()).toEqual(modelSpans(all));
			}),
			{ numRuns: 2_000 },
		);
	});

	test("each observation speaks for at least one, only endings for several, in order of ids; each fixed row is one", () => {
		fc.assert(
			fc.property(claims({ seen: 12, fixed: 3 }), (claim) => {
				const stays = staysOf(claim);
				const given = [...claim.observations, ...claim.fixed.flatMap((row) => row.observations)];
				const spoken = stays.flatMap((stay) => ids(stay.observations));
				expect(sorted(new Set(spoken))).toEqual(sorted(ids(given)));
				const several = new Set(spoken.filter((id, n) => spoken.indexOf(id) !== n));
				const isState = claim.temporal === "state";
				for (const one of given) if (several.has(one.id)) expect(isState && isEnding(one)).toBe(true);
				for (const stay of stays) {
					expect(ids(stay.observations)).toEqual(sorted(ids(stay.observations)));
					expect(stay.observations.length > 0 || stay.fixed !== undefined).toBe(true);
				}
				const fixed = stays.flatMap((stay) => (stay.fixed === undefined ? [] : [stay.fixed]));
				expect(sorted(fixed)).toEqual(claim.fixed.map(({ id }) => id));
			}),
			{ numRuns: 500 },
		);
	});

	test("W11: a state's interval is never empty or reversed, but of what is known from its end alone", () => {
		fc.assert(
			fc.property(observations(12), fixedRows(3), (all, fixed) => {
				const stays = staysOf({ temporal: "state", observations: all, fixed });
				for (const { from, attestedFrom, ...rest } of stays) {
					const start = from?.at ?? attestedFrom ?? -FAR;
					const end = endOf({ from, attestedFrom, ...rest })?.[0] ?? FAR;
					const endOnly =
						from === undefined && rest.observations.some(({ to, endedUnknown }) => to || endedUnknown);
					expect(endOnly ? start <= end : start < end).toBe(true);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	test("a fixed row keeps its start, and its end where it has one or that was fixed", () => {
		fc.assert(
			fc.property(claims({ seen: 12, fixed: 3 }), (claim) => {
				const stays = new Map(staysOf(claim).map((stay) => [stay.fixed, stay]));
				for (const row of claim.fixed) {
					const { id, observations: own, attestedTo, toOrigin, grade, ...kept } = row;
					expect(stays.get(id)).toMatchObject({ from: kept.from, endFixed: kept.endFixed });
					if (kept.to !== undefined || kept.endFixed)
						expect(stays.get(id)).toMatchObject({ ...kept, toOrigin, attestedTo });
				}
			}),
			{ numRuns: 300 },
		);
	});

	test("what is seen again makes no row and moves no end", () => {
		fc.assert(
			fc.property(claims({ seen: 12, fixed: 2 }), fc.nat(), (claim, pick) => {
				const again = claim.observations[pick % Math.max(1, claim.observations.length)];
				if (again === undefined) return;
				const more = [...claim.observations, { ...again, id: "zz" }];
				const spans = (stays: readonly Stay[]) => stays.map(({ observations: _, ...stay }) => stay);
				expect(spans(staysOf({ ...claim, observations: more }))).toEqual(spans(staysOf(claim)));
			}),
			{ numRuns: 1_000 },
		);
	});
});

const keyedStays: fc.Arbitrary<KeyedStay[]> = fc
	.array(
		fc.record({
			said: fc.oneof(
				{
					weight: 4,
					arbitrary: fc.record({ from: maybe(dates), at: maybe(days), grade: maybe(grades) }).map(said),
				},
				fc.record({ from: dates, to: dates }).filter(({ from, to }) => moment(from) < moment(to)),
				fc
					.record({ from: maybe(dates), ended: fc.constant(true as const), at: fc.constant("2023-03-05") })
					.map(said),
			),
			value: fc.constantFrom("A", "B", "C"),
			endFixed: fc.boolean(),
			described: fc.boolean(),
		}),
		{ maxLength: 10 },
	)
	.map((all) =>
		all.map((one, n) =>
			keyed(`k${n}`, one.value, one.said, {
				endFixed: one.endFixed && n % 3 === 0,
				described: one.described && n % 4 === 0,
			}),
		),
	);

const startOf = ({ from, attestedFrom }: KeyedStay) => from?.at ?? attestedFrom;
const isOpen = ({ to, endedUnknown, endFixed }: KeyedStay) => to === undefined && !endedUnknown && !endFixed;
/** By start; of those that start together the most finely stated, then those only seen; then by id. */
const orderKey = (stay: KeyedStay) => {
	const coarseness = ["second", "minute", "hour", "day", "month", "year"].indexOf(stay.from?.precision ?? "");
	return `${startOf(stay)} ${coarseness === -1 ? 9 : coarseness} ${stay.id}`;
};

function successorOf(stay: KeyedStay, all: readonly KeyedStay[]): KeyedStay | undefined {
	const start = startOf(stay);
	if (start === undefined || !isOpen(stay)) return undefined;
	return all
		.filter((one) => one.value !== stay.value && one.grade !== "C" && !one.described)
		.filter((one) => (startOf(one) ?? start) > start)
		.sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))[0];
}

type Drawn = ReturnType<typeof drawnEnds>;

function endsAt(stay: KeyedStay, drawn: Drawn): bigint {
	const given = drawn.get(stay.id);
	const own = stay.to?.at ?? (stay.endedUnknown ? stay.attestedTo : undefined);
	return own ?? given?.to?.at ?? given?.attestedTo ?? FAR;
}

/** The pairs of different values that hold at one moment, neither of them anchored to no date, the earlier first. */
function overlaps(stays: readonly KeyedStay[], drawn: Drawn): readonly (readonly [KeyedStay, KeyedStay])[] {
	const counted = stays.filter(({ grade }) => grade !== "C");
	const pairs = counted.flatMap((a, n) => counted.slice(n + 1).map((b) => [a, b] as const));
	return pairs
		.filter(([a, b]) => a.value !== b.value)
		.filter((pair) => {
			const starts = pair.map((stay) => startOf(stay) ?? -FAR);
			return starts.every((start) => pair.every((stay) => start < endsAt(stay, drawn)));
		})
		.map(([a, b]) => ((startOf(a) ?? -FAR) <= (startOf(b) ?? -FAR) ? [a, b] : [b, a]));
}

describe("drawn ends", () => {
	test("each open stay ends at its successor's start, and no other is touched", () => {
		fc.assert(
			fc.property(keyedStays, (stays) => {
				const drawn = drawnEnds(stays);
				for (const stay of stays) {
					const next = successorOf(stay, stays);
					const dated = { to: next?.from, drawnBy: next?.id };
					const attested = { attestedTo: next?.attestedFrom, drawnBy: next?.id };
					const wanted = next?.from === undefined ? attested : dated;
					expect(drawn.get(stay.id)).toEqual(next === undefined ? undefined : wanted);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("where an end is drawn does not hang on what the stays are called", () => {
		const renamed = (stays: readonly KeyedStay[]) =>
			stays.map((stay) => ({ ...stay, id: `k${9 - Number(stay.id.slice(1))}` }));
		fc.assert(
			fc.property(keyedStays, (stays) => {
				const [drawn, again] = [drawnEnds(stays), drawnEnds(renamed(stays))];
				const moment = (ends: Drawn, { id }: KeyedStay) => [ends.get(id)?.to, ends.get(id)?.attestedTo];
				for (const [n, stay] of renamed(stays).entries())
					expect(moment(again, stay)).toEqual(moment(drawn, stays[n] as KeyedStay));
			}),
			{ numRuns: 2_000 },
		);
	});

	test("neither ends nor clashes depend on the order of the stays", () => {
		const pairs = keyedStays.chain((stays) => fc.tuple(fc.constant(stays), shuffled(stays)));
		fc.assert(
			fc.property(pairs, ([stays, other]) => {
				const drawn = drawnEnds(stays);
				expect(drawnEnds(other)).toEqual(drawn);
				expect(clashesOf(other, drawn)).toEqual(clashesOf(stays, drawn));
			}),
			{ numRuns: 500 },
		);
	});

	test("values overlap only by a clash, a start anchored to no date, or an end that is not the engine's", () => {
		fc.assert(
			fc.property(keyedStays, (stays) => {
				const drawn = drawnEnds(stays);
				const clashes = clashesOf(stays, drawn).map(({ first, second }) => `${first} ${second}`);
				const disordered = overlaps(stays, drawn).filter(([a, b]) => {
					const ordered = startOf(a) !== undefined && startOf(a) !== startOf(b);
					// T10: what has ended unknown is in no conflict with what begins later.
					if (!ordered || a.endedUnknown) return !ordered;
					if (!a.described && !b.described) expect(isOpen(a)).toBe(false);
					return a.described || b.described;
				});
				expect(clashes).toEqual(sorted(disordered.map((pair) => sorted(pair.map(({ id }) => id)).join(" "))));
			}),
			{ numRuns: 2_000 },
		);
	});

	test("T5: the order of the two keys does not matter, nor that of three ends", () => {
		const end = fc.option(
			fc.oneof(
				fc.record({ to: dates.map(date), drawnBy: fc.constantFrom("1", "2") }),
				fc.record({ attestedTo: days.map(moment), drawnBy: fc.constantFrom("1", "2") }),
			),
			{ nil: undefined },
		);
		fc.assert(
			fc.property(end, end, end, (a, b, c) => {
				expect(earlierEnd(a, b)).toEqual(earlierEnd(b, a));
				expect(earlierEnd(earlierEnd(a, b), c)).toEqual(earlierEnd(a, earlierEnd(b, c)));
			}),
		);
	});
});
