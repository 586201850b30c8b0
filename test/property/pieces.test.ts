import { join } from "node:path";
import { AutoTokenizer, env } from "@xenova/transformers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SHIPPED_MODEL } from "../../src/embedding/model-files.ts";
import { countPieces, readTokenizer } from "../../src/embedding/tokenizer.ts";

const words = [
	"harbour",
	"the",
	"The",
	"2025",
	"naïve",
	"<unk>",
	"<s>",
	"▁",
	"  ",
	"\n",
	"½",
	"ﬁ",
	"港",
	"🗼",
	"e\u0301",
	"un",
	"ing",
	"-",
];
const text = fc
	.array(
		fc.oneof(
			{ weight: 3, arbitrary: fc.constantFrom(...words) },
			{ weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
			{ weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
		),
		{ maxLength: 30 },
	)
	.map((parts) => parts.join(""));

test("our pieces are those of the runtime's tokenizer, for any text", async () => {
	env.allowRemoteModels = false;
	env.localModelPath = join(SHIPPED_MODEL, "..");
	const theirs = await AutoTokenizer.from_pretrained("use-lite-en");
	const ours = readTokenizer(SHIPPED_MODEL);
	fc.assert(
		fc.property(text, (text) => {
			const pieces = ours.pieces(text);
			expect(pieces).toEqual(theirs.encode(text));
			expect(countPieces(text)).toBe(pieces.length);
		}),
		{ numRuns: 1_000 },
	);
});

test("what is unknown is told character by character", () => {
	const tokenizer = readTokenizer(SHIPPED_MODEL);
	expect(tokenizer.unknownShare("A harbour")).toBe(0);
	// The space before it, and four characters.
	expect(tokenizer.unknownShare("港口关闭")).toBe(1);
	expect(tokenizer.unknownShare("港")).toBe(1);
	expect(tokenizer.unknownShare("")).toBe(1);
});
