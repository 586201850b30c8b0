import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

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
