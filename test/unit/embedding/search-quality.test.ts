import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openEmbedder } from "../../../src/embedding/embedder.ts";
import { SHIPPED_MODEL } from "../../../src/embedding/model-files.ts";
import { quantised } from "../../../src/embedding/quantised.ts";
import { VectorTable } from "../../../src/embedding/vector-table.ts";

interface QualitySet {
	readonly passages: readonly { readonly id: string; readonly language: string; readonly text: string }[];
	readonly questions: readonly {
		readonly kind: "words" | "paraphrase" | "script";
		readonly text: string;
		readonly relevant: readonly string[];
	}[];
}

const { passages, questions } = JSON.parse(
	readFileSync(new URL("../../../data/search-quality/harbour.json", import.meta.url), "utf8"),
) as QualitySet;

/** Words of four letters and more, by their beginnings, but for those that say nothing. */
const STOP = new Set(
	"what when should from that they them this with does after into until unless whoever".split(" "),
);
const stems = (text: string): readonly string[] =>
	(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
		.filter((word) => !STOP.has(word))
		.map((word) => word.slice(0, 5));

test("every question names passages of the set, and a paraphrase shares no word with them", () => {
	const ids = new Map(passages.map(({ id, text }) => [id, text]));
	expect(ids.size).toBe(passages.length);
	for (const { kind, text, relevant } of questions) {
		expect(relevant.length, text).toBeGreaterThan(0);
		for (const id of relevant) {
			expect(ids.has(id), id).toBe(true);
			const shared = stems(text).filter((word) => stems(ids.get(id) as string).includes(word));
			if (kind === "paraphrase") expect(shared, text).toEqual([]);
		}
	}
	expect(questions.filter(({ kind }) => kind === "paraphrase").length).toBeGreaterThan(questions.length / 4);
});

test("by meaning alone, what is asked in other words is mostly among the first six", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const table = new VectorTable(embedder.card.dims);
	for (const vector of await embedder.embed(passages.map(({ text }) => text)))
		table.add(vector === undefined ? [] : [vector]);
	const allowed = new Uint8Array(passages.length).fill(1);
	const found = async (kind: string): Promise<number> => {
		const asked = questions.filter((question) => question.kind === kind);
		let hits = 0;
		for (const { text, relevant } of asked) {
			const vector = (await embedder.embedQuery(text)) as Float32Array;
			const near = table.nearest(quantised(vector), 6, allowed).map(({ place }) => passages[place]?.id);
			if (relevant.some((id) => near.includes(id))) hits++;
		}
		return hits / asked.length;
	};
	const [words, paraphrases] = [await found("words"), await found("paraphrase")];
	expect(words, "asked in the same words").toBeGreaterThanOrEqual(0.9);
	expect(paraphrases, "asked in other words").toBeGreaterThanOrEqual(0.6);
});
