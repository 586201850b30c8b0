import { deserialize, serialize } from "node:v8";
import SearchableMap from "minisearch/SearchableMap";

/** A term of the index that stands for a term of a query, and what a match by it is worth. */
export interface TermMatch {
	readonly term: number;
	readonly weight: number;
}

interface Spelled extends TermMatch {
	readonly spelled: string;
}

/** How far a term may be from those of the index. */
export interface Nearness {
	readonly prefix: boolean;
	/** Letters that may differ; 0 is none. */
	readonly edits: number;
}

/** MiniSearch's own weights of a match that is not exact. */
const WEIGHT = { prefix: 0.375, fuzzy: 0.45 };

/** MiniSearch's tree of terms: exact, by their beginning, or by the letters that differ. Terms have numbers from 0. */
export class Dictionary {
	readonly #tree: SearchableMap<number>;
	#size: number;

	private constructor(tree: SearchableMap<number>, size: number) {
		this.#tree = tree;
		this.#size = size;
	}

	static empty(): Dictionary {
		return new Dictionary(new SearchableMap(), 0);
	}

	/** @throws whatever the engine says of bytes that `bytes()` did not make. */
	static read(bytes: Uint8Array, size: number): Dictionary {
		return new Dictionary(new SearchableMap<number>(deserialize(bytes), ""), size);
	}

	get size(): number {
		return this.#size;
	}

	bytes(): Uint8Array {
		return serialize(this.#tree._tree);
	}

	/** The number of a term, which it gets if it has none. */
	numberOf(term: string): number {
		return this.#tree.fetch(term, () => this.#size++);
	}

	entries(): Iterable<[string, number]> {
		return this.#tree;
	}

	/** The term itself, those that begin with it and those near it, each once, weighed as by MiniSearch, in alphabetical order. */
	matches(term: string, { prefix, edits }: Nearness): readonly TermMatch[] {
		const exact = this.#tree.get(term);
		if (!prefix && edits === 0) return exact === undefined ? [] : [{ term: exact, weight: 1 }];
		const found = new Map<number, Spelled>();
		if (exact !== undefined) found.set(exact, { term: exact, weight: 1, spelled: term });
		for (const near of [...(prefix ? this.#longer(term) : []), ...this.#near(term, edits)])
			if (!found.has(near.term)) found.set(near.term, near);
		// Sums of fractions depend on their order, and that of the tree on what came first.
		return [...found.values()].toSorted((a, b) => (a.spelled < b.spelled ? -1 : 1));
	}

	#longer(term: string): readonly Spelled[] {
		return Array.from(this.#tree.atPrefix(term), ([spelled, number]) => {
			const distance = spelled.length - term.length;
			return {
				term: number,
				spelled,
				weight: (WEIGHT.prefix * spelled.length) / (spelled.length + 0.3 * distance),
			};
		});
	}

	#near(term: string, edits: number): readonly Spelled[] {
		if (edits === 0) return [];
		return Array.from(this.#tree.fuzzyGet(term, edits), ([spelled, [number, distance]]) => {
			return { term: number, spelled, weight: (WEIGHT.fuzzy * spelled.length) / (spelled.length + distance) };
		});
	}
}
