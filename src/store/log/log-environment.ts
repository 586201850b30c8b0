import { type Database, open, type RootDatabase } from "lmdb";
import { UtopiaError } from "../../errors.ts";

export type CommitKey = [kb: string, sequence: number];
export type ChunkKey = [kb: string, sequence: number, piece: number];
/** The SHA-256 of some bytes, and which piece of them; piece -1 is what is known of the whole. */
export type BlobKey = [sha256: string, piece: number];

const BINARY = { encoding: "binary", compression: true } as const;

/** Writes that become one transaction. */
interface Group {
	readonly actions: (() => void)[];
	readonly written: Promise<void>;
}

/**
 * The LMDB environment of a data directory: one for all its bases, `commits` and `chunks` inside, compressed with LZ4, and
 * `blobs`, which are not: they are read in large pieces, and most files are compressed already.
 * One process writes; any number of others may read beside it.
 */
export class LogEnvironment {
	readonly commits: Database<Buffer, CommitKey>;
	readonly chunks: Database<Buffer, ChunkKey>;
	readonly blobs: Database<Buffer, BlobKey>;
	readonly #root: RootDatabase<unknown, string>;
	#failure: unknown;
	#last: Promise<void> = Promise.resolve();
	#next: Group | undefined;

	protected constructor(root: RootDatabase<unknown, string>) {
		this.#root = root;
		this.commits = root.openDB<Buffer, CommitKey>({ name: "commits", ...BINARY });
		this.chunks = root.openDB<Buffer, ChunkKey>({ name: "chunks", ...BINARY });
		this.blobs = root.openDB<Buffer, BlobKey>({ name: "blobs", encoding: "binary" });
	}

	/** @param folder is made when it is not there, unless only reading is asked for. */
	static open(folder: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): LogEnvironment {
		return new LogEnvironment(LogEnvironment.root(folder, readOnly));
	}

	protected static root(folder: string, readOnly = false): RootDatabase<unknown, string> {
		// A transaction is committed only when it is on disk: no second promise to mind, and a failed flush fails its writers.
		// Without `eventTurnBatching` the package keeps no promise of its own, whose rejection nobody could hear. Puts outside a batch
		// are not safe then: with compression they bring the process down (a race in 3.5.6, seen with 32 writers).
		return open(folder, { maxDbs: 8, overlappingSync: false, eventTurnBatching: false, readOnly });
	}

	/**
	 * Puts what `action` puts into one transaction and resolves when it is on disk. The promises of the puts themselves say nothing.
	 * @throws UTOPIA_STORE_UNAVAILABLE when the disk refuses; from then on every write is refused, until the directory is opened afresh.
	 */
	async write(action: () => void): Promise<void> {
		this.admit();
		this.#next ??= this.#group();
		this.#next.actions.push(action);
		await this.#next.written;
	}

	/**
	 * What comes while the disk is busy shares the next transaction. None begins before the one before is on disk: a small write
	 * that finds room where a larger one found none would leave a gap in the journal.
	 */
	#group(): Group {
		const actions: (() => void)[] = [];
		const written = this.#last.then(async () => {
			this.#next = undefined;
			this.admit();
			try {
				await this.flush(() => {
					for (const action of actions) action();
				});
			} catch (error) {
				const cause = await reasonOf(error);
				this.#failure ??= cause;
				throw unavailable(cause);
			}
		});
		this.#last = written.catch(() => {}); // every writer of the group hears of it
		return { actions, written };
	}

	/** @throws UTOPIA_STORE_UNAVAILABLE when a write has failed before. */
	admit(): void {
		if (this.#failure !== undefined) throw unavailable(this.#failure);
	}

	/** The step that can fail; tests make it fail. */
	protected async flush(action: () => void): Promise<void> {
		await this.#root.batch(action);
	}

	/** Why nothing can be written any more; `undefined` while all is well. */
	get failure(): unknown {
		return this.#failure;
	}

	/** Ids of the bases that have at least one commit. */
	bases(): readonly string[] {
		const found: string[] = [];
		for (;;) {
			const last = found.at(-1);
			const start = last === undefined ? undefined : ([last, Number.MAX_SAFE_INTEGER] as CommitKey);
			const [next] = this.commits.getKeys(start === undefined ? { limit: 1 } : { start, limit: 1 });
			if (next === undefined) return found;
			found.push(next[0]);
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#root.close();
	}
}

/** The package says only that a commit failed, and carries a promise that rejects with the reason. */
async function reasonOf(error: unknown): Promise<unknown> {
	try {
		await (error as { readonly commitError?: Promise<never> }).commitError;
		return error;
	} catch (reason) {
		return reason;
	}
}

function unavailable(cause: unknown): UtopiaError {
	return new UtopiaError(
		"UTOPIA_STORE_UNAVAILABLE",
		"The journal cannot be written. The base is read-only until the server is started again with room on the disk.",
		{},
		{ cause },
	);
}
