import type { PackedVector } from "./asked.ts";
import { Growing } from "./growing.ts";

/** Of a passage that has no vectors yet. */
const NONE = 0xffff_ffff;

/** The tables that vectors are read from, and that a file keeps as they are. */
export interface VectorTables {
	readonly int8: Int8Array;
	readonly scales: Float32Array;
	readonly signs: Uint32Array;
	/** Per passage: its first window, and how many it has. */
	readonly first: Uint32Array;
	readonly many: Uint32Array;
}

/** The vectors of passages, one for each window. A passage is as near as its best window. */
export class Vectors {
	readonly dims: number;
	readonly #int8: Growing<Int8Array>;
	readonly #scales: Growing<Float32Array>;
	readonly #signs: Growing<Uint32Array>;
	readonly #first: Growing<Uint32Array>;
	readonly #many: Growing<Uint32Array>;

	constructor(dims: number, tables?: VectorTables) {
		this.dims = dims;
		this.#int8 = new Growing(Int8Array, tables?.int8);
		this.#scales = new Growing(Float32Array, tables?.scales);
		this.#signs = new Growing(Uint32Array, tables?.signs);
		this.#first = new Growing(Uint32Array, tables?.first);
		this.#many = new Growing(Uint32Array, tables?.many);
	}

	tables(): VectorTables {
		return {
			int8: this.#int8.written,
			scales: this.#scales.written,
			signs: this.#signs.written,
			first: this.#first.written,
			many: this.#many.written,
		};
	}

	/** One more passage, without vectors as yet. */
	addPassage(): void {
		this.#first.push(0);
		this.#many.push(NONE);
	}

	/** True once it is known what vectors a passage has, also if that is none. */
	isSettled(passage: number): boolean {
		return this.#many.at(passage) !== NONE;
	}

	/** No vectors at all: a text that means nothing to the model. */
	settle(passage: number, windows: readonly PackedVector[]): void {
		this.#first.room[passage] = this.#scales.length;
		this.#many.room[passage] = windows.length;
		for (const { int8, scale, signs } of windows) {
			if (int8.length !== this.dims)
				throw new TypeError(`a vector of ${int8.length} among those of ${this.dims}`);
			this.#int8.append(int8);
			this.#scales.push(scale);
			this.#signs.append(signs);
		}
	}

	/** The vectors of a passage, as they were settled. */
	windowsOf(passage: number): readonly PackedVector[] {
		const words = this.#signWords();
		return Array.from({ length: this.#many.at(passage) }, (_, n) => {
			const window = this.#first.at(passage) + n;
			return {
				int8: this.#int8.room.slice(window * this.dims, (window + 1) * this.dims),
				scale: this.#scales.at(window),
				signs: this.#signs.room.slice(window * words, (window + 1) * words),
			};
		});
	}

	/** Cosine of the best window, in millionths and never below 0; 0 without one. */
	cosine(query: PackedVector, passage: number): number {
		const many = this.#many.at(passage);
		if (many === NONE) return 0;
		const first = this.#first.at(passage);
		let best = 0;
		for (let window = first; window < first + many; window++) {
			const cosine = this.#dot(query.int8, window) * this.#scales.at(window) * query.scale;
			if (cosine > best) best = cosine;
		}
		return Math.round(best * 1e6) / 1e6;
	}

	/**
	 * The passages of a mask whose signs agree most with those of the query: at least `wanted` if there are so many, and all
	 * that agree as well as the last of them, so that it does not matter in what order they came.
	 */
	nearBySigns(query: PackedVector, mask: Uint8Array, wanted: number): readonly number[] {
		const distances = new Uint16Array(mask.length);
		const tally = new Uint32Array(this.dims + 2);
		for (let passage = 0; passage < mask.length; passage++) {
			const distance = mask[passage] === 1 ? this.#signDistance(query.signs, passage) : this.dims + 1;
			distances[passage] = distance;
			tally[distance] = (tally[distance] as number) + 1;
		}
		let [most, count] = [0, tally[0] as number];
		while (count < wanted && most < this.dims) count += tally[++most] as number;
		const near: number[] = [];
		for (let passage = 0; passage < mask.length; passage++)
			if ((distances[passage] as number) <= most) near.push(passage);
		return near;
	}

	#signWords(): number {
		return Math.ceil(this.dims / 32);
	}

	#dot(query: Int8Array, window: number): number {
		const [numbers, dims] = [this.#int8.room, this.dims];
		const from = window * dims;
		let sum = 0;
		for (let n = 0; n < dims; n++)
			sum = (sum + Math.imul(numbers[from + n] as number, query[n] as number)) | 0;
		return sum;
	}

	/** Signs that differ in the best window; one more than there are dimensions without a window. */
	#signDistance(query: Uint32Array, passage: number): number {
		const many = this.#many.at(passage);
		const words = this.#signWords();
		const signs = this.#signs.room;
		let least = this.dims + 1;
		if (many === NONE) return least;
		const first = this.#first.at(passage);
		for (let window = first; window < first + many; window++) {
			let distance = 0;
			for (let n = 0; n < words; n++)
				distance += bits((signs[window * words + n] as number) ^ (query[n] as number));
			if (distance < least) least = distance;
		}
		return least;
	}
}

/** How many bits of 32 are set. */
function bits(word: number): number {
	let sum = word - ((word >>> 1) & 0x5555_5555);
	sum = (sum & 0x3333_3333) + ((sum >>> 2) & 0x3333_3333);
	return Math.imul((sum + (sum >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
