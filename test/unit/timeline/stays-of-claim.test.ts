import { describe, expect, test } from "vitest";
import type { FixedRow, Observation } from "../../../src/timeline/observation.ts";
import { staysOf } from "../../../src/timeline/stays-of-claim.ts";
import { fixedRow, moment, seen, told } from "../../support/seen.ts";

const state = (observations: readonly Observation[], fixed: readonly FixedRow[] = []) =>
	staysOf({ temporal: "state", observations, fixed });
const rows = (observations: readonly Observation[], fixed: readonly FixedRow[] = []) =>
	state(observations, fixed).map(told);

describe("worked examples of the specification", () => {
	test("example 6: known only from `no longer holds`, it begins and ends at that attestation", () => {
		expect(rows([seen("a", { ended: true, at: "2025-10-15" })])).toEqual([
			"AF 2025-10-15 → AT 2025-10-15 (a)",
		]);
	});

	test("example 20: `resigned 2024-04-30` ends the open row", () => {
		expect(rows([seen("a", { from: "2020-01-10" }), seen("b", { to: "2024-04-30" })])).toEqual([
			"2020-01-10 → 2024-04-30 (a b)",
		]);
	});

	test("example 27: a start said twice is one row with two sources", () => {
		expect(rows([seen("b", { from: "2023-06-01" }), seen("a", { from: "2023-06-01" })])).toEqual([
			"2023-06-01 → open (a b)",
		]);
	});

	test("example 28: `left 2025-01-31`", () => {
		expect(rows([seen("a", { to: "2025-01-31" }), seen("b", { from: "2023-06-01" })])).toEqual([
			"2023-06-01 → 2025-01-31 (a b)",
		]);
	});

	test("example 31: held, ended unknown, held earlier: one row, attested from the earlier", () => {
		const desk = [
			seen("a", { at: "2026-01-05T08:00Z" }),
			seen("b", { ended: true, at: "2026-01-05T08:10Z" }),
			seen("c", { at: "2026-01-05T07:50Z" }),
		];
		expect(rows(desk)).toEqual(["AF 2026-01-05T07:50 → AT 2026-01-05T08:10 (a b c)"]);
	});

	test("example 35: unattested at first, then from the earliest report", () => {
		const [a, b, c, d] = [
			seen("a"),
			seen("b", { at: "2026-09-04" }),
			seen("c", { at: "2026-08-28" }),
			seen("d", { at: "2026-10-02" }),
		];
		expect(rows([a])).toEqual(["… → open (a)"]);
		expect(rows([a, b])).toEqual(["AF 2026-09-04 → open (a b)"]);
		expect(rows([a, b, c])).toEqual(["AF 2026-08-28 → open (a b c)"]);
		expect(rows([a, b, c, d])).toEqual(["AF 2026-08-28 → open (a b c d)"]);
	});

	test("failure B2: separate occurrences stay separate", () => {
		const twice = [
			seen("a", { from: "2024-01", to: "2024-06" }),
			seen("b", { from: "2025-01", to: "2025-03" }),
		];
		expect(rows(twice)).toEqual(["2024-01 → 2024-06 (a)", "2025-01 → 2025-03 (b)"]);
	});
});

describe("starts (T8)", () => {
	test("a start alone or with an unknown end goes to the earliest end beside the same start", () => {
		const group = [
			seen("a", { from: "2020" }),
			seen("b", { from: "2020", to: "2024" }),
			seen("c", { from: "2020", to: "2022" }),
			seen("d", { from: "2020", ended: true, at: "2021" }),
		];
		expect(rows(group)).toEqual(["2020 → 2022 (a c d)", "2020 → 2024 (b)"]);
	});

	test("starts of other precision are other starts", () => {
		expect(rows([seen("a", { from: "2020" }), seen("b", { from: "2020-01-01" })])).toEqual([
			"2020 → open (a)",
			"2020-01-01 → open (b)",
		]);
	});

	test("an end beside a start that does not come later is no end (W11)", () => {
		const none = seen("a", { from: "2020", to: "2020-01-01" });
		expect(rows([none])).toEqual(["2020 → open (a)"]);
		expect(rows([none, seen("b", { from: "2020", to: "2022" })])).toEqual(["2020 → 2022 (a b)"]);
		expect(rows([seen("a", { from: "2020-06-01", ended: true, at: "2020-06-01" })])).toEqual([
			"2020-06-01 → open (a)",
		]);
	});

	test("an unknown end moves to an earlier ending only (T13)", () => {
		const left = seen("a", { from: "2020", ended: true, at: "2022-05-01" });
		expect(rows([left, seen("b", { ended: true, at: "2021-03-01" })])).toEqual([
			"2020 → AT 2021-03-01 (a b)",
		]);
		expect(rows([left, seen("b", { to: "2021-02" })])).toEqual(["2020 → 2021-02 (a b)"]);
		expect(rows([left, seen("b", { to: "2023" })])).toEqual(["2020 → AT 2022-05-01 (a b)"]);
	});
});

describe("endings (T3, T9, T12)", () => {
	test("what began inside the period ends with it, what began before at its first instant", () => {
		expect(rows([seen("a", { from: "2025-03-10" }), seen("b", { to: "2025" })])).toEqual([
			"2025-03-10 → 2026 (a b)",
		]);
		expect(rows([seen("a", { from: "2024-03-10" }), seen("b", { to: "2025" })])).toEqual([
			"2024-03-10 → 2025 (a b)",
		]);
		expect(rows([seen("a", { from: "2025-03-10" }), seen("b", { to: "2025-03-10" })])).toEqual([
			"2025-03-10 → 2025-03-11 (a b)",
		]);
	});

	test("each open stay has its earliest ending; a later one is evidence of the last that had begun", () => {
		const claim = [
			seen("a", { from: "2020" }),
			seen("b", { from: "2022" }),
			seen("c", { to: "2021-05" }),
			seen("d", { to: "2023-05" }),
			seen("e", { ended: true, at: "2024-01-01" }),
		];
		expect(rows(claim)).toEqual(["2020 → 2021-05 (a c)", "2022 → 2023-05 (b d e)"]);
	});

	test("one that ends several is evidence of each of them", () => {
		expect(
			rows([seen("a", { from: "2020" }), seen("b", { from: "2022" }), seen("c", { to: "2023" })]),
		).toEqual(["2020 → 2023 (a c)", "2022 → 2023 (b c)"]);
	});

	test("it is evidence of what it ends before it is of what began later and had ended already", () => {
		const claim = [
			seen("a", { from: "2020" }),
			seen("b", { from: "2021", to: "2021-06" }),
			seen("c", { to: "2023" }),
		];
		expect(rows(claim)).toEqual(["2020 → 2023 (a c)", "2021 → 2021-06 (b)"]);
	});

	test("at one bound a date goes before an unknown end, and both are evidence", () => {
		const claim = [
			seen("a", { from: "2020" }),
			seen("b", { ended: true, at: "2023-01-01" }),
			seen("c", { to: "2023-01-01" }),
			seen("d", { to: "2023-01-01" }),
		];
		expect(rows(claim)).toEqual(["2020 → 2023-01-01 (a b c d)"]);
	});

	test("those that no stay precedes are one row without start, until a start comes that is not later", () => {
		const early = [seen("a", { to: "2019" }), seen("b", { to: "2018" })];
		expect(rows(early)).toEqual(["… → 2018 (a b)"]);
		expect(rows([...early, seen("c", { from: "2020" })])).toEqual(["… → 2018 (a b)", "2020 → open (c)"]);
		expect(rows([...early, seen("c", { from: "2010" })])).toEqual(["2010 → 2018 (a b c)"]);
	});

	test("a stated end is not touched by endings", () => {
		expect(rows([seen("a", { from: "2020", to: "2024" }), seen("b", { to: "2022" })])).toEqual([
			"2020 → 2024 (a b)",
		]);
	});
});

describe("it held (T8, T13, W13)", () => {
	test("it speaks for the dated stay whose interval has its moment", () => {
		const claim = [
			seen("a", { from: "2020", to: "2022" }),
			seen("b", { from: "2021" }),
			seen("c", { at: "2021-06-01" }),
			seen("d", { at: "2020-06-01" }),
		];
		expect(rows(claim)).toEqual(["2020 → 2022 (a d)", "2021 → open (b c)"]);
	});

	test("of two that began together it speaks for the one with the smaller id", () => {
		const together = [seen("b", { from: "2020" }), seen("a", { from: "2020-01-01" })];
		expect(rows([...together, seen("c", { at: "2021" })])).toEqual([
			"2020-01-01 → open (a c)",
			"2020 → open (b)",
		]);
	});

	test("before every dated stay it keeps a row of its own", () => {
		expect(rows([seen("a", { from: "2020" }), seen("b", { at: "2019-06-01" })])).toEqual([
			"AF 2019-06-01 → open (b)",
			"2020 → open (a)",
		]);
	});

	test("at or after the end it holds again", () => {
		const claim = [
			seen("a", { at: "2020-01-01" }),
			seen("b", { ended: true, at: "2021-01-01" }),
			seen("c", { at: "2021-01-01" }),
			seen("d", { at: "2022-01-01" }),
			seen("e", { to: "2022-06" }),
		];
		expect(rows(claim)).toEqual(["AF 2020-01-01 → AT 2021-01-01 (a b)", "AF 2021-01-01 → 2022-06 (c d e)"]);
	});

	test("without a moment it speaks for what is open and began last, else for the last row without dates, else for the last", () => {
		const open = [seen("a", { from: "2020" }), seen("b", { at: "2019-01-01" })];
		expect(rows([...open, seen("c")])).toEqual(["AF 2019-01-01 → open (b)", "2020 → open (a c)"]);
		const closed = [seen("a", { at: "2019-01-01" }), seen("b", { to: "2020" })];
		expect(rows([...closed, seen("c")])).toEqual(["AF 2019-01-01 → 2020 (a b c)"]);
		expect(rows([seen("a", { from: "2020", to: "2021" }), seen("c")])).toEqual(["2020 → 2021 (a c)"]);
		expect(rows([seen("a", { from: "2020" }), seen("b", { to: "2024" }), seen("c")])).toEqual([
			"2020 → 2024 (a b c)",
		]);
	});

	test("what tells of an end, or comes at or after a stated one, attests nothing", () => {
		const [stay] = state([
			seen("a", { from: "2020", to: "2024", at: "2025-01-01" }),
			seen("b", { to: "2024", at: "2023-01-01" }),
			seen("c", { from: "2020", ended: true, at: "2022-01-01" }),
			seen("d", { from: "2020", at: "2023-05-01" }),
		]);
		expect(stay?.attestedFrom).toBe(moment("2023-05-01"));
	});
});

describe("grades and origins", () => {
	test("the best grade of those who state the start; none outdoes C", () => {
		const graded = (...grades: readonly ("A" | "B" | "C" | undefined)[]) =>
			state(grades.map((grade, n) => seen(`${n}`, grade ? { from: "2020", grade } : { from: "2020" })))[0]
				?.grade;
		expect(graded("C", "B", "A")).toBe("A");
		expect(graded("C", "B", undefined)).toBe("B");
		expect(graded("C", "C")).toBe("C");
		expect(graded("C", undefined)).toBeUndefined();
		expect(state([seen("a", { at: "2020", grade: "A" })])[0]?.grade).toBeUndefined();
	});

	test("ends that evidence gives are stated", () => {
		const [stay] = state([seen("a", { from: "2020" }), seen("b", { ended: true, at: "2021" })]);
		expect(stay).toMatchObject({ fromOrigin: "stated", toOrigin: "stated", endFixed: false });
	});
});

describe("rows that a person fixed", () => {
	const lease = [seen("a", { from: "2023-01-10" })];

	test("what is seen again with the dates corrected, or with those of the row, speaks for the row", () => {
		const row = fixedRow("r", { from: "2023-02-01" }, { observations: lease });
		const again = [seen("b", { from: "2023-01-10" }), seen("c", { from: "2023-02-01" }), ...lease];
		expect(rows(again, [row])).toEqual(["2023-02-01 → open (a b c)"]);
		expect(state(again, [row])[0]).toMatchObject({ fixed: "r", fromOrigin: "person", endFixed: false });
	});

	test("a row whose end is open and not fixed is ended like any other", () => {
		const row = fixedRow("r", { from: "2023-02-01" }, { observations: lease });
		expect(rows([seen("b", { to: "2024" })], [row])).toEqual(["2023-02-01 → 2024 (a b)"]);
		expect(rows([seen("b", { from: "2023-01-10", to: "2024" })], [row])).toEqual(["2023-02-01 → 2024 (a b)"]);
		const drawn = fixedRow(
			"r",
			{ from: "2023-02-01", to: "2025" },
			{ toOrigin: "timeline", endFixed: false },
		);
		expect(rows([], [drawn])).toEqual(["2023-02-01 → open ()"]);
	});

	test("a fixed end stands, also where it was removed; endings are evidence", () => {
		const observations = [...lease, seen("b", { to: "2024" })];
		const moved = fixedRow("r", { from: "2023-01-10", to: "2025" }, { observations });
		expect(rows([seen("c", { to: "2024" }), seen("d", { to: "2023-06" })], [moved])).toEqual([
			"2023-01-10 → 2025 (a b c d)",
		]);
		const removed = fixedRow("r", { from: "2023-01-10" }, { observations, endFixed: true });
		expect(rows([seen("c", { to: "2024" })], [removed])).toEqual(["2023-01-10 → open (a b c)"]);
	});

	test("an ending that speaks for it still ends the other stays of the claim", () => {
		const observations = [seen("a", { from: "2022" }), seen("b", { to: "2024" })];
		const row = fixedRow("r", { from: "2022", to: "2025" }, { observations });
		expect(rows([seen("c", { from: "2020" })], [row])).toEqual(["2020 → 2024 (b c)", "2022 → 2025 (a b)"]);
	});

	test("what was seen to hold within it speaks for it, and moves the start of one without a stated start", () => {
		const row = fixedRow("r", { to: "2024" }, { observations: [seen("a", { at: "2022-01-01" })] });
		const claim = [seen("b", { at: "2021-01-01" }), seen("c", { at: "2024-01-01" })];
		expect(rows(claim, [row])).toEqual(["AF 2021-01-01 → 2024 (a b)", "AF 2024-01-01 → open (c)"]);
		const open = fixedRow("r", {}, { observations: [seen("a", { at: "2022-01-01" })] });
		expect(rows([...claim, seen("d", { to: "2023" })], [open])).toEqual([
			"AF 2021-01-01 → 2023 (a b d)",
			"AF 2024-01-01 → open (c)",
		]);
	});

	test("an open row takes the earliest end beside its start, and none that comes before it", () => {
		const row = fixedRow("r", { from: "2023-02-01" }, { observations: lease });
		const ends = [
			seen("b", { from: "2023-01-10", to: "2025" }),
			seen("c", { from: "2023-01-10", to: "2024" }),
		];
		expect(rows(ends, [row])).toEqual(["2023-01-10 → 2025 (b)", "2023-02-01 → 2024 (a c)"]);
		expect(rows([seen("b", { from: "2023-01-10", to: "2023-01-20" })], [row])).toEqual([
			"2023-01-10 → 2023-01-20 (b)",
			"2023-02-01 → open (a)",
		]);
	});

	test("a row without dates holds again after an ending, and what was seen before that is another", () => {
		const row = fixedRow("r", {}, { observations: [seen("a", { at: "2022-01-01" })] });
		expect(rows([seen("b", { at: "2020-05-01" }), seen("c", { to: "2021" })], [row])).toEqual([
			"AF 2020-05-01 → 2021 (b c)",
			"AF 2022-01-01 → open (a)",
		]);
	});

	test("an ending after the first time that a row without start was seen is evidence of it", () => {
		const row = fixedRow("r", { to: "2024" }, { observations: [seen("a", { at: "2022-01-01" })] });
		const claim = [seen("b", { at: "2021-01-01" }), seen("c", { to: "2021-06" })];
		expect(rows(claim, [row])).toEqual(["AF 2021-01-01 → 2024 (a b c)"]);
	});

	test("a row whose start was removed is known from the end that its evidence states", () => {
		const own = [seen("a", { from: "2021", ended: true, at: "2022" })];
		expect(rows([], [fixedRow("r", {}, { observations: own })])).toEqual([
			"AF 2022-01-01 → AT 2022-01-01 (a)",
		]);
		const reversed = [seen("a", { from: "2021", ended: true, at: "2019" })];
		expect(rows([], [fixedRow("r", {}, { observations: reversed })])).toEqual(["… → open (a)"]);
	});

	test("a person's start has the row's grade, whoever states the same", () => {
		const row = fixedRow("r", { from: "2023-02-01" }, { observations: lease });
		expect(state([seen("b", { from: "2023-02-01", grade: "C" })], [row])[0]?.grade).toBeUndefined();
	});
});

describe("events and what is eternal", () => {
	const event = (observations: readonly Observation[], fixed: readonly FixedRow[] = []) =>
		staysOf({ temporal: "event", observations, fixed }).map(told);

	test("example 12: of a span the start is kept, as both dates; an end alone is the moment (W12)", () => {
		expect(event([seen("a", { from: "2024-03-15", to: "2025-03-15" })])).toEqual([
			"2024-03-15 → 2024-03-15 (a)",
		]);
		expect(event([seen("a", { to: "2024-03-15" }), seen("b", { from: "2024-03-15" })])).toEqual([
			"2024-03-15 → 2024-03-15 (a b)",
		]);
		expect(event([seen("a", { from: "2024-03" })])).toEqual(["2024-03 → open (a)"]);
	});

	test("undated observations speak for the earliest dated one, else for one another; an unknown end is dropped", () => {
		const undated = [
			seen("a"),
			seen("b", { at: "2024-05-01" }),
			seen("c", { ended: true, at: "2023-01-01" }),
		];
		expect(event(undated)).toEqual(["AF 2024-05-01 → open (a b c)"]);
		expect(event([...undated, seen("d", { from: "2024" }), seen("e", { from: "2022" })])).toEqual([
			"2022 → open (a b c e)",
			"2024 → open (d)",
		]);
	});

	test("an event whose date a person corrected is told of by its old date and its new one", () => {
		const row = fixedRow("r", { from: "2024-03-16" }, { observations: [seen("a", { from: "2024-03-15" })] });
		const again = [seen("b", { from: "2024-03-15" }), seen("c", { to: "2024-03-16" }), seen("d")];
		expect(event(again, [row])).toEqual(["2024-03-16 → open (a b c d)"]);
	});

	test("undated observations speak for a row without dates where there is no other", () => {
		const [stay] = staysOf({ temporal: "event", observations: [seen("a")], fixed: [fixedRow("r", {})] });
		expect(stay).toMatchObject({ fixed: "r", observations: [seen("a")] });
	});

	test("example 13: what is eternal has no dates, and one row", () => {
		const claim = [seen("a", { from: "2019" }), seen("b", { to: "2020" }), seen("c")];
		expect(staysOf({ temporal: "eternal", observations: claim, fixed: [] }).map(told)).toEqual([
			"… → open (a b c)",
		]);
	});

	test("nothing seen and nothing fixed is no row", () => {
		for (const temporal of ["state", "event", "eternal"] as const)
			expect(staysOf({ temporal, observations: [], fixed: [] })).toEqual([]);
	});
});
