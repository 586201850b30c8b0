/** A place in a table of vectors, and how near it is to what was asked. */
export interface Near {
	readonly place: number;
	/** Cosine of the best window, as far as eight bits tell it. */
	readonly similarity: number;
}

/** The best so many of what is offered, in a heap whose root is the worst of them. Of equals the lower place is better. */
export class BestPlaces {
	readonly #limit: number;
	readonly #heap: Near[] = [];

	constructor(limit: number) {
		this.#limit = limit;
	}

	offer(place: number, similarity: number): void {
		const offered: Near = { place, similarity };
		if (this.#heap.length < this.#limit) {
			this.#heap.push(offered);
			this.#rise(this.#heap.length - 1);
		} else if (this.#limit > 0 && worse(this.#heap[0] as Near, offered)) {
			this.#heap[0] = offered;
			this.#sink();
		}
	}

	/** Best first. */
	sorted(): readonly Near[] {
		return this.#heap.toSorted((one, other) => other.similarity - one.similarity || one.place - other.place);
	}

	#rise(from: number): void {
		for (let at = from; at > 0; ) {
			const above = (at - 1) >> 1;
			if (!worse(this.#heap[at] as Near, this.#heap[above] as Near)) return;
			this.#swap(at, above);
			at = above;
		}
	}

	#sink(): void {
		for (let at = 0; ; ) {
			let worst = at;
			for (const below of [2 * at + 1, 2 * at + 2])
				if (below < this.#heap.length && worse(this.#heap[below] as Near, this.#heap[worst] as Near))
					worst = below;
			if (worst === at) return;
			this.#swap(at, worst);
			at = worst;
		}
	}

	#swap(one: number, other: number): void {
		const kept = this.#heap[one] as Near;
		this.#heap[one] = this.#heap[other] as Near;
		this.#heap[other] = kept;
	}
}

const worse = (one: Near, other: Near): boolean =>
	one.similarity < other.similarity || (one.similarity === other.similarity && one.place > other.place);
