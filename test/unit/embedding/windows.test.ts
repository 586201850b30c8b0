import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countPieces } from "../../../src/embedding/tokenizer.ts";
import { windowsOf } from "../../../src/embedding/windows.ts";

const WINDOW = 112;
const words = (text: string) => text.split(/\s+/).filter((word) => word !== "").length;
const bare = (text: string) => text.replace(/\s+/g, "");

describe("windows of a passage", () => {
	test("one that fits is one window, with its heading where there is room", () => {
		expect(windowsOf(" The port is open. ", "Rules › Port", WINDOW, countPieces)).toEqual([
			"Rules › Port\nThe port is open.",
		]);
		expect(windowsOf("one two three", "Much too long a heading", 4, words)).toEqual(["one two three"]);
		expect(windowsOf("one two three", "", 4, words)).toEqual(["one two three"]);
		expect(windowsOf(" \n", "Heading", WINDOW, countPieces)).toEqual([]);
	});

	test("a longer one is cut at the ends of sentences, the heading before the first only", () => {
		const text = "One two three. Four five! Is it six? “Seven eight.” Nine";
		expect(windowsOf(text, "H", 5, words)).toEqual([
			"One two three. Four five!",
			"Is it six? “Seven eight.”",
			"Nine",
		]);
		expect(windowsOf(text, "H", 6, words)).toEqual([
			"H\nOne two three. Four five!",
			"Is it six? “Seven eight.” Nine",
		]);
	});

	test("sentences of scripts without spaces end without one, and lines end", () => {
		const characters = (text: string) => [...text.replace(/\s/g, "")].length;
		expect(windowsOf("港が閉まる。船が来る！\n風", "", 7, characters)).toEqual([
			"港が閉まる。",
			"船が来る！\n風",
		]);
	});

	test("a sentence that is too long alone is cut between words, a word between characters", () => {
		expect(windowsOf("a b c d e f g. h i", "", 3, words)).toEqual(["a b c", "d e f", "g.", "h i"]);
		const letters = (text: string) => [...text].length;
		expect(windowsOf("🗼🗼🗼🗼🗼", "", 2, letters)).toEqual(["🗼🗼", "🗼🗼", "🗼"]);
		expect(windowsOf("xy", "", 1, (text) => text.length * 3)).toEqual(["x", "y"]);
	});

	test("together they are the whole text, and none has more pieces than a window", () => {
		const sentence = fc
			.array(
				fc.oneof(
					fc.constantFrom("harbour", "of", "the", "Gemäß", "港口", "12.5", "🗼"),
					fc.string({ maxLength: 30 }),
				),
				{ maxLength: 60 },
			)
			.map((parts) => parts.join(" "));
		const text = fc.array(sentence, { maxLength: 12 }).map((parts) => parts.join(". "));
		fc.assert(
			fc.property(text, fc.integer({ min: 20, max: WINDOW }), (text, window) => {
				const windows = windowsOf(text, "", window, countPieces);
				expect(bare(windows.join(""))).toBe(bare(text));
				for (const each of windows) expect(countPieces(each)).toBeLessThanOrEqual(window);
			}),
			{ numRuns: 100 },
		);
	});
});
