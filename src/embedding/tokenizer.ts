import { modelJson, modelUnavailable, SHIPPED_MODEL } from "./model-files.ts";

/** A model's way from text to pieces. */
export interface Tokenizer {
	/** The ids of a text's pieces, whole, however many the model reads. Neighbouring unknowns are one piece. */
	pieces(text: string): readonly number[];
	/** How many there are. */
	count(text: string): number;
	/**
	 * Which share of a text is unknown, from 0 to 1, each unknown character counted as a piece of its own: as one piece, a
	 * whole sentence of a foreign script would weigh no more than the space before it. Nothing at all is unknown.
	 */
	unknownShare(text: string): number;
}

const UNKNOWN = 0;
/** An unknown character is that much less likely than the least likely piece. */
const UNKNOWN_PENALTY = 10;
const SPACE = "▁";
const BEFORE_SPACE = /(?=▁)/;
/** Words whose counts are remembered, and UTF-16 units of the longest of them. */
const REMEMBERED = 50_000;
const REMEMBERED_LENGTH = 40;

interface Trie {
	readonly next: Map<number, Trie>;
	id: number | undefined;
}

/** The best way to a place in the text, through one piece that ends there. */
interface Step {
	readonly id: number;
	readonly score: number;
	readonly before: Step | undefined;
}

interface TokenizerFile {
	readonly model?: {
		readonly type?: unknown;
		readonly unk_id?: unknown;
		readonly vocab?: readonly (readonly [string, number])[];
	};
	readonly added_tokens?: readonly { readonly content: string }[];
}

/**
 * Reads the Unigram tokenizer of a model folder (search-and-extraction 1.4). It splits exactly as @xenova/transformers does
 * from the same file, which is too slow and too heavy for counting the pieces of whole documents.
 *
 * @throws UTOPIA_MODEL_UNAVAILABLE: model_missing without the file, model_failed where it is of another kind.
 */
export function readTokenizer(modelFolder: string): Tokenizer {
	const { model, added_tokens: added } = modelJson(modelFolder, "tokenizer.json") as TokenizerFile;
	if (model?.type !== "Unigram" || model.unk_id !== UNKNOWN || model.vocab === undefined)
		throw modelUnavailable("model_failed", "The model's tokenizer.json is not a Unigram one with unknown 0.");
	return new UnigramTokenizer(model.vocab, added?.[0]?.content);
}

let shipped: Tokenizer | undefined;

/**
 * How many pieces of the shipped model a text has: the measure by which documents are cut into chunks, whatever model
 * is in use.
 *
 * @throws UTOPIA_MODEL_UNAVAILABLE (model_missing) where the build has not put the model in its place.
 */
export function countPieces(text: string): number {
	shipped ??= readTokenizer(SHIPPED_MODEL);
	return shipped.count(text);
}

class UnigramTokenizer implements Tokenizer {
	readonly #trie: Trie = { next: new Map(), id: undefined };
	readonly #scores: Float64Array;
	readonly #unknown: string | undefined;
	readonly #space: number;
	/** No piece reaches over the beginning of a word, so that words can be counted apart. */
	readonly #wordwise: boolean;
	readonly #counts = new Map<string, number>();

	constructor(pairs: readonly (readonly [string, number])[], unknown: string | undefined) {
		this.#unknown = unknown;
		this.#space = pairs.findIndex(([piece]) => piece === SPACE);
		this.#wordwise =
			pairs.some(([piece]) => piece === SPACE) && !pairs.some(([piece]) => piece.includes(SPACE, 1));
		this.#scores = Float64Array.from(pairs, ([, score]) => score);
		this.#scores[UNKNOWN] = this.#scores.reduce((least, score) => Math.min(least, score)) - UNKNOWN_PENALTY;
		for (const [id, [piece]] of pairs.entries()) this.#plant(piece, id);
	}

	pieces(text: string): readonly number[] {
		return this.#sections(text).flatMap(fused);
	}

	count(text: string): number {
		if (!this.#wordwise) return this.pieces(text).length;
		const sections = this.#unknown === undefined ? [text] : text.split(this.#unknown);
		let count = sections.length - 1;
		for (const section of sections)
			for (const word of spaced(section).split(BEFORE_SPACE))
				if (word !== "") count += this.#countOfWord(word);
		return count;
	}

	/** Words come again and again, so what they count is remembered; the longest and rarest are not. */
	#countOfWord(word: string): number {
		const known = this.#counts.get(word);
		if (known !== undefined) return known;
		const count = fused(this.#split(word)).length;
		if (word.length <= REMEMBERED_LENGTH) {
			if (this.#counts.size >= REMEMBERED) this.#counts.clear();
			this.#counts.set(word, count);
		}
		return count;
	}

	unknownShare(text: string): number {
		// The piece of a space alone says nothing: one character that is unknown would else be half known.
		const ids = this.#sections(text)
			.flat()
			.filter((id) => id !== this.#space);
		return ids.length === 0 ? 1 : ids.filter((id) => id === UNKNOWN).length / ids.length;
	}

	/** What is spelled like the unknown piece is the unknown piece, and what stands around it begins anew. */
	#sections(text: string): number[][] {
		const sections = this.#unknown === undefined ? [text] : text.split(this.#unknown);
		return sections.flatMap((section, at) =>
			at === 0 ? [this.#split(section)] : [[UNKNOWN], this.#split(section)],
		);
	}

	#plant(piece: string, id: number): void {
		let node = this.#trie;
		for (let at = 0; at < piece.length; at++) {
			const unit = piece.charCodeAt(at);
			let next = node.next.get(unit);
			if (next === undefined) {
				next = { next: new Map(), id: undefined };
				node.next.set(unit, next);
			}
			node = next;
		}
		node.id = id;
	}

	/** The most likely split (Viterbi, over UTF-16 units as in the original); of equals, the one with the longer last piece. */
	#split(section: string): number[] {
		const text = spaced(section);
		if (text === "") return [];
		const ways: Step[][] = Array.from({ length: text.length + 1 }, () => []);
		ways[0] = [{ id: UNKNOWN, score: 0, before: undefined }];
		for (let from = 0; from < text.length; from++) this.#stepsFrom(text, from, ways);
		const ids: number[] = [];
		let step = bestBefore(ways[text.length] as Step[], 0);
		for (; step.before !== undefined; step = step.before) ids.push(step.id);
		return ids.reverse();
	}

	#stepsFrom(text: string, from: number, ways: Step[][]): void {
		const here = ways[from] as Step[];
		let single = false;
		let node = this.#trie.next.get(text.charCodeAt(from));
		for (let to = from + 1; node !== undefined; to++) {
			if (node.id !== undefined) {
				(ways[to] as Step[]).push(this.#step(here, node.id));
				single ||= to === from + 1;
			}
			node = to < text.length ? node.next.get(text.charCodeAt(to)) : undefined;
		}
		if (!single) (ways[from + 1] as Step[]).push(this.#step(here, UNKNOWN));
	}

	#step(here: readonly Step[], id: number): Step {
		const score = this.#scores[id] as number;
		const before = bestBefore(here, score);
		return { id, score: before.score + score, before };
	}
}

/** Compared with the score of what follows, since sums that differ before may be equal after rounding. */
function bestBefore(ways: readonly Step[], score: number): Step {
	let best = ways[0] as Step;
	for (const way of ways) if (way.score + score > best.score + score) best = way;
	return best;
}

/** As the model sees a text before it is split: every word with the mark of the space before it. */
function spaced(section: string): string {
	const text = section.normalize("NFKC").replaceAll(" ", SPACE);
	return text === "" || text.startsWith(SPACE) ? text : SPACE + text;
}

const fused = (ids: readonly number[]): readonly number[] =>
	ids.filter((id, at) => id !== UNKNOWN || ids[at - 1] !== UNKNOWN);
