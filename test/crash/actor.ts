import { writeSync } from "node:fs";
import { wholeView } from "../../src/access/view.ts";
import { UtopiaError } from "../../src/errors.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { Writer } from "../../src/writing/writer.ts";
import { HISTORY_KB, historyText } from "../support/history-base.ts";
import { type KeyedAction, keyedAction } from "../support/keyed-actions.ts";

// A process that does actions until it is killed, several at a time, and says on its output what it was answered.
// Run by kill-actions.test.ts.

const [folder = "", first = ""] = process.argv.slice(2);
const directory = await DataDirectory.open(folder, { warn: () => {}, imageEvery: 50 });
const store = await directory.kb(HISTORY_KB);
const view = wholeView(store, HISTORY_KB);
if (store.head().sequence === 0)
	await importLedger(
		{ store, view },
		(async function* () {
			yield Buffer.from(historyText());
		})(),
		{
			filename: "base.ttl",
		},
	);
const writer = new Writer(store, view);

const rows: string[] = [];
const merges: string[] = [];
async function write(action: KeyedAction): Promise<void> {
	const { action: run, request, alone } = keyedAction(action, view);
	try {
		const answer = await writer.write(run, (told) => JSON.stringify(told), { request, alone });
		const { facts, row, merge } = JSON.parse(answer) as {
			facts?: readonly { row: string }[];
			row?: string;
			merge?: string;
		};
		rows.push(...(facts ?? []).map((fact) => fact.row), ...(row === undefined ? [] : [row]));
		if (merge !== undefined && action.does === "merge") merges.push(merge);
		writeSync(1, `${JSON.stringify({ action, answer })}\n`);
	} catch (error) {
		// What it named has been replaced meanwhile.
		if (!(error instanceof UtopiaError)) throw error;
	}
}

writeSync(1, "ready\n");
for (let n = Number(first); ; n += 4) {
	const row = rows.shift() ?? "";
	const merge = merges.shift() ?? "";
	await Promise.all([
		write({ n, does: "assert" }),
		write({ n: n + 1, does: "assert" }),
		write({ n: n + 2, does: n % 3 === 0 ? "retract" : "correct", row }),
		n % 8 === 0 ? write({ n: n + 3, does: merge === "" ? "merge" : "revert", merge }) : undefined,
	]);
}
