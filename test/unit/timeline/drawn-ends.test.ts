import { describe, expect, test } from "vitest";
import type { DrawnEnd, KeyedStay } from "../../../src/timeline/drawing.ts";
import { clashesOf, drawnEnds, earlierEnd } from "../../../src/timeline/drawn-ends.ts";
import { date, keyed, moment, span } from "../../support/seen.ts";

/** The stays with their drawn ends, each with its value. */
function timeline(...stays: readonly KeyedStay[]): readonly string[] {
	const drawn = drawnEnds(stays);
	return stays.map((stay) => `${stay.value} ${span(withEnd(stay, drawn.get(stay.id)))}`);
}

const withEnd = (stay: KeyedStay, end: DrawnEnd | undefined): KeyedStay =>
	end === undefined
		? stay
		: { ...stay, to: end.to, endedUnknown: end.to === undefined, attestedTo: end.attestedTo };

const clashes = (...stays: readonly KeyedStay[]) =>
	clashesOf(stays, drawnEnds(stays)).map(({ first, second, reason }) => `${first} ${second} ${reason}`);

describe("worked examples of the specification", () => {
	test("example 18: the first value ends where the second begins, and again where a late one does", () => {
		const [a, b, c] = [
			keyed("1", "A", { from: "2020" }),
			keyed("2", "B", { from: "2024-07-01" }),
			keyed("3", "C", { from: "2022" }),
		];
		expect(timeline(a, b)).toEqual(["A 2020 → 2024-07-01", "B 2024-07-01 → open"]);
		expect(timeline(c, b, a)).toEqual(["C 2022 → 2024-07-01", "B 2024-07-01 → open", "A 2020 → 2022"]);
		expect(clashes(a, b, c)).toEqual([]);
	});

	test("example 19, the chain of leases: a successor known by its attestation ends the former one unknown (T2)", () => {
		const quay = keyed("1", "Quay Estates", { at: "2020-08-13" });
		const harbour = keyed("2", "Harbour Board", { from: "2016" });
		expect(timeline(harbour, quay)).toEqual([
			"Harbour Board 2016 → AT 2020-08-13",
			"Quay Estates AF 2020-08-13 → open",
		]);
		expect(drawnEnds([quay, harbour]).get("2")).toEqual({ attestedTo: moment("2020-08-13"), drawnBy: "1" });
		const third = keyed("3", "Port Trust", { from: "2023-04" });
		expect(timeline(third, quay, harbour)).toEqual([
			"Port Trust 2023-04 → open",
			"Quay Estates AF 2020-08-13 → 2023-04",
			"Harbour Board 2016 → AT 2020-08-13",
		]);
	});

	test("example 29: four values, newest first", () => {
		const days = ["2025-06-08", "2025-04-14", "2025-02-18", "2025-03-17"];
		expect(timeline(...days.map((from, n) => keyed(`${n}`, `${n}`, { from })))).toEqual([
			"0 2025-06-08 → open",
			"1 2025-04-14 → 2025-06-08",
			"2 2025-02-18 → 2025-03-17",
			"3 2025-03-17 → 2025-04-14",
		]);
	});

	test("example 30: merged, two keys are one; apart again, each has its own ends", () => {
		const a = keyed("1", "A", { from: "2020-01-01" });
		const b = keyed("2", "B", { from: "2020-06-01" });
		const d = keyed("3", "D", { from: "2020-04-01" });
		const n = keyed("4", "N", { from: "2020-02-01" });
		expect(timeline(a, b, d, n)).toEqual([
			"A 2020-01-01 → 2020-02-01",
			"B 2020-06-01 → open",
			"D 2020-04-01 → 2020-06-01",
			"N 2020-02-01 → 2020-04-01",
		]);
		expect(timeline(a, b, n)).toEqual([
			"A 2020-01-01 → 2020-02-01",
			"B 2020-06-01 → open",
			"N 2020-02-01 → 2020-06-01",
		]);
		expect(timeline(d)).toEqual(["D 2020-04-01 → open"]);
	});

	test("example 34: a start moved by a person keeps the fixed end", () => {
		const person = keyed("1", "A", { from: "2023-02-01", to: "2024-07-05" }, { endFixed: true });
		expect(timeline(person, keyed("2", "B", { from: "2024-07-05" }))).toEqual([
			"A 2023-02-01 → 2024-07-05",
			"B 2024-07-05 → open",
		]);
	});

	test("failure B1: keys are apart, and within one the same value ends nothing", () => {
		expect(timeline(keyed("1", "Acme", { from: "2020" }))).toEqual(["Acme 2020 → open"]);
		expect(timeline(keyed("1", "A", { from: "2020" }), keyed("2", "A", { from: "2022" }))).toEqual([
			"A 2020 → open",
			"A 2022 → open",
		]);
	});
});

describe("successors", () => {
	test("stays of the same value end together where another begins", () => {
		const stays = [
			keyed("1", "A", { from: "2020" }),
			keyed("2", "A", { from: "2021" }),
			keyed("3", "B", { from: "2022" }),
		];
		expect(timeline(...stays)).toEqual(["A 2020 → 2022", "A 2021 → 2022", "B 2022 → open"]);
	});

	test("of two that start together the smaller id is named (T17), and they clash", () => {
		const stays = [
			keyed("1", "A", { from: "2020" }),
			keyed("3", "C", { from: "2022" }),
			keyed("2", "B", { from: "2022-01-01" }),
		];
		expect(drawnEnds(stays).get("1")).toEqual({ to: date("2022-01-01"), drawnBy: "2" });
		expect(clashes(...stays)).toEqual(["2 3 simultaneous"]);
	});

	test("of two that start together the stated start draws the end, whichever id is smaller; else the finer", () => {
		const seen = keyed("2", "B", { at: "2022-01-01" });
		const stated = keyed("3", "C", { from: "2022-01-01" });
		const coarse = keyed("1", "D", { from: "2022" });
		const open = keyed("0", "A", { from: "2020" });
		expect(drawnEnds([open, seen, stated]).get("0")).toEqual({ to: date("2022-01-01"), drawnBy: "3" });
		expect(drawnEnds([open, coarse, stated]).get("0")).toEqual({ to: date("2022-01-01"), drawnBy: "3" });
	});

	test("a start of grade C ends nothing and clashes with nothing (T6)", () => {
		const stays = [keyed("1", "A", { from: "2020" }), keyed("2", "B", { from: "2022", grade: "C" })];
		expect(timeline(...stays)).toEqual(["A 2020 → open", "B 2022 → open"]);
		expect(clashes(...stays)).toEqual([]);
	});

	test("one known from pictures only ends nothing and clashes (T6)", () => {
		const stays = [keyed("1", "A", { from: "2020" }), keyed("2", "B", { from: "2022" }, { described: true })];
		expect(timeline(...stays)).toEqual(["A 2020 → open", "B 2022 → open"]);
		expect(clashes(...stays)).toEqual(["1 2 described_evidence"]);
	});

	test("one that has ended unknown is neither ended nor in conflict with what begins later (T10)", () => {
		const ended = keyed("1", "A", { from: "2020", ended: true, at: "2024-01-01" });
		expect(timeline(ended, keyed("2", "B", { from: "2022" }))).toEqual([
			"A 2020 → AT 2024-01-01",
			"B 2022 → open",
		]);
		expect(clashes(ended, keyed("2", "B", { from: "2022" }, { described: true }))).toEqual([]);
	});

	test("a stay without start has no successor and cannot be ordered", () => {
		const stays = [keyed("2", "A"), keyed("1", "B", { from: "2022" })];
		expect(timeline(...stays)).toEqual(["A … → open", "B 2022 → open"]);
		expect(clashes(...stays)).toEqual(["1 2 no_time"]);
	});

	test("an overlap by a stated or a person's end is no clash (T7), nor is the same value twice", () => {
		expect(
			clashes(
				keyed("1", "A", { from: "2020", to: "2025" }),
				keyed("2", "B", { from: "2022" }),
				keyed("3", "B", { from: "2022" }),
			),
		).toEqual([]);
		const removed = keyed("1", "A", { from: "2020" }, { endFixed: true });
		expect(timeline(removed, keyed("2", "B", { from: "2022" }))).toEqual(["A 2020 → open", "B 2022 → open"]);
		expect(clashes(removed, keyed("2", "B", { from: "2022" }))).toEqual([]);
	});

	test("one that holds at no moment clashes with nothing", () => {
		const never = keyed("1", "A", { ended: true, at: "2022" }, { attestedFrom: moment("2022") });
		expect(clashes(never, keyed("2", "B", { from: "2022" }))).toEqual([]);
		expect(clashes(keyed("2", "B"), never)).toEqual([]);
	});

	test("a thousand in succession are done at once", () => {
		const stays = Array.from({ length: 1_000 }, (_, n) =>
			keyed(`${n}`, `${n}`, {
				from: `${1000 + n}`,
			}),
		);
		const drawn = drawnEnds(stays);
		expect(drawn.size).toBe(999);
		expect(clashesOf(stays, drawn)).toEqual([]);
	});
});

describe("a relation unique on both sides (T5)", () => {
	const end = (drawnBy: string, to: string): DrawnEnd => ({ to: date(to), drawnBy });
	const unknown = (drawnBy: string, by: string): DrawnEnd => ({ attestedTo: moment(by), drawnBy });

	test("the earlier end stands, whichever key it comes from", () => {
		const [early, late] = [end("2", "2022"), end("1", "2023")];
		expect(earlierEnd(early, late)).toBe(early);
		expect(earlierEnd(late, early)).toBe(early);
		expect(earlierEnd(undefined, late)).toBe(late);
		expect(earlierEnd(late, undefined)).toBe(late);
		expect(earlierEnd(undefined, undefined)).toBeUndefined();
	});

	test("at one moment the dated one, the finer one, the smaller id", () => {
		const [day, year] = [end("9", "2022-01-01"), end("1", "2022")];
		expect(earlierEnd(unknown("0", "2022-01-01"), year)).toBe(year);
		expect(earlierEnd(year, day)).toBe(day);
		expect(earlierEnd(year, end("0", "2022"))).toEqual(end("0", "2022"));
	});
});
