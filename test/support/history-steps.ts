import fc from "fast-check";
import { HISTORY_RELATIONS } from "./history-base.ts";

/** World dates that meet: the same moment at several precisions, ends inside and beside periods. */
const date = fc.constantFrom(
	"2018",
	"2019-05",
	"2020",
	"2020-06",
	"2020-06-15",
	"2020-06-15T14Z",
	"2021",
	"2021-03-10",
	"2022",
	"2023-01-01",
);

/** Now and then. */
const rarely = fc.integer({ min: 0, max: 19 }).map((n) => n === 19);

/** When a fact is said to hold: nothing, a start, both ends, an end, ended at an unknown date with or without its moment. */
const dates = fc.record({
	from: fc.option(date, { nil: undefined }),
	end: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 3, arbitrary: date },
		{ weight: 1, arbitrary: fc.constant("unknown" as const) },
	),
	attestedTo: fc.option(date, { nil: undefined }),
	attestedFrom: fc.option(date, { nil: undefined, freq: 6 }),
	grade: fc.option(fc.constantFrom("A", "B", "C"), { nil: undefined, freq: 4 }),
	/** Whether ends may stand the wrong way round. */
	wild: rarely,
});

const evidence = fc.record({
	document: fc.nat(2),
	quote: fc.option(fc.constantFrom("Heron lay here.", "lay there", "nobody wrote this"), { nil: undefined }),
	origin: fc.constantFrom(undefined, undefined, "described", "ocr"),
	attestedAt: fc.option(date, { nil: undefined, freq: 3 }),
});

const which = fc.nat(1_000);

/** An end of a fact: one that there is, often one of few, or a name that nothing may have yet. */
const end = fc.oneof(
	{ weight: 8, arbitrary: fc.nat(2) },
	{ weight: 6, arbitrary: which },
	{ weight: 1, arbitrary: fc.constantFrom("Tern", "Heron", "Pier 9") },
);

const fact = fc.record({
	subject: end,
	relation: fc.constantFrom(
		...(Object.keys(HISTORY_RELATIONS) as (keyof typeof HISTORY_RELATIONS)[]),
		...(["berths_at", "berths_at", "led_by", "led_by", "tonnage"] as const),
		...(["known_as", undefined] as const),
	),
	object: end,
	value: fc.nat(5),
	dates,
	confidence: fc.constantFrom(undefined, 0.5, 0.75),
	evidence: fc.array(evidence, { maxLength: 2 }),
	qualifier: fc.option(fc.nat(2), { nil: undefined, freq: 3 }),
	/** Whether value and details need not be such as the relation takes. */
	wild: rarely,
});
export type FactPick = typeof fact extends fc.Arbitrary<infer Value> ? Value : never;

const correction = fc.record({
	row: which,
	start: fc.option(fc.option(date), { nil: undefined }),
	end: fc.option(fc.oneof(fc.constant(null), date, fc.constant("unknown" as const)), {
		nil: undefined,
		freq: 1,
	}),
	attestedTo: date,
	object: fc.option(which, { nil: undefined, freq: 4 }),
	value: fc.option(fc.nat(5), { nil: undefined, freq: 4 }),
	note: fc.option(fc.constantFrom("as [told]", "by hand"), { nil: undefined, freq: 2 }),
});
export type CorrectionPick = typeof correction extends fc.Arbitrary<infer Value> ? Value : never;

const does = <Kind extends string, Picks extends object>(
	kind: Kind,
	picks: { [Key in keyof Picks]: fc.Arbitrary<Picks[Key]> },
	weight = 1,
) => ({
	weight,
	arbitrary: fc.record(picks).map((picked) => ({ does: kind, ...(picked as Picks) })),
});

const name = fc.constantFrom("Tern", "Old Heron", "Heron", "Pier 1", "Égret");
const action = fc.oneof(
	does("assert", { facts: fc.array(fact, { minLength: 1, maxLength: 4 }) }, 12),
	does("again", { nth: which }, 1),
	does("correct", { correction }, 5),
	does("close", { row: which, end: fc.oneof(date, fc.constant(undefined)), attestedTo: date }, 2),
	does("retract", { row: which }, 2),
	does("create", { name, type: fc.constantFrom("vessel", "pier", undefined) }),
	does("rename", { entity: which, name }),
	does("retype", { entity: which, type: fc.constantFrom("vessel", "craft", null) }),
	does("merge", { a: which, b: which, survivor: fc.constantFrom(undefined, "a", "b") }, 2),
	does("revert", { nth: which }, 2),
	does("delete", { document: fc.nat(2) }),
	does("restore", { document: fc.nat(2) }, 2),
);
export type ActionPick = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** One step of a history: an action, how far the clock goes after it, and whether the base is read then. */
const step = fc.record({
	action,
	after: fc.constantFrom(0n, 1n, 250_000n, 86_400_000_000n),
	reads: fc.boolean(),
});
export type HistoryStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Histories of some steps; `kinds` leaves only actions of these kinds. */
export const history = (longest: number): fc.Arbitrary<readonly HistoryStep[]> =>
	fc.array(step, { minLength: 2, maxLength: longest, size: "max" });

/** A moment of the world to read at, where one is. */
export const worldMoment = fc.option(
	fc.constantFrom("2017", "2019-06-01", "2020-06-15T14:30:00Z", "2020-07", "2021-03-10", "2024-01-01"),
	{ nil: undefined, freq: 2 },
);
