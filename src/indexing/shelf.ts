import { mkdir } from "node:fs/promises";
import type { View } from "../access/view.ts";
import { chunksOf } from "../documents/chunks.ts";
import {
	type DocumentRow,
	type DocumentTable,
	documentTable,
	type Version,
} from "../documents/document-table.ts";
import { type Span, spansOf } from "../documents/lives.ts";
import type { Lives, SearchRequest } from "../search/asked.ts";
import {
	type SearchAnswer,
	SearchIndex,
	type SearchIndexOptions,
	type SearchState,
} from "../search/search-index.ts";
import { interrupted, placedChunks, spelled, type Wanting } from "./placing.ts";

/** Milliseconds that a search waits for versions that are not indexed yet: while the index is built, and later. */
const PATIENCE = { building: 5_000, built: 1_000 };
const LIVES_AT_ONCE = 256;

/** What was found, and whether the index had taken in all that it should have. */
export interface Found extends SearchAnswer {
	/** Some versions are not indexed yet, so what they say was not looked at. */
	readonly isPending: boolean;
}

/** How the index of a base is at this moment. */
export interface ShelfState extends SearchState {
	readonly isPending: boolean;
}

/**
 * The passages of a base, kept findable: takes in what its commits do to documents. What a write has changed a search that comes
 * after its answer sees.
 */
export class Shelf implements AsyncDisposable {
	readonly #view: View;
	readonly #index: SearchIndex;
	readonly #warn: SearchIndexOptions["warn"];
	readonly #closing = new AbortController();
	/** When the versions were held that the index has or will have. */
	readonly #held = new Map<string, readonly Span[]>();
	/** What the index has still to take in, in the order in which it came. */
	readonly #wanting = new Map<string, Wanting>();
	#table: DocumentTable | undefined;
	#revision = 0;
	/** Lives are told one change after the other, and never wait for versions to be placed. */
	#telling: Promise<void> = Promise.resolve();
	#placing: Promise<void> = Promise.resolve();
	#isBuilt = false;
	readonly #following: Promise<void>;

	private constructor(
		view: View,
		index: SearchIndex,
		warn: SearchIndexOptions["warn"],
		placed: Iterable<string>,
	) {
		this.#view = view;
		this.#index = index;
		this.#warn = warn;
		for (const version of placed) this.#held.set(version, []);
		this.#following = this.#follow();
	}

	/** Opens the index in a folder, which is made when it is not there, and brings it up to the base. */
	static async open(view: View, folder: string, options: SearchIndexOptions): Promise<Shelf> {
		await mkdir(folder, { recursive: true });
		const index = await SearchIndex.open(folder, options);
		return new Shelf(view, index, options.warn, await index.versions());
	}

	/**
	 * Searches what is held at present. What is still to be placed is waited for, but not for long, and what cannot be placed is
	 * told as pending.
	 * @throws UTOPIA_INTERRUPTED
	 */
	async search(request: SearchRequest, signal?: AbortSignal): Promise<Found> {
		await this.#tell();
		await this.#patiently(this.#placeAll());
		const { isPending } = this;
		return { ...(await this.#index.search(request, signal)), isPending };
	}

	state(): ShelfState {
		return { ...this.#index.state(), isPending: this.isPending };
	}

	private get isPending(): boolean {
		return !this.#isBuilt || this.#wanting.size > 0;
	}

	/** Resolves when the index has taken in all that the base has at present; vectors may follow. */
	async upToDate(): Promise<void> {
		await this.#tell();
		await this.#placeAll();
	}

	/** Resolves once nothing waits for vectors. */
	vectorsSettled(): Promise<void> {
		return this.#index.vectorsSettled();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closing.abort();
		await this.#following;
		await this.#telling;
		await this.#placing;
		await this.#index[Symbol.asyncDispose]();
	}

	async #patiently(work: Promise<void>): Promise<void> {
		const late = new AbortController();
		const waiting = new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, this.#isBuilt ? PATIENCE.built : PATIENCE.building);
			late.signal.addEventListener("abort", () => clearTimeout(timer));
		});
		try {
			// Whoever brought what cannot be placed hears of it.
			await Promise.race([work.catch(() => undefined), waiting]);
		} finally {
			late.abort();
		}
	}

	async #follow(): Promise<void> {
		const { signal } = this.#closing;
		const from = this.#view.head().recordedAt;
		try {
			await this.#caughtUp();
			for await (const _ of this.#view.commits(from, signal)) await this.#caughtUp();
		} catch (error) {
			// A search that comes later looks for itself.
			if (!signal.aborted) this.#warn(`the search index does not follow its base: ${String(error)}`);
		}
	}

	async #caughtUp(): Promise<void> {
		try {
			await this.upToDate();
		} catch (error) {
			if (!this.#closing.signal.aborted) this.#warn(`passages cannot be found yet: ${String(error)}`);
		}
	}

	/** Tells the index what is held from when to when, and notes which versions it lacks. */
	#tell(): Promise<void> {
		const turn = this.#telling.then(() => this.#tellNow());
		this.#telling = turn.catch(() => undefined);
		return turn;
	}

	async #tellNow(): Promise<void> {
		const table = await this.#view.kept(documentTable);
		const { revision } = table;
		const touched =
			table === this.#table ? table.touchedSince(this.#revision) : table.list().map(({ id }) => id);
		const lives: Lives[] = [];
		for (const id of touched) {
			const row = table.get(id);
			if (row === undefined) continue;
			if (row.isPurged) await this.#forget(row);
			else lives.push(...this.#livesOf(row));
			if (lives.length >= LIVES_AT_ONCE) await this.#index.live(lives.splice(0));
		}
		if (lives.length > 0) await this.#index.live(lives);
		this.#table = table;
		this.#revision = revision;
	}

	/** What is new of when its versions were held; those that are new themselves are to be placed. */
	#livesOf(row: DocumentRow): readonly Lives[] {
		const lives: Lives[] = [];
		for (const version of row.versions) {
			const key = versionKey(row, version);
			const spans = spansOf(row, version);
			const known = this.#held.get(key);
			if (known === undefined) this.#wanting.set(key, { row, version });
			else if (spelled(known) !== spelled(spans)) lives.push({ version: key, spans });
			this.#held.set(key, spans);
		}
		return lives;
	}

	async #forget(row: DocumentRow): Promise<void> {
		for (const version of row.versions) {
			const key = versionKey(row, version);
			this.#wanting.delete(key);
			if (this.#held.delete(key)) await this.#index.forget(key);
		}
	}

	/** Places what is wanting at this moment. @throws what the first one failed with, when all others are placed */
	#placeAll(): Promise<void> {
		const wanted = [...this.#wanting.keys()];
		const turn = this.#placing.then(async () => {
			const failures: unknown[] = [];
			for (const key of wanted) await this.#place(key).catch((error: unknown) => failures.push(error));
			if (failures.length > 0) throw failures[0];
			this.#isBuilt = true;
		});
		this.#placing = turn.catch(() => undefined);
		return turn;
	}

	async #place(key: string): Promise<void> {
		if (this.#closing.signal.aborted) throw interrupted();
		const wanted = this.#wanting.get(key);
		if (wanted === undefined) return;
		const { row, version } = wanted;
		const held = this.#held;
		await this.#index.place(
			{
				document: row.id,
				version: key,
				filename: version.filename,
				group: 0,
				chunks: placedChunks(chunksOf(row, version, this.#view), this.#closing.signal),
			},
			{
				version: key,
				// As they are when placing begins: from then on the index follows what is told.
				get spans() {
					return held.get(key) ?? [];
				},
			},
		);
		this.#wanting.delete(key);
	}
}

/** What the index calls a version. */
function versionKey({ id }: DocumentRow, { number }: Version): string {
	return `${id}:${number}`;
}

/** The version that the index calls so. */
export function versionNamed({ versions }: DocumentRow, key: string): Version | undefined {
	return versions.find(({ number }) => key.endsWith(`:${number}`));
}
