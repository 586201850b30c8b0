import { isUtf8 } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PIECE } from "../../../src/store/blobs/blob-store.ts";
import { DataDirectory } from "../../../src/store/oxigraph/data-directory.ts";
import type { Blobs } from "../../../src/store/port.ts";
import { pagesOf } from "../../../src/text/paged-text.ts";
import { KB, temporaryFolder, temporaryStore } from "../../support/stores.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function whole(blobs: Blobs, sha256: string): Buffer {
	const { pieces = 0 } = blobs.info(sha256) ?? {};
	const read = Array.from({ length: pieces }, (_, piece) => blobs.piece(sha256, piece) ?? Buffer.alloc(0));
	expect(read.every(({ length }) => length > 0 && length <= PIECE)).toBe(true);
	expect(blobs.piece(sha256, pieces)).toBeUndefined();
	return Buffer.concat(read);
}

test("bytes come back as they were, by their digest, also after a start", async () => {
	using folder = temporaryFolder();
	const sizes = [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 17];
	const all = sizes.map((size) => randomBytes(size));
	{
		await using directory = await DataDirectory.open(folder.path, { warn: () => undefined });
		const { blobs } = await directory.kb(KB);
		for (const bytes of all) expect(await blobs.put(bytes)).toBe(digest(bytes));
	}
	await using directory = await DataDirectory.open(folder.path, { warn: () => undefined });
	const { blobs } = await directory.kb(KB);
	for (const bytes of all) {
		expect(blobs.info(digest(bytes))?.bytes).toBe(bytes.length);
		expect(whole(blobs, digest(bytes)).equals(bytes)).toBe(true);
	}
	expect(blobs.info(digest(Buffer.from("never kept")))).toBeUndefined();
});

test("a text is never cut inside a character, and keeps its figures when its bytes come again", async () => {
	await using base = await temporaryStore();
	const { blobs } = base.store;
	const text = Buffer.from(`a${"😀".repeat(PIECE / 4)}é`);
	const figures = { chars: 1, lines: 1, pages: [{ bytes: 0, chars: 0, lines: 0 }] };
	const sha256 = await blobs.put(text, figures);
	await blobs.put(text);
	expect(blobs.info(sha256)).toMatchObject({ pieces: 2, text: figures });
	expect(blobs.piece(sha256, 0)?.toString("utf8")).not.toContain("\ufffd");
	expect(blobs.piece(sha256, 1)?.toString("utf8")).toBe("😀é");
});

test("what is removed is gone with all its pieces", async () => {
	await using base = await temporaryStore();
	const { blobs } = base.store;
	const sha256 = await blobs.put(randomBytes(2 * PIECE + 1));
	await blobs.remove(sha256);
	expect(blobs.info(sha256)).toBeUndefined();
	for (const piece of [-1, 0, 1, 2]) expect(blobs.piece(sha256, piece)).toBeUndefined();
});

test("pieces are the pages of a text, and bytes that are none come back all the same", async () => {
	await using base = await temporaryStore();
	const { blobs } = base.store;
	await fc.assert(
		fc.asyncProperty(
			fc.nat(3),
			fc.constantFrom("a", "é", "€", "😀"),
			fc.nat(3),
			async (ahead, char, size) => {
				const text = Buffer.from(
					"x".repeat(ahead) + char.repeat((PIECE * (1 + size / 3)) / Buffer.byteLength(char)),
				);
				const pages = pagesOf(text);
				const sha256 = await blobs.put(text);
				expect(blobs.info(sha256)?.pieces).toBe(pages.length);
				for (const [n, page] of pages.entries()) expect(blobs.piece(sha256, n)?.equals(page)).toBe(true);
				expect(pages.every((page) => isUtf8(page) && page.length <= PIECE)).toBe(true);
			},
		),
		{ numRuns: 20 },
	);
	for (const byte of [0x80, 0xbf, 0xff]) {
		const bytes = Buffer.alloc(2 * PIECE + 5, byte);
		expect(whole(blobs, await blobs.put(bytes)).equals(bytes)).toBe(true);
	}
});
