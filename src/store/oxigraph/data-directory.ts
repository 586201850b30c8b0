import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommitLog } from "../log/commit-log.ts";
import { DirectoryLock } from "../log/directory-lock.ts";
import { journalFolder } from "../log/journal-reader.ts";
import { LogEnvironment } from "../log/log-environment.ts";
import { type OxigraphOptions, OxigraphStore } from "./oxigraph-store.ts";
import { imageTrouble } from "./self-test.ts";

/** Ids name folders and keys: letters, digits and hyphens only. */
const BASE_ID = /^[A-Za-z0-9-]{1,64}$/;

export interface DirectoryOptions extends Omit<Partial<OxigraphOptions>, "images"> {
	readonly warn: (line: string) => void;
	/** Where this process can be reached, for those who find the directory taken. */
	readonly address?: string;
}

/** What a data directory cannot do at present, while everything else goes on. */
export interface DirectoryTroubles {
	/** The disk has refused a write: nothing is taken until the directory is opened afresh. */
	readonly readOnly: boolean;
	/** Memory images do not work on this machine or disk, so that every start replays the log. */
	readonly imagesOff: boolean;
}

/** A data directory and the bases in it: `log/` holds the journal of all of them, `images/` what can be made again from it. */
export class DataDirectory implements AsyncDisposable {
	readonly folder: string;
	readonly #environment: LogEnvironment;
	readonly #options: DirectoryOptions;
	readonly #lock: DirectoryLock;
	/** Whether images work here, once the self-test is over. */
	readonly #images: Promise<boolean>;
	#imagesOff = false;
	readonly #stores = new Map<string, Promise<OxigraphStore>>();

	private constructor(
		folder: string,
		environment: LogEnvironment,
		lock: DirectoryLock,
		options: DirectoryOptions,
	) {
		this.folder = folder;
		this.#environment = environment;
		this.#lock = lock;
		this.#options = options;
		this.#images = imageTrouble(join(folder, "images")).then((trouble) => {
			this.#imagesOff = trouble !== undefined;
			if (this.#imagesOff) options.warn(`memory images are off, starts will be slow: ${trouble}`);
			return !this.#imagesOff;
		});
	}

	/**
	 * Takes the directory, which is made when it is not there.
	 * @throws UTOPIA_DATA_LOCKED when another process has it, and says which.
	 */
	static async open(folder: string, options: DirectoryOptions): Promise<DataDirectory> {
		mkdirSync(folder, { recursive: true });
		const lock = DirectoryLock.take(folder, options.address ?? "");
		try {
			return new DataDirectory(folder, LogEnvironment.open(journalFolder(folder)), lock, options);
		} catch (error) {
			lock[Symbol.dispose]();
			throw error;
		}
	}

	/** Says in the lock where this process can be reached. */
	announce(address: string): void {
		this.#lock.announce(address);
	}

	/** The store of a base, opened on first use. A base comes into being with its first commit. */
	kb(id: string): Promise<OxigraphStore> {
		if (!BASE_ID.test(id)) throw new TypeError(`not the id of a base: ${id.slice(0, 60)}`);
		const known = this.#stores.get(id);
		if (known !== undefined) return known;
		const opening = this.#open(id);
		this.#stores.set(id, opening);
		opening.catch(() => this.#stores.delete(id));
		return opening;
	}

	async #open(id: string): Promise<OxigraphStore> {
		const log = await CommitLog.open(this.#environment, id, this.#options.warn);
		const images = (await this.#images) ? join(this.folder, "images", id) : undefined;
		return OxigraphStore.open(log, { ...this.#options, images });
	}

	/** What does not work here, for operators. */
	get troubles(): DirectoryTroubles {
		return { readOnly: this.#environment.failure !== undefined, imagesOff: this.#imagesOff };
	}

	/** Resolves when bases can be opened without waiting for anything but themselves. */
	async ready(): Promise<void> {
		await this.#images;
	}

	/** Ids of the bases that have commits. */
	list(): readonly string[] {
		return this.#environment.bases();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#images;
		const stores = await Promise.allSettled(this.#stores.values());
		await Promise.all(
			stores.map(async (store) => store.status === "fulfilled" && store.value[Symbol.asyncDispose]()),
		);
		await this.#environment[Symbol.asyncDispose]();
		this.#lock[Symbol.dispose]();
	}
}
