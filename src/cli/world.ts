import { join } from "node:path";
import { Access } from "../access/access.ts";
import { ACCOUNTS_KB } from "../access/accounts-base.ts";
import { DEFAULT_SETTINGS, type DerivationSettings } from "../access/derivation-settings.ts";
import { type View, wholeView } from "../access/view.ts";
import { builtFile } from "../built.ts";
import { Derivations } from "../derive/derivations.ts";
import { SHIPPED_MODEL } from "../embedding/model-files.ts";
import { type ExportOptions, exportLedger } from "../export/export-ledger.ts";
import { type ImportOptions, type ImportReport, importLedger } from "../export/import-ledger.ts";
import { Consequences } from "../findings/consequences.ts";
import type { Shelf } from "../indexing/shelf.ts";
import { type SearchHealth, Shelves } from "../indexing/shelves.ts";
import type { Files } from "../ingestion/files.ts";
import { parsedFiles } from "../ingestion/parsed-files.ts";
import { ParsePool, type PoolOptions } from "../parsing/parse-pool.ts";
import { checkJournal } from "../store/log/journal-reader.ts";
import { DataDirectory, type DirectoryTroubles } from "../store/oxigraph/data-directory.ts";
import { Matching } from "../text/matching.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { Writer } from "../writing/writer.ts";

const PIECES = builtFile(import.meta.url, "../embedding/piece-counter.js").href;

/** How a world is opened. */
export interface WorldOptions {
	/** The clock of record time. Default: the machine's. */
	readonly clock?: Clock | undefined;
	/** The folder of the model that finds by meaning. Default: the one that comes along. */
	readonly model?: string | undefined;
	/** How files are read, where that is not as usual. */
	readonly reading?: PoolOptions | undefined;
}

/** A data directory with everything that stands on it, held by this process alone. */
export class World implements AsyncDisposable {
	readonly access: Access;
	readonly clock: Clock;
	readonly #directory: DataDirectory;
	readonly #opened: Set<string>;
	readonly #writers = new Map<string, Promise<Writer>>();
	readonly #consequences: Consequences[] = [];
	readonly #warn: (line: string) => void;
	readonly #pool: ParsePool;
	/** Who reads files. */
	readonly files: Files;

	readonly #shelves: Shelves;
	/** What reading documents takes beside the base. */
	readonly documents = { shelf: (kb: string) => this.shelf(kb), matching: new Matching() };

	private constructor(
		directory: DataDirectory,
		access: Access,
		{ clock = systemClock, model = SHIPPED_MODEL, reading = {} }: WorldOptions,
		opened: Set<string>,
		warn: (line: string) => void,
	) {
		this.#pool = new ParsePool({ pieces: { module: PIECES }, ...reading });
		this.files = parsedFiles(this.#pool);
		this.#warn = warn;
		this.#directory = directory;
		this.access = access;
		this.clock = clock;
		this.#opened = opened;
		this.#shelves = new Shelves({
			folder: join(directory.folder, "search"),
			model,
			view: (kb) => this.view(kb),
			warn,
		});
	}

	/**
	 * Opens the folder, making it when it is not there. Files are read within the usual limits where `reading` sets no others.
	 * @throws UTOPIA_DATA_LOCKED when another process holds it.
	 */
	static async open(
		folder: string,
		warn: (line: string) => void,
		options: WorldOptions = {},
	): Promise<World> {
		const directory = await DataDirectory.open(folder, { warn });
		try {
			const opened = new Set<string>();
			const access = await Access.open((kb) => {
				opened.add(kb);
				return directory.kb(kb);
			}, options.clock ?? systemClock);
			return new World(directory, access, options, opened, warn);
		} catch (error) {
			await directory[Symbol.asyncDispose]();
			throw error;
		}
	}

	/**
	 * Opens a folder that has data; makes nothing.
	 * @throws UTOPIA_DATA_NOT_FOUND when there is none, UTOPIA_DATA_LOCKED as {@link open}.
	 */
	static async existing(
		folder: string,
		warn: (line: string) => void,
		options: WorldOptions = {},
	): Promise<World> {
		checkJournal(folder);
		return World.open(folder, warn, options);
	}

	/** The whole base, for whoever holds the folder. */
	async view(kb: string): Promise<View> {
		return wholeView(await this.#store(kb), kb, this.clock);
	}

	/** Who writes into a base: one for all that write here, so that they wait for each other where they have to. */
	writer(kb: string): Promise<Writer> {
		const known = this.#writers.get(kb);
		if (known !== undefined) return known;
		const made = this.#store(kb).then((store) => {
			const view = wholeView(store, kb, this.clock);
			const derivations = new Derivations(view, () => this.#settings(kb));
			const consequences = new Consequences(view, derivations);
			this.#consequences.push(consequences);
			return new Writer(store, view, consequences);
		});
		this.#writers.set(kb, made);
		made.catch(() => this.#writers.delete(kb));
		return made;
	}

	/** The findable passages of a base, kept in step with it. */
	shelf(kb: string): Promise<Shelf> {
		return this.#shelves.of(kb);
	}

	/** Loads the model that searches use, so that its state is known. */
	loadModel(): Promise<void> {
		return this.#shelves.loadModel();
	}

	/** How searching is, over the bases that are searched; nothing until the model was loaded. */
	get search(): SearchHealth | undefined {
		return this.#shelves.health();
	}

	/** Imports a file into a base; nobody else writes into it meanwhile. */
	async importLedger(
		kb: string,
		body: AsyncIterable<Uint8Array>,
		options: ImportOptions,
	): Promise<ImportReport> {
		const store = await this.#store(kb);
		const writer = await this.writer(kb);
		const work = () => importLedger({ store, view: writer.view }, body, options);
		return options.dryRun ? work() : writer.alone(work);
	}

	/** A base as Turtle, piece by piece. */
	exportLedger(view: View, options: ExportOptions): AsyncIterable<string> {
		return exportLedger(view, options);
	}

	/** Says to other processes on the folder where this one can be reached. */
	announce(address: string): void {
		this.#directory.announce(address);
	}

	/** The bases that are open; the accounts are none. */
	get open(): readonly string[] {
		return [...this.#opened].filter((kb) => kb !== ACCOUNTS_KB);
	}

	/** What the folder cannot do at present. */
	get troubles(): DirectoryTroubles {
		return this.#directory.troubles;
	}

	/** A base that the accounts do not know yet, as while it is imported, draws as any other. */
	async #settings(kb: string): Promise<DerivationSettings> {
		return (await this.access.bases.find(kb))?.derivation ?? DEFAULT_SETTINGS;
	}

	async #store(kb: string) {
		this.#opened.add(kb);
		return this.#directory.kb(kb);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		try {
			await this.access.tokens.flush();
		} catch (error) {
			this.#warn(`the last use of tokens is not written: ${error instanceof Error ? error.message : error}`);
		}
		await this.#pool[Symbol.asyncDispose]();
		await this.#shelves[Symbol.asyncDispose]();
		await this.documents.matching[Symbol.asyncDispose]();
		await Promise.all(this.#consequences.map((consequences) => consequences.close()));
		await this.#directory[Symbol.asyncDispose]();
	}
}
