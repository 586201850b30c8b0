import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, type TestContext, test } from "vitest";
import { literal, namedNode, quad } from "../../src/rdf/terms.ts";
import { CommitLog } from "../../src/store/log/commit-log.ts";
import { LogEnvironment } from "../../src/store/log/log-environment.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { OxigraphStore } from "../../src/store/oxigraph/oxigraph-store.ts";
import type { PatchChunk, Store } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";
import { serving, utopia } from "../support/command.ts";
import { KB, temporaryFolder, testQuery } from "../support/stores.ts";

const n = (name: string) => namedNode(`http://example.org/${name}`);
const subjects = testQuery("SELECT ?s WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?s");
const change = (i: number, text = "text") => ({
	insert: [quad(n(`s${String(i).padStart(6, "0")}`), n("p"), literal(text), n("g"))],
	remove: [],
	recordedAt: BigInt(i) as Instant,
});

/** A disk that is full from the moment it is told to be. */
class FullDisk extends LogEnvironment {
	full = false;
	static at(folder: string): FullDisk {
		return new FullDisk(FullDisk.root(folder));
	}
	protected override flush(action: () => void): Promise<void> {
		return this.full ? Promise.reject(new Error("ENOSPC: no space left on device")) : super.flush(action);
	}
}

/** A small disk mounted on the folder until the end of the block; skips the test, aloud, where that is not allowed. */
function smallDisk(path: string, size: string, context: TestContext): Disposable {
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path], {
		encoding: "utf8",
	});
	if (mounted.status !== 0) {
		const reason = `a small disk cannot be mounted here: ${mounted.error?.message ?? mounted.stderr.trim()}`;
		process.stdout.write(`skipped: ${reason}\n`);
		context.skip(reason);
	}
	return { [Symbol.dispose]: () => void spawnSync("umount", ["-l", path]) };
}

async function count(store: Store): Promise<number> {
	return (await store.select(subjects, "all")).length;
}

async function* one(nquads: string): AsyncGenerator<PatchChunk> {
	yield { op: "insert", nquads };
}

test("when the journal cannot be written the base is read-only until it is opened afresh", async () => {
	using folder = temporaryFolder();
	{
		await using disk = FullDisk.at(folder.path);
		const log = await CommitLog.open(disk, KB, () => {});
		await using store = await OxigraphStore.open(log, { images: undefined, warn: () => {} });
		await store.commit(change(1));
		disk.full = true;
		const refused = { code: "UTOPIA_STORE_UNAVAILABLE" };
		const three = [change(2), change(3), change(4)].map((late) => store.commit(late));
		for (const outcome of await Promise.allSettled(three)) {
			expect(outcome).toMatchObject({ status: "rejected", reason: refused });
		}
		disk.full = false;
		// The caller knows the head that reads show: nothing has moved past it.
		await expect(store.commit(change(2), { head: 1 })).rejects.toMatchObject(refused);
		await expect(store.commit(change(5))).rejects.toMatchObject(refused);
		await expect(
			store.commitBulk(one(`<http://x/s> <http://x/p> "x" <http://x/g> .\n`), () => change(6)),
		).rejects.toMatchObject(refused);
		expect(store.head().sequence).toBe(1);
		expect(await count(store)).toBe(1);
	}
	await using disk = FullDisk.at(folder.path);
	const log = await CommitLog.open(disk, KB, () => {});
	await using store = await OxigraphStore.open(log, { images: undefined, warn: () => {} });
	expect(await count(store)).toBe(1);
	expect((await store.commit(change(7))).sequence).toBe(2);
	expect((await log.verify()).head.sequence).toBe(2);
});

test("a bulk commit that finds the disk full leaves the base as it was", async () => {
	using folder = temporaryFolder();
	await using disk = FullDisk.at(folder.path);
	const log = await CommitLog.open(disk, KB, () => {});
	await using store = await OxigraphStore.open(log, { images: undefined, warn: () => {} });
	await store.commit(change(1));
	async function* filling(): AsyncGenerator<PatchChunk> {
		yield { op: "insert", nquads: `<http://x/s> <http://x/p> "1" <http://x/g> .\n` };
		disk.full = true;
		yield { op: "insert", nquads: `<http://x/s> <http://x/p> "2" <http://x/g> .\n` };
	}
	await expect(store.commitBulk(filling(), () => change(2))).rejects.toMatchObject({
		code: "UTOPIA_STORE_UNAVAILABLE",
	});
	expect(await count(store)).toBe(1);
	expect(store.head().sequence).toBe(1);
});

test("a disk that fills up while a bulk commit waits for its next piece ends the commit and nothing else", async () => {
	using folder = temporaryFolder();
	await using disk = FullDisk.at(folder.path);
	const log = await CommitLog.open(disk, KB, () => {});
	await using store = await OxigraphStore.open(log, { images: undefined, warn: () => {} });
	await store.commit(change(1));
	disk.full = true;
	async function* slow(): AsyncGenerator<PatchChunk> {
		yield { op: "insert", nquads: `<http://x/s> <http://x/p> "1" <http://x/g> .\n` };
		await setTimeout(200); // the piece has failed long before anybody asks for it
	}
	// A rejection that nobody hears would end the process: vitest fails the run for it.
	await expect(store.commitBulk(slow(), () => change(2), { head: 1 })).rejects.toMatchObject({
		code: "UTOPIA_STORE_UNAVAILABLE",
	});
	await expect(store.commit(change(3), { head: 1 })).rejects.toMatchObject({
		code: "UTOPIA_STORE_UNAVAILABLE",
	});
	expect(await count(store)).toBe(1);
});

test("a small commit that finds room behind one that found none leaves no gap in the journal", async () => {
	class Refusing extends LogEnvironment {
		refusals = 0;
		static at(path: string): Refusing {
			return new Refusing(Refusing.root(path));
		}
		protected override async flush(action: () => void): Promise<void> {
			if (this.refusals-- !== 1) return super.flush(action);
			await setTimeout(50);
			throw new Error("ENOSPC: no space left on device");
		}
	}
	using folder = temporaryFolder();
	{
		await using disk = Refusing.at(folder.path);
		const log = await CommitLog.open(disk, KB, () => {});
		const append = (i: number) =>
			log.append({ recordedAt: BigInt(i) as Instant, remove: Buffer.alloc(0), insert: Buffer.from("x") })
				.flushed;
		await append(1);
		disk.refusals = 1;
		const large = append(2);
		await setTimeout(10); // the large one is on its way to the disk
		const outcomes = await Promise.allSettled([large, append(3)]);
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(log.tip.sequence).toBe(1);
	}
	await using disk = LogEnvironment.open(folder.path);
	expect((await CommitLog.open(disk, KB, () => {})).head.sequence).toBe(1);
});

test("a real disk that fills up loses nothing that was answered", async (context) => {
	using folder = temporaryFolder();
	using _disk = smallDisk(folder.path, "3m", context);
	let answered = 0;
	{
		await using directory = await DataDirectory.open(folder.path, { warn: () => {} });
		const store = await directory.kb(KB);
		const filling = async () => {
			for (let i = 1; i < 10_000; i++) {
				// Text that LZ4 cannot make small.
				const noise = Array.from({ length: 2_000 }, () => Math.random().toString(36)).join("");
				answered = (await store.commit(change(i, noise))).sequence;
			}
		};
		await expect(filling()).rejects.toMatchObject({ code: "UTOPIA_STORE_UNAVAILABLE" });
		expect(answered).toBeGreaterThan(3);
		await expect(store.commit(change(20_000))).rejects.toMatchObject({ code: "UTOPIA_STORE_UNAVAILABLE" });
		expect(await count(store)).toBe(answered);
	}
	expect(spawnSync("mount", ["-o", "remount,size=64m", folder.path]).status).toBe(0);
	await using directory = await DataDirectory.open(folder.path, { warn: () => {} });
	const store = await directory.kb(KB);
	const { sequence } = store.head();
	expect(sequence).toBe(answered);
	expect(await count(store)).toBe(answered);
	await store.commit(change(30_000));
	expect(await count(store)).toBe(answered + 1);
});

/** A base of so many facts with text that LZ4 cannot make small. */
function bulky(facts: number): string {
	const e = (kind: string, i: number) =>
		`urn:utopia:kb:${KB}:${kind}:e0000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
	const noise = () => Array.from({ length: 30 }, () => Math.random().toString(36)).join("");
	const known = `<http://www.w3.org/ns/prov#generatedAtTime> "2020-01-01T00:00:00.000001Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>`;
	return Array.from(
		{ length: facts },
		(_, i) => `<${e("entity", i)}> a <urn:utopia:ns:Entity> ;
  <http://www.w3.org/2004/02/skos/core#prefLabel> "${noise()}" ; ${known} .\n`,
	).join("");
}

test("a server whose disk fills up during an import refuses it, says so, and goes on answering", async (context) => {
	using folder = temporaryFolder();
	using _disk = smallDisk(folder.path, "4m", context);
	const token = `utp_pat_${"ab".repeat(32)}`;
	const headers = { authorization: `Bearer ${token}`, "content-type": "text/turtle" };
	await using server = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: token }, ["--no-demo"]);
	const post = (path: string, body: string, media = "application/json") =>
		fetch(`${server.url}${path}`, { method: "POST", headers: { ...headers, "content-type": media }, body });
	expect((await post("/api/v1/kbs", JSON.stringify({ id: KB, name: "Bulky" }))).status).toBe(201);
	const before = await fetch(`${server.url}/api/v1/kbs/${KB}/export`, { headers });
	expect(before.status).toBe(200);
	const refused = await post(`/api/v1/kbs/${KB}/import?mode=ledger`, bulky(15_000), "text/turtle");
	const told = { error: { details: { reason: "UTOPIA_STORE_UNAVAILABLE" } } };
	expect({ status: refused.status, body: await refused.json() }).toMatchObject({ status: 503, body: told });
	// A caller who reads and writes again is told the same, not that somebody was quicker.
	for (let i = 0; i < 3; i++) {
		const late = await post("/api/v1/kbs", JSON.stringify({ name: "Late" }));
		expect({ status: late.status, body: await late.json() }).toMatchObject({ status: 503, body: told });
	}
	const listed = await fetch(`${server.url}/api/v1/kbs`, { headers });
	expect(await listed.json()).toMatchObject({ kbs: [{ id: KB }] });
	const after = await fetch(`${server.url}/api/v1/kbs/${KB}/export`, { headers });
	expect(await after.text()).not.toContain("utopia:Entity ;");
	const ready = await fetch(`${server.url}/ready`);
	expect(ready.status).toBe(503);
	expect(((await ready.json()) as { reasons: string[] }).reasons.join()).toContain("journal takes no writes");
	expect(await server.stop()).toBe(0);

	// No room for as much as a lock: told in a sentence.
	expect(() => writeFileSync(join(folder.path, "filler"), Buffer.alloc(2 ** 23))).toThrow("ENOSPC");
	const full = await utopia(["serve", "--data", folder.path, "--port", "0"]);
	expect({ code: full.code, first: full.err.split("\n")[0] }, full.err).toEqual({
		code: 69,
		first: "UTOPIA_PATH_UNUSABLE",
	});
	expect(spawnSync("mount", ["-o", "remount,size=64m", folder.path]).status).toBe(0);
	await using again = await serving(folder.path, { UTOPIA_BOOTSTRAP_TOKEN: token });
	const whole = await fetch(`${again.url}/api/v1/kbs/${KB}/import?mode=ledger`, {
		method: "POST",
		headers,
		body: bulky(15_000),
	});
	expect(await whole.json()).toMatchObject({ entities: 15_000, head: { sequence: 1 } });
});

test("an import from the shell that fills up the disk ends with one sentence and its code", async (context) => {
	using folder = temporaryFolder();
	using elsewhere = temporaryFolder();
	using _disk = smallDisk(folder.path, "4m", context);
	const file = join(elsewhere.path, "bulky.ttl");
	writeFileSync(file, bulky(15_000));
	const { code, err } = await utopia(["import", file, "--data", folder.path]);
	expect(code, err).toBe(69);
	expect(err).toMatch(/^UTOPIA_STORE_UNAVAILABLE\nThe journal cannot be written\./m);
	expect(err).not.toContain("UTOPIA_FAULT");
});
