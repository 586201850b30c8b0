import { UtopiaError } from "../../errors.ts";
import { type Row, rowsOfTsv } from "../../sparql/rows.ts";
import type { BoundQuery } from "../../sparql/template.ts";
import type { Instant } from "../../time/instant.ts";
import type { CommitLog } from "../log/commit-log.ts";
import type {
	Blobs,
	ChangeSet,
	CommitEvent,
	Dataset,
	Head,
	PastCommit,
	PatchChunk,
	ReadOptions,
	Store,
} from "../port.ts";
import { baseFull, bulkCommit } from "./bulk-commit.ts";
import { CommitPipeline } from "./commit-pipeline.ts";
import { EngineBuilder } from "./engine-builder.ts";
import { EngineQueue } from "./engine-queue.ts";
import type { EngineWorker } from "./engine-worker.ts";
import { Gate } from "./gate.ts";
import { interrupted, patiently } from "./patience.ts";
import { ReplicaPool } from "./replica-pool.ts";

export interface OxigraphOptions {
	/** Where this base's memory images are kept; `undefined` switches them off. */
	readonly images: string | undefined;
	/** Takes what an operator should read: one line, no line feed. */
	readonly warn: (line: string) => void;
	/** Milliseconds a read waits when it says nothing else. */
	readonly timeout?: number | undefined;
	/** Milliseconds after which the primary engine is ended for a query it cannot finish. */
	readonly hardDeadline?: number | undefined;
	/** Requests that may wait for the engine. */
	readonly bound?: number | undefined;
	/** Replicas at most. */
	readonly replicas?: number | undefined;
	/** Commits between two images. */
	readonly imageEvery?: number | undefined;
	/** Bytes of engine memory below which nothing is compacted. */
	readonly compactFrom?: number | undefined;
	/** Bytes of engine memory above which writes are refused. WebAssembly ends at 4 GiB, for good. */
	readonly memoryLimit?: number | undefined;
}

export interface StoreStats {
	readonly quads: number;
	/** Bytes of the primary engine's memory, which is what a base runs out of first. */
	readonly memoryBytes: number;
	readonly commits: number;
	/** Where the newest image stands; 0 when there is none. */
	readonly imageSequence: number;
}

const GIB = 2 ** 30;
const DEFAULTS = {
	timeout: 30_000,
	hardDeadline: 30_000,
	bound: 1_000,
	replicas: 2,
	imageEvery: 1_000,
	compactFrom: 2 ** 26,
	memoryLimit: 3.4 * GIB,
};
/** A fresh engine needs some 300 bytes a quad, text included. Past this, most of the memory holds what was removed. */
const BLOATED_BYTES_A_QUAD = 1_000;
const REPLICA_KEEP = 60_000;

/** The embedded store of one base: an Oxigraph engine in a thread of its own, made from the base's log and kept in step with it. */
export class OxigraphStore implements Store {
	readonly #log: CommitLog;
	readonly #builder: EngineBuilder;
	readonly #queue: EngineQueue;
	readonly #replicas: ReplicaPool;
	readonly #pipeline: CommitPipeline;
	readonly #gate = new Gate();
	readonly #options: OxigraphOptions & typeof DEFAULTS;
	readonly #listeners = new Set<(event: CommitEvent) => void>();
	#head: Head;
	#memoryBytes: number;
	/** What the last compaction could not go below. */
	#compactedTo = 0;
	#imaging: Promise<void> | undefined;
	#closing: Promise<void> | undefined;

	private constructor(
		log: CommitLog,
		builder: EngineBuilder,
		worker: EngineWorker,
		options: OxigraphOptions & typeof DEFAULTS,
	) {
		this.#log = log;
		this.#builder = builder;
		this.#options = options;
		this.#head = log.head;
		this.#memoryBytes = 0;
		this.#queue = new EngineQueue(worker, {
			...options,
			rebuild: () => builder.build(),
			warn: (line) => options.warn(`base ${log.kb}: ${line}`),
		});
		this.#replicas = new ReplicaPool(builder, {
			most: options.replicas,
			bound: options.bound,
			keep: REPLICA_KEEP,
		});
		this.#pipeline = new CommitPipeline({
			log,
			queue: this.#queue,
			admit: () => this.#admit(),
			visible: (event, memoryBytes) => this.#visible(event, memoryBytes),
		});
	}

	/**
	 * Opens the base of a log: from the newest image that fits and the commits after it, else from all commits.
	 * @throws UTOPIA_JOURNAL_DAMAGED when the log is not what was written.
	 */
	static async open(log: CommitLog, given: OxigraphOptions): Promise<OxigraphStore> {
		const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
		const options = { ...DEFAULTS, images: undefined, ...set } as OxigraphOptions & typeof DEFAULTS;
		const builder = new EngineBuilder(log, options);
		const worker = await builder.build();
		const store = new OxigraphStore(log, builder, worker, options);
		store.#memoryBytes = await worker.ask("memory", {});
		return store;
	}

	get blobs(): Blobs {
		return this.#log.blobs;
	}

	head(): Head {
		return this.#head;
	}

	onCommit(listener: (event: CommitEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async commits(after: Instant | undefined, limit: number): Promise<readonly PastCommit[]> {
		if (this.#closing !== undefined) throw new UtopiaError("UTOPIA_STORE_UNAVAILABLE", "The base is closed");
		return this.#log.commitsAfter(after, { upTo: this.#head.sequence, limit });
	}

	async select(query: BoundQuery, dataset: Dataset, options?: ReadOptions): Promise<readonly Row[]> {
		return rowsOfTsv((await this.#read(query, dataset, "select", options)) as string);
	}

	async ask(query: BoundQuery, dataset: Dataset, options?: ReadOptions): Promise<boolean> {
		return (await this.#read(query, dataset, "ask", options)) as boolean;
	}

	async commit(changes: ChangeSet, condition?: { readonly head: number }): Promise<Head> {
		return this.#gate.shared(() => this.#pipeline.commit(changes, condition));
	}

	async commitBulk(
		chunks: AsyncIterable<PatchChunk>,
		seal: () => { readonly recordedAt: Instant },
		{ head, signal }: { readonly head?: number; readonly signal?: AbortSignal | undefined } = {},
	): Promise<Head> {
		return this.#gate.exclusive(async () => {
			this.#admit();
			if (signal?.aborted) throw interrupted();
			if (head !== undefined && head !== this.#log.tip.sequence) {
				throw new UtopiaError(
					"UTOPIA_COMMIT_CONFLICT",
					"The base has moved on; read again and compute again",
					{
						head: this.#log.tip.sequence,
					},
				);
			}
			const { log, builder, options } = { log: this.#log, builder: this.#builder, options: this.#options };
			const made = await bulkCommit({ log, builder, ...options }, chunks, seal, signal);
			const memoryBytes = await made.worker.ask("memory", {});
			this.#queue.replace(made.worker);
			this.#imageAfter(made.keepImage);
			this.#visible({ head: made.head, changes: undefined }, memoryBytes);
			return made.head;
		});
	}

	/** Bytes of the primary engine's memory after the last commit. Free to ask. */
	get memoryBytes(): number {
		return this.#memoryBytes;
	}

	/** Figures for operators. The quads are counted in a replica, which takes a moment on a large base. */
	async stats(): Promise<StoreStats> {
		const quads = await this.#replicas.ask("count", {}, new AbortController().signal);
		return {
			quads,
			memoryBytes: this.#memoryBytes,
			commits: this.#head.sequence,
			imageSequence: this.#builder.imageSequence,
		};
	}

	/** Makes the engine anew from the log alone, which leaves out what was removed, and puts it in place of the present one. */
	async compact(): Promise<void> {
		await this.#gate.exclusive(async () => {
			const worker = await this.#builder.build({ fromLog: true });
			await this.#builder.keepImage(worker);
			this.#memoryBytes = await worker.ask("memory", {});
			this.#compactedTo = this.#memoryBytes;
			this.#queue.replace(worker);
		});
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closing ??= this.#close();
		await this.#closing;
	}

	async #close(): Promise<void> {
		await this.#imaging;
		await this.#gate.exclusive(async () => {});
		await this.#replicas[Symbol.asyncDispose]();
		const closed = new UtopiaError("UTOPIA_STORE_UNAVAILABLE", "The base is closed");
		const worker = await this.#queue.close(closed);
		if (worker === undefined) return;
		worker.standing = this.#head;
		try {
			if (this.#builder.imageSequence < this.#head.sequence) await this.#builder.keepImage(worker);
		} catch (error) {
			this.#options.warn(`base ${this.#log.kb}: no image at closing: ${String(error)}`);
		}
		await worker.terminate("its base is closed");
	}

	async #read(
		text: BoundQuery,
		dataset: Dataset,
		form: "select" | "ask",
		{ signal, timeout = this.#options.timeout, replica = false }: ReadOptions = {},
	): Promise<string | boolean> {
		if (signal?.aborted) throw interrupted();
		const graphs = dataset === "all" ? undefined : dataset.map(({ value }) => value);
		const request = { text, graphs, form };
		if (!replica) {
			const { answer, abandon } = this.#queue.submit("query", request);
			return patiently(answer, { signal, timeout }, abandon);
		}
		const ending = new AbortController();
		const answer = this.#replicas.ask("query", request, ending.signal);
		return patiently(answer, { signal, timeout }, (reason) => ending.abort(reason));
	}

	#admit(): void {
		if (this.#closing !== undefined) throw new UtopiaError("UTOPIA_STORE_UNAVAILABLE", "The base is closed");
		this.#log.admit();
		if (this.#memoryBytes > this.#options.memoryLimit) throw baseFull(this.#memoryBytes);
	}

	#visible(event: CommitEvent, memoryBytes: number): void {
		const { head } = event;
		this.#head = head;
		this.#memoryBytes = memoryBytes;
		for (const listener of this.#listeners) {
			try {
				listener(event);
			} catch (error) {
				this.#options.warn(
					`base ${this.#log.kb}: a follower failed at commit ${head.sequence}: ${String(error)}`,
				);
			}
		}
		if (head.sequence - this.#builder.imageSequence >= this.#options.imageEvery) this.#takeImage();
	}

	#takeImage(): void {
		if (this.#builder.imagesOn && this.#imaging === undefined)
			this.#imageAfter(() => this.#imageFromReplica());
	}

	/** One image is written at a time, so that the newest is the last. */
	#imageAfter(keep: () => Promise<void>): void {
		const written = (this.#imaging ?? Promise.resolve()).then(keep);
		const imaging = written.finally(() => {
			if (this.#imaging === imaging) this.#imaging = undefined;
		});
		this.#imaging = imaging;
	}

	async #imageFromReplica(): Promise<void> {
		try {
			const replica = await this.#builder.build();
			await this.#builder.keepImage(replica);
			const [quads, memoryBytes] = [await replica.ask("count", {}), await replica.ask("memory", {})];
			await replica.terminate("its image is taken");
			const least = Math.max(this.#options.compactFrom, quads * BLOATED_BYTES_A_QUAD, 2 * this.#compactedTo);
			const bloated = memoryBytes > least;
			if (bloated && this.#closing === undefined) await this.compact();
		} catch (error) {
			this.#options.warn(`base ${this.#log.kb}: no image: ${String(error)}`);
		}
	}
}
