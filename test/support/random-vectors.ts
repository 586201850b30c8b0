/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** Vectors of length one around a few centres, as those of texts are, and queries near some of them. */
export function clusteredVectors(
	count: number,
	queryCount: number,
	seed: number,
	dims: number,
): { readonly vectors: readonly Float32Array[]; readonly queries: readonly Float32Array[] } {
	const random = randomNumbers(seed);
	const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
	const near = (centre: Float32Array, spread: number) => {
		const moved = centre.map((value) => value + spread * normal());
		const length = Math.hypot(...moved);
		return moved.map((value) => value / length);
	};
	const origin = new Float32Array(dims);
	const centres = Array.from({ length: Math.ceil(count / 100) }, () => near(origin, 1));
	const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
	const spread = 1 / Math.sqrt(dims);
	const vectors = Array.from({ length: count }, () => near(any(centres), spread));
	return { vectors, queries: Array.from({ length: queryCount }, () => near(any(vectors), spread / 2)) };
}
