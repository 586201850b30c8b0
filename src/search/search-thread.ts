import { Worker } from "node:worker_threads";
import { builtFile } from "../built.ts";
import type { CallName, Calls, FromThread, Sizes, ThreadStart } from "./protocol.ts";

interface Waiting {
	resolve(answer: unknown): void;
	reject(error: unknown): void;
}

/** The thread in which an index lives. Calls are answered in the order they are made. */
export class SearchThread {
	readonly #worker: Worker;
	readonly #waiting = new Map<number, Waiting>();
	#next = 0;
	#lost: Error | undefined;
	#sizes: Sizes = { passages: 0, withoutVectors: 0 };

	private constructor(start: ThreadStart) {
		this.#worker = new Worker(builtFile(import.meta.url, "search-worker.js"), {
			workerData: start,
			resourceLimits: { maxOldGenerationSizeMb: 8192 },
		});
		this.#worker.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
		this.#worker.on("exit", (code) => this.#end(new Error(`the thread of the index ended with ${code}`)));
	}

	/** `discarded`: why a file that was there could not be used. @throws what the thread failed with. */
	static async open(start: ThreadStart) {
		const thread = new SearchThread(start);
		const discarded = await new Promise<string | undefined>((resolve, reject) => {
			thread.#worker.once("error", reject);
			thread.#worker.on("message", (message: FromThread) => {
				if ("opened" in message) {
					thread.#sizes = message.opened;
					resolve(message.discarded);
				} else thread.#take(message);
			});
		});
		// An index that nobody asks does not keep the process alive.
		thread.#worker.unref();
		return { thread, discarded };
	}

	get sizes(): Sizes {
		return this.#sizes;
	}

	/** @throws what the call failed with, or what the thread was lost by. */
	call<Name extends CallName>(call: Name, asked: Calls[Name]["asked"]): Promise<Calls[Name]["answer"]> {
		if (this.#lost !== undefined) return Promise.reject(this.#lost);
		const id = this.#next++;
		this.#worker.ref();
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
			this.#worker.postMessage({ id, call, asked });
		});
	}

	async close(): Promise<void> {
		await this.#worker.terminate();
	}

	#take(message: Exclude<FromThread, { readonly opened: Sizes }>): void {
		this.#sizes = message.sizes;
		const waiting = this.#waiting.get(message.id);
		this.#waiting.delete(message.id);
		if (this.#waiting.size === 0) this.#worker.unref();
		if ("failure" in message) waiting?.reject(message.failure);
		else waiting?.resolve(message.answer);
	}

	#end(error: Error): void {
		this.#lost ??= error;
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}
}
