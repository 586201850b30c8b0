// Conclusions of writes that come at once, and of writes that fail among others.
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { assertFacts } from "../../src/actions/assert-facts.ts";
import { retractFact } from "../../src/actions/retract-fact.ts";
import type { FactWish } from "../../src/actions/wishes.ts";
import type { Store } from "../../src/store/port.ts";
import { Writer } from "../../src/writing/writer.ts";
import { EDO } from "../support/acting.ts";
import { DERIVING_THINGS, DerivingBase, ontologyFile, RECORDED, thing } from "../support/derivation-base.ts";
import { headOf, recomputed, Written } from "../support/derivation-reading.ts";

const flags = { inverseOf: [], subPropertyOf: [], temporal: "state" } as const;
const MORE = [7, 8, 9, 10].map((n) => `e:${String(n).padStart(2, "0")} rdfs:label "G${n}" ; ${RECORDED} .`);
const TEXT = `${ontologyFile([
	{ ...flags, key: "part_of", types: ["owl:TransitiveProperty"] },
	{ ...flags, key: "touches", types: ["owl:SymmetricProperty"] },
])}${DERIVING_THINGS}${MORE.join("\n")}`;

const edge = (from: number, to: number, start = "2019"): FactWish => ({
	subject: { id: thing(from) },
	predicate: "part_of",
	object: { id: thing(to) },
	validFrom: start,
});

/** Writes one fact; answers its row. */
async function write(base: DerivingBase, wish: FactWish, writer = base.now.writer): Promise<string> {
	const action = assertFacts([wish], EDO, base.now.view);
	const text = await writer.write(action, (answer) => JSON.stringify(answer));
	return (JSON.parse(text) as { facts: { row: string }[] }).facts[0]?.row ?? "";
}

async function expectExact(base: DerivingBase): Promise<number> {
	const now = (await Written.of(base.now)).at(headOf(base.now));
	const { proofs } = await recomputed(base.now);
	expect(new Map([...now].map(([line, one]) => [line, [...one.proofs.keys()].sort()]))).toEqual(proofs);
	return now.size;
}

test("two clients, 100 writes each on a transitive relation: what stands at the end follows from what is held", async () => {
	await using base = await DerivingBase.fresh(TEXT);
	const { view, writer } = base.now;
	const client = async (seed: number) => {
		const rows: string[] = [];
		let state = seed;
		const next = (below: number) => {
			state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
			return (state >> 8) % below;
		};
		for (let n = 0; n < 100; n++) {
			const row = rows.length > 6 ? rows.splice(next(rows.length), 1)[0] : undefined;
			if (row === undefined || next(5) < 2) {
				if (row !== undefined) rows.push(row);
				const from = 1 + next(10);
				const wish = edge(from, 1 + ((from + next(8)) % 10), ["2019", "2020-06", "2021"][next(3)]);
				const written = await write(base, wish);
				if (!rows.includes(written)) rows.push(written);
			} else {
				// The other one may have retracted it: it can be the same claim.
				await writer
					.write(retractFact(row, view), () => "")
					.catch((error: { code?: string }) => expect(error.code).toBe("UTOPIA_WRITE_OVERTAKEN"));
			}
		}
	};
	await Promise.all([client(1), client(2)]);
	expect(await expectExact(base)).toBeGreaterThan(20);
	// Nothing is written that was not needed: the base opened again changes nothing of it.
	const { size } = await Written.of(base.now);
	await base.reopen();
	await write(base, { ...edge(1, 2), predicate: "depth", object: undefined, value: { value: "3" } });
	expect((await Written.of(base.now)).size).toBe(size);
}, 300_000);

/** A store whose commits are kept waiting, and refused where one is to be. */
class Unsteady {
	refuse = 0;
	wait = 0;
	readonly store: Store;

	constructor(store: Store) {
		this.store = new Proxy(store, {
			get: (target, key) => {
				if (key === "commit") return (...given: Parameters<Store["commit"]>) => this.#commit(target, given);
				const value = Reflect.get(target, key) as unknown;
				return typeof value === "function" ? value.bind(target) : value;
			},
		});
	}

	async #commit(
		target: Store,
		given: Parameters<Store["commit"]>,
	): Promise<Awaited<ReturnType<Store["commit"]>>> {
		const isRefused = this.refuse-- === 1;
		if (isRefused) {
			await setTimeout(this.wait);
			throw new Error("ENOSPC: no space left on device");
		}
		const committed = target.commit(...given);
		await setTimeout(this.wait);
		return committed;
	}
}

test("a write that fails leaves nothing behind, and the next one draws what follows from what is held", async () => {
	await using base = await DerivingBase.fresh(TEXT);
	const { store, view, consequences } = base.now;
	const unsteady = new Unsteady(store);
	const writer = new Writer(unsteady.store, view, consequences);
	await write(base, edge(1, 2), writer);
	await write(base, edge(2, 3), writer);
	const before = (await Written.of(base.now)).at(headOf(base.now));
	unsteady.refuse = 1;
	await expect(write(base, edge(3, 4), writer)).rejects.toThrow("ENOSPC");
	expect((await Written.of(base.now)).at(headOf(base.now))).toEqual(before);
	await write(base, edge(4, 5), writer);
	expect(await expectExact(base)).toBe(1);
	await write(base, edge(3, 4), writer);
	expect(await expectExact(base)).toBe(6);
	for (const [line, { id }] of before)
		expect((await Written.of(base.now)).at(headOf(base.now)).get(line)?.id).toBe(id);
});

test("a write that fails among others that are on their way takes none of what follows from them with it", async () => {
	await using base = await DerivingBase.fresh(TEXT);
	const { store, view, consequences } = base.now;
	const unsteady = new Unsteady(store);
	const writer = new Writer(unsteady.store, view, consequences);
	await write(base, edge(1, 2), writer);
	const broken = () =>
		writer.write(assertFacts([edge(8, 9)], EDO, view), () => {
			throw new Error("no answer");
		});
	// The first is on its way to the disk while the second fails and the third is drawn.
	const [first, second, third] = await Promise.allSettled([
		write(base, edge(2, 3), writer),
		broken(),
		write(base, edge(3, 4), writer),
	]);
	expect([first.status, second.status, third.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
	await write(base, edge(4, 5), writer);
	expect(await expectExact(base)).toBe(6);
});

test("what was drawn on top of a commit that is refused is put right by the next one", async () => {
	await using base = await DerivingBase.fresh(TEXT);
	const { store, view, consequences } = base.now;
	const unsteady = new Unsteady(store);
	const writer = new Writer(unsteady.store, view, consequences);
	await write(base, edge(1, 2), writer);
	unsteady.refuse = 1;
	unsteady.wait = 30;
	const outcomes = await Promise.allSettled(
		[edge(2, 3), edge(3, 4), edge(4, 5)].map((wish) => write(base, wish, writer)),
	);
	expect(outcomes[0]?.status).toBe("rejected");
	unsteady.wait = 0;
	await write(base, edge(6, 7), writer);
	await expectExact(base);
	await write(base, edge(2, 3), writer);
	await expectExact(base);
});
