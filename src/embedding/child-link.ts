import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { UtopiaError } from "../errors.ts";
import type { ChildOrder, FromChild, ToChild } from "./child-protocol.ts";
import { modelUnavailable } from "./model-files.ts";

/** Vectors as they come from the child. */
export type Answer = Extract<FromChild, { readonly kind: "vectors" }>;

interface Asked {
	readonly resolve: (answer: Answer) => void;
	readonly reject: (error: UtopiaError) => void;
	readonly timer: NodeJS.Timeout;
}

/** How long the model may take to load, in milliseconds. */
const START_WITHIN = 30_000;
const STDERR_KEPT = 2_000;

/** One child, from its start to its end. Once it has ended it is of no use; nothing in it outlives it. */
export class ChildLink implements AsyncDisposable {
	readonly #child: ChildProcess;
	readonly #asked = new Map<number, Asked>();
	readonly #onEnd: (link: ChildLink) => void;
	readonly #ready: Promise<void>;
	#loaded: (() => void) | undefined;
	#notLoaded: ((error: UtopiaError) => void) | undefined;
	#lastWords = "";
	#ids = 0;
	#ended = false;
	#closing = false;

	/** `onEnd` hears of an end that nobody asked for. */
	private constructor(program: URL, order: ChildOrder, onEnd: (link: ChildLink) => void) {
		this.#onEnd = onEnd;
		this.#ready = new Promise((resolve, reject) => {
			this.#loaded = resolve;
			this.#notLoaded = reject;
		});
		this.#child = fork(program, [JSON.stringify(order)], {
			env: {},
			execArgv: [],
			serialization: "advanced",
			stdio: ["ignore", "ignore", "pipe", "ipc"],
		});
		this.#child.on("message", (message: FromChild) => this.#take(message));
		this.#child.on("error", (error) => this.#end(error.message));
		this.#child.on("exit", (code, signal) => this.#end(`ended with ${signal ?? code}`));
		this.#child.stderr?.on("data", (bytes: Buffer) => {
			this.#lastWords = (this.#lastWords + bytes.toString()).slice(-STDERR_KEPT);
		});
		// Only while something is asked of it does the child keep this process alive.
		this.#child.unref();
		(this.#child.stderr as Socket | null)?.unref();
	}

	/** @throws UTOPIA_MODEL_UNAVAILABLE: model_missing without the runtime's package, model_failed where the model does not load. */
	static async started(
		program: URL,
		order: ChildOrder,
		onEnd: (link: ChildLink) => void,
	): Promise<ChildLink> {
		const link = new ChildLink(program, order, onEnd);
		const late = setTimeout(() => link.kill(), START_WITHIN);
		try {
			await link.#ready;
		} catch (error) {
			link.kill();
			throw error;
		} finally {
			clearTimeout(late);
		}
		link.#rest();
		return link;
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	/** @throws UTOPIA_MODEL_UNAVAILABLE (embedder_down) when the child ends first, or is ended for taking longer. */
	ask(lane: ToChild["lane"], texts: readonly string[], within: number): Promise<Answer> {
		const id = this.#ids++;
		return new Promise((resolve, reject) => {
			if (this.#ended) return reject(this.#lost("has ended"));
			this.#child.channel?.ref();
			this.#asked.set(id, { resolve, reject, timer: setTimeout(() => this.kill(), within) });
			const asked: ToChild = { id, lane, texts };
			this.#child.send(asked, (error) => {
				if (error !== null) this.kill();
			});
		});
	}

	kill(): void {
		this.#child.kill("SIGKILL");
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closing = true;
		if (this.#ended) return;
		this.#child.ref();
		const gone = once(this.#child, "exit");
		this.kill();
		await gone;
	}

	#take(message: FromChild): void {
		if (message.kind === "ready") this.#loaded?.();
		else if (message.kind === "failed") this.#notLoaded?.(notLoaded(message));
		else {
			const asked = this.#asked.get(message.id);
			this.#asked.delete(message.id);
			this.#rest();
			clearTimeout(asked?.timer);
			asked?.resolve(message);
		}
	}

	#rest(): void {
		if (this.#asked.size === 0) this.#child.channel?.unref();
	}

	#end(how: string): void {
		if (this.#ended) return;
		this.#ended = true;
		const error = this.#lost(how);
		this.#notLoaded?.(error);
		for (const { reject, timer } of this.#asked.values()) {
			clearTimeout(timer);
			reject(error);
		}
		this.#asked.clear();
		if (!this.#closing) this.#onEnd(this);
	}

	#lost(how: string): UtopiaError {
		const said = this.#lastWords.trim();
		return modelUnavailable(
			"embedder_down",
			"The process that embeds texts is gone; it is started again with the next text.",
			new Error(`the embedder ${how}${said === "" ? "" : `: ${said}`}`),
		);
	}
}

function notLoaded({ reason, message }: Extract<FromChild, { readonly kind: "failed" }>): UtopiaError {
	const sentence =
		reason === "model_missing"
			? "The optional package @xenova/transformers is not installed, so texts cannot be embedded."
			: "The embedding model could not be loaded.";
	return modelUnavailable(reason, sentence, new Error(message));
}
