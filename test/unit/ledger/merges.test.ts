import { expect, test } from "vitest";
import { Merges } from "../../../src/ledger/merges.ts";
import type { Instant } from "../../../src/time/instant.ts";

const at = (n: number) => BigInt(n) as Instant;
const merges = new Merges([
	{ id: "m1", source: "a", target: "b", from: at(10), to: at(20) },
	{ id: "m2", source: "b", target: "c", from: at(15), to: undefined },
]);

test("an entity stands for itself before its merge and from its revert on", () => {
	expect([9, 10, 19, 20].map((n) => merges.owner("a", at(n)))).toEqual(["a", "b", "c", "a"]);
});

test("chains are followed: a into b, b into c", () => {
	expect(merges.owner("a", at(15))).toBe("c");
	expect(merges.members("c", at(15))).toEqual(["c", "b", "a"]);
});

test("members are those of the moment, ever-members those of any", () => {
	expect(merges.members("c", at(20))).toEqual(["c", "b"]);
	expect(merges.everMembers("c")).toEqual(["c", "b", "a"]);
	expect(merges.everMembers("a")).toEqual(["a"]);
});

test("a circle is our own mistake, not an endless walk", () => {
	const circle = new Merges([
		{ id: "m1", source: "a", target: "b", from: undefined, to: undefined },
		{ id: "m2", source: "b", target: "a", from: undefined, to: undefined },
	]);
	expect(() => circle.owner("a", at(1))).toThrow(TypeError);
});
