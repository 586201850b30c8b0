import type { PackedVector } from "./asked.ts";

const LARGEST = 127;

/** A vector in 8 bits, with its signs as they are: a mean taken off would be made of everybody's texts (NI-3). */
export function packed(vector: Float32Array): PackedVector {
	const scale = Math.fround(vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / LARGEST);
	const int8 = new Int8Array(vector.length);
	const signs = new Uint32Array(Math.ceil(vector.length / 32));
	for (const [n, number] of vector.entries()) {
		if (scale > 0) int8[n] = Math.round(number / scale);
		if (number > 0) signs[n >> 5] = (signs[n >> 5] as number) | (1 << (n & 31));
	}
	return { int8, scale, signs };
}
