import { expect, test } from "vitest";
import { type View, wholeView } from "../../../src/access/view.ts";
import { deleteDocument } from "../../../src/actions/documents.ts";
import { Shelf } from "../../../src/indexing/shelf.ts";
import { ingest } from "../../../src/ingestion/ingest.ts";
import { keepFile } from "../../../src/ingestion/keep-file.ts";
import { Writer } from "../../../src/writing/writer.ts";
import { sevens } from "../../support/sevens.ts";
import { KB, temporaryFolder, temporaryStore } from "../../support/stores.ts";

/** A base with its index, where reading the text of a document can be held up or made to fail. */
async function shelved() {
	const base = await temporaryStore();
	const folder = temporaryFolder();
	const whole = wholeView(base.store, KB);
	const obstacles = new Map<string, () => Promise<void>>();
	const { blobs } = whole;
	const view: View = {
		...whole,
		blobs: {
			info: (sha256) => blobs.info(sha256),
			put: (bytes, text) => blobs.put(bytes, text),
			remove: (sha256) => blobs.remove(sha256),
			piece(sha256, n) {
				const [, obstacle] = [...obstacles].find(([name]) => names.get(name) === sha256) ?? [];
				const bytes = blobs.piece(sha256, n);
				// A page may be waited for, though a store on disk has it at once.
				return obstacle === undefined ? bytes : (obstacle().then(() => bytes) as unknown as Buffer);
			},
		},
	};
	const names = new Map<string, string>();
	const warnings: string[] = [];
	const shelf = await Shelf.open(view, folder.path, {
		meaning: "model_missing",
		warn: (line) => warnings.push(line),
	});
	const writer = new Writer(base.store, whole);
	return {
		shelf,
		warnings,
		obstacles,
		async bring(filename: string, text: string): Promise<string> {
			const given = { filename, bytes: Buffer.from(text), docTime: undefined };
			const file = await keepFile(given, { files: sevens, blobs });
			names.set(filename, file.text?.sha256 ?? "");
			const wish = { file, externalKey: undefined, tags: [], sourceUrl: undefined };
			return JSON.parse(await writer.write(ingest(wish, whole), JSON.stringify, { alone: true })).document;
		},
		remove: (id: string) => writer.write(deleteDocument(id, whole), JSON.stringify, { alone: true }),
		now: () => whole.head().recordedAt ?? 0n,
		async found(query: string, asOf?: bigint) {
			const { hits, isPending } = await shelf.search({ query, asOf, offset: 0, limit: 10 });
			return { documents: hits.map(({ document }) => document), isPending };
		},
		async [Symbol.asyncDispose]() {
			await shelf[Symbol.asyncDispose]();
			await base[Symbol.asyncDispose]();
			folder[Symbol.dispose]();
		},
	};
}

function gate() {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { open: () => open(), opened };
}

test("a document that is taken away is found no more, though another one is still being placed", async () => {
	await using base = await shelved();
	const heron = await base.bring("heron", "heron");
	expect(await base.found("heron")).toEqual({ documents: [heron], isPending: false });
	const held = gate();
	base.obstacles.set("gull", () => held.opened);
	const gull = await base.bring("gull", "gull");
	await base.remove(heron);
	expect(await base.found("heron")).toEqual({ documents: [], isPending: true });
	held.open();
	await base.shelf.upToDate();
	expect(await base.found("gull")).toEqual({ documents: [gull], isPending: false });
	expect(base.warnings).toEqual([]);
});

test("one that is taken away while it is placed was held until then", async () => {
	await using base = await shelved();
	const held = gate();
	const reached = gate();
	base.obstacles.set("gull", () => {
		reached.open();
		return held.opened;
	});
	const gull = await base.bring("gull", "gull");
	const before = base.now();
	const placing = base.shelf.upToDate();
	await reached.opened;
	await base.remove(gull);
	expect(await base.found("gull")).toEqual({ documents: [], isPending: true });
	held.open();
	await placing;
	expect(await base.found("gull")).toEqual({ documents: [], isPending: false });
	expect(await base.found("gull", before)).toEqual({ documents: [gull], isPending: false });
});

test("what cannot be placed is told as pending, holds up nothing else, and comes in when it can", async () => {
	await using base = await shelved();
	base.obstacles.set("gull", () => Promise.reject(new Error("the disk is gone")));
	const gull = await base.bring("gull", "gull");
	const heron = await base.bring("heron", "heron");
	await expect(base.shelf.upToDate()).rejects.toThrow("the disk is gone");
	expect(await base.found("heron gull")).toEqual({ documents: [heron], isPending: true });
	expect(base.warnings.every((line) => line.includes("the disk is gone"))).toBe(true);
	expect(base.warnings).not.toHaveLength(0);
	base.obstacles.clear();
	await base.shelf.upToDate();
	const { documents, isPending } = await base.found("heron gull");
	expect({ documents: documents.sort(), isPending }).toEqual({
		documents: [heron, gull].sort(),
		isPending: false,
	});
});
