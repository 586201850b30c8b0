import { UtopiaError } from "../../errors.ts";
import type { Instant } from "../../time/instant.ts";
import { BlobStore } from "../blobs/blob-store.ts";
import type { Head, PastCommit, PatchChunk } from "../port.ts";
import { type CommitRecord, GENESIS, opened, PatchDigest, sealed } from "./commit-record.ts";
import { journalDamaged } from "./journal-damaged.ts";
import type { LogEnvironment } from "./log-environment.ts";
import { type Staging, stagingAt } from "./staging.ts";

const NOTHING = new Uint8Array();

/** A block of a commit as it is replayed: all removed or all inserted. `record` is the commit it belongs to. */
export interface LogBlock {
	readonly record: CommitRecord;
	readonly op: PatchChunk["op"];
	readonly nquads: Uint8Array;
}

/** The commits of one base, oldest first, each naming the hash of the one before. The truth on disk; engines are made from it. */
export class CommitLog {
	readonly kb: string;
	readonly #environment: LogEnvironment;
	#head: Head;
	#tip: Head;
	#flushing: Promise<void> = Promise.resolve();

	/** The files of documents, beside the commits that name them. */
	readonly blobs: BlobStore;

	private constructor(environment: LogEnvironment, kb: string, head: Head) {
		this.#environment = environment;
		this.blobs = new BlobStore(environment);
		this.kb = kb;
		this.#head = head;
		this.#tip = head;
	}

	/**
	 * Opens for writing: finds the head and sweeps pieces that no commit made count, saying so.
	 * @throws UTOPIA_JOURNAL_DAMAGED when a commit is missing or the last one cannot be read.
	 */
	static async open(
		environment: LogEnvironment,
		kb: string,
		warn: (line: string) => void,
	): Promise<CommitLog> {
		const log = CommitLog.reader(environment, kb);
		const { sequence } = log.#head;
		try {
			const swept = await stagingAt(environment, kb, sequence + 1).sweep();
			if (swept > 0) warn(`base ${kb}: dropped ${swept} pieces of an unfinished commit after ${sequence}`);
		} catch (error) {
			// They count for nothing, and no commit can take their place: the environment takes no more writes.
			if (!log.failed) throw error;
			warn(`base ${kb}: pieces of an unfinished commit after ${sequence} stay until the disk has room`);
		}
		return log;
	}

	/** Opens to read only, beside a running server if need be. */
	static reader(environment: LogEnvironment, kb: string): CommitLog {
		const last = lastSequence(environment, kb);
		if (last === 0) return new CommitLog(environment, kb, GENESIS);
		const count = environment.commits.getKeysCount({ start: [kb, 1], end: [kb, last + 1] });
		if (count !== last) throw journalDamaged(kb, firstGap(environment, kb), "it is missing");
		const { sequence, recordedAt, hash } = recordOf(environment, kb, last);
		return new CommitLog(environment, kb, { sequence, recordedAt, hash });
	}

	/** The last commit that is on disk. */
	get head(): Head {
		return this.#head;
	}

	/** The last commit given to the log, on disk or on its way. */
	get tip(): Head {
		return this.#tip;
	}

	/** Whether the environment takes no more writes, see {@link LogEnvironment.write}. */
	get failed(): boolean {
		return this.#environment.failure !== undefined;
	}

	/** @throws UTOPIA_STORE_UNAVAILABLE when the environment takes no more writes. */
	admit(): void {
		this.#environment.admit();
	}

	/**
	 * Gives the commit its place at once; `flushed` resolves when it and all before it are on disk.
	 * @throws UTOPIA_COMMIT_CONFLICT when its record instant is not after that of the tip.
	 */
	append(patch: { readonly recordedAt: Instant; readonly remove: Uint8Array; readonly insert: Uint8Array }): {
		readonly head: Head;
		readonly flushed: Promise<void>;
	} {
		const digest = new PatchDigest();
		digest.add("remove", patch.remove);
		digest.add("insert", patch.insert);
		return this.#seal({ ...patch, patch: digest.hex(), pieces: 0 });
	}

	/** Starts a commit in pieces. Nothing else may be appended until it is sealed or discarded. */
	stage(): Staging {
		return stagingAt(this.#environment, this.kb, this.#tip.sequence + 1);
	}

	/** Makes the pieces of a staging count. */
	seal(staging: Staging, recordedAt: Instant): { readonly head: Head; readonly flushed: Promise<void> } {
		if (staging.sequence !== this.#tip.sequence + 1)
			throw new TypeError("the log has moved past this staging");
		const { patch, pieces } = staging.finished();
		return this.#seal({ recordedAt, remove: NOTHING, insert: NOTHING, patch, pieces });
	}

	#seal(parts: {
		readonly recordedAt: Instant;
		readonly remove: Uint8Array;
		readonly insert: Uint8Array;
		readonly patch: string;
		readonly pieces: number;
	}): { readonly head: Head; readonly flushed: Promise<void> } {
		const previous = this.#tip;
		if (previous.recordedAt !== undefined && parts.recordedAt <= previous.recordedAt) {
			throw new UtopiaError("UTOPIA_COMMIT_CONFLICT", "The base has moved past this record instant");
		}
		const { bytes, head } = sealed({ kb: this.kb, previous, ...parts });
		this.#tip = head;
		const written = this.#environment.write(() => {
			void this.#environment.commits.put([this.kb, head.sequence], bytes);
		});
		const flushed = Promise.all([this.#flushing, written]).then(() => {
			this.#head = head;
		});
		this.#flushing = flushed;
		flushed.catch(() => {
			// Whoever appended is told. What did not come to disk has no place: the environment takes no more writes.
			this.#tip = this.#head;
		});
		return { head, flushed };
	}

	/** The first commits recorded after an instant, none past `upTo`. Found by halving: instants ascend with the sequence. */
	commitsAfter(
		after: Instant | undefined,
		{ upTo, limit }: { readonly upTo: number; readonly limit: number },
	): readonly PastCommit[] {
		let low = 1;
		let high = upTo + 1;
		while (after !== undefined && low < high) {
			const middle = (low + high) >> 1;
			if (this.record(middle).recordedAt <= after) low = middle + 1;
			else high = middle;
		}
		const count = Math.max(0, Math.min(limit, upTo + 1 - low));
		return Array.from({ length: count }, (_, n) => {
			const { sequence, recordedAt } = this.record(low + n);
			return { sequence, recordedAt };
		});
	}

	/** The record of one commit, checked for form but not against its patch. */
	record(sequence: number): CommitRecord {
		return recordOf(this.#environment, this.kb, sequence);
	}

	/**
	 * The blocks of the commits after `after`, up to and with `upTo`, in order. Every commit is checked against its hash and the one before.
	 * @throws UTOPIA_JOURNAL_DAMAGED at the first one that is not what was written; its last block has been handed out by then.
	 */
	async *blocks(after: Head, upTo: number): AsyncGenerator<LogBlock> {
		let { hash } = after;
		for (let sequence = after.sequence + 1; sequence <= upTo; sequence++) {
			const found = this.#opened(sequence);
			const { record } = found;
			if (record.previous !== hash)
				throw journalDamaged(this.kb, sequence, "it does not follow the one before");
			const digest = new PatchDigest();
			for (const [op, nquads] of this.#blocksOf(found)) {
				digest.add(op, nquads);
				yield { record, op, nquads };
			}
			if (digest.hex() !== record.patch) throw journalDamaged(this.kb, sequence, "its patch was changed");
			hash = record.hash;
		}
	}

	*#blocksOf({
		record,
		remove,
		insert,
	}: Extract<ReturnType<typeof opened>, { record: CommitRecord }>): Generator<
		[op: PatchChunk["op"], nquads: Uint8Array]
	> {
		if (record.pieces === 0) {
			yield ["remove", remove];
			yield ["insert", insert];
			return;
		}
		yield* stagingAt(this.#environment, this.kb, record.sequence).read(record.pieces);
	}

	#opened(sequence: number): Extract<ReturnType<typeof opened>, { record: CommitRecord }> {
		return openedAt(this.#environment, this.kb, sequence);
	}

	/**
	 * Walks the whole chain, every byte of it.
	 * @throws UTOPIA_JOURNAL_DAMAGED at the first commit that is not what was written.
	 */
	async verify(): Promise<{ readonly head: Head; readonly bytes: number }> {
		const head = CommitLog.reader(this.#environment, this.kb).head;
		let bytes = 0;
		for await (const { nquads } of this.blocks(GENESIS, head.sequence)) bytes += nquads.byteLength;
		return { head, bytes };
	}
}

function lastSequence(environment: LogEnvironment, kb: string): number {
	const [last] = environment.commits.getKeys({
		start: [kb, Number.MAX_SAFE_INTEGER],
		end: [kb, 0],
		reverse: true,
		limit: 1,
	});
	return last?.[1] ?? 0;
}

function firstGap(environment: LogEnvironment, kb: string): number {
	let expected = 1;
	for (const [, sequence] of environment.commits.getKeys({
		start: [kb, 1],
		end: [kb, Number.MAX_SAFE_INTEGER],
	})) {
		if (sequence !== expected) break;
		expected++;
	}
	return expected;
}

function recordOf(environment: LogEnvironment, kb: string, sequence: number): CommitRecord {
	return openedAt(environment, kb, sequence).record;
}

function openedAt(
	environment: LogEnvironment,
	kb: string,
	sequence: number,
): Extract<ReturnType<typeof opened>, { record: CommitRecord }> {
	let bytes: Buffer | undefined;
	try {
		bytes = environment.commits.get([kb, sequence]);
	} catch (cause) {
		throw journalDamaged(kb, sequence, "it cannot be read", cause);
	}
	if (bytes === undefined) throw journalDamaged(kb, sequence, "it is missing");
	const found = opened(bytes, kb, sequence);
	if ("reason" in found) throw journalDamaged(kb, sequence, found.reason);
	return found;
}
