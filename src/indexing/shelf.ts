import { mkdir } from "node:fs/promises";
import type { View } from "../access/view.ts";
import { type Chunk, chunksOf } from "../documents/chunks.ts";
import {
	type DocumentRow,
	type DocumentTable,
	documentTable,
	type Version,
} from "../documents/document-table.ts";
import { spansOf } from "../documents/lives.ts";
import type { Lives, PlacedChunk, SearchRequest } from "../search/asked.ts";
import {
	type SearchAnswer,
	SearchIndex,
	type SearchIndexOptions,
	type SearchState,
} from "../search/search-index.ts";

/** Milliseconds that a search waits for an index that is still being built. */
const PATIENCE = 5_000;
const DOCUMENTS_AT_ONCE = 64;

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
	/** What the index has, and when it was told that this was held. */
	readonly #told = new Map<string, string>();
	#table: DocumentTable | undefined;
	#revision = 0;
	#turn: Promise<void> = Promise.resolve();
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
		for (const version of placed) this.#told.set(version, "");
		this.#following = this.#follow();
	}

	/** Opens the index in a folder, which is made when it is not there, and brings it up to the base. */
	static async open(view: View, folder: string, options: SearchIndexOptions): Promise<Shelf> {
		await mkdir(folder, { recursive: true });
		const index = await SearchIndex.open(folder, options);
		return new Shelf(view, index, options.warn, await index.versions());
	}

	/** Searches what is held. @throws UTOPIA_INTERRUPTED */
	async search(request: SearchRequest, signal?: AbortSignal): Promise<Found> {
		await this.#ready();
		const isPending = !this.#isBuilt;
		return { ...(await this.#index.search(request, signal)), isPending };
	}

	state(): ShelfState {
		return { ...this.#index.state(), isPending: !this.#isBuilt };
	}

	/** Resolves when the index has taken in all that the base has at present; vectors may follow. */
	upToDate(): Promise<void> {
		const turn = this.#turn.then(() => this.#bring());
		this.#turn = turn.catch(() => undefined);
		return turn;
	}

	/** Resolves once nothing waits for vectors. */
	vectorsSettled(): Promise<void> {
		return this.#index.vectorsSettled();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closing.abort();
		await this.#following;
		await this.#turn;
		await this.#index[Symbol.asyncDispose]();
	}

	async #ready(): Promise<void> {
		const upToDate = this.upToDate();
		if (this.#isBuilt) return upToDate;
		const late = new AbortController();
		const waiting = new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, PATIENCE);
			late.signal.addEventListener("abort", () => clearTimeout(timer));
		});
		try {
			await Promise.race([upToDate, waiting]);
		} finally {
			late.abort();
		}
	}

	async #follow(): Promise<void> {
		const { signal } = this.#closing;
		const from = this.#view.head().recordedAt;
		try {
			await this.upToDate();
			for await (const _ of this.#view.commits(from, signal)) await this.upToDate();
		} catch (error) {
			// A search that comes later tries again, and fails with the reason if it must.
			if (!signal.aborted) this.#warn(`the search index does not follow its base: ${String(error)}`);
		}
	}

	async #bring(): Promise<void> {
		const table = await this.#view.kept(documentTable);
		const { revision } = table;
		const touched =
			table === this.#table ? table.touchedSince(this.#revision) : table.list().map(({ id }) => id);
		const lives: Lives[] = [];
		for (const id of touched) {
			if (this.#closing.signal.aborted) return;
			const row = table.get(id);
			if (row !== undefined) lives.push(...(await this.#take(row)));
			if (lives.length >= DOCUMENTS_AT_ONCE) await this.#index.live(lives.splice(0));
		}
		if (lives.length > 0) await this.#index.live(lives);
		this.#table = table;
		this.#revision = revision;
		this.#isBuilt = true;
	}

	/** Places what is new of a document; gives the lives that are new. */
	async #take(row: DocumentRow): Promise<readonly Lives[]> {
		const lives: Lives[] = [];
		for (const version of row.versions) {
			const key = versionKey(row, version);
			const spans = spansOf(row, version);
			const said = spans.map(({ from, to }) => `${from}-${to ?? ""}`).join(" ");
			const told = this.#told.get(key);
			if (row.isPurged) {
				if (told !== undefined) await this.#index.forget(key);
				this.#told.delete(key);
			} else if (told === undefined) {
				await this.#place(row, version, { version: key, spans });
				this.#told.set(key, said);
			} else if (told !== said) {
				lives.push({ version: key, spans });
				this.#told.set(key, said);
			}
		}
		return lives;
	}

	async #place(row: DocumentRow, version: Version, lives: Lives): Promise<void> {
		const { filename } = version;
		const chunks = placedChunks(chunksOf(row, version, this.#view));
		await this.#index.place({ document: row.id, version: lives.version, filename, group: 0, chunks }, lives);
	}
}

async function* placedChunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<PlacedChunk> {
	for await (const { id, seq, heading = "", text } of chunks) yield { id, seq, heading, text };
}

/** What the index calls a version. */
function versionKey({ id }: DocumentRow, { number }: Version): string {
	return `${id}:${number}`;
}

/** The version that the index calls so. */
export function versionNamed({ versions }: DocumentRow, key: string): Version | undefined {
	return versions.find(({ number }) => key.endsWith(`:${number}`));
}
