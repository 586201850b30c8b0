import type { View } from "../access/view.ts";
import type { Instant } from "../time/instant.ts";
import { type EntityIndex, entityIndex } from "./entity-index.ts";
import { type FactLives, factLives } from "./fact-lives.ts";
import { fold } from "./fold.ts";

/** An entity that a name may mean, with what helps to choose. */
export interface Candidate {
	readonly entity: string;
	readonly name: string;
	/** The name by which it was found: another than `name` where an alias matched. */
	readonly matchedName: string;
	readonly type: string | undefined;
	readonly disambiguator: string | undefined;
	readonly factCount: number;
	/** Whether one of its names equals the query. */
	readonly equal: boolean;
}

interface Match {
	matched: string;
	equal: boolean;
	words: number;
}

interface Sources {
	readonly index: EntityIndex;
	readonly lives: FactLives;
	readonly asOf: Instant;
}

/**
 * Candidates for a name at a record instant, best first: rules F1 to F5 of the graph tools. The cost is that of the names
 * that match: the index is over pieces of names, not over names.
 */
export async function candidatesFor(asked: string, asOf: Instant, view: View): Promise<readonly Candidate[]> {
	const [index, lives] = await Promise.all([view.kept(entityIndex), view.kept(factLives)]);
	const sources = { index, lives, asOf };
	const query = fold(asked);
	if (query === "") return [];
	const whole = candidates(containing(query, sources), sources);
	return typedFirst(whole.length > 0 ? whole : byWords(query, sources));
}

/** F6: the candidate that can be taken without asking back, if there is one. */
export function dominant(candidates: readonly Candidate[]): Candidate | undefined {
	const [first, second] = candidates;
	if (first === undefined || second === undefined) return first;
	if (first.equal && !second.equal) return first;
	return first.factCount >= 3 * Math.max(second.factCount, 1) ? first : undefined;
}

function containing(piece: string, { index, asOf }: Sources): Map<string, Match> {
	const found = new Map<string, Match>();
	for (const name of index.namesContaining(piece, asOf)) {
		const owner = index.merges.owner(name.entity, asOf);
		const equal = fold(name.text) === piece;
		const match = found.get(owner);
		if (match === undefined) found.set(owner, { matched: name.text, equal, words: 1 });
		else if (better(name.text, equal, match, index.name(owner, asOf)))
			Object.assign(match, { matched: name.text, equal });
	}
	return found;
}

/** An equal name before the canonical one before the alphabetically first: the same on every call. */
function better(text: string, equal: boolean, than: Match, canonical: string): boolean {
	if (equal !== than.equal) return equal;
	if (than.matched === canonical) return false;
	return text === canonical || text < than.matched;
}

function candidates(
	found: ReadonlyMap<string, Match>,
	{ index, lives, asOf }: Sources,
): readonly Candidate[] {
	const words = (candidate: Candidate) => found.get(candidate.entity)?.words ?? 0;
	return [...found]
		.map(([entity, { matched, equal }]) => ({
			entity,
			name: index.name(entity, asOf),
			matchedName: matched,
			type: index.type(entity, asOf),
			disambiguator: index.disambiguator(entity),
			factCount: lives.count(index.merges.members(entity, asOf), asOf),
			equal,
		}))
		.sort((a, b) => words(b) - words(a) || byRank(a, b));
}

/** F4. */
function byRank(a: Candidate, b: Candidate): number {
	if (a.equal !== b.equal) return a.equal ? -1 : 1;
	if (a.factCount !== b.factCount) return b.factCount - a.factCount;
	if (a.name !== b.name) return a.name < b.name ? -1 : 1;
	return a.entity < b.entity ? -1 : 1;
}

/** F2: entities whose names together have most of the words. Only what has enough of them is counted and ranked. */
function byWords(query: string, sources: Sources): readonly Candidate[] {
	const words = [...new Set(query.split(" ").filter((word) => [...word].length >= 2))];
	if (words.length < 2) return [];
	const found = new Map<string, Match>();
	for (const [owner, matched] of words.flatMap((word) => [...ownersOf(word, sources)])) {
		const match = found.get(owner);
		if (match) match.words++;
		else found.set(owner, { matched, equal: false, words: 1 });
	}
	const wanted = Math.max(2, words.length - 1);
	return candidates(new Map([...found].filter(([, match]) => match.words >= wanted)), sources);
}

/** Who has a name with the word in it, with the first such name. */
function ownersOf(word: string, { index, asOf }: Sources): ReadonlyMap<string, string> {
	const owners = new Map<string, string>();
	for (const { entity, text } of index.namesContaining(word, asOf)) {
		const owner = index.merges.owner(entity, asOf);
		const known = owners.get(owner);
		if (known === undefined || text < known) owners.set(owner, text);
	}
	return owners;
}

/** F3: where something typed was found, untyped things go, unless called exactly so. */
function typedFirst(all: readonly Candidate[]): readonly Candidate[] {
	if (all.every(({ type }) => type === undefined)) return all;
	return all.filter(({ type, equal }) => type !== undefined || equal);
}
