import { Worker } from "node:worker_threads";
import { builtFile } from "../../built.ts";
import type { EngineAnswer, EngineCall, EngineCalls, EngineMessage, Standing } from "./protocol.ts";

/** The engine's thread is gone or not to be trusted any more. Whoever waited may ask another engine. */
export class EngineLost extends Error {
	override readonly name = "EngineLost";
}

/** The engine refused this one request and is as it was. */
export class EngineRefusal extends Error {
	override readonly name = "EngineRefusal";
}

interface Waiting {
	resolve(value: unknown): void;
	reject(error: Error): void;
}

/**
 * Megabytes of short-lived objects before they are collected. Each answer makes some, and in a large base the default leaves
 * so little room that every few answers wait for the collector.
 */
const YOUNG_GENERATION = 64;

/** An engine in a thread of its own, as seen from the main thread. Ending it ends whatever it is doing. */
export class EngineWorker {
	/** Where the engine stands, as far as this side has told it. */
	standing: Standing = { sequence: 0, hash: "" };
	readonly #thread: Worker;
	readonly #waiting: Waiting[] = [];
	#lost: EngineLost | undefined;
	#onLost: (() => void) | undefined;
	#lastWords = "";

	constructor() {
		const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION };
		this.#thread = new Worker(builtFile(import.meta.url, "worker.js"), {
			stdout: true,
			stderr: true,
			resourceLimits,
		});
		this.#thread.on("message", (answer: EngineAnswer) => this.#answered(answer));
		this.#thread.on("error", (error) => this.#end(String(error)));
		this.#thread.on("exit", (code) => this.#end(`the thread ended with ${code}`));
		this.#thread.stderr.on("data", (text: Buffer) => {
			this.#lastWords = text.toString("utf8").slice(0, 500);
		});
		this.#thread.unref();
	}

	/** Why it is gone; `undefined` while it lives. */
	get lost(): EngineLost | undefined {
		return this.#lost;
	}

	/** Called once when the engine is gone, before those who wait are told. */
	onLost(listener: () => void): void {
		this.#onLost = listener;
	}

	/**
	 * @throws EngineRefusal when the engine refuses the request; EngineLost when it is gone before it answered.
	 */
	ask<Call extends EngineCall>(
		call: Call,
		request: EngineCalls[Call]["request"],
		transfer: readonly ArrayBuffer[] = [],
	): Promise<EngineCalls[Call]["answer"]> {
		if (this.#lost !== undefined) return Promise.reject(this.#lost);
		return new Promise<EngineCalls[Call]["answer"]>((resolve, reject) => {
			this.#waiting.push({ resolve: resolve as Waiting["resolve"], reject });
			this.#thread.ref();
			this.#thread.postMessage({ call, ...request } as EngineMessage, [...transfer]);
		});
	}

	/** Ends the thread, whatever it is doing; those who wait get EngineLost. */
	async terminate(reason = "it was ended"): Promise<void> {
		this.#end(reason);
		this.#thread.ref(); // else a process with nothing else to do ends before the thread has
		await this.#thread.terminate();
	}

	#answered(answer: EngineAnswer): void {
		const waiting = this.#waiting.shift();
		if (this.#waiting.length === 0) this.#thread.unref();
		if (waiting === undefined) return;
		if (answer.ok) waiting.resolve(answer.value);
		else if (answer.fatal) {
			this.#waiting.unshift(waiting);
			void this.terminate(answer.message);
		} else waiting.reject(new EngineRefusal(answer.message));
	}

	#end(reason: string): void {
		if (this.#lost !== undefined) return;
		this.#lost = new EngineLost(this.#lastWords === "" ? reason : `${reason}: ${this.#lastWords}`);
		this.#onLost?.();
		for (const { reject } of this.#waiting.splice(0)) reject(this.#lost);
	}
}
