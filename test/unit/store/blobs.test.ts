import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { borderBefore, PIECE } from "../../../src/store/blobs/blob-store.ts";
import { DataDirectory } from "../../../src/store/oxigraph/data-directory.ts";
import type { Blobs } from "../../../src/store/port.ts";
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

test("a border stands before a character, at most three bytes back", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.nat(), (text, at) => {
			const bytes = Buffer.from(text);
			const place = at % bytes.length;
			const border = borderBefore(bytes, place);
			expect(place - border).toBeLessThan(4);
			const joined = bytes.subarray(0, border).toString("utf8") + bytes.subarray(border).toString("utf8");
			expect(joined).toBe(bytes.toString("utf8"));
		}),
	);
});
