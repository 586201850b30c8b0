import { Worker } from "node:worker_threads";
import { builtFile } from "../built.ts";
import { UtopiaError } from "../errors.ts";
import type { FromThread, ImportOrder, ToThread } from "./import-protocol.ts";

/** Pieces of the file that may wait in the thread. */
const AHEAD = 8;

/** The import thread as seen from the main thread. Disposing ends it, whatever it is doing. */
export class ImportThread implements AsyncDisposable {
	readonly #worker: Worker;
	readonly #waiting: FromThread[] = [];
	readonly #onMessage: (message: FromThread) => void;
	#wake: (() => void) | undefined;
	#lost: Error | undefined;
	#fed = 0;
	#read = 0;

	/** `onMessage` hears of every message when it comes, before anyone takes it. */
	constructor(order: ImportOrder, onMessage: (message: FromThread) => void) {
		this.#onMessage = onMessage;
		this.#worker = new Worker(builtFile(import.meta.url, "import-worker.js"), {
			workerData: order,
			resourceLimits: { maxOldGenerationSizeMb: 4096 },
		});
		this.#worker.on("message", (message: FromThread) => this.#received(message));
		this.#worker.on("error", (error) => this.#end(error));
		this.#worker.on("exit", (code) => this.#end(new Error(`the import thread ended with ${code}`)));
	}

	/** Passes the body into the thread, never far ahead of what it has read; gives up quietly once the thread has failed. */
	async feed(body: AsyncIterable<Uint8Array>): Promise<void> {
		for await (const bytes of body) {
			while (this.#fed - this.#read >= AHEAD && !this.#stopped()) await this.#woken();
			if (this.#stopped()) return;
			this.#fed++;
			this.send({ kind: "bytes", bytes });
		}
		this.send({ kind: "end" });
	}

	send(message: ToThread): void {
		this.#worker.postMessage(message);
	}

	/** Says that a piece was taken, so that another may come. */
	taken(): void {
		this.#worker.postMessage("taken");
	}

	/** @throws what the thread failed with. */
	async next(): Promise<FromThread> {
		for (;;) {
			const message = this.#waiting.shift();
			if (message?.kind === "failed") throw failure(message);
			if (message !== undefined) return message;
			if (this.#lost !== undefined) throw this.#lost;
			await this.#woken();
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#worker.terminate();
	}

	#stopped(): boolean {
		return this.#lost !== undefined || this.#waiting.some(({ kind }) => kind === "failed");
	}

	#received(message: FromThread): void {
		this.#onMessage(message);
		if (message.kind === "room") this.#read++;
		else if (message.kind !== "phase") this.#waiting.push(message);
		this.#wake?.();
	}

	#end(error: Error): void {
		this.#lost ??=
			(error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY"
				? new UtopiaError(
						"UTOPIA_IMPORT_REFUSED",
						"The file needs more memory than an import may take; split it",
					)
				: error;
		this.#wake?.();
	}

	#woken(): Promise<void> {
		return new Promise((resolve) => {
			const before = this.#wake;
			this.#wake = () => {
				before?.();
				resolve();
			};
		});
	}
}

function failure({ code, message, details }: Extract<FromThread, { kind: "failed" }>): Error {
	return code === undefined ? new TypeError(message) : new UtopiaError(code, message, details);
}
