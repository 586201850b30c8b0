import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommitLog } from "../log/commit-log.ts";
import { LogEnvironment } from "../log/log-environment.ts";
import { type OxigraphOptions, OxigraphStore } from "./oxigraph-store.ts";

/** Ids name folders and keys: letters, digits and hyphens only. */
const BASE_ID = /^[A-Za-z0-9-]{1,64}$/;

export interface DirectoryOptions extends Omit<Partial<OxigraphOptions>, "images"> {
	readonly warn: (line: string) => void;
}

/** A data directory and the bases in it: `log/` holds the journal of all of them, `images/` what can be made again from it. */
export class DataDirectory implements AsyncDisposable {
	readonly folder: string;
	readonly #environment: LogEnvironment;
	readonly #options: DirectoryOptions;
	readonly #stores = new Map<string, Promise<OxigraphStore>>();

	private constructor(folder: string, environment: LogEnvironment, options: DirectoryOptions) {
		this.folder = folder;
		this.#environment = environment;
		this.#options = options;
	}

	static async open(folder: string, options: DirectoryOptions): Promise<DataDirectory> {
		mkdirSync(folder, { recursive: true });
		return new DataDirectory(folder, LogEnvironment.open(join(folder, "log")), options);
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
		return OxigraphStore.open(log, { ...this.#options, images: join(this.folder, "images", id) });
	}

	/** Ids of the bases that have commits. */
	list(): readonly string[] {
		return this.#environment.bases();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const stores = await Promise.allSettled(this.#stores.values());
		await Promise.all(
			stores.map(async (store) => store.status === "fulfilled" && store.value[Symbol.asyncDispose]()),
		);
		await this.#environment[Symbol.asyncDispose]();
	}
}
