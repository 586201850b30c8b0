import { expect, test } from "vitest";
import { packed } from "../../../src/search/packed.ts";
import { Vectors } from "../../../src/search/vectors.ts";
import { fakeVector } from "../../support/fake-embedder.ts";

const TEXTS = Array.from({ length: 300 }, (_, n) => `passage ${n % 150} of ${n % 7}`);

function filled(texts: readonly string[]): Vectors {
	const vectors = new Vectors(64);
	for (const [n, text] of texts.entries()) {
		vectors.addPassage();
		vectors.settle(n, [packed(fakeVector(text))]);
	}
	return vectors;
}

test("eight bits tell a cosine to two digits, and a passage is as near as its best window", () => {
	const vectors = new Vectors(64);
	while (vectors.tables().many.length < 3) vectors.addPassage();
	vectors.settle(0, [packed(fakeVector("far away")), packed(fakeVector("heron at pier four"))]);
	vectors.settle(1, []);
	const query = packed(fakeVector("heron pier"));
	const exact = fakeVector("heron pier").reduce(
		(sum, number, n) => sum + number * (fakeVector("heron at pier four")[n] as number),
		0,
	);
	expect(vectors.cosine(query, 0)).toBeCloseTo(exact, 2);
	expect([vectors.cosine(query, 1), vectors.cosine(query, 2)]).toEqual([0, 0]);
	expect([vectors.isSettled(1), vectors.isSettled(2)]).toEqual([true, false]);
});

test("what signs choose does not depend on the order, nor on what the mask leaves out", () => {
	const query = packed(fakeVector("passage 3 of 3"));
	const allowed = (n: number) => n % 3 !== 0;
	const forwards = filled(TEXTS);
	const mask = Uint8Array.from(TEXTS, (_, n) => (allowed(n) ? 1 : 0));
	const chosen = forwards.nearBySigns(query, mask, 20).map((n) => `${TEXTS[n]} ${n}`);
	const kept = TEXTS.map((text, n) => ({ text, n }))
		.filter(({ n }) => allowed(n))
		.reverse();
	const alone = filled(kept.map(({ text }) => text));
	const everything = new Uint8Array(kept.length).fill(1);
	const again = alone.nearBySigns(query, everything, 20).map((at) => `${kept[at]?.text} ${kept[at]?.n}`);
	expect(again.sort()).toEqual(chosen.sort());
	expect(chosen.length).toBeGreaterThanOrEqual(20);
	expect(chosen.length).toBeLessThan(kept.length / 2);
});
