import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CommitLog } from "../log/commit-log.ts";
import { GENESIS } from "../log/commit-record.ts";
import { EngineLost, EngineWorker } from "./engine-worker.ts";
import { writeImage } from "./image.ts";
import type { Standing } from "./protocol.ts";

const IMAGE_NAME = /^(\d+)\.image$/;
/** Messages on their way to a replaying engine: enough to keep it busy, few enough to keep memory low. */
const AHEAD = 4;

export interface BuilderOptions {
	/** Where this base's images are kept; `undefined` switches images off. */
	readonly images: string | undefined;
	readonly warn: (line: string) => void;
}

/** Makes engines that stand at a head of the log: from the newest image that fits and the commits after it, or from all commits. */
export class EngineBuilder {
	readonly #log: CommitLog;
	readonly #images: string | undefined;
	readonly #warn: (line: string) => void;
	#imageSequence: number;

	constructor(log: CommitLog, { images, warn }: BuilderOptions) {
		this.#log = log;
		this.#warn = warn;
		this.#images = images !== undefined && this.#made(images) ? images : undefined;
		this.#imageSequence = this.#sequences()[0] ?? 0;
	}

	/** A base without a place for its images is served all the same. */
	#made(images: string): boolean {
		try {
			mkdirSync(images, { recursive: true });
			return true;
		} catch (error) {
			this.#warn(`base ${this.#log.kb}: memory images are off: ${String(error)}`);
			return false;
		}
	}

	/** Where the newest image stands; 0 when there is none. */
	get imageSequence(): number {
		return this.#imageSequence;
	}

	get imagesOn(): boolean {
		return this.#images !== undefined;
	}

	/**
	 * An engine that stands at the head of the log.
	 * @throws UTOPIA_JOURNAL_DAMAGED when the log is not what was written.
	 */
	async build({ fromLog = false }: { readonly fromLog?: boolean } = {}): Promise<EngineWorker> {
		const worker = (fromLog ? undefined : await this.#restored()) ?? fresh();
		try {
			if (worker.standing.sequence === 0) await this.#foresee(worker);
			await this.catchUp(worker);
		} catch (error) {
			await worker.terminate();
			throw error;
		}
		return worker;
	}

	/** Brings an engine from where it stands to the head of the log. */
	async catchUp(worker: EngineWorker): Promise<void> {
		const head = this.#log.head;
		const from = worker.standing;
		if (from.sequence >= head.sequence) return;
		const onTheirWay: Promise<unknown>[] = [];
		for await (const { op, nquads } of this.#log.blocks({ ...GENESIS, ...from }, head.sequence)) {
			if (nquads.byteLength === 0) continue;
			const own = new Uint8Array(nquads);
			const taken = worker.ask("replay", { op, nquads: own }, [own.buffer]);
			taken.catch(() => {}); // heard below, unless the log fails first
			onTheirWay.push(taken);
			if (onTheirWay.length > AHEAD) await onTheirWay.shift();
		}
		await Promise.all(onTheirWay);
		await stand(worker, { sequence: head.sequence, hash: head.hash });
	}

	/** Writes an image of the engine, where it stands, and drops older ones. Failing to is said, not thrown. */
	async keepImage(worker: EngineWorker): Promise<void> {
		const { sequence } = worker.standing;
		await this.#kept(sequence, (path) => worker.ask("snapshot", { path, kb: this.#log.kb }));
	}

	/** As `keepImage`, but writes when the answered function is called, while the engine goes on; a large engine's at once. */
	async imageToKeep(worker: EngineWorker): Promise<() => Promise<void>> {
		const nothing = async () => {};
		if (this.#images === undefined) return nothing;
		const { sequence } = worker.standing;
		const copy = await worker.ask("copy", { kb: this.#log.kb });
		if (copy !== undefined) {
			const memory = new Uint8Array(copy.memory);
			return () => this.#kept(sequence, (path) => writeImage(path, copy.header, memory));
		}
		await this.keepImage(worker);
		return nothing;
	}

	async #kept(sequence: number, write: (path: string) => Promise<void>): Promise<void> {
		if (this.#images === undefined || sequence === 0) return;
		try {
			await write(join(this.#images, `${sequence}.image`));
		} catch (error) {
			if (error instanceof EngineLost) throw error;
			this.#warn(`base ${this.#log.kb}: no image at commit ${sequence}: ${String(error)}`);
			return;
		}
		this.#imageSequence = sequence;
		for (const older of this.#sequences()) {
			if (older < sequence) rmSync(join(this.#images, `${older}.image`), { force: true });
		}
	}

	/** What is never inserted leaves no trace: the whole log is read once for what it removes before it is replayed. */
	async #foresee(worker: EngineWorker): Promise<void> {
		for await (const { op, nquads } of this.#log.blocks(GENESIS, this.#log.head.sequence)) {
			if (op === "remove" && nquads.byteLength > 0)
				await worker.ask("foresee", { nquads: new Uint8Array(nquads) });
		}
	}

	async #restored(): Promise<EngineWorker | undefined> {
		if (this.#images === undefined) return undefined;
		for (const sequence of this.#sequences()) {
			if (sequence > this.#log.head.sequence) {
				this.#warn(`base ${this.#log.kb}: image ${sequence} is ahead of the log and not used`);
				continue;
			}
			const worker = fresh();
			const path = join(this.#images, `${sequence}.image`);
			const reason = await this.#restore(worker, path, this.#log.record(sequence));
			if (reason === undefined) return worker;
			await worker.terminate();
			this.#warn(`base ${this.#log.kb}: image ${sequence} is not used, ${reason}; replaying the log`);
		}
		return undefined;
	}

	async #restore(worker: EngineWorker, path: string, expected: Standing): Promise<string | undefined> {
		let found: Standing | string;
		try {
			found = await worker.ask("restore", { path, kb: this.#log.kb });
		} catch (error) {
			return String(error);
		}
		if (typeof found === "string") return found;
		if (found.sequence !== expected.sequence || found.hash !== expected.hash)
			return "it stands in another history";
		worker.standing = found;
		return undefined;
	}

	#sequences(): readonly number[] {
		if (this.#images === undefined) return [];
		return readdirSync(this.#images)
			.flatMap((name) => IMAGE_NAME.exec(name)?.[1] ?? [])
			.map(Number)
			.sort((a, b) => b - a);
	}
}

/** An engine with nothing in it. */
export function fresh(): EngineWorker {
	const worker = new EngineWorker();
	worker.standing = GENESIS;
	return worker;
}

/** Tells an engine, and remembers, where it stands after lines were staged or replayed. */
export async function stand(worker: EngineWorker, standing: Standing): Promise<void> {
	await worker.ask("stand", standing);
	worker.standing = standing;
}
