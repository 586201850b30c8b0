import { Worker } from "node:worker_threads";
import { type ChunkedText, chunksOf } from "../chunking/chunks.ts";
import { estimatedPieces } from "../chunking/estimated-pieces.ts";
import { layoutOf } from "../chunking/places.ts";
import { UtopiaError } from "../errors.ts";
import { charsOf } from "../text/code-points.ts";
import { outlineOf, pagesOf } from "../text/paged-text.ts";
import { leaveNetwork } from "./no-network.ts";
import { opened, packed } from "./parcels.ts";
import { parse } from "./parse.ts";
import type { Answer, Ended, Order, PieceCounter, PieceModule, PieceSource, SentText } from "./protocol.ts";

/**
 * The process in which files are read: one after the other, each into its text and chunks. It may be killed at any moment, and
 * everything it does is lost with it.
 */
async function obey(order: Order): Promise<Ended> {
	const bytes = await opened(order.bytes);
	const { text, anchors, attachments, ...file } = await parse(order.filename, { ...order, bytes });
	say({ kind: "parsed", chars: text === undefined ? 0 : charsOf(text) });
	const sent = text === undefined ? undefined : await cut({ text, anchors, markup: file.markup }, order);
	const parcels = [];
	for (const { filename, bytes: inside } of attachments) {
		parcels.push({ filename, bytes: await packed(inside, order.folder) });
	}
	return {
		kind: "done",
		file,
		...(sent === undefined ? {} : { text: sent }),
		attachments: parcels,
		resident: process.memoryUsage.rss(),
	};
}

/** A text and the layout of its chunks. */
async function cut(file: ChunkedText, { pieces, folder }: Order): Promise<SentText> {
	const { text } = file;
	const layout = layoutOf(text, chunksOf(file, await counterOf(pieces)));
	const utf8 = Buffer.from(text);
	const { chars, lines, pages } = outlineOf(pagesOf(utf8));
	return {
		utf8: await packed(utf8, folder),
		figures: { chars, lines, pages },
		layout: await packed(layout, folder),
	};
}

async function counterOf(source: PieceSource | undefined): Promise<PieceCounter> {
	if (source === undefined) return estimatedPieces;
	const module: PieceModule = await import(source.module);
	return module.pieceCounter(source.argument);
}

function refusal(error: unknown): Ended {
	if (!(error instanceof UtopiaError)) {
		return { kind: "failed", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
	const { code, message, details, cause } = error;
	return {
		kind: "refused",
		code,
		message,
		details,
		cause: cause instanceof Error ? (cause.stack ?? "") : "",
	};
}

function say(answer: Answer): void {
	process.send?.(answer);
}

leaveNetwork();
let guarded = false;
process.on("message", (order: Order) => {
	if (!guarded) {
		// Text and what it was made from lie beside each other for a while, some of it outside the heap.
		const workerData = { residentBytes: 2 * order.limits.memoryMb * 2 ** 20 };
		new Worker(new URL("./memory-guard.js", import.meta.url), { workerData }).unref();
		guarded = true;
	}
	void obey(order).catch(refusal).then(say);
});
say({ kind: "ready" });
