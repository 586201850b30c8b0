import { setTimeout as wait } from "node:timers/promises";
import type { Meaning } from "./meaning.ts";
import { packed } from "./packed.ts";
import type { SearchThread } from "./search-thread.ts";

/** Passages that are embedded together: a query that comes meanwhile waits no longer than for these. */
const TOGETHER = 16;
/** Milliseconds before an embedder that failed is asked again; then twice as long each time, up to the most. */
const PAUSE = { first: 1_000, most: 60_000 };

/** Gives passages their vectors, in the background, from the moment they wait for some until none does. */
export class PassageEmbedding {
	readonly #thread: SearchThread;
	readonly #meaning: Meaning;
	readonly #told: { settled(): void; warn(message: string): void };
	readonly #closing = new AbortController();
	#running: Promise<void> | undefined;
	#isAskedAgain = false;
	#isDown = false;

	constructor(
		thread: SearchThread,
		meaning: Meaning,
		told: { settled(): void; warn(message: string): void },
	) {
		this.#thread = thread;
		this.#meaning = meaning;
		this.#told = told;
	}

	/** True from a failure of the embedder until it works again. */
	get isDown(): boolean {
		return this.#isDown;
	}

	/** Passages may be waiting. */
	start(): void {
		this.#isAskedAgain = true;
		this.#running ??= this.#run().finally(() => {
			this.#running = undefined;
			// Asked between the last look and this moment.
			if (this.#isAskedAgain && !this.#closing.signal.aborted) this.start();
		});
	}

	/** Resolves once nothing waits any more. */
	async settled(): Promise<void> {
		while (this.#running !== undefined) await this.#running;
	}

	async close(): Promise<void> {
		this.#closing.abort();
		await this.settled();
	}

	async #run(): Promise<void> {
		let pause = PAUSE.first;
		while (this.#isAskedAgain && !this.#closing.signal.aborted) {
			this.#isAskedAgain = false;
			try {
				while (await this.#someMore()) pause = PAUSE.first;
				this.#isDown = false;
			} catch (error) {
				if (this.#closing.signal.aborted) return;
				this.#isAskedAgain = true;
				if (!this.#isDown) this.#told.warn(`passages wait for their vectors: ${String(error)}`);
				this.#isDown = true;
				await wait(pause, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined);
				pause = Math.min(pause * 2, PAUSE.most);
			}
		}
	}

	/** False when no passage waits. */
	async #someMore(): Promise<boolean> {
		const { epoch, passages } = await this.#thread.call("wanting", TOGETHER);
		if (passages.length === 0 || this.#closing.signal.aborted) return false;
		const windows = passages.map(({ text, heading }) => this.#meaning.windows(text, heading));
		const texts = windows.flat();
		const vectors = texts.length === 0 ? [] : await this.#meaning.embedder.embed(texts, this.#closing.signal);
		let from = 0;
		const settled = passages.map(({ passage }, n) => {
			const own = vectors.slice(from, from + (windows[n]?.length ?? 0));
			from += windows[n]?.length ?? 0;
			return [passage, own.flatMap((vector) => (vector === undefined ? [] : [packed(vector)]))] as const;
		});
		await this.#thread.call("settle", { epoch, vectors: settled });
		this.#isDown = false;
		this.#told.settled();
		return true;
	}
}
