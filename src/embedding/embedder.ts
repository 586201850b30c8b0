import { builtFile } from "../built.ts";
import { UtopiaError } from "../errors.ts";
import { BoundedQueue } from "./bounded-queue.ts";
import { type Answer, ChildLink } from "./child-link.ts";
import type { ChildOrder, ToChild } from "./child-protocol.ts";
import type { ModelCard } from "./model-card.ts";
import { modelUnavailable, readModel } from "./model-files.ts";

/** A text's vector, of length one; undefined where most of its pieces are unknown to the model. */
export type Embedding = Float32Array | undefined;

/** How the embedder is at this moment. */
export interface EmbedderState {
	/** Present while it rests after too many failures: every call fails at once. */
	readonly reason: "embedder_down" | undefined;
	/** Texts that were brought and have no answer yet. */
	readonly waiting: number;
	/** How often a child has been lost since the start. */
	readonly failures: number;
	/** The child's process id, while there is one. */
	readonly pid: number | undefined;
}

/** Turns texts into vectors, in a process of its own (search-and-extraction 2). */
export interface Embedder extends AsyncDisposable {
	readonly card: ModelCard;
	/**
	 * One vector for each passage, in their order. A vector depends on its text alone. Waits while much is waiting already.
	 *
	 * @throws UTOPIA_MODEL_UNAVAILABLE (embedder_down) when the child was lost: bring them again later; UTOPIA_INTERRUPTED.
	 */
	embed(passages: readonly string[], signal?: AbortSignal): Promise<readonly Embedding[]>;
	/** The vector of a query, taken before all passages. @throws as `embed`. */
	embedQuery(query: string, signal?: AbortSignal): Promise<Embedding>;
	state(): EmbedderState;
}

export interface EmbedderOptions {
	/** Milliseconds that a batch may take. */
	readonly batchWithin?: number;
	/** The child's program, in JavaScript. */
	readonly program?: URL;
}

const BATCH = 16;
const BATCH_WITHIN = 10_000;
/** Batches of passages, and queries, that may wait in the queue. */
const WAITING_AT_MOST = 8;
/** Three failures within this many milliseconds, and the embedder rests until they are that old. */
const FAILURE_WINDOW = 60_000;
const FAILURES_AT_MOST = 3;
/** UTF-16 units of a text that are looked at: more than any model's longest input, so that a book costs no more than a page. */
const LOOKED_AT = 4_096;

/**
 * Opens the model in a folder laid out as search-and-extraction 1.4 says, and starts the child.
 *
 * @throws UTOPIA_MODEL_UNAVAILABLE with the reason in its details: model_missing without the folder or the optional package
 * @xenova/transformers, model_failed where it does not load.
 */
export async function openEmbedder(modelFolder: string, options: EmbedderOptions = {}): Promise<Embedder> {
	const { card, rounded } = readModel(modelFolder);
	const order: ChildOrder = {
		modelFolder: modelFolder.replace(/[\\/]+$/, ""),
		rounded,
		dims: card.dims,
		pooling: card.pooling,
	};
	const embedder = new ForkedEmbedder(card, order, options);
	await embedder.start();
	return embedder;
}

interface Batch {
	readonly texts: readonly string[];
	readonly resolve: (answer: Answer) => void;
	readonly reject: (error: unknown) => void;
	/** Nobody waits for it any more. */
	gone: boolean;
}

/** What of one kind waits, and whether something of it is with the child. */
class Lane {
	readonly name: ToChild["lane"];
	readonly queue = new BoundedQueue<Batch>(WAITING_AT_MOST);
	running = false;

	constructor(name: ToChild["lane"]) {
		this.name = name;
	}
}

class ForkedEmbedder implements Embedder {
	readonly card: ModelCard;
	readonly #order: ChildOrder;
	readonly #program: URL;
	readonly #batchWithin: number;
	readonly #queries = new Lane("query");
	readonly #passages = new Lane("passage");
	#child: Promise<ChildLink> | undefined;
	#pid: number | undefined;
	#failedAt: number[] = [];
	#failures = 0;
	#waiting = 0;
	#closed = false;

	constructor(card: ModelCard, order: ChildOrder, options: EmbedderOptions) {
		this.card = card;
		this.#order = order;
		this.#program = options.program ?? builtFile(import.meta.url, "embedder-child.js");
		this.#batchWithin = options.batchWithin ?? BATCH_WITHIN;
	}

	async start(): Promise<void> {
		try {
			await this.#started();
		} catch (error) {
			if ((error as UtopiaError).details["reason"] !== "embedder_down") throw error;
			throw modelUnavailable(
				"model_failed",
				"The process that embeds texts ended while it was starting.",
				error,
			);
		}
	}

	async embed(passages: readonly string[], signal?: AbortSignal): Promise<readonly Embedding[]> {
		const prefix = this.card.prefixes?.passage ?? "";
		// Texts of a length go together, so that no batch takes much longer than the others.
		const order = passages
			.map((text, at) => ({ text, at }))
			.toSorted((one, other) => one.text.length - other.text.length || one.at - other.at);
		const found: Embedding[] = passages.map(() => undefined);
		for (let from = 0; from < order.length; from += BATCH) {
			const batch = order.slice(from, from + BATCH);
			const texts = batch.map(({ text }) => prefix + text);
			const answer = await this.#bring(this.#passages, texts, signal);
			for (const [nth, { at }] of batch.entries()) found[at] = this.#vector(answer, nth);
		}
		return found;
	}

	async embedQuery(query: string, signal?: AbortSignal): Promise<Embedding> {
		const text = (this.card.prefixes?.query ?? "") + query;
		return this.#vector(await this.#bring(this.#queries, [text], signal), 0);
	}

	state(): EmbedderState {
		return {
			reason: this.#resting() ? "embedder_down" : undefined,
			waiting: this.#waiting,
			failures: this.#failures,
			pid: this.#pid,
		};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed = true;
		const child = await this.#child?.catch(() => undefined);
		await child?.[Symbol.asyncDispose]();
		this.#pid = undefined;
	}

	async #bring(lane: Lane, texts: readonly string[], signal?: AbortSignal): Promise<Answer> {
		this.#checkServing();
		if (signal?.aborted) throw interrupted();
		this.#waiting += texts.length;
		let stop: (() => void) | undefined;
		try {
			return await new Promise<Answer>((resolve, reject) => {
				const seen = texts.map((text) => text.slice(0, LOOKED_AT));
				const batch: Batch = { texts: seen, resolve, reject, gone: false };
				stop = () => {
					batch.gone = true;
					lane.queue.drop(batch);
					reject(interrupted());
				};
				signal?.addEventListener("abort", stop, { once: true });
				void lane.queue.push(batch).then(() => this.#run(lane));
			});
		} finally {
			this.#waiting -= texts.length;
			if (stop !== undefined) signal?.removeEventListener("abort", stop);
		}
	}

	/** Passes on what waits in a lane, a batch at a time. What fails is told to whoever brought it. */
	async #run(lane: Lane): Promise<void> {
		if (lane.running) return;
		lane.running = true;
		for (let batch = lane.queue.shift(); batch !== undefined; batch = lane.queue.shift()) {
			if (batch.gone) continue;
			try {
				this.#checkServing();
				const child = await this.#started();
				batch.resolve(await child.ask(lane.name, batch.texts, this.#batchWithin));
			} catch (error) {
				batch.reject(this.#closed ? interrupted() : error);
			}
		}
		lane.running = false;
	}

	#started(): Promise<ChildLink> {
		this.#child ??= this.#fork();
		return this.#child;
	}

	async #fork(): Promise<ChildLink> {
		const child = await ChildLink.started(this.#program, this.#order, () => this.#lost());
		this.#pid = child.pid;
		return child;
	}

	#lost(): void {
		this.#child = undefined;
		this.#pid = undefined;
		this.#failures++;
		this.#failedAt = [...this.#failedAt, performance.now()].slice(-FAILURES_AT_MOST);
	}

	#resting(): boolean {
		const [first] = this.#failedAt;
		return (
			first !== undefined &&
			this.#failedAt.length === FAILURES_AT_MOST &&
			performance.now() - first < FAILURE_WINDOW
		);
	}

	#checkServing(): void {
		if (this.#closed) throw interrupted();
		if (this.#resting())
			throw modelUnavailable(
				"embedder_down",
				"The process that embeds texts has failed three times within a minute; it is tried again after a rest.",
			);
	}

	#vector(answer: Answer, nth: number): Embedding {
		const { dims } = this.card;
		return answer.embedded[nth] === 1 ? answer.numbers.slice(nth * dims, (nth + 1) * dims) : undefined;
	}
}

const interrupted = (): UtopiaError =>
	new UtopiaError("UTOPIA_INTERRUPTED", "The embedding was stopped before it was done");
