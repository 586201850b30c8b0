import { expect, test } from "vitest";
import { qualityOf, searchQuality } from "../../support/search-quality.ts";

const relevant = new Set(["a", "b"]);

test("the quality of a search is that of the order and of what is among the first", () => {
	expect(qualityOf({ found: ["a", "b", "c"], relevant })).toEqual({ ndcgAt10: 1, recallAt6: 1 });
	const late = qualityOf({ found: ["c", "a"], relevant });
	expect(late.ndcgAt10).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12);
	expect(late.recallAt6).toBe(0.5);
	expect(qualityOf({ found: ["1", "2", "3", "4", "5", "6", "a"], relevant }).recallAt6).toBe(0);
	expect(
		searchQuality([
			{ found: ["a", "b"], relevant },
			{ found: [], relevant },
		]).ndcgAt10,
	).toBe(0.5);
});
