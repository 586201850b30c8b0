const WIDTH = 30;
const EVERY = 100;

/** One line on a terminal that shows how far something has come; on anything else, nothing. */
export class ProgressBar implements Disposable {
	readonly #label: string;
	readonly #total: number;
	readonly #out: NodeJS.WriteStream;
	#done = 0;
	#note = "";
	#drawn = 0;

	constructor(label: string, total: number, out: NodeJS.WriteStream = process.stderr) {
		this.#label = label;
		this.#total = Math.max(total, 1);
		this.#out = out;
	}

	/** So many bytes more are read. */
	add(bytes: number): void {
		this.#done += bytes;
		this.#draw();
	}

	/** What is being done now, and how many quads are written. */
	phase(name: string, quads: number): void {
		this.#note = quads > 0 ? `${name}, ${quads} quads` : name;
		this.#draw();
	}

	#draw(): void {
		const now = performance.now();
		if (!this.#out.isTTY || now - this.#drawn < EVERY) return;
		this.#drawn = now;
		const part = Math.min(this.#done / this.#total, 1);
		const full = Math.round(part * WIDTH);
		const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
		this.#out.write(`\r\u001b[K${this.#label} ${bar} ${Math.round(part * 100)} % ${this.#note}`);
	}

	/** Takes the line away. */
	[Symbol.dispose](): void {
		if (this.#out.isTTY) this.#out.write("\r\u001b[K");
	}
}
