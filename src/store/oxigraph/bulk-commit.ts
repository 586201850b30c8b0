import { UtopiaError } from "../../errors.ts";
import type { Instant } from "../../time/instant.ts";
import type { CommitLog } from "../log/commit-log.ts";
import { piecesOf } from "../log/pieces.ts";
import type { Staging } from "../log/staging.ts";
import type { Head, PatchChunk } from "../port.ts";
import { type EngineBuilder, stand } from "./engine-builder.ts";
import type { EngineWorker } from "./engine-worker.ts";
import { interrupted } from "./patience.ts";

/** Pieces on their way to disk and engine at once; the generator waits for room. */
const AHEAD = 4;

export interface BulkOptions {
	readonly log: CommitLog;
	readonly builder: EngineBuilder;
	readonly memoryLimit: number;
	readonly warn: (line: string) => void;
}

/**
 * Takes a large commit to disk and into an engine of its own at the same time, and seals it. Answers that engine, which stands at
 * the new head, and how to keep its image. Whatever fails before the seal is on disk leaves the base as it was. Nothing else may write meanwhile.
 */
export async function bulkCommit(
	{ log, builder, memoryLimit, warn }: BulkOptions,
	chunks: AsyncIterable<PatchChunk>,
	seal: () => { readonly recordedAt: Instant },
	signal: AbortSignal | undefined,
): Promise<{ readonly head: Head; readonly worker: EngineWorker; readonly keepImage: () => Promise<void> }> {
	const staging = log.stage();
	const worker = await builder.build();
	let sealed: ReturnType<CommitLog["seal"]>;
	try {
		await staged(chunks, { staging, worker, memoryLimit }, signal);
		sealed = log.seal(staging, seal().recordedAt);
		await sealed.flushed;
	} catch (error) {
		await worker.terminate("its commit failed");
		if (!log.failed) {
			const swept = await staging.sweep();
			warn(`base ${log.kb}: dropped ${swept} pieces of a commit that failed`);
		}
		throw error;
	}
	const { head } = sealed;
	try {
		await stand(worker, { sequence: head.sequence, hash: head.hash });
		return { head, worker, keepImage: await builder.imageToKeep(worker) };
	} catch (error) {
		// The commit counts; only its engine is gone.
		warn(`base ${log.kb}: ${String(error)}; making another engine`);
		return { head, worker: await builder.build(), keepImage: async () => {} };
	}
}

interface Stage {
	readonly staging: Staging;
	readonly worker: EngineWorker;
	readonly memoryLimit: number;
}

async function staged(
	chunks: AsyncIterable<PatchChunk>,
	stage: Stage,
	signal: AbortSignal | undefined,
): Promise<void> {
	const onTheirWay: Promise<void>[] = [];
	try {
		for await (const { op, nquads } of untilAborted(chunks, signal)) {
			for (const piece of piecesOf(Buffer.from(nquads))) {
				const one = taken(op, piece, stage);
				one.catch(() => {}); // heard below; the generator may be waited for first
				onTheirWay.push(one);
				if (onTheirWay.length > AHEAD) await onTheirWay.shift();
			}
		}
	} finally {
		// Nothing may be on its way to disk when the caller sweeps.
		const rest = await Promise.allSettled(onTheirWay);
		for (const outcome of rest) if (outcome.status === "rejected") throwOf(outcome.reason);
	}
}

function throwOf(reason: unknown): never {
	throw reason;
}

async function taken(
	op: PatchChunk["op"],
	piece: Uint8Array,
	{ staging, worker, memoryLimit }: Stage,
): Promise<void> {
	const own = new Uint8Array(piece);
	const written = staging.add(op, piece);
	const asked = worker.ask("stage", { op, nquads: own }, [own.buffer]);
	await Promise.allSettled([asked, written]); // neither may go on when this has failed
	await written;
	const { refusal, memoryBytes } = await asked;
	if (refusal !== undefined) throw new UtopiaError("UTOPIA_RDF_MALFORMED", "Not RDF", { reason: refusal });
	if (memoryBytes > memoryLimit) throw baseFull(memoryBytes);
}

/** The refusal of writes to a base whose engine is near the end of its memory. */
export function baseFull(memoryBytes: number): UtopiaError {
	return new UtopiaError("UTOPIA_BASE_FULL", "This base has no room for more facts; start another one", {
		memoryBytes,
	});
}

/** The generator's items until the signal says stop, also when the generator itself is waiting for something. */
async function* untilAborted<Item>(
	items: AsyncIterable<Item>,
	signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
	const iterator = items[Symbol.asyncIterator]();
	let stop = () => {};
	const stopped = new Promise<never>((_, reject) => {
		stop = () => reject(interrupted());
	});
	stopped.catch(() => {});
	signal?.addEventListener("abort", stop, { once: true });
	if (signal?.aborted) stop();
	let whole = false;
	try {
		for (;;) {
			const next = await Promise.race([stopped, iterator.next()]);
			if (next.done) {
				whole = true;
				return;
			}
			yield next.value;
		}
	} finally {
		signal?.removeEventListener("abort", stop);
		if (!whole) void Promise.resolve(iterator.return?.()).catch(() => {});
	}
}
