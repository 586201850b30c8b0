/** Numbers from 0 to before 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

const SYLLABLES = "ba ke lo mi ru ta ven dor sil qua pre con ing er est ion har bour pier".split(" ");
const VOCABULARY = 150_000;

function spelled(rank: number): string {
	let [word, rest] = ["", rank + 1];
	while (rest > 0) {
		word += SYLLABLES[rest % SYLLABLES.length];
		rest = Math.floor(rest / SYLLABLES.length);
	}
	return word;
}

const shares = Array.from({ length: VOCABULARY }, (_, rank) => 1 / (rank + 2.7));
const total = shares.reduce((sum, share) => sum + share, 0);
const upTo = new Float64Array(VOCABULARY);
shares.reduce((sum, share, rank) => {
	upTo[rank] = sum + share / total;
	return sum + share / total;
}, 0);

/** Text whose words are as often as those of a language: the second half as often as the first, and so on. */
export class ZipfWords {
	readonly #random: () => number;

	constructor(seed: number) {
		this.#random = randomFrom(seed);
	}

	text(words: number): string {
		return Array.from({ length: words }, () => this.#word()).join(" ");
	}

	#word(): string {
		const drawn = this.#random();
		let [from, to] = [0, VOCABULARY - 1];
		while (from < to) {
			const middle = (from + to) >> 1;
			if ((upTo[middle] as number) < drawn) from = middle + 1;
			else to = middle;
		}
		return spelled(from);
	}
}
