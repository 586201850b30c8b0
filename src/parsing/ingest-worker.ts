import { Worker } from "node:worker_threads";
import { chunksOf } from "../chunking/chunks.ts";
import { estimatedPieces } from "../chunking/estimated-pieces.ts";
import { UtopiaError } from "../errors.ts";
import { leaveNetwork } from "./no-network.ts";
import { opened, packed } from "./parcels.ts";
import { parse } from "./parse.ts";
import type { Answer, Ended, Order, PieceCounter, PieceModule, PieceSource } from "./protocol.ts";
import { codePoints } from "./text-builder.ts";

/**
 * The process in which files are read: one after the other, each into its text and chunks. It may be killed at any moment, and
 * everything it does is lost with it.
 */
async function obey(order: Order): Promise<Ended> {
	const bytes = await opened(order.bytes);
	const { text, attachments, ...file } = await parse(order.filename, { ...order, bytes });
	say({ kind: "parsed", chars: text === undefined ? 0 : codePoints(text) });
	const count = await counterOf(order.pieces);
	const chunks =
		text === undefined ? [] : chunksOf({ text, markup: file.markup, anchors: file.anchors }, count);
	const parcels = [];
	for (const { filename, bytes: inside } of attachments) {
		parcels.push({ filename, bytes: await packed(inside, order.folder) });
	}
	return {
		kind: "done",
		file,
		...(text === undefined ? {} : { text: await packed(Buffer.from(text), order.folder) }),
		attachments: parcels,
		chunks,
		resident: process.memoryUsage.rss(),
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
