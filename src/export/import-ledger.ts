import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import { lastPages } from "../ledger/last-pages.ts";
import { lastOfTheirClaim } from "../ledger/same-claims.ts";
import type { Head, PatchChunk, Store } from "../store/port.ts";
import type { Instant } from "../time/instant.ts";
import type { Reservation } from "../time/record-clock.ts";
import { heldLines } from "./held-things.ts";
import type { FileCounts, FromThread } from "./import-protocol.ts";
import { ImportThread } from "./import-thread.ts";

/** The base that a file is imported into: its store and its whole view. */
export interface ImportTarget {
	readonly store: Store;
	readonly view: View;
}

/** How far an import has come. */
export interface ImportProgress {
	readonly phase: "reading" | "checking" | "writing";
	readonly bytesRead: number;
	/** Quads handed to the store. */
	readonly quads: number;
}

export interface ImportOptions {
	/** Name, extension or media type; else the file's name tells, else its beginning. */
	readonly format?: string | undefined;
	readonly filename?: string | undefined;
	/** Reads and checks everything, and writes nothing. */
	readonly dryRun?: boolean;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: (progress: ImportProgress) => void;
}

/** What an import has brought. */
export interface ImportReport extends FileCounts {
	/** Quads written, pages and spellings included; 0 in a dry run. */
	readonly quads: number;
	/** Where the base stands afterwards. */
	readonly head: Head;
}

/**
 * Imports a file in our own mapping with its record times (rules I1 to I8): all of it becomes visible at once, or the base
 * stays as it was. Reading and checking happen in a thread of their own.
 * @throws UTOPIA_RDF_MALFORMED for syntax, with line and column; UTOPIA_IMPORT_REFUSED for what the file says, up to a
 * hundred reasons in `details.refusals`; UTOPIA_INTERRUPTED when the signal says so.
 */
export async function importLedger(
	{ store, view }: ImportTarget,
	body: AsyncIterable<Uint8Array>,
	options: ImportOptions = {},
): Promise<ImportReport> {
	const { signal, onProgress } = options;
	throwIfStopped(signal);
	const head = store.head();
	const progress = { phase: "reading" as ImportProgress["phase"], bytesRead: 0, quads: 0 };
	const heard = (message: FromThread) => {
		if (message.kind === "room") progress.bytesRead = message.bytesRead;
		else if (message.kind === "phase") progress.phase = message.phase;
		else if (message.kind === "piece" || message.kind === "done") progress.quads = message.quads;
		onProgress?.({ ...progress });
	};
	const { format, filename, dryRun = false } = options;
	const order = { kb: view.kb, format, filename, dryRun, now: view.clock.now(), head: head.recordedAt };
	await using thread = new ImportThread(order, heard);
	const { counts, latest, ending } = await stoppable(signal, () => read(thread, view, body));
	if (dryRun) return { ...counts, quads: 0, head };
	const isEmpty = head.recordedAt === undefined;
	const last = isEmpty ? new Map() : await lastPages(view);
	thread.send({ kind: "write", last, leaving: await lastOfTheirClaim(view, ending) });
	const pieces = piecesOf(thread);
	const first = await pieces.next();
	if (first.done) return { ...counts, quads: 0, head };
	// From here on the store alone decides whether a stop still comes in time.
	const stream = startingWith(first.value, pieces);
	const sealed = await sealedIn({ store, view }, stream, { latest, head: head.sequence, signal });
	return { ...counts, quads: progress.quads, head: sealed };
}

/** The base's head after the import is the last moment the file knows of, so that a continuation can follow it (I2). */
async function sealedIn(
	{ store, view }: ImportTarget,
	pieces: AsyncIterable<PatchChunk>,
	{ latest, ...options }: Parameters<Store["commitBulk"]>[2] & { readonly latest: bigint | undefined },
): Promise<Head> {
	let reservation: Reservation | undefined;
	const seal = () => {
		reservation = view.clock.reserve(latest as Instant | undefined);
		return { recordedAt: reservation.at };
	};
	try {
		return await store.commitBulk(pieces, seal, options);
	} catch (error) {
		throw overtaken(error);
	} finally {
		reservation?.[Symbol.dispose]();
	}
}

async function read(thread: ImportThread, view: View, body: AsyncIterable<Uint8Array>) {
	const feeding = thread.feed(body);
	// A body that breaks off ends the import; a thread that fails ends the feeding.
	const broken = feeding.then(() => new Promise<never>(() => undefined));
	for (;;) {
		const message = await Promise.race([thread.next(), broken]);
		if (message.kind === "held?") {
			for await (const lines of heldLines(view, message.subjects))
				thread.send({ kind: "held", lines, isLast: false });
			thread.send({ kind: "held", lines: [], isLast: true });
		} else if (message.kind === "ready") {
			await feeding;
			return message;
		} else throw new TypeError(`unexpected ${message.kind}`);
	}
}

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
	yield first;
	yield* rest;
}

async function* piecesOf(thread: ImportThread): AsyncGenerator<PatchChunk, void> {
	for (;;) {
		const message = await thread.next();
		if (message.kind === "done") return;
		if (message.kind !== "piece") throw new TypeError(`unexpected ${message.kind}`);
		yield { op: message.op, nquads: message.nquads };
		thread.taken();
	}
}

/** What was checked against the base as it stood is worth nothing once somebody else has written. */
function overtaken(error: unknown): unknown {
	if (!(error instanceof UtopiaError) || error.code !== "UTOPIA_COMMIT_CONFLICT") return error;
	const sentence =
		"Another import or write into this base came first, so nothing of this file was imported; send it again";
	return new UtopiaError(error.code, sentence, error.details, { cause: error });
}

function interruption(): UtopiaError {
	return new UtopiaError("UTOPIA_INTERRUPTED", "The import was stopped; the base is as it was");
}

function throwIfStopped(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw interruption();
}

async function stoppable<Value>(signal: AbortSignal | undefined, work: () => Promise<Value>): Promise<Value> {
	if (signal === undefined) return await work();
	let stop: () => void = () => undefined;
	const stopped = new Promise<never>((_, reject) => {
		stop = () => reject(interruption());
	});
	signal.addEventListener("abort", stop, { once: true });
	try {
		return await Promise.race([work(), stopped]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
