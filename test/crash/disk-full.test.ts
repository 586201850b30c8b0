import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { literal, namedNode, quad } from "../../src/rdf/terms.ts";
import { CommitLog } from "../../src/store/log/commit-log.ts";
import { LogEnvironment } from "../../src/store/log/log-environment.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { OxigraphStore } from "../../src/store/oxigraph/oxigraph-store.ts";
import type { PatchChunk, Store } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";
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

test("a real disk that fills up loses nothing that was answered", async (context) => {
	using folder = temporaryFolder();
	const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", folder.path], {
		encoding: "utf8",
	});
	if (mounted.status !== 0) {
		const reason = `a small disk cannot be mounted here: ${mounted.error?.message ?? mounted.stderr.trim()}`;
		process.stdout.write(`skipped: ${reason}\n`);
		context.skip(reason);
	}
	try {
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
	} finally {
		spawnSync("umount", ["-l", folder.path]);
	}
});
