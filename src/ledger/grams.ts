const EDGE = "\u0000";

/**
 * Finds the texts that contain a piece, at the cost of the pieces' own rarest three letters and not of all texts: posting
 * lists of trigrams, for pieces of one or two letters of bigrams (Zobel and Moffat, "Inverted files for text search
 * engines", 2006, section 8). What it finds contains the piece for certain.
 */
export class Grams {
	readonly #texts: string[] = [];
	readonly #postings = new Map<string, number[]>();
	readonly #starting = new Map<string, Set<string>>();

	/** Adds a folded text; answers its number, counted from 0. */
	add(text: string): number {
		const number = this.#texts.push(text) - 1;
		const padded = `${text}${EDGE}`;
		for (const gram of new Set([...gramsOf(padded, 2), ...gramsOf(text, 3)])) {
			const postings = this.#postings.get(gram);
			if (postings) postings.push(number);
			else this.#add(gram, number);
		}
		return number;
	}

	#add(gram: string, number: number): void {
		this.#postings.set(gram, [number]);
		if (gram.length !== 2) return;
		const first = gram.slice(0, 1);
		const starting = this.#starting.get(first) ?? new Set();
		this.#starting.set(first, starting.add(gram));
	}

	/** The numbers of the texts that contain `piece` (folded, not empty), ascending. */
	containing(piece: string): readonly number[] {
		if (piece.length === 1) {
			const grams = this.#starting.get(piece) ?? [];
			return [...new Set([...grams].flatMap((gram) => this.#postings.get(gram) ?? []))].sort((a, b) => a - b);
		}
		const lists: number[][] = [];
		for (const gram of new Set(gramsOf(piece, Math.min(piece.length, 3)))) {
			const postings = this.#postings.get(gram);
			if (postings === undefined) return [];
			lists.push(postings);
		}
		const [shortest = []] = lists.sort((a, b) => a.length - b.length);
		return shortest.filter((number) => (this.#texts[number] ?? "").includes(piece));
	}
}

function* gramsOf(text: string, length: number): Generator<string> {
	for (let start = 0; start + length <= text.length; start++) yield text.slice(start, start + length);
}
