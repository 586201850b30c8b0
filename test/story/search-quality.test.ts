// What searching is worth on the labelled set of our own (search-and-extraction 11). `npm run bench` prints all figures.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { cranfield } from "../support/cranfield.ts";
import { harbourQuality } from "../support/harbour-quality.ts";
import { qualityFor, type Rankings, rankingsOf } from "../support/retrieval.ts";
import { temporaryFolder } from "../support/stores.ts";

/** Measured less a hundredth: .667 and .667 by words, .811 and .860 fused. */
const FLOORS = {
	words: { ndcgAt10: 0.657, recallAt6: 0.657 },
	fused: { ndcgAt10: 0.801, recallAt6: 0.85 },
} as const;

describe("on our own passages", () => {
	const { questions, passages } = harbourQuality();
	let rankings: Rankings;
	beforeAll(async () => {
		rankings = await rankingsOf({ questions, passages });
	}, 60_000);
	const figures = (channel: keyof Rankings, kind?: string) => qualityFor(questions, rankings[channel], kind);

	test.each(["words", "fused"] as const)("finding by %s is as good as it was", (channel) => {
		const { ndcgAt10, recallAt6 } = figures(channel);
		expect(ndcgAt10).toBeGreaterThanOrEqual(FLOORS[channel].ndcgAt10);
		expect(recallAt6).toBeGreaterThanOrEqual(FLOORS[channel].recallAt6);
	});

	test("meaning takes nothing from words, and finds what they miss", () => {
		expect(figures("fused").ndcgAt10).toBeGreaterThanOrEqual(figures("words").ndcgAt10);
		expect(figures("fused").recallAt6).toBeGreaterThanOrEqual(figures("words").recallAt6);
		// Questions that share no word with what answers them: .438 measured.
		expect(figures("fused", "paraphrase").ndcgAt10).toBeGreaterThanOrEqual(0.42);
	});

	test("whoever asks with the words of a passage, in whatever script, has it first", () => {
		for (const kind of ["words", "script"])
			for (const channel of ["words", "fused"] as const)
				expect(figures(channel, kind).ndcgAt10, `${kind} by ${channel}`).toBeGreaterThanOrEqual(0.98);
	});

	test("every question has an answer in the set, and every passage its own id", () => {
		const ids = new Set(passages.map(({ id }) => id));
		expect(ids.size).toBe(passages.length);
		const asked = questions.flatMap(({ relevant }) => relevant);
		expect(asked.filter((id) => !ids.has(id))).toEqual([]);
		expect(questions.filter(({ relevant }) => relevant.length === 0)).toEqual([]);
	});
});

test("the Cranfield collection is read as it is handed round", () => {
	using folder = temporaryFolder();
	const at = join(folder.path, "cranfield");
	mkdirSync(at);
	writeFileSync(
		join(at, "cran.all.1400"),
		".I 1\n.T\nof ships\n.A\nsomebody\n.B\nj. 1\n.W\nof ships\nthey float .\n.I 2\n.T\n.A\n.B\n.W\nwings .\n",
	);
	writeFileSync(join(at, "cran.qry"), ".I 001\n.W\nwhat floats\nat all .\n.I 009\n.W\nwhat flies .\n");
	writeFileSync(join(at, "cranqrel"), "1 1 2\n1 2 5\n2 2 -1\n2 1  3\r\n");
	expect(cranfield(at)).toEqual({
		passages: [
			{ id: "1", text: "of ships\nthey float ." },
			{ id: "2", text: "wings ." },
		],
		questions: [
			{ text: "what floats at all .", kind: "cranfield", relevant: ["1"] },
			{ text: "what flies .", kind: "cranfield", relevant: ["1"] },
		],
	});
});
