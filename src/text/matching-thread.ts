import { Worker } from "node:worker_threads";
import { type ErrorCode, UtopiaError } from "../errors.ts";
import { tooCostly } from "./budget.ts";
import type { Texts } from "./grep-request.ts";
import type {
	FromMatching,
	Job,
	MatchingCalls,
	PageName,
	PageSent,
	ToMatching,
} from "./matching-protocol.ts";
import type { PagedText } from "./paged-text.ts";

/** Worker threads run JavaScript: from source (tests, tsx) the built file of the same name is taken. */
function entry(): URL {
	const here = import.meta.url;
	const name = "matching-worker.js";
	return here.endsWith(".ts") ? new URL(name, here.replace("/src/", "/dist/")) : new URL(name, here);
}

type Answer = MatchingCalls[keyof MatchingCalls]["answer"];

interface Running {
	readonly job: Job;
	readonly texts: Texts;
	readonly opened: Map<number, Promise<PagedText> | PagedText>;
	resolve(answer: Answer): void;
	reject(error: unknown): void;
	soFar: Answer | undefined;
	timer: NodeJS.Timeout | undefined;
}

/** One thread that matches, as seen from the main thread. It is of no use any more once it was stopped or failed. */
export class MatchingThread {
	readonly #worker: Worker;
	#running: Running | undefined;
	#lost = false;

	constructor() {
		// A pattern may take much memory to compile, texts take little: they come by pages.
		this.#worker = new Worker(entry(), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
		// A thread that waits for work does not keep the process alive.
		this.#worker.unref();
		this.#worker.on("message", (message: FromMatching) => this.#hear(message));
		this.#worker.on("error", (error) => this.#end(error));
		this.#worker.on("exit", () => this.#end(new Error("the matching thread ended")));
	}

	get lost(): boolean {
		return this.#lost;
	}

	/**
	 * Has a job done. When its time is over and the thread says nothing, the thread is stopped, and what it told on the way is
	 * the answer.
	 * @throws UTOPIA_PATTERN_TOO_COSTLY when it told nothing; what the job is refused with; what reading a text failed with;
	 * UTOPIA_INTERRUPTED when the caller went away
	 */
	run(job: Job, texts: Texts, signal?: AbortSignal): Promise<Answer> {
		const left = new UtopiaError("UTOPIA_INTERRUPTED", "The caller went away.");
		if (signal?.aborted) return Promise.reject(left);
		const stop = () => this.#giveUp(left);
		const done = new Promise<Answer>((resolve, reject) => {
			this.#running = { job, texts, opened: new Map(), resolve, reject, soFar: undefined, timer: undefined };
		});
		this.#worker.ref();
		this.#send(job);
		signal?.addEventListener("abort", stop, { once: true });
		return done.finally(() => signal?.removeEventListener("abort", stop));
	}

	async close(): Promise<void> {
		this.#lost = true;
		await this.#worker.terminate();
	}

	#send(message: ToMatching, moved: readonly ArrayBuffer[] = []): void {
		this.#worker.postMessage(message, [...moved]);
	}

	#hear(message: FromMatching): void {
		const running = this.#running;
		if (running?.job.number !== message.number) return;
		switch (message.kind) {
			case "begun":
				running.timer = setTimeout(() => this.#timeOver(running), running.job.budget);
				return;
			case "wanted":
				void this.#sendPages(running, message.pages);
				return;
			case "so-far":
				running.soFar = message.answer;
				return;
			case "answer":
				this.#finish()?.resolve(message.answer);
				return;
			case "refused":
				this.#finish()?.reject(
					new UtopiaError(message.code as ErrorCode, message.message, { ...message.details }),
				);
				return;
			case "failed":
				this.#finish()?.reject(new Error(message.message));
		}
	}

	/** An answer may wait behind a timer that was late itself: what came in by then is heard first. */
	#timeOver(running: Running): void {
		setImmediate(() => {
			if (this.#running !== running) return;
			const { soFar } = running;
			if (soFar === undefined) this.#giveUp(tooCostly());
			else this.#abandon()?.resolve(soFar);
		});
	}

	async #sendPages(running: Running, names: readonly PageName[]): Promise<void> {
		try {
			const pages: PageSent[] = [];
			for (const name of names) pages.push(await pageOf(running, name));
			if (this.#running !== running) return;
			const moved = pages.flatMap(({ bytes }) =>
				bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : [],
			);
			this.#send({ kind: "pages", number: running.job.number, pages }, moved);
		} catch (error) {
			if (this.#running !== running) return;
			this.#send({ kind: "unreadable", number: running.job.number });
			this.#finish()?.reject(error);
		}
	}

	#giveUp(error: Error): void {
		this.#abandon()?.reject(error);
	}

	/** Ends the job and the thread with it. */
	#abandon(): Running | undefined {
		const running = this.#finish();
		if (running !== undefined) void this.close();
		return running;
	}

	#finish(): Running | undefined {
		const running = this.#running;
		clearTimeout(running?.timer);
		this.#running = undefined;
		this.#worker.unref();
		return running;
	}

	#end(error: unknown): void {
		this.#lost = true;
		const outOfMemory = (error as { readonly code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
		this.#finish()?.reject(outOfMemory ? tooCostly() : error);
	}
}

/** A page made ready to be handed over: shared memory as it is, else a copy that the thread then owns. */
async function pageOf({ texts, opened }: Running, { text: n, page }: PageName): Promise<PageSent> {
	let text = opened.get(n);
	if (text === undefined) {
		for (const done of opened.keys()) if (done < n - 64) opened.delete(done);
		text = texts.open(n);
		opened.set(n, text);
	}
	const opening = await text;
	const { outline } = opening;
	const held = outline.pages.length === 0 ? undefined : await opening.page(page);
	const bytes = held === undefined || opening.owned === true || isShared(held) ? held : copied(held);
	return { text: n, page, outline: page === 0 ? outline : undefined, bytes };
}

/** A copy with memory of its own, so that it can be moved. */
function copied(held: Buffer): Buffer {
	const copy = Buffer.allocUnsafeSlow(held.length);
	held.copy(copy);
	return copy;
}

function isShared(held: Buffer): boolean {
	return held.buffer instanceof SharedArrayBuffer;
}
