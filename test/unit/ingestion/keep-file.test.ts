import { expect, test } from "vitest";
import { UtopiaError } from "../../../src/errors.ts";
import type { Files } from "../../../src/ingestion/files.ts";
import type { KeptFile } from "../../../src/ingestion/ingest.ts";
import { keepFile } from "../../../src/ingestion/keep-file.ts";
import { temporaryStore } from "../../support/stores.ts";

/** A file is JSON that says what lies inside it: a list of such files, or `null` for one that cannot be read. */
const files: Files = {
	async read(bytes) {
		const inside = JSON.parse(Buffer.from(bytes).toString()) as readonly unknown[] | null;
		if (inside === null) throw new UtopiaError("UTOPIA_FILE_UNSUPPORTED", "Not read: upload its text");
		const attachments = inside.map((one, n) => ({
			filename: `${n}`,
			bytes: Buffer.from(JSON.stringify(one)),
		}));
		return { mime: "application/json", text: undefined, docTime: undefined, attachments };
	},
};

async function kept(inside: unknown): Promise<KeptFile> {
	await using base = await temporaryStore();
	const bytes = Buffer.from(JSON.stringify(inside));
	return await keepFile({ filename: "a", bytes, docTime: undefined }, { files, blobs: base.store.blobs });
}

test("what lies inside and cannot be read is told, and the rest is kept", async () => {
	const file = await kept([[], null, []]);
	expect(file.attachments.map(({ filename }) => filename)).toEqual(["0", "2"]);
	expect(file.leftOut).toEqual([{ filename: "1", reason: "Not read: upload its text" }]);
	await expect(kept(null)).rejects.toThrow("Not read");
});

test("files are looked at three levels deep, and what lies deeper is told", async () => {
	const file = await kept([[[[[]]]]]);
	const third = file.attachments[0]?.attachments[0]?.attachments[0];
	expect(third).toMatchObject({
		attachments: [],
		leftOut: [{ reason: expect.stringContaining("3 levels") }],
	});
});

test("at most two hundred files inside one are taken, on whatever level, and the others are told", async () => {
	const file = await kept(Array.from({ length: 120 }, () => [[]]));
	const count = ({ attachments }: KeptFile): number =>
		attachments.reduce((sum, one) => sum + 1 + count(one), 0);
	const left = ({ leftOut, attachments }: KeptFile): number =>
		attachments.reduce((sum, one) => sum + left(one), leftOut.length);
	expect(count(file)).toBe(200);
	expect(left(file)).toBe(20);
});
