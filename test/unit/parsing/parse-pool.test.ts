import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CHUNKER } from "../../../src/chunking/chunks.ts";
import { readLayout } from "../../../src/chunking/layout.ts";
import { type IngestedFile, ParsePool } from "../../../src/parsing/parse-pool.ts";
import { DEFAULT_LIMITS } from "../../../src/parsing/parsed-file.ts";
import { outlineOf, pagesOf } from "../../../src/text/paged-text.ts";
import { docxOf, pdfOf, zipOf } from "../../support/files.ts";
import { temporaryFolder } from "../../support/stores.ts";

const limits = { ...DEFAULT_LIMITS, memoryMb: 160, seconds: 20 };
const unruly = new URL("../../support/unruly-parser.mjs", import.meta.url);
const text = Buffer.from("# Harbour\n\nHeron 😀 lies at berth 1.\n");
const shown = <Thing>(thing: Thing | undefined): Thing => {
	if (thing === undefined) throw new TypeError("nothing there");
	return thing;
};
const startsOf = ({ text }: IngestedFile) => {
	const { count, place } = readLayout(shown(text).layout);
	return Array.from({ length: count }, (_, seq) => place(seq).start);
};
const served = async (pool: ParsePool) => expect(startsOf(await pool.read(text, "a.md"))).toEqual([0]);
const code = (reading: Promise<unknown>) =>
	reading.then(
		() => "read",
		({ code, message }) => `${code}: ${message}`,
	);

describe("a pool of parsing processes", () => {
	test("reads a file into its text and chunks, large ones and their attachments too", async () => {
		await using pool = new ParsePool();
		expect(await pool.read(text, "a.md")).toMatchObject({
			mime: "text/markdown",
			text: {
				utf8: text,
				figures: { chars: 36, lines: 3, pages: [{ bytes: 0, chars: 0, lines: 0 }] },
			},
			title: "Harbour",
		});
		const large = "Heron lies at berth 1, and so does Gull. ".repeat(60_000);
		const read = await pool.read(Buffer.from(large), "a.txt");
		const { utf8, figures, layout } = shown(read.text);
		expect(utf8.toString() === large).toBe(true);
		const { sha256: _, bytes: __, ...outlined } = outlineOf(pagesOf(utf8));
		expect(figures).toEqual(outlined);
		expect(figures.pages).toHaveLength(3);
		const { count, chars, end, chunker } = readLayout(layout);
		expect({ chars, last: end(count - 1), chunker }).toEqual({
			chars: large.length,
			last: large.length,
			chunker: CHUNKER,
		});
		const attached = Buffer.alloc(3 << 20, "x").toString("base64");
		const mail = `From: a@b.c\nSubject: x\nContent-Type: application/pdf; name="a.pdf"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n${attached}\n`;
		const { attachments } = await pool.read(Buffer.from(mail), "a.eml");
		expect(attachments.map(({ filename, bytes }) => [filename, bytes.length])).toEqual([["a.pdf", 3 << 20]]);
	});

	test("counts pieces by the module it is given", async () => {
		const module = `data:text/javascript,export const pieceCounter = (each) => (text) => text.length * each`;
		await using pool = new ParsePool({ pieces: { module, argument: "10" } });
		expect(startsOf(await pool.read(Buffer.from("One is. Two is. Three is."), "a.txt"))).toEqual([0, 8, 16]);
	});

	test("outlives files that hang, take all memory, or end the process, and leaves nothing of them behind", async () => {
		using folder = temporaryFolder();
		const settings = { limits: { ...limits, seconds: 3 }, program: unruly, folder: folder.path };
		await using pool = new ParsePool(settings);
		const bytes = Buffer.alloc(2 << 20, "x");
		await served(pool);
		expect(await code(pool.read(bytes, "hang"))).toMatch(/^UTOPIA_FILE_UNREADABLE: .*longer than 3 seconds/);
		await served(pool);
		expect(await code(pool.read(bytes, "exit"))).toMatch(/^UTOPIA_FILE_UNREADABLE: .*broke off/);
		await served(pool);
		expect(readdirSync(folder.path)).toEqual([]);
	});

	test.each(["heap", "buffers"])("outlives a file that fills its %s", async (name) => {
		await using pool = new ParsePool({ limits, program: unruly });
		expect(await code(pool.read(text, name))).toMatch(/^UTOPIA_FILE_UNREADABLE: .*160 MiB of memory/);
		await served(pool);
	});

	test("passes on why a file is refused, and reads the next one", async () => {
		await using pool = new ParsePool({ limits });
		expect(await code(pool.read(pdfOf([["x"]], { encrypted: true }), "a.pdf"))).toMatch(
			/^UTOPIA_FILE_UNREADABLE: .*password/,
		);
		const bomb = zipOf({ "word/document.xml": Buffer.alloc(20_000_000) });
		expect(await code(pool.read(bomb, "a.docx"))).toMatch(/^UTOPIA_FILE_UNREADABLE: .*50 times/);
		expect(await code(pool.read(Buffer.from("{\\rtf1 hi}"), "a.rtf"))).toMatch(
			/^UTOPIA_FILE_UNSUPPORTED: .*officeparser/,
		);
		expect((await pool.read(docxOf(["Hi."]), "../a\0.docx")).text?.utf8.toString()).toBe("Hi.\n");
		expect((await pool.read(pdfOf([[]]), "x".repeat(10_000))).text).toBeUndefined();
	});

	test("reads without network", async () => {
		await using pool = new ParsePool({ limits, program: unruly });
		expect(await code(pool.read(text, "fetch"))).toBe(
			"UTOPIA_FILE_UNREADABLE: files are read without network; files are read without network",
		);
	});

	test("stops when it is told to, the one being read and those that wait, and turns away what is too many", async () => {
		await using pool = new ParsePool({ limits, program: unruly, waiting: 1 });
		await served(pool);
		const stop = new AbortController();
		const reading = code(pool.read(text, "hang", { signal: stop.signal }));
		const waiting = new AbortController();
		const second = code(pool.read(text, "a.md", { signal: waiting.signal }));
		expect(await code(pool.read(text, "a.md"))).toMatch(/^UTOPIA_PARSER_BUSY/);
		waiting.abort();
		expect(await second).toMatch(/^UTOPIA_INTERRUPTED/);
		const third = served(pool);
		stop.abort();
		expect(await reading).toMatch(/^UTOPIA_INTERRUPTED/);
		await third;
	});

	test("ends what it reads when it is closed", async () => {
		const pool = new ParsePool({ limits, program: unruly });
		await served(pool);
		const readings = [code(pool.read(text, "hang")), code(pool.read(text, "a.md"))];
		// Long enough as a rule that the first one hangs; the end is the same before.
		await new Promise((resolve) => setTimeout(resolve, 200));
		await pool[Symbol.asyncDispose]();
		for (const ended of await Promise.all(readings)) expect(ended).toMatch(/^UTOPIA_INTERRUPTED/);
		expect(await code(pool.read(text, "a.md"))).toMatch(/^UTOPIA_INTERRUPTED/);
	});

	test("fails as a fault of ours when its program does not start", async () => {
		await using pool = new ParsePool({ limits, program: new URL("./no-such-program.mjs", import.meta.url) });
		await expect(pool.read(text, "a.md")).rejects.toThrow("does not start");
	});
});
