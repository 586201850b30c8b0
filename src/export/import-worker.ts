import { parentPort, workerData } from "node:worker_threads";
import { UtopiaError } from "../errors.ts";
import type { Instant } from "../time/instant.ts";
import { checkContent } from "./check-content.ts";
import { checkPlan } from "./check-plan.ts";
import { type Continuation, continuation, NOTHING_HELD } from "./continuation.ts";
import { type ImportPlan, importPlan } from "./import-plan.ts";
import type { FileCounts, FromThread, ImportOrder, ToThread } from "./import-protocol.ts";
import { ImportWriter } from "./import-writer.ts";
import { Mailbox } from "./mailbox.ts";
import { readFile } from "./read-file.ts";
import { Refusals } from "./refusals.ts";

type Send = (message: FromThread) => void;
type Mail = Mailbox<ToThread>;

/**
 * The thread in which a file is read, checked and turned into quads. The main thread only passes bytes in and pieces on. A file
 * that reads well is checked while the engine takes its first pieces; a refusal then comes in the place of the end.
 */
async function run(order: ImportOrder, mail: Mail, send: Send): Promise<void> {
	const refusals = new Refusals();
	let bytesRead = 0;
	const onBytes = (count: number) => {
		bytesRead += count;
		send({ kind: "room", bytesRead });
	};
	const file = await readFile(bytesOf(mail), order.kb, refusals, { ...order, onBytes });
	send({ kind: "phase", phase: "checking" });
	const plan = importPlan(file, refusals, order.now as Instant);
	if (refusals.count === 0) checkContent(plan, refusals);
	const writer = new ImportWriter(plan, order.kb);
	const base = await heldBefore(plan, writer, { order, mail, send, refusals });
	const checks = checkPlan(plan, base, refusals);
	if (order.dryRun || refusals.count > 0) finish(checks, refusals);
	const ending = [...base.ended].filter((iri) => plan.facts.get(iri)?.predicate !== undefined);
	const iris = ending.map((iri) => file.term(iri).value);
	send({ kind: "ready", counts: countsOf(plan), latest: plan.times.latest, ending: iris });
	const { last, leaving } = await expected(mail, "write");
	send({ kind: "phase", phase: "writing" });
	try {
		for (const { op, nquads } of pieces(plan, writer, { base, last, leaving })) {
			send({ kind: "piece", op, nquads, quads: writer.quads });
			await mail.room(checks);
			if (refusals.count > 0) break;
		}
	} finally {
		// What is wrong with the file tells more than what writing it came upon.
		finish(checks, refusals);
	}
	send({ kind: "done", quads: writer.quads });
}

/** Takes the steps that are left. @throws UTOPIA_IMPORT_REFUSED when anything was found wrong. */
function finish(checks: Iterator<void>, refusals: Refusals): void {
	while (!checks.next().done);
	refusals.throwIfAny();
}

function* pieces(
	plan: ImportPlan,
	writer: ImportWriter,
	{ base, last, leaving }: { readonly base: Continuation } & Pick<ToWrite, "last" | "leaving">,
): Generator<Pick<Extract<FromThread, { kind: "piece" }>, "op" | "nquads">> {
	const removed = removals(plan, writer, leaving);
	if (removed !== "") yield { op: "remove", nquads: removed };
	for (const nquads of writer.pieces(base, last)) yield { op: "insert", nquads };
}

type ToWrite = Extract<ToThread, { kind: "write" }>;

async function expected<Kind extends ToThread["kind"]>(
	mail: Mail,
	kind: Kind,
): Promise<Extract<ToThread, { kind: Kind }>> {
	const message = await mail.next();
	if (message.kind !== kind) throw new TypeError(`unexpected ${message.kind}`);
	return message as Extract<ToThread, { kind: Kind }>;
}

/** Asks the main thread for what the base holds of the things that the file names. */
async function heldBefore(
	plan: ImportPlan,
	writer: ImportWriter,
	{ order, mail, send, refusals }: { order: ImportOrder; mail: Mail; send: Send; refusals: Refusals },
): Promise<Continuation> {
	if (order.head === undefined) return NOTHING_HELD;
	const subjects = new Set<number>();
	plan.file.table.eachUse((term) => {
		const { termType, value } = plan.file.term(term);
		if (termType !== "NamedNode") return;
		if (value.startsWith("urn:utopia:kb:") || plan.file.table.has(term)) subjects.add(term);
	});
	// A fact or derived fact may name a class of another vocabulary that an earlier file has declared.
	for (const { object, ownObject } of [...plan.facts.values(), ...plan.derived.values()])
		for (const term of [object, ownObject])
			if (plan.file.term(term).termType === "NamedNode") subjects.add(term);
	send({ kind: "held?", subjects: [...subjects].map((term) => plan.file.term(term).value) });
	const lines: string[] = [];
	for (let isLast = false; !isLast; ) {
		const held = await expected(mail, "held");
		for (const line of held.lines) lines.push(line);
		isLast = held.isLast;
	}
	return continuation(plan, writer, { lines, head: order.head as Instant }, refusals);
}

/** The lines of `current` that leave the base with the facts that are ended. */
function removals({ file, facts }: ImportPlan, writer: ImportWriter, leaving: readonly string[]): string {
	const lines = leaving.map((iri) => {
		const fact = facts.get(file.dictionary.find(iri) ?? -1);
		if (fact === undefined) throw new TypeError(`not in the file: ${iri}`);
		return `${writer.currentLine(fact)}\n`;
	});
	return [...new Set(lines)].join("");
}

async function* bytesOf(mail: Mail): AsyncGenerator<Uint8Array> {
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
