import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { type Embedder, openEmbedder } from "../../../src/embedding/embedder.ts";
import { SHIPPED_MODEL } from "../../../src/embedding/model-files.ts";
import { references } from "../../support/embedding-references.ts";
import { temporaryFolder } from "../../support/stores.ts";

const texts = references.map(({ text }) => text);
const down = { code: "UTOPIA_MODEL_UNAVAILABLE", details: { reason: "embedder_down" } };

const pidOf = (embedder: Embedder): number => embedder.state().pid as number;

/** Whether a process is there; one that has ended and that nobody has asked after is not. */
async function gone(pid: number): Promise<boolean> {
	for (let tries = 0; tries < 200; tries++) {
		try {
			process.kill(pid, 0);
		} catch {
			return true;
		}
		await setTimeout(25);
	}
	return false;
}

test("a child that is killed costs what it had in hand and nothing more; three within a minute, and it rests", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	for (let time = 1; time <= 3; time++) {
		const before = pidOf(embedder);
		const inHand = embedder.embed(Array.from({ length: 16 }, (_, n) => `${n} ${texts[5]}`));
		await setTimeout(20);
		process.kill(before, "SIGKILL");
		await expect(inHand).rejects.toMatchObject(down);
		expect(embedder.state().failures).toBe(time);
		if (time < 3) {
			expect((await embedder.embed(["Here again."]))[0]).toHaveLength(512);
			expect(pidOf(embedder)).not.toBe(before);
			expect(embedder.state().reason).toBeUndefined();
		}
	}
	expect(embedder.state()).toMatchObject({ reason: "embedder_down", pid: undefined, waiting: 0 });
	await expect(embedder.embedQuery("Anyone?")).rejects.toMatchObject(down);
});

test("a batch that takes too long ends the child, and the next one gets another", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL, { batchWithin: 2_000 });
	const stuck = pidOf(embedder);
	process.kill(stuck, "SIGSTOP");
	await expect(embedder.embed(["Is anyone there?"])).rejects.toMatchObject(down);
	expect(await gone(stuck)).toBe(true);
	expect((await embedder.embed(["Is anyone there?"]))[0]).toHaveLength(512);
	expect(embedder.state().failures).toBe(1);
});

test("closing ends the child, lets go who waits, and refuses who comes after", async () => {
	const embedder = await openEmbedder(SHIPPED_MODEL);
	const pid = pidOf(embedder);
	const waiting = embedder.embed(texts);
	const closed = embedder[Symbol.asyncDispose]();
	await expect(waiting).rejects.toMatchObject({ code: "UTOPIA_INTERRUPTED" });
	await closed;
	expect(await gone(pid)).toBe(true);
	await expect(embedder.embedQuery("Too late?")).rejects.toMatchObject({ code: "UTOPIA_INTERRUPTED" });
	expect(embedder.state()).toMatchObject({ failures: 0, pid: undefined });
});

test("the child ends with its parent, however that ends, and does not keep it from ending", async () => {
	using folder = temporaryFolder();
	const script = join(folder.path, "parent.mjs");
	const room = fileURLToPath(new URL("../../../dist/embedding/", import.meta.url));
	writeFileSync(
		script,
		`import { openEmbedder } from ${JSON.stringify(pathToFileURL(join(room, "embedder.js")).href)};
		const embedder = await openEmbedder(${JSON.stringify(SHIPPED_MODEL)});
		await embedder.embedQuery("A query, and then nothing more to do.");
		process.send(embedder.state().pid);
		if (process.argv[2] === "stay") setInterval(() => {}, 1000); else process.channel.unref();`,
	);
	for (const [how, ends] of [
		["stay", (parent: ReturnType<typeof fork>) => parent.kill("SIGKILL")],
		["leave", () => undefined],
	] as const) {
		const parent = fork(script, [how], { execArgv: [] });
		const [pid] = (await once(parent, "message")) as [number];
		const end = once(parent, "exit");
		ends(parent);
		await end;
		expect(await gone(pid), how).toBe(true);
	}
});

test("without the optional package there is no model, and it says which package", async () => {
	using folder = temporaryFolder();
	const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
	for (const part of ["embedding", "errors.js"])
		cpSync(join(dist, part), join(folder.path, part), { recursive: true });
	writeFileSync(join(folder.path, "package.json"), '{"type":"module"}');
	const program = pathToFileURL(join(folder.path, "embedding/embedder-child.js"));
	await expect(openEmbedder(SHIPPED_MODEL, { program })).rejects.toMatchObject({
		code: "UTOPIA_MODEL_UNAVAILABLE",
		message: expect.stringContaining("@xenova/transformers"),
		details: { reason: "model_missing" },
	});
	writeFileSync(program, "process.exit(3);");
	await expect(openEmbedder(SHIPPED_MODEL, { program })).rejects.toMatchObject({
		details: { reason: "model_failed" },
	});
});

test("a folder without a model, and one whose files are not its card's, are told apart", async () => {
	using folder = temporaryFolder();
	const model = join(folder.path, "use-lite-en");
	const refused = (reason: string) => ({ code: "UTOPIA_MODEL_UNAVAILABLE", details: { reason } });
	await expect(openEmbedder(model)).rejects.toMatchObject(refused("model_missing"));
	mkdirSync(model);
	cpSync(SHIPPED_MODEL, model, { recursive: true });
	appendFileSync(join(model, "tokenizer.json"), " ");
	await expect(openEmbedder(model)).rejects.toMatchObject(refused("model_failed"));
	cpSync(SHIPPED_MODEL, model, { recursive: true });
	rmSync(join(model, "config.json"));
	await expect(openEmbedder(model)).rejects.toMatchObject(refused("model_failed"));
	writeFileSync(join(model, "model-card.json"), '{"id":"x"}');
	await expect(openEmbedder(model)).rejects.toThrow(/no usable sha256, dims, window/);
	writeFileSync(join(model, "model-card.json"), "{");
	await expect(openEmbedder(model)).rejects.toMatchObject(refused("model_failed"));
});
