import { UtopiaError } from "../errors.ts";
import type {
	DegradedReason,
	Hit,
	Lives,
	PackedVector,
	PlacedChunk,
	PlacedPiecemeal,
	SearchRequest,
} from "./asked.ts";
import { type Meaning, modelOf } from "./meaning.ts";
import { packed } from "./packed.ts";
import { PassageEmbedding } from "./passage-embedding.ts";
import { SearchThread } from "./search-thread.ts";

/** What is sent to the thread at once: little enough that neither side is held up. */
const BATCH = { chunks: 64, characters: 100_000 };
const WITHOUT_MEANING = { words: 1, meaning: 0 };
/** Changes are on disk after so many milliseconds, or so many times what the last saving took, if that is longer. */
const SAVE = { within: 30_000, timesLast: 20 };

/** How an index is opened. */
export interface SearchIndexOptions {
	/** How passages and queries become vectors, or why they do not. */
	readonly meaning: Meaning | "model_missing" | "model_failed";
	warn(message: string): void;
}

/** How an answer came about, and what it lacks. */
export interface SearchMode {
	readonly mode: "hybrid" | "text-only";
	readonly degraded: boolean;
	readonly reason?: DegradedReason;
}

export interface SearchAnswer extends SearchMode {
	readonly hits: readonly Hit[];
	/** Whether hits come after these. */
	readonly more: boolean;
}

/** How an index is at this moment. */
export interface SearchState extends SearchMode {
	readonly model?: string;
	readonly dims?: number;
	readonly passages: number;
	readonly withoutVectors: number;
}

function withReason(mode: SearchMode["mode"], reason: DegradedReason | undefined): SearchMode {
	return reason === undefined ? { mode, degraded: false } : { mode, degraded: true, reason };
}

async function* batches(chunks: PlacedPiecemeal["chunks"]): AsyncGenerator<readonly PlacedChunk[]> {
	let [batch, characters]: [PlacedChunk[], number] = [[], 0];
	for await (const chunk of chunks) {
		batch.push(chunk);
		characters += chunk.text.length;
		if (batch.length < BATCH.chunks && characters < BATCH.characters) continue;
		yield batch;
		[batch, characters] = [[], 0];
	}
	yield batch;
}

function interrupted(): UtopiaError {
	return new UtopiaError("UTOPIA_INTERRUPTED", "The search was given up before it was answered.");
}

/** @throws UTOPIA_INTERRUPTED as soon as the signal says so. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
	if (signal === undefined) return work;
	return new Promise((resolve, reject) => {
		const stop = () => reject(interrupted());
		signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}

/**
 * The passages of a base, found by words and meaning (search-and-extraction 4 to 7). The work is done in a thread; what is
 * on disk is a copy that can be made again from the versions. It does not know of what happened since it was saved: after
 * opening it, place what `versions()` lacks and tell the lives of all.
 */
export class SearchIndex implements AsyncDisposable {
	readonly #thread: SearchThread;
	readonly #options: SearchIndexOptions;
	readonly #embedding: PassageEmbedding | undefined;
	/** What changes the index goes one after the other; lives and searches do not wait for it. */
	#changes: Promise<unknown> = Promise.resolve();
	#timer: NodeJS.Timeout | undefined;
	#isChanged = false;
	#lastSaving = 0;

	private constructor(thread: SearchThread, options: SearchIndexOptions) {
		this.#thread = thread;
		this.#options = options;
		const { meaning, warn } = options;
		if (typeof meaning !== "string")
			this.#embedding = new PassageEmbedding(thread, meaning, { settled: () => this.#changed(), warn });
	}

	/** Opens the index in a folder that exists; a file that is damaged or of another version is as none. */
	static async open(folder: string, options: SearchIndexOptions): Promise<SearchIndex> {
		const { meaning } = options;
		const model = typeof meaning === "string" ? undefined : modelOf(meaning);
		const { thread, discarded } = await SearchThread.open({ folder, model });
		if (discarded !== undefined) options.warn(`the search index is made anew: ${discarded}`);
		return new SearchIndex(thread, options);
	}

	/** The versions of which nothing is missing, vectors included: place the others, again or for the first time. */
	async versions(): Promise<ReadonlySet<string>> {
		return new Set(await this.#thread.call("versions", null));
	}

	/** Found by words when it resolves, all of it at once; vectors follow. Placing a version again replaces it. */
	async place(placed: PlacedPiecemeal, lives: Lives): Promise<void> {
		const { chunks, ...head } = placed;
		await this.#change(async () => {
			await this.#thread.call("begin", { ...head, spans: lives.spans });
			for await (const batch of batches(chunks)) await this.#thread.call("place", batch);
			await this.#thread.call("finish", null);
		});
		this.#embedding?.start();
	}

	/** From when to when versions were held, in place of what was said before. Of versions not placed yet, nothing is kept. */
	async live(lives: readonly Lives[]): Promise<void> {
		await this.#thread.call("live", lives);
		this.#changed();
	}

	/** Removes a version, and on disk too before it resolves: text, terms and vectors that no other version has. */
	async forget(version: string): Promise<void> {
		await this.#change(() => this.#thread.call("forget", version));
	}

	/** Writes everything to disk. @throws UTOPIA_PATH_UNUSABLE of a folder that is missing, full or out of reach; the file from before stays. */
	async save(): Promise<void> {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#isChanged = false;
		const started = performance.now();
		try {
			await this.#inTurn(() => this.#thread.call("save", null));
		} catch (error) {
			this.#changed();
			const words = "The search index could not be saved: its folder is missing, full or out of reach.";
			throw new UtopiaError("UTOPIA_PATH_UNUSABLE", words, {}, { cause: error });
		}
		this.#lastSaving = performance.now() - started;
	}

	/**
	 * The first hits of a view, in one fixed order: pages of it are slices. Answered by words where meaning is out of order.
	 *
	 * @throws UTOPIA_INTERRUPTED when the signal says so.
	 */
	async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
		if (signal?.aborted) throw interrupted();
		const asked = await unlessAborted(this.#vectorOf(request.query, signal), signal);
		const { meaning } = this.#options;
		const vector = typeof asked === "string" ? undefined : asked;
		const weights = typeof meaning === "string" ? WITHOUT_MEANING : meaning.embedder.card.fusion;
		const answer = await unlessAborted(this.#thread.call("search", { ...request, vector, weights }), signal);
		const { incomplete, ...found } = answer;
		if (typeof asked === "string") return { ...found, ...withReason("text-only", asked) };
		return { ...found, ...withReason("hybrid", incomplete ? "vectors_incomplete" : undefined) };
	}

	state(): SearchState {
		const { meaning } = this.#options;
		const sizes = this.#thread.sizes;
		if (typeof meaning === "string") return { ...withReason("text-only", meaning), ...sizes };
		const { id: model, dims } = meaning.embedder.card;
		const lacking = sizes.withoutVectors > 0 ? "vectors_incomplete" : undefined;
		const reason = this.#embedding?.isDown === true ? "embedder_down" : lacking;
		return { ...withReason("hybrid", reason), model, dims, ...sizes };
	}

	/** Resolves once no passage that was placed waits for vectors. */
	async vectorsSettled(): Promise<void> {
		await this.#embedding?.settled();
	}

	/** Saves what changed. @throws as `save`, closed all the same. */
	async [Symbol.asyncDispose](): Promise<void> {
		await this.#embedding?.close();
		try {
			if (this.#isChanged) await this.save();
			await this.#changes;
		} finally {
			await this.#thread.close();
		}
	}

	async #vectorOf(query: string, signal: AbortSignal | undefined): Promise<PackedVector | DegradedReason> {
		const { meaning, warn } = this.#options;
		if (typeof meaning === "string") return meaning;
		try {
			const vector = await meaning.embedder.embedQuery(query, signal);
			return vector === undefined ? "query_not_embeddable" : packed(vector);
		} catch (error) {
			if (signal?.aborted) throw interrupted();
			warn(`a query is answered by words alone: ${String(error)}`);
			return "embedder_down";
		}
	}

	async #change(work: () => Promise<unknown>): Promise<void> {
		await this.#inTurn(work);
		this.#changed();
	}

	#inTurn(work: () => Promise<unknown>): Promise<unknown> {
		const turn = this.#changes.then(work);
		// Whoever asked for a change hears of its failure; the next one comes all the same.
		this.#changes = turn.catch(() => undefined);
		return turn;
	}

	#changed(): void {
		this.#isChanged = true;
		this.#timer ??= setTimeout(
			() =>
				this.save().catch((error) => this.#options.warn(`the search index is not saved: ${String(error)}`)),
			Math.max(SAVE.within, SAVE.timesLast * this.#lastSaving),
		).unref();
	}
}
