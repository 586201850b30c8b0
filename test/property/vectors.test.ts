import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quantised } from "../../src/embedding/quantised.ts";
import { VectorTable } from "../../src/embedding/vector-table.ts";
import { cosine } from "../support/embedding-references.ts";
import { clusteredVectors, randomNumbers } from "../support/random-vectors.ts";

const DIMS = 40;
const vector = fc
	.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMS, maxLength: DIMS })
	.map((values) => Float32Array.from(values));
const passages = fc.array(fc.record({ windows: fc.array(vector, { maxLength: 3 }), allowed: fc.boolean() }), {
	maxLength: 40,
});

interface Passage {
	readonly windows: readonly Float32Array[];
	readonly allowed: boolean;
}

/** Every allowed passage with its best window, by a plain loop over small whole numbers. */
function naive(query: Float32Array, all: readonly Passage[], wanted: number) {
	const similarity = (window: Float32Array) => {
		const [one, other] = [quantised(query), quantised(window)];
		let dot = 0;
		for (const [at, value] of one.int8.entries()) dot += value * (other.int8[at] as number);
		return dot * one.scale * other.scale;
	};
	return all
		.flatMap(({ windows, allowed }, place) =>
			allowed && windows.length > 0 ? [{ place, similarity: Math.max(...windows.map(similarity)) }] : [],
		)
		.toSorted((one, other) => other.similarity - one.similarity || one.place - other.place)
		.slice(0, wanted);
}

function tableOf(
	all: readonly Passage[],
	dims = DIMS,
	exactUpTo?: number,
): { table: VectorTable; allowed: Uint8Array } {
	const table = new VectorTable(dims, exactUpTo);
	for (const { windows } of all) table.add(windows);
	return { table, allowed: Uint8Array.from(all, ({ allowed }) => (allowed ? 1 : 0)) };
}

describe("a small vector", () => {
	test("is off by half a step of its scale at most, and has the signs of the large one", () => {
		fc.assert(
			fc.property(vector, (vector) => {
				const { int8, scale, signs } = quantised(vector);
				for (const [at, value] of vector.entries()) {
					expect(Math.abs((int8[at] as number) * scale - value)).toBeLessThanOrEqual(scale / 2 + 1e-6);
					expect(((signs[at >> 5] as number) >>> (at & 31)) & 1).toBe(value > 0 ? 1 : 0);
				}
			}),
		);
		expect(quantised(new Float32Array(DIMS))).toEqual({
			int8: new Int8Array(DIMS),
			scale: 0,
			signs: new Uint32Array(2),
		});
	});
});

describe("the nearest places", () => {
	test("are those of a plain loop, through the filter, as long as everything is compared in full", () => {
		fc.assert(
			fc.property(passages, vector, fc.integer({ min: 0, max: 50 }), (all, query, wanted) => {
				const { table, allowed } = tableOf(all);
				expect(table.nearest(quantised(query), wanted, allowed)).toEqual(naive(query, all, wanted));
			}),
		);
	});

	test("are the same by signs, where no more are wanted than are compared again", () => {
		fc.assert(
			fc.property(passages, vector, fc.integer({ min: 1, max: 50 }), (all, query, wanted) => {
				const { table, allowed } = tableOf(all, DIMS, 0);
				expect(table.nearest(quantised(query), wanted, allowed)).toEqual(naive(query, all, wanted));
			}),
		);
	});

	test("of what may not be read nothing shows, however many there are and however near", () => {
		const { vectors, queries } = clusteredVectors(600, 20, 7, 64);
		for (const exactUpTo of [0, 10_000]) {
			const readable = vectors.map((vector, at) => ({ windows: [vector], allowed: at % 3 === 0 }));
			const alone = readable.map((each) => (each.allowed ? each : { windows: [], allowed: true }));
			const among = tableOf(readable, 64, exactUpTo);
			const apart = tableOf(alone, 64, exactUpTo);
			for (const query of queries)
				expect(among.table.nearest(quantised(query), 5, among.allowed)).toEqual(
					apart.table.nearest(quantised(query), 5, apart.allowed),
				);
		}
	});

	test("by signs the same passages are found in whatever order they were added", () => {
		const { vectors, queries } = clusteredVectors(3_000, 20, 11, 32);
		const forth = tableOf(
			vectors.map((vector) => ({ windows: [vector], allowed: true })),
			32,
			0,
		);
		const back = tableOf(
			vectors.toReversed().map((vector) => ({ windows: [vector], allowed: true })),
			32,
			0,
		);
		for (const query of queries) {
			const found = forth.table.nearest(quantised(query), 10, forth.allowed);
			const turned = back.table.nearest(quantised(query), 10, back.allowed);
			expect(turned.map(({ similarity }) => similarity)).toEqual(found.map(({ similarity }) => similarity));
		}
	});

	test("agree with exact vectors nearly always, in full and by signs, among vectors in clusters", () => {
		const { vectors, queries } = clusteredVectors(2_000, 15, 3, 512);
		const all = vectors.map((vector) => ({ windows: [vector], allowed: true }));
		for (const [exactUpTo, least] of [
			[10_000, 0.95],
			[0, 0.8],
		] as const) {
			const { table, allowed } = tableOf(all, 512, exactUpTo);
			const shares = queries.map((query) => {
				const exact = vectors
					.map((vector, place) => ({ place, similarity: cosine(query, vector) }))
					.toSorted((one, other) => other.similarity - one.similarity)
					.slice(0, 10)
					.map(({ place }) => place);
				const found = new Set(table.nearest(quantised(query), 10, allowed).map(({ place }) => place));
				return exact.filter((place) => found.has(place)).length / 10;
			});
			expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(least);
		}
	});
});

describe("a table", () => {
	test("comes back from its parts as it was, and goes on from there", () => {
		const random = randomNumbers(5);
		const some = Array.from({ length: 20 }, () => Float32Array.from({ length: DIMS }, () => random() - 0.5));
		const table = new VectorTable(DIMS);
		for (const [at, vector] of some.entries()) table.add(at % 5 === 0 ? [] : [vector, vector]);
		const again = VectorTable.of(structuredClone(table.packed()));
		const query = quantised(some[3] as Float32Array);
		const allowed = new Uint8Array(30).fill(1);
		expect(again.places).toBe(20);
		expect([again.has(0), again.has(1)]).toEqual([false, true]);
		expect(again.similarity(query, 0)).toBeUndefined();
		expect(again.nearest(query, 20, allowed)).toEqual(table.nearest(query, 20, allowed));
		expect(again.add([some[0] as Float32Array])).toBe(20);
		expect(again.nearest(quantised(some[0] as Float32Array), 1, allowed)[0]?.place).toBe(20);
		expect(table.places).toBe(20);
	});

	test("refuses parts that do not fit each other, and vectors of another length", () => {
		const table = new VectorTable(DIMS);
		table.add([new Float32Array(DIMS)]);
		const parts = table.packed();
		for (const wrong of [
			{ int8: new Int8Array(3) },
			{ scales: new Float32Array(2) },
			{ signs: new Uint32Array(1) },
			{ starts: Uint32Array.of(1, 1) },
			{ starts: new Uint32Array() },
			{ starts: Uint32Array.of(0, 2, 1) },
		])
			expect(() => VectorTable.of({ ...parts, ...wrong })).toThrow(TypeError);
		expect(() => table.add([new Float32Array(3)])).toThrow(TypeError);
	});
});
