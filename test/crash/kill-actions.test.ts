import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type View, wholeView } from "../../src/access/view.ts";
import { JournalReader } from "../../src/store/log/journal-reader.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { Writer } from "../../src/writing/writer.ts";
import { HISTORY_KB } from "../support/history-base.ts";
import { BATCH, type KeyedAction, keyedAction } from "../support/keyed-actions.ts";
import { temporaryFolder, testQuery } from "../support/stores.ts";

const ACTOR = fileURLToPath(new URL("actor.ts", import.meta.url));
const KILLS = Number(process.env["KILLS"] ?? 6);

interface Answered {
	readonly action: KeyedAction;
	readonly answer: string;
}

/** Starts an actor, kills it some milliseconds after it was answered some actions, and tells what it was answered. */
async function killedActor(folder: string, first: number, seed: number): Promise<readonly Answered[]> {
	const child = spawn(process.execPath, ["--import", "tsx", ACTOR, folder, `${first}`], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const closed = once(child, "close");
	// The first line says that it is ready.
	const enough = 1 + (seed % 12);
	let output = "";
	await new Promise<void>((resolve) => {
		child.stdout.on("data", (text: Buffer) => {
			output += text.toString();
			if (output.split("\n").length > enough) resolve();
		});
		child.on("close", () => resolve());
	});
	await new Promise((resolve) => setTimeout(resolve, seed % 40));
	child.kill("SIGKILL");
	expect(((await closed) as [number | null, string | null])[1]).toBe("SIGKILL");
	// The last line may have been cut by the kill.
	const lines = output.slice(0, output.lastIndexOf("\n")).split("\n").slice(1);
	return lines.map((line) => JSON.parse(line) as Answered);
}

const K = `urn:utopia:kb:${HISTORY_KB}:`;
const PREFIXES = `PREFIX prov: <http://www.w3.org/ns/prov#> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX u: <urn:utopia:ns:>`;
const counted = (pattern: string) => testQuery(`${PREFIXES} SELECT (COUNT(*) AS ?n) WHERE { ${pattern} }`);
const inLedger = (pattern: string) => `GRAPH <${K}graph:ledger> { ${pattern} }`;
const berth = `GRAPH ?fact { ?vessel <${K}relation:berths_at> ?berth } FILTER(STRSTARTS(STR(?fact), "${K}fact:"))`;
const isFact = inLedger("?fact rdf:type rdf:Statement");

/** What would be there of a commit that came through in part: none of it may be. */
const HALVES: Readonly<Record<string, string>> = {
	"a claim without its row": `${berth} FILTER NOT EXISTS { ${isFact} }`,
	"a row without its claim": `${isFact} FILTER NOT EXISTS { GRAPH ?fact { ?s ?p ?o } }`,
	"a row without its page": `${isFact} FILTER NOT EXISTS { GRAPH <${K}graph:record> { ?fact u:onPage ?page } }`,
	"a page without its kind": `GRAPH <${K}graph:record> { ?row u:onPage ?page } FILTER NOT EXISTS { GRAPH <${K}graph:record> { ?page u:pageKind ?kind } }`,
	"a row without its evidence": `${berth} FILTER NOT EXISTS { GRAPH <${K}graph:documents> { ?evidence u:supports ?fact } }`,
	"evidence without its row": `GRAPH <${K}graph:documents> { ?evidence u:supports ?fact } FILTER NOT EXISTS { ${isFact} }`,
	"a held row without its plain triple": `${berth} FILTER NOT EXISTS { ${inLedger("?fact prov:invalidatedAtTime ?end")} } FILTER NOT EXISTS { GRAPH <${K}graph:current> { ?vessel <${K}relation:berths_at> ?berth } }`,
	"a row that replaces one which is held": `${inLedger("?fact u:supersedes ?old")} FILTER NOT EXISTS { ${inLedger("?old prov:invalidatedAtTime ?end")} }`,
};
/** Batches by the instant at which they were recorded first: each has all its facts. */
const batches = testQuery(
	`${PREFIXES} SELECT ?at (COUNT(?fact) AS ?n) WHERE { ${berth} ${inLedger("?fact prov:generatedAtTime ?at")} ${inLedger("?fact u:cause 'asserted'")} } GROUP BY ?at`,
);

async function expectWhole(view: View): Promise<void> {
	for (const [half, pattern] of Object.entries(HALVES)) {
		const [row] = await view.select(counted(pattern));
		expect(row?.get("n")?.value, half).toBe("0");
	}
	for (const row of await view.select(batches)) expect(row.get("n")?.value).toBe(String(BATCH));
}

/** Sends again what was answered: the same bytes come back, and nothing is written. */
async function expectKept(answered: readonly Answered[], writer: Writer): Promise<void> {
	const before = writer.view.head().sequence;
	for (const { action, answer } of answered) {
		const { action: run, request, alone } = keyedAction(action, writer.view);
		expect(await writer.write(run, (told) => JSON.stringify(told), { request, alone })).toBe(answer);
	}
	expect(writer.view.head().sequence).toBe(before);
}

test(`of ${KILLS} kills none loses an action that was answered or leaves half of one`, {
	timeout: 600_000,
}, async () => {
	using folder = temporaryFolder();
	const first = process.pid;
	process.stdout.write(`${KILLS} kills, seed ${first}\n`);
	let [total, head] = [0, 0];
	for (let kill = 0; kill < KILLS; kill++) {
		const answered = await killedActor(folder.path, 1_000 * kill, first + kill * 7);
		await using directory = await DataDirectory.open(folder.path, { warn: () => undefined });
		const store = await directory.kb(HISTORY_KB);
		const view = wholeView(store, HISTORY_KB);
		await expectWhole(view);
		await expectKept(answered, new Writer(store, view));
		total += answered.length;
		head = store.head().sequence;
	}
	await using journal = JournalReader.open(folder.path);
	expect((await journal.log(HISTORY_KB).verify()).head.sequence).toBe(head);
	expect(total).toBeGreaterThan(0);
	process.stdout.write(`${total} actions answered to killed processes, ${head} commits\n`);
});
