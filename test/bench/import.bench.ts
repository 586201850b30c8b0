/**
 * How fast is an import against the engine's own bulk load of the same quads, in one run?
 * `npx tsx test/bench/import.bench.ts [facts]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import oxigraph from "oxigraph";
import { wholeView } from "../../src/access/view.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { Store } from "../../src/store/port.ts";
import { generatedTurtle, GENERATED_KB as KB } from "../support/generated-base.ts";

const FACTS = Number(process.argv[2] ?? 20_000);
async function* body(): AsyncGenerator<Uint8Array> {
	for (const piece of generatedTurtle(FACTS)) yield Buffer.from(piece);
}

const folder = mkdtempSync(join(tmpdir(), "utopia-bench-"));
const directory = await DataDirectory.open(folder, { warn: (line) => console.error(line) });
const store = await directory.kb(KB);
const pieces: string[] = [];
const recording = new Proxy(store, {
	get: (target, name) => {
		if (name !== "commitBulk") return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
		const commitBulk: Store["commitBulk"] = (chunks, seal, options) =>
			target.commitBulk(
				(async function* () {
					for await (const chunk of chunks) {
						pieces.push(chunk.nquads);
						yield chunk;
					}
				})(),
				seal,
				options,
			);
		return commitBulk;
	},
});
const delays: number[] = [];
let last = performance.now();
const ticking = setInterval(() => {
	const now = performance.now();
	delays.push(now - last - 5);
	last = now;
}, 5);
const started = performance.now();
const report = await importLedger({ store: recording, view: wholeView(store, KB) }, body(), {
	format: "turtle",
});
const importing = (performance.now() - started) / 1_000;
clearInterval(ticking);
await directory[Symbol.asyncDispose]();
rmSync(folder, { recursive: true, force: true });

const plain = new oxigraph.Store();
const begun = performance.now();
for (const piece of pieces) plain.load(piece, { format: "application/n-quads" });
const loading = (performance.now() - begun) / 1_000;

console.log(`facts                ${report.facts}`);
console.log(`quads                ${report.quads}`);
console.log(`import               ${importing.toFixed(2)} s, ${Math.round(FACTS / importing)} facts/s`);
console.log(`engine's bulk load   ${loading.toFixed(2)} s, ${Math.round(FACTS / loading)} facts/s`);
console.log(`import / bulk load   ${(importing / loading).toFixed(2)} (at most 2)`);
console.log(`event loop held up   ${Math.max(...delays).toFixed(0)} ms at most`);
