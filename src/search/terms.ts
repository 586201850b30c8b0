import stem from "wink-porter2-stemmer";
import { isUnspaced, queryTokens } from "./fold.ts";

const STOP_WORDS: ReadonlySet<string> = new Set(
	(
		"a an and are as at be but by for from has have had he her his i if in into is it its not of on or our " +
		"she so such that the their them then there these they this to was we were what when where which who " +
		"whom why how will with you your do does did been being can could would should may might than also about"
	).split(" "),
);

/** A term of a query. `lone`: one character of an unspaced script, which stands for everything that begins with it. */
export interface QueryTerm {
	readonly term: string;
	readonly lone: boolean;
}

/** What a token is looked up by: its stem, or itself in an unspaced script. Nothing of a stop word. */
export function termOf(token: string): string | undefined {
	if (STOP_WORDS.has(token)) return undefined;
	return isUnspaced(token) ? token : stem(token);
}

/** The terms of a query in its own order, with repeats. */
export function queryTerms(query: string): readonly QueryTerm[] {
	return queryTokens(query).flatMap((token) => {
		const term = termOf(token);
		if (term === undefined || term === "") return [];
		return [{ term, lone: isUnspaced(token) && [...token].length === 1 }];
	});
}
