import { UtopiaError } from "../../errors.ts";
import { EngineLost, EngineRefusal, type EngineWorker } from "./engine-worker.ts";
import type { EngineCall, EngineCalls } from "./protocol.ts";

/** How many requests the engine has in its hands: one it works on, and some so that it need not wait for the next. */
const IN_HAND = 16;
const WATCH_EVERY = 100;

export interface QueueOptions {
	/** Requests that may wait before more are refused. */
	readonly bound: number;
	/** Milliseconds a query may take on the engine before the engine is ended for it. */
	readonly hardDeadline: number;
	/** Makes another engine at the head of the log. */
	readonly rebuild: () => Promise<EngineWorker>;
	readonly warn: (line: string) => void;
}

interface Job {
	readonly call: EngineCall;
	readonly request: EngineCalls[EngineCall]["request"];
	attempts: number;
	abandoned: boolean;
	resolve(value: unknown): void;
	reject(error: unknown): void;
}

/** A request on its way. Abandoning one that still waits takes it out; one that runs goes on unheard. */
export interface Submitted<Value> {
	readonly answer: Promise<Value>;
	abandon(reason: UtopiaError): void;
}

/** The requests of one base to its primary engine, in order. Outlives the engine: when that is lost, another takes its place and goes on. */
export class EngineQueue {
	readonly #options: QueueOptions;
	#worker: EngineWorker | undefined;
	#waiting: Job[] = [];
	#inHand: Job[] = [];
	#headSince = 0;
	#closed: unknown;
	readonly #retiring = new Set<Promise<void>>();
	#watch: NodeJS.Timeout;
	#rebuilding: Promise<void> | undefined;

	constructor(worker: EngineWorker, options: QueueOptions) {
		this.#options = options;
		this.#adopt(worker);
		this.#watch = setInterval(() => this.#look(), WATCH_EVERY);
		this.#watch.unref();
	}

	/** The present engine; `undefined` while another is being made. */
	get worker(): EngineWorker | undefined {
		return this.#worker;
	}

	/** @throws UTOPIA_STORE_BUSY when too many wait; commits that are in the log are never refused. */
	submit<Call extends EngineCall>(
		call: Call,
		request: EngineCalls[Call]["request"],
	): Submitted<EngineCalls[Call]["answer"]> {
		if (this.#closed !== undefined) return { answer: Promise.reject(this.#closed), abandon: () => {} };
		if (call !== "apply" && this.#waiting.length >= this.#options.bound) {
			const busy = new UtopiaError("UTOPIA_STORE_BUSY", "Too many requests wait for this base; try again");
			return { answer: Promise.reject(busy), abandon: () => {} };
		}
		let job: Job | undefined;
		const answer = new Promise<EngineCalls[Call]["answer"]>((resolve, reject) => {
			job = {
				call,
				request,
				attempts: 0,
				abandoned: false,
				resolve: resolve as Job["resolve"],
				reject,
			};
		});
		const made = job as unknown as Job;
		this.#waiting.push(made);
		this.#pump();
		return { answer, abandon: (reason) => this.#abandon(made, reason) };
	}

	/** Puts another engine in place of the present one, which is ended when it has answered what it has in hand. */
	replace(worker: EngineWorker): void {
		const old = this.#worker;
		const inHand = this.#inHand;
		this.#inHand = [];
		this.#adopt(worker);
		this.#pump();
		if (old === undefined) return;
		const retired = this.#finished(old, inHand).finally(() => this.#retiring.delete(retired));
		this.#retiring.add(retired);
	}

	/** Ends the engine after what is in hand; everything that waits is refused with `reason`. */
	async close(reason: UtopiaError): Promise<EngineWorker | undefined> {
		this.#closed = reason;
		clearInterval(this.#watch);
		for (const job of this.#waiting.splice(0)) job.reject(reason);
		await this.#rebuilding;
		await Promise.all(this.#retiring);
		return this.#worker;
	}

	#adopt(worker: EngineWorker): void {
		this.#worker = worker;
		worker.onLost(() => this.#lost(worker));
		if (worker.lost !== undefined) this.#lost(worker);
	}

	#pump(): void {
		const worker = this.#worker;
		if (worker === undefined) return;
		while (this.#inHand.length < IN_HAND) {
			const job = this.#waiting.shift();
			if (job === undefined) return;
			if (this.#inHand.length === 0) this.#headSince = performance.now();
			this.#inHand.push(job);
			void this.#run(worker, job);
		}
	}

	async #run(worker: EngineWorker, job: Job): Promise<void> {
		try {
			const value = await worker.ask(job.call, job.request);
			this.#leave(job);
			job.resolve(value);
		} catch (error) {
			if (error instanceof EngineLost) return; // #lost has taken the job back
			this.#leave(job);
			if (job.call === "apply") {
				// In the log but not in the engine: only another engine, made from the log, puts that right.
				this.#waiting.unshift(job);
				void worker.terminate(`a commit was refused: ${String(error)}`);
			} else job.reject(error instanceof EngineRefusal ? malformed(error) : error);
		}
		this.#pump();
	}

	#leave(job: Job): void {
		const place = this.#inHand.indexOf(job);
		if (place < 0) return;
		this.#inHand.splice(place, 1);
		this.#headSince = performance.now();
	}

	#lost(worker: EngineWorker): void {
		if (worker !== this.#worker) return;
		this.#worker = undefined;
		const [first] = this.#inHand;
		if (first !== undefined) first.attempts++;
		const again = this.#inHand.splice(0).filter((job) => {
			if (job.attempts < 2 || job.call === "apply") return !job.abandoned;
			job.reject(
				new UtopiaError(
					"UTOPIA_STORE_UNAVAILABLE",
					"The engine failed on this request",
					{},
					{ cause: worker.lost },
				),
			);
			return false;
		});
		this.#waiting.unshift(...again);
		if (this.#closed !== undefined) {
			for (const job of this.#waiting.splice(0)) job.reject(this.#closed);
			return;
		}
		this.#options.warn(`the engine was lost (${worker.lost?.message ?? "no reason"}); making another`);
		this.#rebuilding = this.#rebuild();
	}

	async #rebuild(): Promise<void> {
		const since = performance.now();
		try {
			const worker = await this.#options.rebuild();
			if (this.#worker !== undefined) {
				await worker.terminate();
				return;
			}
			this.#options.warn(`the engine serves again after ${Math.round(performance.now() - since)} ms`);
			this.#adopt(worker);
			this.#pump();
		} catch (error) {
			this.#closed = error;
			for (const job of this.#waiting.splice(0)) job.reject(error);
		} finally {
			this.#rebuilding = undefined;
		}
	}

	#look(): void {
		const [head] = this.#inHand;
		const worker = this.#worker;
		if (head?.call !== "query" || worker === undefined) return;
		if (performance.now() - this.#headSince < this.#options.hardDeadline) return;
		head.abandoned = true;
		head.reject(new UtopiaError("UTOPIA_QUERY_TIMEOUT", "The query ran past the time it may take"));
		void worker.terminate(`a query ran for ${this.#options.hardDeadline} ms`);
	}

	#abandon(job: Job, reason: UtopiaError): void {
		const place = this.#waiting.indexOf(job);
		if (place >= 0) this.#waiting.splice(place, 1);
		job.abandoned = true;
		job.reject(reason);
	}

	/** Waits for an engine that was replaced; what it loses on the way is asked of its successor. */
	async #finished(old: EngineWorker, inHand: readonly Job[]): Promise<void> {
		old.onLost(() => {
			this.#waiting.unshift(...inHand.filter((job) => !job.abandoned));
			this.#pump();
		});
		if (old.lost === undefined) await old.ask("memory", {}).catch(() => {});
		old.onLost(() => {});
		await old.terminate("it was replaced");
	}
}

function malformed(cause: EngineRefusal): UtopiaError {
	return new UtopiaError("UTOPIA_QUERY_MALFORMED", "The engine refused a query", {}, { cause });
}
