import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UtopiaError } from "../../errors.ts";
import { BlobStore } from "../blobs/blob-store.ts";
import { CommitLog } from "./commit-log.ts";
import { LogEnvironment } from "./log-environment.ts";

/** Where the journal stands inside a data directory. */
export function journalFolder(folder: string): string {
	return join(folder, "log");
}

/** @throws UTOPIA_DATA_NOT_FOUND when the folder holds no journal; says where was looked. */
export function checkJournal(folder: string): void {
	if (existsSync(join(journalFolder(folder), "data.mdb"))) return;
	throw new UtopiaError("UTOPIA_DATA_NOT_FOUND", `There is no data of Utopia in ${resolve(folder)}`);
}

/** The journals of a data directory, to read only: works beside a running server and takes no lock. */
export class JournalReader implements AsyncDisposable {
	readonly #environment: LogEnvironment;
	/** The files of documents. */
	readonly blobs: BlobStore;

	private constructor(environment: LogEnvironment) {
		this.#environment = environment;
		this.blobs = new BlobStore(environment);
	}

	/** @throws UTOPIA_DATA_NOT_FOUND when there is no journal in that folder. */
	static open(folder: string): JournalReader {
		checkJournal(folder);
		return new JournalReader(LogEnvironment.open(journalFolder(folder), { readOnly: true }));
	}

	/** Ids of the bases that have commits. */
	list(): readonly string[] {
		return this.#environment.bases();
	}

	/**
	 * The log of a base as it stands now.
	 * @throws UTOPIA_KB_NOT_FOUND when it has no commit, UTOPIA_JOURNAL_DAMAGED when a commit is missing.
	 */
	log(kb: string): CommitLog {
		const log = CommitLog.reader(this.#environment, kb);
		if (log.head.sequence === 0) throw new UtopiaError("UTOPIA_KB_NOT_FOUND", "No such base");
		return log;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#environment[Symbol.asyncDispose]();
	}
}
