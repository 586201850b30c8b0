import { Worker } from "node:worker_threads";
import type { Instant } from "../time/instant.ts";
import type { Answer, Answered, Ask, Asked } from "./protocol.ts";

/** Worker threads run JavaScript: from source (tests, tsx) the built file of the same name is taken. */
function entry(): URL {
	const here = import.meta.url;
	const name = "conclusions-worker.js";
	return here.endsWith(".ts") ? new URL(name, here.replace("/src/", "/dist/")) : new URL(name, here);
}

interface Waiting {
	resolve(answer: Answer): void;
	reject(error: Error): void;
}

/** The thread in which a base's conclusions are drawn, as seen from the main thread. Asked one thing at a time. */
export class ConclusionsThread {
	readonly #kb: string;
	readonly #worker: Worker;
	#waiting: Waiting | undefined;
	#lost: Error | undefined;

	constructor(kb: string) {
		this.#kb = kb;
		this.#worker = new Worker(entry(), { resourceLimits: { maxOldGenerationSizeMb: 8192 } });
		// A base that nobody writes to does not keep the process alive.
		this.#worker.unref();
		this.#worker.on("message", (answered: Answered) => this.#take(answered));
		this.#worker.on("error", (error) => this.#end(error));
		this.#worker.on("exit", (code) => this.#end(new Error(`the thread of conclusions ended with ${code}`)));
	}

	/** @throws what the thread failed with; it is of no use afterwards. */
	ask(ask: Ask, at: Instant): Promise<Answer> {
		if (this.#lost !== undefined) return Promise.reject(this.#lost);
		if (this.#waiting !== undefined)
			throw new TypeError("the thread of conclusions is asked one thing at a time");
		this.#worker.ref();
		const asked: Asked = { kb: this.#kb, at, ask };
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
			this.#worker.postMessage(asked);
		});
	}

	async close(): Promise<void> {
		await this.#worker.terminate();
	}

	#take(answered: Answered): void {
		const waiting = this.#waiting;
		this.#waiting = undefined;
		this.#worker.unref();
		if ("answer" in answered) waiting?.resolve(answered.answer);
		else waiting?.reject(new Error(answered.failure));
	}

	#end(error: Error): void {
		this.#lost ??= error;
		this.#waiting?.reject(error);
		this.#waiting = undefined;
	}
}
