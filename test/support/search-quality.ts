/** A question with the ids of the chunks that answer it. */
export interface Judged {
	readonly found: readonly string[];
	readonly relevant: ReadonlySet<string>;
}

/** 0 to 1. */
export interface SearchQuality {
	/** What comes first counts more: discounted gain over that of the best order there could be, of the first ten. */
	readonly ndcgAt10: number;
	/** The share of what is relevant that is among the first six. */
	readonly recallAt6: number;
}

function gain(relevances: readonly boolean[]): number {
	return relevances.reduce((sum, isRelevant, n) => sum + (isRelevant ? 1 / Math.log2(n + 2) : 0), 0);
}

/** Of one question; judgements are yes or no. One without relevant chunks has no quality. @throws TypeError */
export function qualityOf({ found, relevant }: Judged): SearchQuality {
	if (relevant.size === 0) throw new TypeError("a question without an answer cannot be judged");
	const best = gain(Array.from({ length: Math.min(10, relevant.size) }, () => true));
	const hits = new Set(found.slice(0, 6).filter((id) => relevant.has(id)));
	return {
		ndcgAt10: gain(found.slice(0, 10).map((id) => relevant.has(id))) / best,
		recallAt6: hits.size / relevant.size,
	};
}

/** The mean over questions, each counting the same. */
export function searchQuality(judged: readonly Judged[]): SearchQuality {
	const all = judged.map(qualityOf);
	const mean = (numbers: readonly number[]) =>
		numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
	return {
		ndcgAt10: mean(all.map(({ ndcgAt10 }) => ndcgAt10)),
		recallAt6: mean(all.map(({ recallAt6 }) => recallAt6)),
	};
}
