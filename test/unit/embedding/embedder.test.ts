import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openEmbedder } from "../../../src/embedding/embedder.ts";
import { SHIPPED_MODEL } from "../../../src/embedding/model-files.ts";
import { references } from "../../support/embedding-references.ts";

const texts = references.map(({ text }) => text);

test("a vector depends on its text alone, not on what is embedded with it or before it", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const together = await embedder.embed(texts);
	const turned = await embedder.embed(texts.toReversed());
	const alone: (Float32Array | undefined)[] = [];
	for (const text of texts) alone.push((await embedder.embed([text]))[0]);
	expect(together).toEqual(alone);
	expect(turned.toReversed()).toEqual(alone);
	for (const vector of alone) expect(Math.hypot(...(vector as Float32Array))).toBeCloseTo(1, 5);
});

test("more passages than a batch come back in their order", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const many = Array.from({ length: 40 }, (_, n) => `Berth ${n} ${"is free ".repeat(n % 7)}`);
	const vectors = await embedder.embed(many);
	expect(vectors).toHaveLength(40);
	for (const at of [0, 13, 39]) expect(vectors[at]).toEqual((await embedder.embed([many[at] as string]))[0]);
	expect(await embedder.embed([])).toEqual([]);
});

test("what is mostly unknown to the model, and what is nothing, has no vector", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const [chinese, mixed, empty, space, english] = await embedder.embed([
		"港口在夜里关闭。",
		"The port of 高雄 closes at night.",
		"",
		" \n",
		"The port closes at night.",
	]);
	expect([chinese, empty, space]).toEqual([undefined, undefined, undefined]);
	expect(mixed).toHaveLength(512);
	expect(english).toHaveLength(512);
	expect(await embedder.embedQuery("เรือ")).toBeUndefined();
});

test("a text of any length and of broken characters is embedded like another", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const [long, cut] = await embedder.embed(["word ".repeat(200_000), "word ".repeat(2_000)]);
	expect(long).toEqual(cut);
	expect((await embedder.embed(["The ship \ud800 left <unk> the port."]))[0]).toHaveLength(512);
});

test("a query does not wait for the passages that were brought before it", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const done: string[] = [];
	const passages = embedder
		.embed(
			Array.from({ length: 32 }, (_, n) => `${n} ${references.find(({ name }) => name === "long")?.text}`),
		)
		.then(() => done.push("passages"));
	await setTimeout(50);
	const query = embedder.embedQuery("Who left?").then(() => done.push("query"));
	expect(embedder.state().waiting).toBeGreaterThan(1);
	await Promise.all([passages, query]);
	expect(done).toEqual(["query", "passages"]);
	expect(embedder.state().waiting).toBe(0);
});

test("more callers than there is room for are all served, one after the other", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const asked = Array.from({ length: 40 }, (_, n) => embedder.embedQuery(`Is berth ${n} free?`));
	expect(embedder.state().waiting).toBe(40);
	const vectors = await Promise.all(asked);
	expect(vectors[39]).toEqual(await embedder.embedQuery("Is berth 39 free?"));
});

test("a caller who goes away is let go, before and while it waits, and the next one is served", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const interrupted = { code: "UTOPIA_INTERRUPTED" };
	await expect(embedder.embed(texts, AbortSignal.abort())).rejects.toMatchObject(interrupted);
	const leaving = new AbortController();
	const asked = Array.from({ length: 10 }, () => embedder.embed(texts, leaving.signal));
	leaving.abort();
	for (const answer of asked) await expect(answer).rejects.toMatchObject(interrupted);
	expect(embedder.state().waiting).toBe(0);
	expect((await embedder.embed(texts))[0]).toHaveLength(512);
});
