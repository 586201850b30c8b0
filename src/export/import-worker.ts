import { parentPort, workerData } from "node:worker_threads";
import { UtopiaError } from "../errors.ts";
import type { Instant } from "../time/instant.ts";
import { checkPlan } from "./check-plan.ts";
import { type ImportPlan, importPlan } from "./import-plan.ts";
import type { FileCounts, FromThread, ImportOrder, ToThread } from "./import-protocol.ts";
import { ImportWriter } from "./import-writer.ts";
import { Mailbox } from "./mailbox.ts";
import { readFile } from "./read-file.ts";
import { Refusals } from "./refusals.ts";

/** The thread in which a file is read, checked and turned into quads. The main thread only passes bytes in and pieces on. */
async function run(order: ImportOrder, mail: Mailbox<ToThread>, send: (message: FromThread) => void) {
	const refusals = new Refusals();
	let bytesRead = 0;
	const onBytes = (count: number) => {
		bytesRead += count;
		send({ kind: "room", bytesRead });
	};
	const file = await readFile(bytesOf(mail), order.kb, refusals, { ...order, onBytes });
	send({ kind: "phase", phase: "checking" });
	const plan = importPlan(file, refusals, order.now as Instant);
	checkPlan(plan, refusals);
	refusals.throwIfAny();
	send({ kind: "ready", counts: countsOf(plan), latest: plan.times.latest });
	const answer = await mail.next();
	if (answer.kind !== "write") throw new TypeError(`unexpected ${answer.kind}`);
	send({ kind: "phase", phase: "writing" });
	const writer = new ImportWriter(plan, order.kb);
	for (const nquads of writer.pieces(answer.last)) {
		send({ kind: "piece", op: "insert", nquads, quads: writer.quads });
		await mail.room();
	}
	send({ kind: "done", quads: writer.quads });
}

async function* bytesOf(mail: Mailbox<ToThread>): AsyncGenerator<Uint8Array> {
	for (;;) {
		const message = await mail.next();
		if (message.kind === "end") return;
		if (message.kind !== "bytes") throw new TypeError(`unexpected ${message.kind}`);
		yield message.bytes;
	}
}

function countsOf(plan: ImportPlan): FileCounts {
	const counts = { class: 0, relation: 0, document: 0 };
	for (const kind of plan.kinds.values())
		if (kind === "class" || kind === "relation" || kind === "document") counts[kind]++;
	return {
		facts: plan.facts.size,
		entities: plan.entities.length,
		documents: counts.document,
		classes: counts.class,
		relations: counts.relation,
		statements: plan.file.table.length,
	};
}

const port = parentPort;
if (port !== null) {
	const send = (message: FromThread) => port.postMessage(message);
	run(workerData as ImportOrder, new Mailbox(port), send).catch((error: unknown) => {
		const known = error instanceof UtopiaError ? error : undefined;
		const message = known?.message ?? String((error as Error)?.stack ?? error);
		send({ kind: "failed", code: known?.code, message, details: known?.details ?? {} });
	});
}
