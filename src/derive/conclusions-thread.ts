import { Worker } from "node:worker_threads";
import { builtFile } from "../built.ts";
import type { Recalled } from "../closure/premise.ts";
import type { Instant } from "../time/instant.ts";
import type { Answer, Answered, Ask, Asked, AxiomRuleIds } from "./protocol.ts";

/** Most of what drawing makes is dropped at once: with more room for what is young, less of it is moved about. */
const LIMITS = { maxOldGenerationSizeMb: 8192, maxYoungGenerationSizeMb: 64 } as const;

interface Waiting {
	resolve(answered: Answered): void;
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
		this.#worker = new Worker(builtFile(import.meta.url, "conclusions-worker.js"), {
			resourceLimits: LIMITS,
		});
		// A base that nobody writes to does not keep the process alive.
		this.#worker.unref();
		this.#worker.on("message", (answered: Answered) => this.#take(answered));
		this.#worker.on("error", (error) => this.#end(error));
		this.#worker.on("exit", (code) => this.#end(new Error(`the thread of conclusions ended with ${code}`)));
	}

	/** Tells of conclusions that stood, before the thread is asked to begin. */
	recall(recalled: readonly Recalled[]): void {
		const asked: Asked = { kind: "recall", recalled };
		this.#worker.postMessage(asked);
	}

	/**
	 * `mostListed`: of how many things that come and go, in all, each is told; of more, {@link rows} are to be taken next.
	 * @throws what the thread failed with; it is of no use afterwards.
	 */
	async ask(ask: Ask, at: Instant, mostListed: number): Promise<Answer> {
		const answered = await this.#asked({ kind: "draw", kb: this.#kb, at, ask, mostListed });
		if (answered.kind === "answer") return answered.answer;
		throw new TypeError(`${answered.kind} in place of an answer`);
	}

	/**
	 * The rows of what the last answer did not list, as N-Quads lines, some hundred things at a time: the thread makes the next
	 * ones when they are asked for. @throws as `ask`
	 */
	async *rows(axiomRules: AxiomRuleIds): AsyncGenerator<string> {
		for (;;) {
			const answered = await this.#asked({ kind: "rows", axiomRules });
			if (answered.kind !== "rows") throw new TypeError(`${answered.kind} in place of rows`);
			if (answered.nquads === undefined) return;
			yield answered.nquads;
		}
	}

	async close(): Promise<void> {
		await this.#worker.terminate();
	}

	#asked(asked: Asked): Promise<Answered> {
		if (this.#lost !== undefined) return Promise.reject(this.#lost);
		if (this.#waiting !== undefined)
			throw new TypeError("the thread of conclusions is asked one thing at a time");
		this.#worker.ref();
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
			this.#worker.postMessage(asked);
		});
	}

	#take(answered: Answered): void {
		const waiting = this.#waiting;
		this.#waiting = undefined;
		this.#worker.unref();
		if (answered.kind === "failure") waiting?.reject(new Error(answered.failure));
		else waiting?.resolve(answered);
	}

	#end(error: Error): void {
		this.#lost ??= error;
		this.#waiting?.reject(error);
		this.#waiting = undefined;
	}
}
