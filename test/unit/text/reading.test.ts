import { describe, expect, test } from "vitest";
import { canonicalFromString, canonicalText } from "../../../src/text/canonical.ts";
import { catPage } from "../../../src/text/cat-page.ts";
import { headPage, tailPage } from "../../../src/text/ends.ts";
import { grep } from "../../../src/text/grep.ts";
import { memoryText, outlineOf, type PagedText, pagesOf } from "../../../src/text/paged-text.ts";
import { reassembled } from "../../../src/text/reassembly.ts";
import { substitute } from "../../../src/text/substitute.ts";

const ALL = { maxChars: 100_000 };

describe("canonical text", () => {
	test.each([
		["a byte order mark", Buffer.from("\ufeffa"), undefined, "a", 0],
		["UTF-16 with its mark", Buffer.from("\ufeffa\r\n😀", "utf16le"), undefined, "a\n😀", 0],
		["big-endian UTF-16", Buffer.from("\ufeffé", "utf16le").swap16(), undefined, "é", 0],
		["a declared character set", Buffer.from([0x93, 0xe9]), "windows-1252", "“é", 0],
		["a mark against what was declared", Buffer.from("\ufeffé"), "windows-1252", "é", 0],
		["invalid sequences", Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82, 0x63]), undefined, "a\ufffdb\ufffdc", 2],
		[
			"U+FFFD that was there",
			Buffer.concat([Buffer.from("\ufffd"), Buffer.from([0xff])]),
			undefined,
			"\ufffd\ufffd",
			1,
		],
		[
			"half a UTF-16 unit",
			Buffer.concat([Buffer.from("\ufeffa", "utf16le"), Buffer.from([0x61])]),
			undefined,
			"a\ufffd",
			1,
		],
	])("is decoded from %s (TX-1)", (_, bytes, charset, text, replacedBytes) => {
		expect(canonicalText(bytes, charset)).toEqual({ text, replacedBytes });
	});

	test("has LF only, is composed, and its own second mark is a character", () => {
		expect(canonicalFromString("a\r\nb\rc\n\re\u0301\u2028\u0085")).toBe("a\nb\nc\n\né\u2028\u0085");
		expect(canonicalText(Buffer.from("\ufeff\ufeffa")).text).toBe("\ufeffa");
	});

	test("of a character set that nobody knows is refused", () => {
		expect(() => canonicalText(Buffer.from("a"), "nope")).toThrow(
			expect.objectContaining({ code: "UTOPIA_ARGUMENT_INVALID" }),
		);
	});
});

test.each([
	["", 0],
	["\n", 1],
	["\n\n", 2],
	["a\nb", 2],
	["a\nb\n", 2],
	["a\u2028b\u0085c\vd\fe", 1],
])("%j has %i lines (TX-5, TX-6)", (text, lines) => {
	expect(memoryText(text).outline.lines).toBe(lines);
});

describe("reading", () => {
	test("outside the text gives nothing, and a range that runs backwards is refused (CT-3, CT-4)", async () => {
		const text = memoryText("a\nb\n", 4);
		expect(await catPage(text, { ...ALL, startLine: 5 })).toMatchObject({
			text: "",
			startLine: 5,
			endLine: 4,
			truncated: false,
		});
		expect(await catPage(text, { ...ALL, startLine: 2, endLine: 9 })).toMatchObject({
			text: "b\n",
			startLine: 2,
			endLine: 2,
		});
		expect(await catPage(memoryText(""), ALL)).toMatchObject({
			text: "",
			startLine: 1,
			endLine: 0,
			totalLines: 0,
			totalChars: 0,
		});
		const backwards = { ...ALL, startLine: 2, endLine: 1 };
		await expect(catPage(text, backwards)).rejects.toMatchObject({ details: { argument: "end_line" } });
		const sed = { pattern: "a", mode: "literal", replacement: "", scope: "all", ...backwards } as const;
		await expect(substitute(text, sed)).rejects.toMatchObject({ details: { argument: "end_line" } });
	});

	test("the ends of an empty text gives no lines (HT-3)", async () => {
		for (const ends of [headPage, tailPage])
			expect(await ends(memoryText(""), { lines: 3, ...ALL, maxLineChars: 9 })).toMatchObject({
				lines: [],
				totalLines: 0,
				startLine: 1,
				endLine: 0,
			});
	});

	test("the ends, or a line, touches only the pages these lie in, however long the text (HT-7)", async () => {
		const pages = pagesOf(Buffer.from("0123456789abcde\n".repeat(60_000)), 4_096);
		const touched = new Set<number>();
		const text: PagedText = {
			outline: outlineOf(pages),
			page(n) {
				touched.add(n);
				return pages[n] as Buffer;
			},
		};
		const asked = { lines: 10, ...ALL, maxLineChars: 2_000 };
		expect((await headPage(text, asked)).lines).toHaveLength(10);
		expect((await tailPage(text, asked)).lines[0]).toMatchObject({ line: 59_991, text: "0123456789abcde" });
		expect((await catPage(text, { ...ALL, startLine: 30_000, endLine: 30_001 })).text).toHaveLength(32);
		// The last page is also looked at for its final line end.
		expect(touched.size).toBeLessThanOrEqual(4);
	});
});

describe("chunks that are all that is left of a text", () => {
	test("tell a hole by a line of its own (TX-3)", () => {
		const chunks = [
			{ start: 10, text: "later" },
			{ start: 0, text: "first" },
			{ start: 2, text: "rst" },
		];
		const { text, complete, reassembly } = reassembled(chunks, { overlap: 0 });
		expect(text).toBe("first\n[… 5 characters not indexed …]\nlater");
		expect([complete, reassembly]).toEqual([false, "exact"]);
		expect(reassembled([{ start: 2, text: "a" }], { overlap: 0 }).text).toBe(
			"[… 2 characters not indexed …]\na",
		);
	});

	test("without offsets are joined by what they share, which loses repeated text (TX-4)", () => {
		const chunks = ["one two", "two three", "four"].map((text) => ({ text }));
		expect(reassembled(chunks, { overlap: 5 })).toEqual({
			text: "one two threefour",
			reassembly: "heuristic",
			complete: true,
		});
		expect(reassembled([{ text: "ha ha ha " }, { text: "ha ha ha " }], { overlap: 9 }).text).toBe(
			"ha ha ha ",
		);
		expect(reassembled([{ text: "ha ha ha " }, { text: "ha ha ha " }], { overlap: 2 }).text).toBe(
			"ha ha ha ha ha ha ",
		);
	});
});

describe("worked examples of file tools", () => {
	const grepOne = (text: string, pattern: string, more: object = {}) =>
		grep(
			{ count: 1, open: () => memoryText(text) },
			{
				pattern,
				mode: "literal",
				before: 0,
				after: 0,
				limit: 50,
				output: "matches",
				maxLineChars: 500,
				maxChars: 24_000,
				...more,
			},
		);

	test("1 and 2: context is shown once, in groups", async () => {
		const { entries } = await grepOne("pier\nmast\npier2\nrope\nkeel\npier3", "pier", {
			before: 1,
			after: 1,
		});
		const lines = entries.flatMap(({ before, after, ...own }) =>
			[...before, own, ...after].map(({ line }) => line),
		);
		expect(lines).toEqual([1, 2, 3, 4, 5, 6]);
		const apart = await grepOne("pier\na\nb\nc\nd\npier", "pier", { before: 1, after: 1 });
		expect(apart.entries.map(({ before, after }) => [before.length, after.length])).toEqual([
			[0, 1],
			[1, 0],
		]);
	});

	test("3: a line of 1,200,000 characters is shown as a window", async () => {
		const wide = "x".repeat(700_000).concat("NEEDLE").padEnd(1_200_000, "y");
		for (const mode of ["literal", "regex"]) {
			const { entries } = await grepOne(wide, "NEEDLE", { mode });
			expect(entries).toMatchObject([
				{
					line: 1,
					column: 700_001,
					ranges: [[700_001, 700_007]],
					lineTruncated: true,
					lineChars: 1_200_000,
					textFrom: 699_754,
					textChars: 500,
				},
			]);
			expect(entries[0]?.text.indexOf("NEEDLE")).toBe(247);
		}
	});

	test("4: CRLF is a line end like others", async () => {
		const text = canonicalFromString("alpha\r\nbeta\r\ngamma");
		const { entries } = await grepOne(text, "a$", { mode: "regex" });
		expect(entries.map(({ line, column }) => [line, column])).toEqual([
			[1, 5],
			[2, 4],
			[3, 5],
		]);
	});

	test("6 and 7: replacing by groups, and literally", async () => {
		const log = memoryText("2026-09-01 gate open");
		const asked = { scope: "all", maxChars: 1_000 } as const;
		const dates = {
			pattern: "(\\d{4})-(\\d{2})-(\\d{2})",
			mode: "regex",
			replacement: "$3/$2/$1",
			...asked,
		} as const;
		expect(await substitute(log, dates)).toMatchObject({ text: "01/09/2026 gate open", replacements: 1 });
		const handbook = memoryText("x\nwe and we\nx\nx\nAt night they answer radio channel 12.");
		const we = { pattern: "we", mode: "literal", replacement: "they", ...asked } as const;
		expect(await substitute(handbook, we)).toMatchObject({ replacements: 3, changedLines: [2, 5] });
		expect((await substitute(handbook, we)).text.endsWith("At night they anstheyr radio channel 12.")).toBe(
			true,
		);
	});

	test("14: a line longer than a page is read in twelve", async () => {
		const text = memoryText("x".repeat(1_200_000));
		let [pages, at] = [0, undefined as { char: number } | undefined];
		do {
			const page = await catPage(text, { ...ALL, at });
			expect(page).toMatchObject({ startLine: 1, endLine: 1 });
			expect(page.text).toHaveLength(100_000);
			[pages, at] = [pages + 1, page.next];
		} while (at !== undefined);
		expect(pages).toBe(12);
	});

	test("the column of Café after 😀 counts code points (TX-7)", async () => {
		expect((await grepOne("😀 Café", "Café")).entries[0]?.ranges).toEqual([[3, 7]]);
	});

	test("matches of one line are told up to a bound, which is said", async () => {
		const { entries } = await grepOne("a".repeat(10_001), "a");
		expect(entries[0]).toMatchObject({ rangesTruncated: true });
		expect(entries[0]?.ranges).toHaveLength(10_000);
	});
});

describe("replacing", () => {
	const replaced = async (
		line: string,
		pattern: string,
		replacement: string,
		mode: "literal" | "regex" = "regex",
	) =>
		(await substitute(memoryText(line), { pattern, mode, replacement, scope: "all", maxChars: 1_000 })).text;

	test("empty matches as in sed (SD-4)", async () => {
		expect(await replaced("abc", "x*", "-")).toBe("-a-b-c-");
		expect(await replaced("axb", "x*", "-")).toBe("-a-b-");
	});

	test("by groups, by name, and by what did not take part (SD-3)", async () => {
		expect(await replaced("k=v", "(?P<key>\\w)=(?<value>\\w)", "${value}:$1$$$0$12")).toBe("v:k$k=vk2");
		expect(await replaced("ab", "(a)|(b)", "<$1$2>")).toBe("<a><b>");
		expect(await replaced("s/a/b/", "s/a/b/", "x", "literal")).toBe("x");
		expect(await replaced("a", "a", "$1&\\1", "literal")).toBe("$1&\\1");
	});

	test.each([
		["$", 1],
		["é$x", 2],
		["$2", 1],
		["a${nope}", 2],
		["${1}", 1],
		["$$$", 3],
	])("by %s is refused with its column before anything runs", async (replacement, position) => {
		await expect(replaced("a", "(a)", replacement)).rejects.toMatchObject({
			code: "UTOPIA_PATTERN_INVALID",
			details: { argument: "replacement", position },
		});
	});

	test("stops where the copy would be larger than 50 MB (SD-6)", async () => {
		await expect(replaced("a".repeat(5_001), "a", "x".repeat(10_000), "literal")).rejects.toMatchObject({
			code: "UTOPIA_PATTERN_TOO_COSTLY",
		});
	});
});
