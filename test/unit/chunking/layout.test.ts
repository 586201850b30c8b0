import fc from "fast-check";
import { expect, test } from "vitest";
import { chunksOf, chunkTexts } from "../../../src/chunking/chunks.ts";
import { type ChunkPlace, packLayout, readLayout } from "../../../src/chunking/layout.ts";
import { layoutOf } from "../../../src/chunking/places.ts";

const number = fc.integer({ min: 1, max: 100_000 });
const anchor = fc.oneof(
	fc.record({ page: number }),
	fc.record({ sheet: fc.string(), row: number }),
	fc.record({ row: number }),
	fc.record({ part: fc.constantFrom("header", "body") }),
);
const place: fc.Arbitrary<ChunkPlace> = fc.record({
	start: fc.nat(),
	heading: fc.array(fc.string(), { maxLength: 3 }),
	anchor: fc.option(anchor, { nil: undefined }),
	repeat: fc.nat(1_000),
});

test("a layout reads back as it was packed, wherever it lies in memory", () => {
	fc.assert(
		fc.property(fc.array(place, { maxLength: 20 }), fc.nat(), fc.nat(7), (places, chars, shift) => {
			const packed = packLayout(places, { chunker: "c", chars });
			const moved = Buffer.concat([Buffer.alloc(shift), packed]).subarray(shift);
			const layout = readLayout(moved);
			expect(layout).toMatchObject({ chunker: "c", chars, count: places.length });
			for (const [seq, one] of places.entries()) {
				expect(layout.place(seq)).toEqual(one);
				expect(layout.end(seq)).toBe(places[seq + 1]?.start ?? chars);
			}
		}),
	);
});

test("rows of a table add numbers to a layout and nothing else", () => {
	const places = Array.from({ length: 10_000 }, (_, n) => ({
		start: n,
		heading: [],
		anchor: { sheet: "Berths", row: n + 1 },
		repeat: 0,
	}));
	expect(packLayout(places, { chunker: "c", chars: 10_000 }).length).toBeLessThan(6 * 4 * 10_000 + 200);
});

test("the same words are told apart by how often they came before", () => {
	const text = "Heron lies here.\n\n# A\n\nGull.\n\n# A\n\nGull.\n\n# A\n\nGull.\n\n";
	const chunks = chunksOf({ text, markup: "markdown", anchors: [] }, (said) => said.length);
	const layout = readLayout(layoutOf(text, chunks));
	const words = [...chunkTexts(text, chunks)];
	const repeats = words.map((_, seq) => layout.place(seq).repeat);
	expect(repeats).toEqual(words.map((word, seq) => words.slice(0, seq).filter((one) => one === word).length));
	expect(Math.max(...repeats)).toBe(2);
	expect(layout.chars).toBe(text.length);
	for (let char = 0; char < text.length; char++) {
		const seq = layout.seqAt(char);
		expect(layout.place(seq).start <= char && char < layout.end(seq)).toBe(true);
	}
});
