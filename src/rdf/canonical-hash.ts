import { createHash } from "node:crypto";

const BYTES = 32;
/** Sums of so many 32-bit words are whole numbers without loss. */
const EXACT = 2 ** 20;

/**
 * The canonical hash of a set of triples (contract 8): the SHA-256 of each line, added as 256-bit numbers. It depends on no
 * order. Each line must be added once.
 */
export class CanonicalHash {
	/** Sums of the eight 32-bit words, most significant first; carries are moved now and then. */
	readonly #words = new Float64Array(BYTES / 4);
	#count = 0;

	/** Sixteen bytes that stand for a line where many lines are to be told apart. */
	static key(line: string): string {
		return createHash("sha256").update(line).digest().toString("latin1", 0, 16);
	}

	/** Lines added. */
	get count(): number {
		return this.#count;
	}

	/** Adds a canonical N-Quads line without its line feed. */
	add(line: string): void {
		const digest = createHash("sha256").update(line).digest();
		for (let word = 0; word < BYTES / 4; word++)
			this.#words[word] = (this.#words[word] as number) + digest.readUInt32BE(word * 4);
		this.#count++;
		if (this.#count % EXACT === 0) this.#carry();
	}

	/** 64 lower-case hex digits. */
	hex(): string {
		this.#carry();
		return [...this.#words].map((word) => word.toString(16).padStart(8, "0")).join("");
	}

	#carry(): void {
		let carry = 0;
		for (let word = BYTES / 4 - 1; word >= 0; word--) {
			const sum = (this.#words[word] as number) + carry;
			carry = Math.floor(sum / 2 ** 32);
			this.#words[word] = sum % 2 ** 32;
		}
	}
}
