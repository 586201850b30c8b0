import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Locks } from "../../../src/writing/locks.ts";

/** Notes when each piece of work begins and ends, in the order in which it happens. */
function diary() {
	const lines: string[] = [];
	const work = (name: string) => async () => {
		lines.push(`${name} begins`);
		await pause(1);
		lines.push(`${name} ends`);
	};
	return { lines, work };
}

describe("locks", () => {
	test("writes that share a key go one after the other, in the order in which they came", async () => {
		const locks = new Locks();
		const { lines, work } = diary();
		const write = (name: string) =>
			locks.shared(async (holding) => {
				await holding.round(1, ["Heron"]);
				await work(name)();
			});
		await Promise.all(["a", "b", "c"].map(write));
		expect(lines).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
	});

	test("writes that share no key go side by side", async () => {
		const locks = new Locks();
		const { lines, work } = diary();
		const write = (name: string) =>
			locks.shared(async (holding) => {
				await holding.round(1, [name]);
				await work(name)();
			});
		await Promise.all(["a", "b"].map(write));
		expect(lines.slice(0, 2)).toEqual(["a begins", "b begins"]);
	});

	test("a key of one round is another than the same key of another round", async () => {
		const locks = new Locks();
		const { lines, work } = diary();
		const write = (name: string, round: number) =>
			locks.shared(async (holding) => {
				await holding.round(round, ["Heron"]);
				await work(name)();
			});
		await Promise.all([write("a", 1), write("b", 2)]);
		expect(lines.slice(0, 2)).toEqual(["a begins", "b begins"]);
	});

	test("who writes alone waits for all before, and all after wait for it", async () => {
		const locks = new Locks();
		const { lines, work } = diary();
		await Promise.all([locks.shared(work("a")), locks.exclusive(work("alone")), locks.shared(work("b"))]);
		expect(lines).toEqual(["a begins", "a ends", "alone begins", "alone ends", "b begins", "b ends"]);
	});

	test("a write that fails lets go of what it held", async () => {
		const locks = new Locks();
		const failing = locks.shared(async (holding) => {
			await holding.round(1, ["Heron"]);
			throw new Error("refused");
		});
		await expect(failing).rejects.toThrow("refused");
		const next = locks.exclusive(async () => "done");
		expect(await next).toBe("done");
	});

	test("rounds out of order are a mistake of ours, told at once", async () => {
		const locks = new Locks();
		const wrong = locks.shared(async (holding) => {
			await holding.round(2, ["a"]);
			await holding.round(1, ["b"]);
		});
		await expect(wrong).rejects.toThrow(TypeError);
	});

	test("whatever keys writes take in whatever order, all of them end, and no two hold a key at once", async () => {
		const key = fc.constantFrom("a", "b", "c", "d");
		const one = fc.record({ first: fc.array(key), second: fc.array(key), alone: fc.boolean() });
		await fc.assert(
			fc.asyncProperty(fc.array(one, { maxLength: 12 }), async (writes) => {
				const locks = new Locks();
				const held = new Set<string>();
				let running = 0;
				const run = async ({ first, second, alone }: (typeof writes)[number]) => {
					const own = new Set<string>();
					const take = (round: number, keys: readonly string[]) => {
						for (const name of new Set(keys.map((each) => `${round} ${each}`))) {
							expect(held.has(name)).toBe(false);
							held.add(name);
							own.add(name);
						}
					};
					const work = locks[alone ? "exclusive" : "shared"](async (holding) => {
						running++;
						if (alone) expect(running).toBe(1);
						await holding.round(1, first);
						take(1, first);
						await pause(0);
						await holding.round(2, second);
						take(2, second);
						await pause(0);
						for (const name of own) held.delete(name);
						running--;
					});
					await work;
				};
				await Promise.all(writes.map(run));
				expect([held.size, running]).toEqual([0, 0]);
			}),
			{ numRuns: 100 },
		);
	});
});
