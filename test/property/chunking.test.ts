import fc from "fast-check";
import { expect, test } from "vitest";
import { chunksOf, chunkTexts } from "../../src/chunking/chunks.ts";
import { type Markup, unitsOf } from "../../src/chunking/units.ts";

const word = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.string({ unit: fc.constantFrom(..."abcdeé漢字😀𝒳العربไทย"), minLength: 1, maxLength: 9 }),
	},
	fc.constantFrom(
		"Dr.",
		"Jan.",
		"end.",
		"。",
		"！",
		"?",
		"*",
		"`x",
		"[a](b)",
		"<b>",
		"\u00a0",
		"\t",
		"|",
		"\\",
	),
);
const line = fc
	.record({
		mark: fc.constantFrom(
			"",
			"",
			"",
			"# ",
			"### ",
			"- ",
			"1. ",
			"> ",
			"    ",
			"| ",
			"  - ",
			"```",
			"~~~",
			"---",
			"===",
			"<!--",
		),
		words: fc.array(word, { maxLength: 40 }),
	})
	.map(({ mark, words }) => mark + words.join(" "));
const text = fc
	.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\n\n", " \n \n", "")), { maxLength: 40 })
	.map((lines) => lines.map((pair) => pair.join("")).join(""));
const markup = fc.constantFrom<Markup>("markdown", "plain", "rows");
/** A counter that no split of the text makes exact: pieces of three characters, and one for each that is not Latin. */
const pieces = (of: string) => Math.ceil(of.length / 3) + [...of].filter((one) => one > "\u02ff").length;

test("chunks tile the text, in code points, whatever it is", () => {
	fc.assert(
		fc.property(text, markup, (given, as) => {
			const spans = chunksOf({ text: given, markup: as, anchors: [] }, pieces);
			const points = [...given];
			expect(spans.map(({ start, end }) => points.slice(start, end).join("")).join("")).toBe(given);
			expect([0, ...spans.map(({ end }) => end)]).toEqual([
				...spans.map(({ start }) => start),
				points.length,
			]);
			expect(spans.every(({ start, end, seq }, n) => start < end && seq === n)).toBe(true);
			expect([...chunkTexts(given, spans)].join("")).toBe(given);
		}),
		{ numRuns: 400 },
	);
});

test("a chunk of several units stays within the pieces of a window", () => {
	fc.assert(
		fc.property(text, markup, (given, as) => {
			const units = new Set([...unitsOf(given, as)].map(({ start, end }) => given.slice(start, end)));
			for (const chunk of chunkTexts(given, chunksOf({ text: given, markup: as, anchors: [] }, pieces))) {
				if (!units.has(chunk)) expect(pieces(chunk.trim())).toBeLessThanOrEqual(112);
			}
		}),
		{ numRuns: 400 },
	);
});

test("the same text is cut the same way again", () => {
	fc.assert(
		fc.property(text, markup, (given, as) => {
			const cut = (of: string) => chunksOf({ text: of, markup: as, anchors: [] }, pieces);
			expect(cut(given)).toEqual(cut(given));
		}),
		{ numRuns: 200 },
	);
});
