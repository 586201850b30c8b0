import { describe, expect, test } from "vitest";
import { literal, namedNode, quad } from "../../src/rdf/terms.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { PatchChunk, Store } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";
import { KB, temporaryStore, testQuery } from "../support/stores.ts";

const n = (name: string) => namedNode(`http://example.org/${name}`);
const subjects = testQuery("SELECT ?s WHERE { GRAPH ?g { ?s ?p ?o } }");
/** Two thousand nested brackets end the engine's stack: a caller's text can do that, a template cannot. */
const poison = testQuery(`SELECT ?s WHERE { FILTER(${"(".repeat(20_000)}1${")".repeat(20_000)}) }`);
const endless = testQuery(
	"SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?a { ?s1 ?p1 ?o1 } GRAPH ?b { ?s2 ?p2 ?o2 } GRAPH ?c { ?s3 ?p3 ?o3 } }",
);

const change = (i: number, removed?: number) => ({
	insert: [quad(n(`s${i}`), n("p"), literal(`${i}`), n("g"))],
	remove: removed === undefined ? [] : [quad(n(`s${removed}`), n("p"), literal(`${removed}`), n("g"))],
	recordedAt: BigInt(i) as Instant,
});

async function count(store: Store): Promise<number> {
	return (await store.select(subjects, "all")).length;
}

async function* lines(from: number, to: number, op: PatchChunk["op"] = "insert"): AsyncGenerator<PatchChunk> {
	for (let i = from; i < to; i += 1_000) {
		const rows = Array.from(
			{ length: Math.min(1_000, to - i) },
			(_, k) => `<http://example.org/s${i + k}> <http://example.org/p> "${i + k}" <http://example.org/g> .\n`,
		);
		yield { op, nquads: rows.join("") };
	}
}

async function until(claim: () => Promise<boolean>): Promise<void> {
	for (let tries = 0; tries < 1_200; tries++) {
		if (await claim()) return;
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
	throw new Error("it did not come about");
}

describe("an engine that is lost", () => {
	test("a query that kills the engine is refused, everybody else is served by the next one", async () => {
		await using given = await temporaryStore();
		const { store, warnings } = given;
		await store.commit(change(1));
		const killed = expect(store.select(poison, "all")).rejects.toMatchObject({
			code: "UTOPIA_STORE_UNAVAILABLE",
		});
		const others = [count(store), count(store), count(store)];
		const commits = [store.commit(change(2)), store.commit(change(3))];
		await killed;
		for (const found of await Promise.all(others)) expect(found).toBeGreaterThanOrEqual(1);
		expect((await Promise.all(commits)).map(({ sequence }) => sequence)).toEqual([2, 3]);
		expect(await count(store)).toBe(3);
		expect(warnings.join("\n")).toContain("the engine serves again");
	});

	test("in a replica it ends the replica only", async () => {
		await using given = await temporaryStore();
		const { store, warnings } = given;
		await store.commit(change(1));
		await expect(store.select(poison, "all", { replica: true })).rejects.toMatchObject({
			code: "UTOPIA_STORE_UNAVAILABLE",
		});
		expect(warnings).toEqual([]);
		expect(await store.select(subjects, "all", { replica: true })).toHaveLength(1);
	});

	test("a query past the hard deadline ends the engine, not the base", async () => {
		await using given = await temporaryStore({ hardDeadline: 300 });
		const { store, warnings } = given;
		await store.commitBulk(lines(0, 2_000), () => change(1));
		const runaway = expect(store.select(endless, "all")).rejects.toMatchObject({
			code: "UTOPIA_QUERY_TIMEOUT",
		});
		const behind = count(store);
		const commit = store.commit(change(5_000));
		await runaway;
		expect(await behind).toBeGreaterThanOrEqual(2_000);
		expect((await commit).sequence).toBe(2);
		expect(await count(store)).toBe(2_001);
		expect(warnings.join("\n")).toContain("a query ran for 300 ms");
	});

	test("a caller's own deadline ends its wait and nobody else's", async () => {
		await using given = await temporaryStore({ hardDeadline: 1_000 });
		const { store } = given;
		await store.commitBulk(lines(0, 2_000), () => change(1));
		const since = performance.now();
		await expect(store.select(endless, "all", { timeout: 50 })).rejects.toMatchObject({
			code: "UTOPIA_QUERY_TIMEOUT",
		});
		expect(performance.now() - since).toBeLessThan(900);
		expect(await count(store)).toBe(2_000);
	});

	test("a query the engine cannot read is our mistake and harms nobody", async () => {
		await using given = await temporaryStore();
		const { store, warnings } = given;
		await expect(store.select(testQuery("SELECT nonsense"), "all")).rejects.toMatchObject({
			code: "UTOPIA_QUERY_MALFORMED",
		});
		await expect(store.select(testQuery("SELECT nonsense"), "all", { replica: true })).rejects.toMatchObject({
			code: "UTOPIA_QUERY_MALFORMED",
		});
		expect(warnings).toEqual([]);
	});
});

describe("bounds", () => {
	test("past the bound of the queue the base says it is busy", async () => {
		await using given = await temporaryStore({ bound: 5 });
		const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => count(given.store)));
		const refused = outcomes.filter((outcome) => outcome.status === "rejected");
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.length).toBeLessThan(100);
		for (const { reason } of refused) expect(reason).toMatchObject({ code: "UTOPIA_STORE_BUSY" });
	});

	test("past the limit of memory writes are refused and reads are not", async () => {
		await using given = await temporaryStore({ memoryLimit: 3_000_000 });
		const { store } = given;
		await store.commit(change(1));
		await expect(store.commitBulk(lines(10, 30_000), () => change(2))).rejects.toMatchObject({
			code: "UTOPIA_BASE_FULL",
		});
		expect(await count(store)).toBe(1);
		const big = { ...change(2), insert: Array.from({ length: 20_000 }, (_, i) => change(i + 10).insert[0]) };
		await store.commit(big as ReturnType<typeof change>);
		await expect(store.commit(change(3))).rejects.toMatchObject({ code: "UTOPIA_BASE_FULL" });
		expect(await count(store)).toBe(20_001);
	});

	test("a follower that fails is named, and the commit stands", async () => {
		await using given = await temporaryStore();
		const { store, warnings } = given;
		store.onCommit(() => {
			throw new Error("no ears");
		});
		expect((await store.commit(change(1))).sequence).toBe(1);
		expect(warnings.join("\n")).toContain("no ears");
	});

	test("a closed base refuses what comes late", async () => {
		await using given = await temporaryStore();
		const { store } = given;
		await store.commit(change(1));
		await store[Symbol.asyncDispose]();
		await expect(store.commit(change(2))).rejects.toMatchObject({ code: "UTOPIA_STORE_UNAVAILABLE" });
		await expect(count(store)).rejects.toMatchObject({ code: "UTOPIA_STORE_UNAVAILABLE" });
	});
});

describe("images", () => {
	test("one is taken every so many commits, beside the running engine, and at the end", async () => {
		await using given = await temporaryStore({ imageEvery: 10 });
		const { store } = given;
		for (let i = 1; i <= 15; i++) await store.commit(change(i, i - 5));
		await until(async () => (await store.stats()).imageSequence >= 10);
		const kept = (await store.stats()).imageSequence;
		await store.commit(change(16, 11));
		expect(kept).toBeLessThan(16);
		await given.directory[Symbol.asyncDispose]();
		await using again = await DataDirectory.open(given.folder, { warn: () => {} });
		const opened = await again.kb(KB);
		expect(await opened.stats()).toMatchObject({ imageSequence: 16, commits: 16, quads: 5 });
		expect(await count(opened)).toBe(5);
		await opened.commit(change(17, 12));
		expect(await count(opened)).toBe(5);
	});

	test("a store that came from an image goes on reading, writing and refusing like any other", async () => {
		await using given = await temporaryStore();
		await given.store.commitBulk(lines(0, 5_000), () => change(1));
		expect((await given.store.stats()).imageSequence).toBe(1);
		await given.directory[Symbol.asyncDispose]();
		await using again = await DataDirectory.open(given.folder, { warn: () => {} });
		const store = await again.kb(KB);
		expect(store.head()).toMatchObject({ sequence: 1, recordedAt: 1n });
		await expect(store.select(testQuery("SELECT nonsense"), "all")).rejects.toThrow();
		for (let i = 0; i < 300; i++) await store.commit(change(10_000 + i, i));
		await store.commitBulk(lines(1_000, 2_000, "remove"), () => change(20_000));
		expect(await count(store)).toBe(4_000);
		expect((await store.select(subjects, [n("g")], { replica: true })).length).toBe(4_000);
	});

	test("compaction gives back the memory of what was removed", async () => {
		await using given = await temporaryStore();
		const { store } = given;
		await store.commitBulk(lines(0, 20_000), () => change(1));
		await store.commitBulk(lines(10, 20_000, "remove"), () => change(2));
		await store.commitBulk(lines(30_000, 45_000), () => change(3));
		await store.commitBulk(lines(30_000, 45_000, "remove"), () => change(4));
		const before = await store.stats();
		await store.compact();
		const after = await store.stats();
		expect([before.quads, after.quads, await count(store)]).toEqual([10, 10, 10]);
		expect(after.memoryBytes).toBeLessThan(before.memoryBytes);
		process.stdout.write(`compaction: ${before.memoryBytes} → ${after.memoryBytes} bytes\n`);
	});

	test("a base whose memory is mostly of what was removed is compacted by itself", async () => {
		await using given = await temporaryStore({ imageEvery: 8, compactFrom: 4_000_000 });
		const { store } = given;
		// The compaction may well come while the last pieces are removed: what counts is the most there ever was.
		let before = 0;
		for (let i = 1; i < 6; i += 2) {
			await store.commitBulk(lines(10, 24_000), () => change(i));
			await store.commitBulk(lines(10, 24_000, "remove"), () => change(i + 1));
			before = Math.max(before, store.memoryBytes);
		}
		for (let i = 7; i < 20; i++) await store.commit(change(i));
		await until(async () => store.memoryBytes < before);
		process.stdout.write(`compacted by itself: ${before} → ${store.memoryBytes} bytes\n`);
		expect(await count(store)).toBe(13);
	});
});

test("commits of more than a kilobyte from 32 writers at once all arrive", async () => {
	// Puts outside a batch brought the process down here: compressed values, many at once.
	await using given = await temporaryStore();
	const { store } = given;
	let i = 0;
	const writer = async () => {
		for (let k = 0; k < 30; k++) {
			i++;
			const insert = [quad(n(`s${i}`), n("p"), literal(`${i} `.repeat(500)), n("g"))];
			await store.commit({ insert, remove: [], recordedAt: BigInt(i) as Instant });
		}
	};
	await Promise.all(Array.from({ length: 32 }, writer));
	expect(await count(store)).toBe(960);
});
