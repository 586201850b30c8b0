import { setImmediate } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";

/** Pieces, of a megabyte or so, that may be under way to the main thread before it has taken them: some seconds of the engine's work. */
const AHEAD = 24;

/** The messages of a thread, taken one by one; and the other side's word that it has room for more. */
export class Mailbox<Message> {
	readonly #waiting: Message[] = [];
	#wake: (() => void) | undefined;
	#taken = 0;
	#sent = 0;

	constructor(port: MessagePort) {
		port.on("message", (message: Message | "taken") => {
			if (message === "taken") this.#taken++;
			else this.#waiting.push(message);
			this.#wake?.();
		});
	}

	async next(): Promise<Message> {
		for (;;) {
			const message = this.#waiting.shift();
			if (message !== undefined) return message;
			await this.#woken();
		}
	}

	/** Called after each piece: while too many are under way, takes steps of other work, and waits when there are no more. */
	async room(meanwhile: Iterator<void>): Promise<void> {
		this.#sent++;
		while (this.#sent - this.#taken >= AHEAD) {
			if (meanwhile.next().done) await this.#woken();
			else await setImmediate();
		}
	}

	#woken(): Promise<void> {
		return new Promise((resolve) => {
			this.#wake = resolve;
		});
	}
}
