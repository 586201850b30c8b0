import { BestPlaces, type Near } from "./best-places.ts";
import { type Quantised, quantised, signWords } from "./quantised.ts";

/** A table as it can be kept in a file. Row r has numbers from r × dims on; the rows of place p begin at starts[p]. */
export interface PackedVectors {
	readonly dims: number;
	/** One more than there are places: the last one tells where rows end. */
	readonly starts: Uint32Array;
	readonly int8: Int8Array;
	readonly scales: Float32Array;
	readonly signs: Uint32Array;
}

/** Readable places up to which every vector is looked at in full. */
const EXACT_UP_TO = 50_000;
const RERANKED_AT_LEAST = 200;
const RERANKED_PER_WANTED = 4;

/** Vectors of passages, packed for the scan. A place is a passage: one row for each of its windows, none where it has no vector. */
export class VectorTable {
	readonly #dims: number;
	readonly #words: number;
	readonly #exactUpTo: number;
	#starts: Uint32Array;
	#int8: Int8Array;
	#scales: Float32Array;
	#signs: Uint32Array;
	#places = 0;

	constructor(dims: number, exactUpTo = EXACT_UP_TO) {
		this.#dims = dims;
		this.#words = signWords(dims);
		this.#exactUpTo = exactUpTo;
		this.#starts = new Uint32Array(1);
		this.#int8 = new Int8Array();
		this.#scales = new Float32Array();
		this.#signs = new Uint32Array();
	}

	/** @throws TypeError where the parts do not fit each other. */
	static of(packed: PackedVectors): VectorTable {
		const { dims, starts, int8, scales, signs } = packed;
		const table = new VectorTable(dims);
		const rows = starts.at(-1);
		if (
			starts[0] !== 0 ||
			rows === undefined ||
			starts.some((start, at) => at > 0 && start < (starts[at - 1] as number)) ||
			int8.length !== rows * dims ||
			scales.length !== rows ||
			signs.length !== rows * table.#words
		)
			throw new TypeError("these are not the parts of one table of vectors");
		[table.#starts, table.#int8, table.#scales, table.#signs] = [starts, int8, scales, signs];
		table.#places = starts.length - 1;
		return table;
	}

	get places(): number {
		return this.#places;
	}

	/** Whether a place has a vector at all. */
	has(place: number): boolean {
		return this.#start(place + 1) > this.#start(place);
	}

	/** Adds a passage's windows and returns its place: one more than the last. */
	add(windows: readonly Float32Array[]): number {
		const place = this.#places;
		let row = this.#start(place);
		this.#reserve(place + 2, row + windows.length);
		for (const window of windows) {
			if (window.length !== this.#dims)
				throw new TypeError(`a vector of ${window.length} in a table of ${this.#dims}`);
			const { int8, scale, signs } = quantised(window);
			this.#int8.set(int8, row * this.#dims);
			this.#scales[row] = scale;
			this.#signs.set(signs, row * this.#words);
			row++;
		}
		this.#starts[place + 1] = row;
		this.#places++;
		return place;
	}

	/** How near a place is: the cosine of its best window; undefined where it has none. */
	similarity(query: Quantised, place: number): number | undefined {
		let best: number | undefined;
		for (let row = this.#start(place); row < this.#start(place + 1); row++) {
			const similarity = this.#cosine(query, row);
			if (best === undefined || similarity > best) best = similarity;
		}
		return best;
	}

	/**
	 * The nearest places, best first; of equals the lower place first. Only those count for which `allowed` has 1, and they
	 * alone decide how it is done: up to 50,000 of them are compared in full; of more, those whose signs agree most are.
	 */
	nearest(query: Quantised, wanted: number, allowed: Uint8Array): readonly Near[] {
		let readable = 0;
		for (let place = 0; place < this.#places; place++) if (allowed[place] === 1) readable++;
		const best = new BestPlaces(wanted);
		if (readable > this.#exactUpTo) {
			const reranked = Math.max(RERANKED_AT_LEAST, RERANKED_PER_WANTED * wanted);
			for (const place of this.#alikeInSigns(query, reranked, allowed)) this.#offer(best, query, place);
		} else
			for (let place = 0; place < this.#places; place++)
				if (allowed[place] === 1) this.#offer(best, query, place);
		return best.sorted();
	}

	/** Its parts as they are now, not copied: to be written before anything is added. */
	packed(): PackedVectors {
		const rows = this.#start(this.#places);
		return {
			dims: this.#dims,
			starts: this.#starts.subarray(0, this.#places + 1),
			int8: this.#int8.subarray(0, rows * this.#dims),
			scales: this.#scales.subarray(0, rows),
			signs: this.#signs.subarray(0, rows * this.#words),
		};
	}

	#start(place: number): number {
		return this.#starts[place] as number;
	}

	#offer(best: BestPlaces, query: Quantised, place: number): void {
		const similarity = this.similarity(query, place);
		if (similarity !== undefined) best.offer(place, similarity);
	}

	#cosine(query: Quantised, row: number): number {
		const dot = product(this.#int8, row * this.#dims, query.int8);
		return dot * query.scale * (this.#scales[row] as number);
	}

	/** At least so many places (all that are as far as the last one come along, so that no order of adding shows). */
	#alikeInSigns(query: Quantised, wanted: number, allowed: Uint8Array): readonly number[] {
		const NONE = this.#dims + 1;
		const distances = new Uint16Array(this.#places).fill(NONE);
		const ofDistance = new Uint32Array(NONE);
		for (let place = 0; place < this.#places; place++) {
			if (allowed[place] !== 1) continue;
			let least = NONE;
			for (let row = this.#start(place); row < this.#start(place + 1); row++)
				least = Math.min(least, this.#signDistance(query.signs, row));
			distances[place] = least;
			if (least < NONE) ofDistance[least] = (ofDistance[least] as number) + 1;
		}
		let farthest = 0;
		for (let within = ofDistance[0] as number; within < wanted && farthest + 1 < NONE; )
			within += ofDistance[++farthest] as number;
		const found: number[] = [];
		for (let place = 0; place < this.#places; place++)
			if ((distances[place] as number) <= farthest) found.push(place);
		return found;
	}

	/** In how many signs a row differs. */
	#signDistance(asked: Uint32Array, row: number): number {
		return differences(this.#signs, row * this.#words, asked);
	}

	#reserve(starts: number, rows: number): void {
		if (this.#starts.length < starts) this.#starts = grown(this.#starts, new Uint32Array(2 * starts));
		if (this.#scales.length >= rows) return;
		const room = 2 * rows;
		this.#int8 = grown(this.#int8, new Int8Array(room * this.#dims));
		this.#scales = grown(this.#scales, new Float32Array(room));
		this.#signs = grown(this.#signs, new Uint32Array(room * this.#words));
	}
}

function grown<T extends Int8Array | Float32Array | Uint32Array>(from: ArrayLike<number>, to: T): T {
	to.set(from);
	return to;
}

/** Whole numbers only, so that no order of adding shows in the sum. */
function product(numbers: Int8Array, from: number, asked: Int8Array): number {
	let dot = 0;
	for (let at = 0; at < asked.length; at++)
		dot = (dot + (numbers[from + at] as number) * (asked[at] as number)) | 0;
	return dot;
}

/** Bits in which words differ, counted in parallel within each word. */
function differences(words: Uint32Array, from: number, asked: Uint32Array): number {
	let count = 0;
	for (let at = 0; at < asked.length; at++) {
		let bits = (words[from + at] as number) ^ (asked[at] as number);
		bits -= (bits >>> 1) & 0x55555555;
		bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
		count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
	}
	return count;
}
