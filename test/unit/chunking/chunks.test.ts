import { describe, expect, test } from "vitest";
import { type ChunkedText, chunksOf, chunkTexts } from "../../../src/chunking/chunks.ts";
import { sentenceStarts } from "../../../src/chunking/sentences.ts";

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;
const plain = (text: string): ChunkedText => ({ text, markup: "plain", anchors: [] });
const markdown = (text: string): ChunkedText => ({ text, markup: "markdown", anchors: [] });
const cut = (file: ChunkedText, count = words) => [...chunkTexts(file.text, chunksOf(file, count))];
const sentences = (text: string) => {
	const starts = [0, ...sentenceStarts(text, 0, text.length), text.length];
	return starts.slice(1).map((end, n) => text.slice(starts[n], end));
};

describe("sentences", () => {
	test("do not end at the abbreviations of titles, months and countries", () => {
		expect(
			sentences("Dr. Smith arrived on Jan. 5. He met Mrs. Li of the U.S. team. Was it 3.5 points? Yes!"),
		).toEqual([
			"Dr. Smith arrived on Jan. 5. ",
			"He met Mrs. Li of the U.S. team. ",
			"Was it 3.5 points? ",
			"Yes!",
		]);
	});

	test("of scripts without spaces end at their own full stops and at line breaks", () => {
		expect(sentences("港は霧の中です。船は「遅い。」と言う！来る？\n次の行\n終わり")).toEqual([
			"港は霧の中です。",
			"船は「遅い。」",
			"と言う！",
			"来る？\n",
			"次の行\n",
			"終わり",
		]);
	});

	test("go on over a line break that only wraps them, and end at one that does not", () => {
		const wrapped = "This sentence is wrapped after a good many words by\nits editor, and ends here.\n";
		expect(sentences(wrapped)).toEqual([wrapped]);
		expect(sentences("const a = 1;\nconst b = 2;\n")).toEqual(["const a = 1;\n", "const b = 2;\n"]);
		expect(sentences("A title without a full stop\n\nA paragraph")).toEqual([
			"A title without a full stop\n\n",
			"A paragraph",
		]);
	});
});

describe("chunks", () => {
	test("of nothing are none; of white space, one", () => {
		expect(cut(plain(""))).toEqual([]);
		expect(cut(plain("\n"))).toEqual(["\n"]);
		expect(cut(markdown("\n \n\t"))).toEqual(["\n \n\t"]);
	});

	test("are filled with whole sentences up to 450 characters", () => {
		const sentence = "The quick brown fox jumps over the lazy dog on the quay of the old harbour. ";
		const chunks = cut(plain(sentence.repeat(20)));
		expect(new Set(chunks)).toEqual(new Set([sentence.repeat(5)]));
	});

	test("take no unit that would lead them past 112 pieces", () => {
		const sentence = `${"a ".repeat(40)}end. `;
		for (const chunk of cut(plain(sentence.repeat(12)))) expect(words(chunk)).toBeLessThanOrEqual(112);
	});

	test("are one unit where that alone has more pieces", () => {
		const long = `${"so it goes on and on, ".repeat(40)}until it ends. `;
		expect(cut(plain(`Short one. ${long}Short two.`))).toEqual(["Short one. ", long, "Short two."]);
	});

	test("begin at headings and tell the path of them", () => {
		const text =
			"Before.\n\n# Harbour\n\nText.\n\n## *Piers* `9`\n\n- one\n- two\n\n# Rules\n\nOther\n=====\n\nEnd.\n";
		const spans = chunksOf(markdown(text), words);
		const told = [...chunkTexts(text, spans)].map((chunk, n) => [chunk, spans[n]?.heading]);
		expect(told).toEqual([
			["Before.\n\n", []],
			["# Harbour\n\nText.\n\n", ["Harbour"]],
			["## *Piers* `9`\n\n- one\n- two\n\n", ["Harbour", "Piers 9"]],
			["# Rules\n\n", ["Rules"]],
			["Other\n=====\n\nEnd.\n", ["Other"]],
		]);
	});

	test("see no heading in code, in front matter, in a quotation", () => {
		const text = "---\ntitle: x\n# no\n---\n\n```sh\n# no\n```\n\n> # no\n\n    # no\n\nText.\n";
		expect(chunksOf(markdown(text), words).map(({ heading }) => heading)).toEqual([[]]);
	});

	test("cut between items, rows and lines of code", () => {
		const item = (n: number) => `- item ${n} ${"word ".repeat(30)}\n`;
		const row = (n: number) => `| ${n} | ${"cell ".repeat(30)} |\n`;
		const line = (n: number) => `call(${n}, "${"x".repeat(120)}");\n`;
		const five = (of: (n: number) => string) => [1, 2, 3, 4, 5].map(of).join("");
		const text = `${five(item)}\n| a | b |\n|---|---|\n${five(row)}\n\`\`\`js\n${five(line)}\`\`\`\n`;
		for (const chunk of cut(markdown(text))) expect(chunk).toMatch(/^(- item|\| (a|\d) \||```js|call\()/);
	});

	test("count code points, and tell where in the original they begin", () => {
		const text = `😀😀 first page.\n\n${"Second page goes on. ".repeat(30)}`;
		const anchors = [
			{ start: 0, page: 1 },
			{ start: 16, page: 2 },
		];
		const spans = chunksOf({ text, markup: "plain", anchors }, words);
		expect(spans[0]).toMatchObject({ start: 0, seq: 0, anchor: { page: 1 } });
		expect(spans.at(-1)).toMatchObject({ end: [...text].length, anchor: { page: 2 } });
	});

	test("hold whole rows of a table, and lines of a row that is too long", () => {
		const row = (n: number) => `name: row ${n}\nnote: ${"word ".repeat(25)}\n\n`;
		const text = [1, 2, 3, 4, 5, 6].map(row).join("");
		for (const chunk of cut({ text, markup: "rows", anchors: [] }))
			expect(chunk).toMatch(/^name: [\s\S]*\n\n$/);
		const wide = Array.from({ length: 60 }, (_, n) => `column ${n}: ${"v".repeat(30)}\n`).join("");
		for (const chunk of cut({ text: wide, markup: "rows", anchors: [] }))
			expect(chunk).toMatch(/^column [\s\S]*\n$/);
	});
});

describe("texts that nobody wrote", () => {
	const hostile: readonly (readonly [string, string])[] = [
		["one line of words", "word ".repeat(240_000)],
		["one line without a space", "x".repeat(1_200_000)],
		["one line of astral characters", "😀".repeat(300_000)],
		["white space", " \n".repeat(500_000)],
		["addresses run together", "http://a".repeat(20_000)],
		["opening brackets", "[".repeat(60_000)],
		["emphasis that never ends", "*a **b ".repeat(20_000)],
		["quotations in quotations", `${">".repeat(3_000)} deep`],
		["a fence that never ends", `\`\`\`\n${"# line\n".repeat(50_000)}`],
		["white space between two words", `a${" ".repeat(1_000_000)}b`],
		["empty items", "- \n".repeat(50_000)],
	];
	test.each(hostile)("%s are cut into chunks that tile them", (_, text) => {
		for (const markup of ["plain", "markdown"] as const) {
			const chunks = cut({ text, markup, anchors: [] });
			expect(chunks.join("") === text).toBe(true);
			expect(Math.max(...chunks.map((chunk) => chunk.trim().length))).toBeLessThanOrEqual(2_000);
		}
	});
});
