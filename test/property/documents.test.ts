import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { View } from "../../src/access/view.ts";
import { wholeView } from "../../src/access/view.ts";
import { deleteDocument, restoreDocument } from "../../src/actions/documents.ts";
import { chunksOf } from "../../src/documents/chunks.ts";
import { type DocumentRow, documentTable, versionAt } from "../../src/documents/document-table.ts";
import { spansOf } from "../../src/documents/lives.ts";
import { versionText } from "../../src/documents/version-text.ts";
import { ingest } from "../../src/ingestion/ingest.ts";
import { keepFile } from "../../src/ingestion/keep-file.ts";
import { readChars } from "../../src/text/places.ts";
import type { Instant } from "../../src/time/instant.ts";
import { contains } from "../../src/time/interval.ts";
import { Writer } from "../../src/writing/writer.ts";
import { sevens } from "../support/sevens.ts";
import { KB, temporaryStore } from "../support/stores.ts";

const text = fc.stringMatching(/^[ab😀\n]{0,40}$/u);
const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			does: fc.constant("bring" as const),
			key: fc.constantFrom(undefined, "k1", "k2"),
			text,
		}),
	},
	{ weight: 2, arbitrary: fc.record({ does: fc.constant("delete" as const), pick: fc.nat(9) }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constant("restore" as const), pick: fc.nat(9) }) },
);

/** A document as the model has it: its versions' texts with the instants at which they came, and when it was out of use. */
interface Plain {
	readonly id: string;
	key: string | undefined;
	readonly versions: { readonly text: string; readonly from: string }[];
	readonly gone: { readonly from: string; to: string | undefined }[];
}

const isGone = ({ gone }: Plain) => gone.at(-1) !== undefined && gone.at(-1)?.to === undefined;
const textAt = ({ versions, gone }: Plain, at: string) =>
	gone.some(({ from, to }) => from <= at && (to === undefined || at < to))
		? undefined
		: versions.findLast(({ from }) => from <= at)?.text;

async function tableAnd(view: View): Promise<readonly DocumentRow[]> {
	return (await view.kept(documentTable)).list();
}

test("documents, versions, deletions and texts are those of a plain model, now and at every earlier commit", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
			await using base = await temporaryStore();
			const view = wholeView(base.store, KB);
			const writer = new Writer(base.store, view);
			const model: Plain[] = [];
			const moments: string[] = [];
			for (const one of steps) {
				if (one.does === "bring") await bring(one);
				else await turn(one);
				moments.push(headOf());
			}
			for (const row of await tableAnd(view)) await agrees(row);
			expect(await tableAnd(view)).toHaveLength(model.length);

			async function bring({ key, text: given }: { key: string | undefined; text: string }) {
				const file = await keepFile(
					{ filename: "a.txt", bytes: Buffer.from(given), docTime: undefined },
					{ files: sevens, blobs: view.blobs },
				);
				const wish = { file, externalKey: key, tags: [], sourceUrl: undefined };
				const told = JSON.parse(await writer.write(ingest(wish, view), JSON.stringify, { alone: true })) as {
					document: string;
					outcome: string;
				};
				const now = headOf();
				const named = key === undefined ? undefined : model.find((one) => one.key === key);
				const same = model.filter(
					(one) => one.versions.at(-1)?.text === given && (key === undefined || one.key === undefined),
				);
				const known = named ?? same.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
				if (known === undefined) {
					expect(told.outcome).toBe("added");
					model.push({ id: told.document, key, versions: [{ text: given, from: now }], gone: [] });
					return;
				}
				expect(told.document).toBe(known.id);
				known.key ??= key;
				const wasGone = isGone(known);
				const last = known.gone.at(-1);
				if (wasGone && last !== undefined) last.to = now;
				const isSame = known.versions.at(-1)?.text === given;
				expect(told.outcome).toBe(isSame ? (wasGone ? "restored" : "unchanged") : "refreshed");
				if (!isSame) known.versions.push({ text: given, from: now });
			}

			async function turn({ does, pick }: { does: "delete" | "restore"; pick: number }) {
				const one = model[pick % Math.max(1, model.length)];
				if (one === undefined || isGone(one) === (does === "delete")) return;
				const action = does === "delete" ? deleteDocument(one.id, view) : restoreDocument(one.id, view);
				await writer.write(action, JSON.stringify, { alone: true });
				if (does === "delete") one.gone.push({ from: headOf(), to: undefined });
				else (one.gone.at(-1) as { to: string | undefined }).to = headOf();
			}

			function headOf(): string {
				return String(view.head().recordedAt ?? 0n).padStart(20, "0");
			}

			async function agrees(row: DocumentRow) {
				const plain = model.find(({ id }) => id === row.id) as Plain;
				expect(row.externalKey).toBe(plain.key);
				for (const moment of moments) {
					const asOf = BigInt(moment) as Instant;
					const version = versionAt(row, asOf);
					const held = row.versions.filter((one) => spansOf(row, one).some((span) => contains(span, asOf)));
					expect(held).toEqual(version === undefined ? [] : [version]);
					const found = version && (await versionText(row, version, view));
					expect(found && (await readChars(found.text, 0, 1_000))).toBe(textAt(plain, moment));
				}
				await chunksTile(row, plain);
			}

			async function chunksTile(row: DocumentRow, plain: Plain) {
				const byWords = new Map<string, string>();
				for (const [n, version] of row.versions.entries()) {
					const words: string[] = [];
					const ids = new Set<string>();
					for await (const chunk of chunksOf(row, version, view)) {
						words.push(chunk.text);
						ids.add(chunk.id);
						const place = `${chunk.text} ${words.filter((one) => one === chunk.text).length}`;
						expect(byWords.get(place) ?? chunk.id).toBe(chunk.id);
						byWords.set(place, chunk.id);
					}
					expect(words.join("")).toBe(plain.versions[n]?.text);
					expect(ids.size).toBe(words.length);
					expect(version.sha256).toBe(createHash("sha256").update(words.join("")).digest("hex"));
				}
			}
		}),
		{ numRuns: Number(process.env["DOCUMENT_RUNS"] ?? 12) },
	);
}, 120_000);

test("the table that follows commits is the one that is read anew", async () => {
	await using base = await temporaryStore();
	const view = wholeView(base.store, KB);
	const writer = new Writer(base.store, view);
	await view.kept(documentTable);
	const wish = async (content: string) => ({
		file: await keepFile(
			{ filename: "a.txt", bytes: Buffer.from(content), docTime: undefined },
			{ files: sevens, blobs: view.blobs },
		),
		externalKey: "k",
		tags: ["b", "a"],
		sourceUrl: "https://example.org/",
	});
	const write = (action: Parameters<Writer["write"]>[0]) =>
		writer.write(action, JSON.stringify, { alone: true });
	const { document } = JSON.parse(await write(ingest(await wish("one"), view))) as { document: string };
	await write(deleteDocument(document, view));
	await write(ingest(await wish("two"), view));
	await write(deleteDocument(document, view));
	const followed = await tableAnd(view);
	expect(followed).toEqual((await documentTable.build(view)).list());
	expect(followed).toMatchObject([
		{ versions: [{ number: 1, tags: ["a", "b"] }, { number: 2 }], deletions: [{}, {}] },
	]);
	expect(followed[0]?.deletions[0]?.to).toBe(followed[0]?.versions[1]?.from);
	expect(followed[0]?.deletions[1]?.to).toBeUndefined();
});
