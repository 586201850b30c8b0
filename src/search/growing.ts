/** The kinds of number that tables are made of. */
export type Numbers = Uint32Array | Uint16Array | Float32Array | Int8Array;
type Made<Kind extends Numbers> = new (length: number) => Kind;

/** A table of numbers that is written to at its end. */
export class Growing<Kind extends Numbers> {
	readonly #made: Made<Kind>;
	#numbers: Kind;
	#length: number;

	constructor(made: Made<Kind>, first?: Kind) {
		this.#made = made;
		this.#numbers = first ?? new made(16);
		this.#length = first?.length ?? 0;
	}

	get length(): number {
		return this.#length;
	}

	/** All room there is: what lies at and after `length` means nothing. Good until the next `push`. */
	get room(): Kind {
		return this.#numbers;
	}

	/** Exactly what was written. */
	get written(): Kind {
		return this.#numbers.subarray(0, this.#length) as Kind;
	}

	at(n: number): number {
		return this.#numbers[n] as number;
	}

	push(number: number): void {
		this.#reserve(1);
		this.#numbers[this.#length++] = number;
	}

	append(numbers: Kind): void {
		this.#reserve(numbers.length);
		this.#numbers.set(numbers, this.#length);
		this.#length += numbers.length;
	}

	#reserve(more: number): void {
		const needed = this.#length + more;
		if (needed <= this.#numbers.length) return;
		const grown = new this.#made(Math.max(needed, this.#numbers.length * 2));
		grown.set(this.written);
		this.#numbers = grown;
	}
}
