import type { MessagePort } from "node:worker_threads";

/** Pieces that may be under way to the main thread before it has taken them. */
const AHEAD = 4;

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

	/** Called after each piece: waits while too many are under way. */
	async room(): Promise<void> {
		this.#sent++;
		while (this.#sent - this.#taken >= AHEAD) await this.#woken();
	}

	#woken(): Promise<void> {
		return new Promise((resolve) => {
			this.#wake = resolve;
		});
	}
}
