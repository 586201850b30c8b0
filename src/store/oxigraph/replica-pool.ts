import { UtopiaError } from "../../errors.ts";
import type { EngineBuilder } from "./engine-builder.ts";
import { EngineLost, EngineRefusal, type EngineWorker } from "./engine-worker.ts";
import type { EngineCall, EngineCalls } from "./protocol.ts";

export interface PoolOptions {
	/** Replicas at most; each takes the base's memory once more. */
	readonly most: number;
	/** Queries that may wait for one. */
	readonly bound: number;
	/** Milliseconds a replica is kept without work. */
	readonly keep: number;
}

/** Engines apart from the primary, for what can run long. A query that is given up takes its replica with it. */
export class ReplicaPool {
	readonly #builder: EngineBuilder;
	readonly #options: PoolOptions;
	#free: EngineWorker[] = [];
	#taken = 0;
	#waiting: (() => void)[] = [];
	#idle: NodeJS.Timeout | undefined;
	#closed = false;

	constructor(builder: EngineBuilder, options: PoolOptions) {
		this.#builder = builder;
		this.#options = options;
	}

	/** Asks a replica that stands at the head of the log. `signal` ends it, and the replica, at once. */
	async ask<Call extends EngineCall>(
		call: Call,
		request: EngineCalls[Call]["request"],
		signal: AbortSignal,
	): Promise<EngineCalls[Call]["answer"]> {
		await this.#turn(signal);
		let worker: EngineWorker | undefined;
		try {
			worker = await this.#ready();
			const end = () => void worker?.terminate("its query was given up");
			if (signal.aborted) end();
			signal.addEventListener("abort", end, { once: true });
			try {
				return await worker.ask(call, request);
			} finally {
				signal.removeEventListener("abort", end);
			}
		} catch (error) {
			throw signal.aborted ? (signal.reason as unknown) : failure(error);
		} finally {
			this.#give(worker);
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed = true;
		clearTimeout(this.#idle);
		await Promise.all(this.#free.splice(0).map((worker) => worker.terminate()));
	}

	async #turn(signal: AbortSignal): Promise<void> {
		if (this.#taken < this.#options.most) {
			this.#taken++;
			return;
		}
		if (this.#waiting.length >= this.#options.bound)
			throw new UtopiaError("UTOPIA_STORE_BUSY", "Too many long queries wait for this base; try again");
		await new Promise<void>((resolve, reject) => {
			const turn = () => resolve();
			this.#waiting.push(turn);
			const leave = () => {
				const place = this.#waiting.indexOf(turn);
				if (place < 0) return;
				this.#waiting.splice(place, 1);
				reject(signal.reason);
			};
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	async #ready(): Promise<EngineWorker> {
		let worker = this.#free.pop();
		while (worker?.lost !== undefined) worker = this.#free.pop();
		if (worker === undefined) return this.#builder.build();
		await this.#builder.catchUp(worker);
		return worker;
	}

	#give(worker: EngineWorker | undefined): void {
		if (worker !== undefined && worker.lost === undefined) {
			if (this.#closed) void worker.terminate();
			else this.#free.push(worker);
		}
		const next = this.#waiting.shift();
		if (next !== undefined) next();
		else this.#taken--;
		clearTimeout(this.#idle);
		this.#idle = setTimeout(() => {
			for (const idle of this.#free.splice(0)) void idle.terminate("it had no work");
		}, this.#options.keep);
		this.#idle.unref();
	}
}

function failure(error: unknown): unknown {
	if (error instanceof EngineLost) {
		return new UtopiaError(
			"UTOPIA_STORE_UNAVAILABLE",
			"The engine failed on this query",
			{},
			{ cause: error },
		);
	}
	if (error instanceof EngineRefusal) {
		return new UtopiaError("UTOPIA_QUERY_MALFORMED", "The engine refused a query", {}, { cause: error });
	}
	return error;
}
