import { expect, test } from "vitest";
import type { Fact } from "../../../src/ledger/facts.ts";
import { rangeText } from "../../../src/mcp/present/range-text.ts";
import type { StatedTime } from "../../../src/time/holds.ts";
import { type Instant, instant } from "../../../src/time/instant.ts";
import { partialDate } from "../../../src/time/partial-date.ts";

const attested = instant("2024-02-20T00:00:00Z");

function fact(temporal: string, from?: string, to?: string, more: Partial<StatedTime> = {}): Fact {
	const stated: StatedTime = {
		validFrom: from === undefined ? undefined : partialDate(from),
		validTo: to === undefined ? undefined : partialDate(to),
		endedUnknown: false,
		...more,
	};
	return { stated, relation: { temporal } } as unknown as Fact;
}

const unknown = { endedUnknown: true, attestedTo: "x" as unknown as Instant };

test.each([
	["stated, stated", fact("state", "2023", "2024-07"), "2023 → 2024-07"],
	["stated, open", fact("state", "2023-06-01"), "2023-06-01 → now"],
	["attested, open", fact("state", undefined, undefined, { attestedFrom: attested }), "undated → now"],
	["attested, stated", fact("state", undefined, "2024-07", { attestedFrom: attested }), "undated → 2024-07"],
	["stated, unknown", fact("state", "2023-06-01", undefined, unknown), "2023-06-01 → ended, date unknown"],
	[
		"attested, unknown",
		fact("state", undefined, undefined, { ...unknown, attestedFrom: attested }),
		"undated → ended, date unknown",
	],
	["none, unknown", fact("state", undefined, undefined, unknown), "→ ended, date unknown"],
	["none, stated", fact("state", undefined, "2024-07"), "→ 2024-07"],
	["none, open", fact("state"), ""],
	["eternal", fact("eternal"), ""],
	["an event once", fact("event", "2019-03"), "2019-03"],
	["an undated event", fact("event"), "undated"],
	["to the minute", fact("state", "2026-06-01T14:32Z"), "2026-06-01T14:32Z → now"],
])("a range as text: %s", (_, of, text) => {
	expect(rangeText(of)).toBe(text);
});

test("behind the range stands who set an end, and a note without square brackets, cut at 120 characters", () => {
	const note = `[${"n".repeat(130)}]`;
	expect(
		rangeText(fact("state", "2023", "2024"), { drawnByName: "Pier 9", correctedEnds: "start", note }),
	).toBe(`2023 → 2024; end drawn by Pier 9; start corrected; (${"n".repeat(119)}…`);
});
