import { expect, test } from "vitest";
import { namedMoment, recordInstant, systemClock } from "../../../src/time/clock.ts";
import { instant, instantText } from "../../../src/time/instant.ts";

test("example of P5: `before` borrows from the second", () => {
	const named = namedMoment({ before: instant("2026-03-20T02:43:53Z") });
	expect(named && instantText(named)).toBe("2026-03-20T02:43:52.999999Z");
});

test("the wall clock tells the present in microseconds", () => {
	const before = BigInt(Date.now()) * 1_000n;
	const now = systemClock.now();
	expect(now >= before && now <= BigInt(Date.now()) * 1_000n).toBe(true);
});

test("a wall clock that steps back does not turn the record back", () => {
	const last = instant("2026-07-01T00:00:00Z");
	const clock = { now: () => instant("2026-06-30T23:00:00Z") };
	expect(instantText(recordInstant(clock, last))).toBe("2026-07-01T00:00:00.000001Z");
	expect(instantText(recordInstant(clock, undefined))).toBe("2026-06-30T23:00:00.000000Z");
});
