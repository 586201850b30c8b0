import { expect, test } from "vitest";
import { literal, namedNode, quad } from "../../../src/rdf/terms.ts";
import { JournalReader } from "../../../src/store/log/journal-reader.ts";
import { patchLines } from "../../../src/store/log/patch-lines.ts";
import type { PatchChunk } from "../../../src/store/port.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { KB, temporaryFolder, temporaryStore } from "../../support/stores.ts";

const n = (name: string) => namedNode(`http://x/${name}`);
const row = (text: string) => quad(n("s"), n("p"), literal(text), n("g"));

async function* bulk(): AsyncGenerator<PatchChunk> {
	yield { op: "insert", nquads: `<http://x/s> <http://x/p> "three" <http://x/g> .\n` };
	yield { op: "remove", nquads: `<http://x/s> <http://x/p> "two" <http://x/g> .\n` };
}

test("beside a running server a reader prints the history as RDF Patch and verifies it", async () => {
	await using given = await temporaryStore();
	const { store } = given;
	const first = await store.commit({ insert: [row("one\nline")], remove: [], recordedAt: 1n as Instant });
	await store.commit({ insert: [row("two")], remove: [row("one\nline")], recordedAt: 2n as Instant });
	const last = await store.commitBulk(bulk(), () => ({ recordedAt: 3_000_000n as Instant }));
	await using journal = JournalReader.open(given.folder);
	expect(journal.list()).toEqual([KB]);
	const log = journal.log(KB);
	const lines: string[] = [];
	for await (const line of patchLines(log)) lines.push(line);
	expect(lines).toEqual([
		`# commit 1 recorded 1970-01-01T00:00:00.000001Z sha256 ${first.hash}`,
		"TX .",
		`A <http://x/s> <http://x/p> "one\\nline" <http://x/g> .`,
		"TC .",
		expect.stringContaining("# commit 2 "),
		"TX .",
		`D <http://x/s> <http://x/p> "one\\nline" <http://x/g> .`,
		`A <http://x/s> <http://x/p> "two" <http://x/g> .`,
		"TC .",
		`# commit 3 recorded 1970-01-01T00:00:03.000000Z sha256 ${last.hash}`,
		"TX .",
		`A <http://x/s> <http://x/p> "three" <http://x/g> .`,
		`D <http://x/s> <http://x/p> "two" <http://x/g> .`,
		"TC .",
	]);
	expect((await log.verify()).head).toEqual(last);
	await store.commit({ insert: [row("four")], remove: [], recordedAt: 4_000_000n as Instant });
	expect((await journal.log(KB).verify()).head.sequence).toBe(4);
});

test("several bases share one journal and know nothing of each other", async () => {
	await using given = await temporaryStore();
	const { store, directory } = given;
	const other = await directory.kb("00000000-0000-4000-8000-000000000002");
	await Promise.all([
		store.commit({ insert: [row("mine")], remove: [], recordedAt: 1n as Instant }),
		other.commit({ insert: [row("yours")], remove: [], recordedAt: 1n as Instant }),
	]);
	await other.commit({ insert: [row("more")], remove: [], recordedAt: 2n as Instant });
	expect(directory.list()).toEqual([KB, "00000000-0000-4000-8000-000000000002"]);
	expect([store.head().sequence, other.head().sequence]).toEqual([1, 2]);
	expect((await store.stats()).quads).toBe(1);
});

test("a folder without a journal, and a base without commits, are said to be that", async () => {
	using folder = temporaryFolder();
	expect(() => JournalReader.open(folder.path)).toThrow(/no data of Utopia/);
	await using given = await temporaryStore();
	await given.store.commit({ insert: [row("x")], remove: [], recordedAt: 1n as Instant });
	await using journal = JournalReader.open(given.folder);
	expect(() => journal.log("nobody")).toThrow(expect.objectContaining({ code: "UTOPIA_KB_NOT_FOUND" }));
});
