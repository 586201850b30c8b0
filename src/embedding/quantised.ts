/** A vector in few bytes: whole numbers of eight bits, the factor that brings them back, and its signs. */
export interface Quantised {
	readonly int8: Int8Array;
	/** Largest magnitude / 127; 0 of a vector of zeros. */
	readonly scale: number;
	/** Bit n of word n >> 5 is 1 where number n is above zero. No mean is taken off: it would be made of everybody's texts. */
	readonly signs: Uint32Array;
}

const LARGEST = 127;

/** 32-bit words that the signs of a vector take. */
export const signWords = (dims: number): number => (dims + 31) >> 5;

/** Makes a vector small (search-and-extraction 3). */
export function quantised(vector: Float32Array): Quantised {
	const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST;
	const int8 = new Int8Array(vector.length);
	const signs = new Uint32Array(signWords(vector.length));
	for (let at = 0; at < vector.length; at++) {
		const value = vector[at] as number;
		if (scale > 0) int8[at] = Math.round(value / scale);
		if (value > 0) signs[at >> 5] = (signs[at >> 5] as number) | (1 << (at & 31));
	}
	return { int8, scale: Math.fround(scale), signs };
}
