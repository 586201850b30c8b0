import { describe, expect, test } from "vitest";
import { CursorSeal } from "../../../src/mcp/cursor.ts";
import { instant } from "../../../src/time/instant.ts";
import { windable } from "../../support/windable.ts";

const KEY = Buffer.alloc(32, 3);
const MINUTE = 60_000_000n;
const binding = {
	owner: "ada",
	kb: "harbour",
	tool: "changes",
	known: { since: "2012", kinds: ["asserted"] },
};
const state = { skip: 40, asOf: "2026-01-01T00:00:00.000000Z" };

describe("a cursor", () => {
	test("gives back what was sealed, for the same call and whatever the order of its arguments", () => {
		const seal = new CursorSeal(KEY, windable(instant("2026-12-01T00:00:00Z")));
		const cursor = seal.door(binding, undefined).seal(state);
		const turned = { ...binding, known: { kinds: ["asserted"], since: "2012" } };
		expect(seal.door(turned, cursor).opened()).toEqual(state);
		expect(seal.door(binding, undefined).opened()).toBeUndefined();
	});

	test.each([
		["another caller", { owner: "eve" }],
		["another base", { kb: "quarry" }],
		["another tool", { tool: "timeline" }],
		["other arguments", { known: { since: "2013", kinds: ["asserted"] } }],
		["fewer arguments", { known: { since: "2012" } }],
		["another order in a list", { known: { since: "2012", kinds: ["rejected", "asserted"] } }],
	])("does not open for %s", (_name, other) => {
		const seal = new CursorSeal(KEY, windable(instant("2026-12-01T00:00:00Z")));
		const cursor = seal.door(binding, undefined).seal(state);
		expect(() => seal.door({ ...binding, ...other }, cursor)).toThrow(
			expect.objectContaining({ code: "UTOPIA_CURSOR_INVALID" }),
		);
	});

	test("opens for fifteen minutes", () => {
		const clock = windable(instant("2026-12-01T00:00:00Z"));
		const seal = new CursorSeal(KEY, clock);
		const cursor = seal.door(binding, undefined).seal(state);
		clock.advance(15n * MINUTE);
		expect(seal.door(binding, cursor).opened()).toEqual(state);
		clock.advance(1n);
		expect(() => seal.door(binding, cursor)).toThrow(
			expect.objectContaining({ code: "UTOPIA_CURSOR_INVALID" }),
		);
	});

	test("does not open with another key, nor with any of its characters changed", () => {
		const clock = windable(instant("2026-12-01T00:00:00Z"));
		const seal = new CursorSeal(KEY, clock);
		const cursor = seal.door(binding, undefined).seal(state);
		expect(() => new CursorSeal(Buffer.alloc(32, 4), clock).door(binding, cursor)).toThrow();
		for (let n = 0; n < cursor.length; n++) {
			const changed = cursor.slice(0, n) + (cursor[n] === "A" ? "B" : "A") + cursor.slice(n + 1);
			expect(() => seal.door(binding, changed), changed).toThrow(
				expect.objectContaining({ code: "UTOPIA_CURSOR_INVALID" }),
			);
		}
		for (const nonsense of ["", "=", "AAAA", `${cursor} `, `${cursor}AAAA`])
			expect(() => seal.door(binding, nonsense)).toThrow();
	});
});
