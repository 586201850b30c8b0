import {
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { open as openLmdb } from "lmdb";
import { describe, expect, test } from "vitest";
import { literal, namedNode, quad } from "../../src/rdf/terms.ts";
import { GENESIS, PatchDigest, sealed } from "../../src/store/log/commit-record.ts";
import { JournalReader, journalFolder } from "../../src/store/log/journal-reader.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { PatchChunk } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";
import { KB, temporaryFolder, testQuery } from "../support/stores.ts";

const n = (name: string) => namedNode(`http://example.org/${name}`);
const words = testQuery("SELECT ?o WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?o");
const COMMITS = ["mark-one", "mark-two", "mark-three", "mark-four", "mark-five"];

/** A base of five commits with one word each; with `pieces`, a sixth in pieces. */
async function written(folder: string, { pieces = 0 } = {}): Promise<void> {
	await using directory = await DataDirectory.open(folder, { warn: () => {} });
	const store = await directory.kb(KB);
	for (const [i, word] of COMMITS.entries()) {
		await store.commit({
			insert: [quad(n("s"), n("p"), literal(word), n("g"))],
			remove: [],
			recordedAt: BigInt(i + 1) as Instant,
		});
	}
	async function* chunks(): AsyncGenerator<PatchChunk> {
		for (let i = 0; i < pieces; i++) {
			yield { op: "insert", nquads: `<http://x/s> <http://x/p> "piece-number-${i}" <http://x/g> .\n` };
		}
	}
	if (pieces > 0) await store.commitBulk(chunks(), () => ({ recordedAt: 100n as Instant }));
}

async function opened(folder: string): Promise<{ readonly words: string[]; readonly warnings: string[] }> {
	const warnings: string[] = [];
	await using directory = await DataDirectory.open(folder, { warn: (line) => warnings.push(line) });
	const store = await directory.kb(KB);
	const rows = await store.select(words, "all");
	return { words: rows.map((row) => row.get("o")?.value ?? ""), warnings };
}

async function verified(folder: string): Promise<number> {
	await using journal = JournalReader.open(folder);
	return (await journal.log(KB).verify()).head.sequence;
}

/** Changes one letter of a word wherever it stands in a file; answers in how many places. */
function bend(path: string, word: string): number {
	const bytes = readFileSync(path);
	let places = 0;
	for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
		bytes[at] = (bytes[at] ?? 0) ^ 1;
		places++;
	}
	writeFileSync(path, bytes);
	return places;
}

const withoutImages = (folder: string) => renameSync(join(folder, "images"), join(folder, "images-away"));
const imagesOf = (folder: string) =>
	readdirSync(join(folder, "images", KB)).map((name) => join(folder, "images", KB, name));

async function onCommits(
	folder: string,
	change: (commits: {
		get(key: [string, number]): Buffer | undefined;
		put(key: [string, number], value: Buffer): Promise<unknown>;
		remove(key: [string, number]): Promise<unknown>;
	}) => Promise<unknown>,
): Promise<void> {
	const root = openLmdb(journalFolder(folder), { maxDbs: 8 });
	const settings = { name: "commits", encoding: "binary", compression: true } as const;
	await change(root.openDB<Buffer, [string, number]>(settings));
	await root.close();
}

const folderInPlace = (path: string) => {
	renameSync(path, `${path}.old`);
	mkdirSync(path);
};
const sorted = [...COMMITS].sort();

describe("a journal that was damaged", () => {
	test("a changed byte is found by verify, and by a start that replays it", async () => {
		using folder = temporaryFolder();
		await written(folder.path);
		expect(await verified(folder.path)).toBe(5);
		expect(bend(join(journalFolder(folder.path), "data.mdb"), "mark-three")).toBeGreaterThan(0);
		await expect(verified(folder.path)).rejects.toMatchObject({
			code: "UTOPIA_JOURNAL_DAMAGED",
			details: { kb: KB, position: 3, lastGoodHead: 2 },
		});
		withoutImages(folder.path);
		await expect(opened(folder.path)).rejects.toMatchObject({
			code: "UTOPIA_JOURNAL_DAMAGED",
			details: { position: 3 },
			message: expect.stringContaining("utopia verify"),
		});
	});

	test("a missing commit in the middle stops the start", async () => {
		using folder = temporaryFolder();
		await written(folder.path);
		await onCommits(folder.path, (commits) => commits.remove([KB, 3]));
		const damage = { code: "UTOPIA_JOURNAL_DAMAGED", details: { position: 3 } };
		await expect(opened(folder.path)).rejects.toMatchObject(damage);
		await expect(verified(folder.path)).rejects.toMatchObject(damage);
	});

	test("a missing first commit stops the start", async () => {
		using folder = temporaryFolder();
		await written(folder.path);
		await onCommits(folder.path, (commits) => commits.remove([KB, 1]));
		await expect(opened(folder.path)).rejects.toMatchObject({
			code: "UTOPIA_JOURNAL_DAMAGED",
			details: { position: 1 },
		});
	});

	test("a commit rewritten with a hash of its own is found, since the next one names the old one", async () => {
		using folder = temporaryFolder();
		await written(folder.path);
		const insert = Buffer.from(`<http://x/s> <http://x/p> "forged" <http://x/g> .\n`);
		const digest = new PatchDigest();
		digest.add("insert", insert);
		const { bytes } = sealed({
			kb: KB,
			previous: GENESIS,
			recordedAt: 1n as Instant,
			patch: digest.hex(),
			pieces: 0,
			remove: Buffer.alloc(0),
			insert,
		});
		await onCommits(folder.path, (commits) => commits.put([KB, 1], bytes));
		await expect(verified(folder.path)).rejects.toMatchObject({ details: { position: 2 } });
	});

	test("two commits that changed places, and one cut short, are found", async () => {
		using folder = temporaryFolder();
		await written(folder.path);
		await onCommits(folder.path, async (commits) => {
			const second = commits.get([KB, 2]) ?? Buffer.alloc(0);
			await commits.put([KB, 4], Buffer.from(second));
		});
		await expect(verified(folder.path)).rejects.toMatchObject({ details: { position: 4 } });
		await onCommits(folder.path, async (commits) => {
			const second = commits.get([KB, 2]) ?? Buffer.alloc(0);
			await commits.put([KB, 2], Buffer.from(second).subarray(0, second.length - 5));
		});
		await expect(verified(folder.path)).rejects.toMatchObject({ details: { position: 2 } });
	});

	test("a changed piece of a large commit is found", async () => {
		using folder = temporaryFolder();
		await written(folder.path, { pieces: 5 });
		expect(bend(join(journalFolder(folder.path), "data.mdb"), "piece-number-3")).toBeGreaterThan(0);
		await expect(verified(folder.path)).rejects.toMatchObject({ details: { position: 6 } });
		withoutImages(folder.path);
		await expect(opened(folder.path)).rejects.toMatchObject({ code: "UTOPIA_JOURNAL_DAMAGED" });
	});
});

describe("an image that does not fit", () => {
	test.each([
		["a changed byte", "checksum", (path: string) => bend(path, "mark-three")],
		["its end missing", "cut off", (path: string) => truncateSync(path, 1_000_000)],
		["nothing in it", "header", (path: string) => truncateSync(path, 0)],
		["a changed header", "header", (path: string) => bend(path, '"sequence"')],
		["no file but a folder", "EISDIR", folderInPlace],
	])("%s: the log is replayed, and that is said", async (_, said, damage) => {
		using folder = temporaryFolder();
		await written(folder.path);
		const [image = ""] = imagesOf(folder.path);
		damage(image);
		const { words: found, warnings } = await opened(folder.path);
		expect(found).toEqual(sorted);
		expect(warnings.join("\n")).toContain(said);
		expect(warnings.join("\n")).toContain("replaying the log");
	});

	test("another base's image, and one of another history, are not taken", async () => {
		using folder = temporaryFolder();
		using other = temporaryFolder();
		await written(folder.path);
		await using directory = await DataDirectory.open(other.path, { warn: () => {} });
		for (const kb of ["another", KB]) {
			const store = await directory.kb(kb);
			for (let i = 1; i <= 5; i++) {
				await store.commit({
					insert: [quad(n("s"), n("p"), literal("foreign"), n("g"))],
					remove: [],
					recordedAt: BigInt(i) as Instant,
				});
			}
			await store[Symbol.asyncDispose]();
			copyFileSync(join(other.path, "images", kb, "5.image"), join(folder.path, "images", KB, "5.image"));
			const { words: found, warnings } = await opened(folder.path);
			expect(found).toEqual(sorted);
			expect(warnings.join("\n")).toContain(kb === KB ? "another history" : "another base");
		}
	});

	test("an image ahead of the log is not taken", async () => {
		using folder = temporaryFolder();
		await written(folder.path);
		const [image = ""] = imagesOf(folder.path);
		await onCommits(folder.path, (commits) => commits.remove([KB, 5]));
		const { words: found, warnings } = await opened(folder.path);
		expect(image).toContain("5.image");
		expect(found).toEqual(COMMITS.slice(0, 4).sort());
		expect(warnings.join("\n")).toContain("ahead of the log");
	});
});
