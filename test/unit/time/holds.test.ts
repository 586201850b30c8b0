import { describe, expect, test } from "vitest";
import { holds, type StatedTime, type TemporalKind } from "../../../src/time/holds.ts";
import { instant, instantText } from "../../../src/time/instant.ts";
import { contains } from "../../../src/time/interval.ts";
import { partialDate, timeArgument } from "../../../src/time/partial-date.ts";

interface Given {
	readonly from?: string;
	readonly to?: string;
	readonly unknown?: true;
	readonly attestedFrom?: string;
	readonly attestedTo?: string;
}

const moment = (text: string | undefined) => (text === undefined ? undefined : timeArgument(text).at);
const stated = (given: Given): StatedTime => ({
	validFrom: given.from === undefined ? undefined : partialDate(given.from),
	validTo: given.to === undefined ? undefined : partialDate(given.to),
	endedUnknown: given.unknown ?? false,
	attestedFrom: moment(given.attestedFrom),
	attestedTo: moment(given.attestedTo),
});

/** The worked examples of world time, by their number: what is stated, when it holds, when it does not. */
const examples: readonly (readonly [string, TemporalKind, Given, readonly string[], readonly string[]])[] = [
	["example 1", "state", { from: "2023-06-01" }, ["2023-06-01", "2030"], ["2023-05-31T23:59:59Z"]],
	["example 2", "state", { from: "2023", to: "2024-07" }, ["2024-06-30"], ["2024-07-01", "2024-07-15"]],
	["example 3", "state", { attestedFrom: "2024-02-20" }, ["2024-02-20", "2030"], ["2023-01-01"]],
	[
		"example 4",
		"state",
		{ from: "2023-06-01", unknown: true, attestedTo: "2025-10-15" },
		["2025-10-14"],
		["2025-10-15", "2026-01-01"],
	],
	[
		"example 5",
		"state",
		{ attestedFrom: "2024-02-20", unknown: true, attestedTo: "2025-10-15" },
		["2024-02-20", "2025-10-14"],
		["2024-02-19", "2025-10-15"],
	],
	[
		"example 6",
		"state",
		{ attestedFrom: "2025-10-15", unknown: true, attestedTo: "2025-10-15" },
		[],
		["2025-10-14", "2025-10-15", "2025-10-16"],
	],
	["example 7", "state", {}, ["-9999", "1066", "2024", "9999"], []],
	[
		"example 8",
		"event",
		{ from: "2024-03-15" },
		["2024-03-15", "2024-03-15T23:59:59Z"],
		["2024-03-14T23:59:59Z", "2024-03-16"],
	],
	[
		"example 9, a month",
		"event",
		{ from: "2024-03" },
		["2024-03-01", "2024-03-31T23:59:59.999999Z"],
		["2024-02-29", "2024-04-01"],
	],
	[
		"example 9, a minute",
		"event",
		{ from: "2026-06-01T14:32Z" },
		["2026-06-01T14:32:00Z", "2026-06-01T14:32:59.999999Z"],
		["2026-06-01T14:31:59Z", "2026-06-01T14:33:00Z"],
	],
	["example 11", "event", { attestedFrom: "2024-05-01" }, [], ["2024-04-30", "2024-05-01", "2024-05-02"]],
	["example 12", "event", { from: "2024-03-15", to: "2024-03-15" }, ["2024-03-15"], ["2024-03-16"]],
	["example 13", "eternal", { from: "2019" }, ["1066", "2030"], []],
	[
		"W3, an event whose end names a coarser period than its start",
		"event",
		{ from: "2024-03-15", to: "2024" },
		["2024-03-15", "2024-12-31"],
		["2024-03-14", "2025-01-01"],
	],
	[
		"W12, an event given only an end",
		"event",
		{ to: "2024-03" },
		["2024-03-01", "2024-03-31"],
		["2024-02-29", "2024-04-01"],
	],
	[
		"W12, an event that ended at an unknown date",
		"event",
		{ from: "2024-03-15", unknown: true, attestedTo: "2024-03-10" },
		["2024-03-15"],
		["2024-03-14"],
	],
	[
		"W2, a stated end beside an attested one",
		"state",
		{ to: "2024", unknown: true, attestedTo: "2023" },
		["2023-06-01"],
		["2024"],
	],
	[
		"B6, the day of the change, before",
		"state",
		{ from: "2020", to: "2024-07-05" },
		["2024-07-04"],
		["2024-07-05"],
	],
	["B6, the day of the change, after", "state", { from: "2024-07-05" }, ["2024-07-05"], ["2024-07-04"]],
];

describe("when a fact holds", () => {
	test.each(examples)("%s", (_, kind, given, inside, outside) => {
		const interval = holds(kind, stated(given));
		for (const at of inside) expect(interval && contains(interval, timeArgument(at).at), at).toBe(true);
		for (const at of outside)
			expect(interval !== undefined && contains(interval, timeArgument(at).at), at).toBe(false);
	});

	test("example 10: an event with a start and no end has the end of its period", () => {
		const interval = holds("event", stated({ from: "2024-03-15" }));
		expect(instantText(interval?.from ?? instant("1970-01-01T00:00:00Z"))).toBe(
			"2024-03-15T00:00:00.000000Z",
		);
		expect(instantText(interval?.to ?? instant("1970-01-01T00:00:00Z"))).toBe("2024-03-16T00:00:00.000000Z");
	});

	test("an event without any date has no interval at all", () => {
		expect(holds("event", stated({}))).toBeUndefined();
	});
});
