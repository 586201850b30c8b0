/**
 * Commits a second through the actions, with one writer and with sixteen, against appends of the same bytes that are flushed one
 * by one, in one run; then what a write costs in a base of some size.
 * `npx tsx test/bench/writes.bench.ts [facts in the base …]`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { wholeView } from "../../src/access/view.ts";
import { assertFacts } from "../../src/actions/assert-facts.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { namedNode, spellQuad } from "../../src/rdf/terms.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { ChangeSet, Store } from "../../src/store/port.ts";
import { Writer } from "../../src/writing/writer.ts";
import { entitiesOf, entityId, generatedTurtle, GENERATED_KB as KB } from "../support/generated-base.ts";

const WRITES = 600;
const WRITERS = 16;
const sizes = process.argv.slice(2).map(Number);
const SIZES = sizes.length > 0 ? sizes : [1_000, 10_000];
const ACTOR = {
	person: namedNode(
		"urn:utopia:kb:00000000-0000-0000-0000-000000000000:person:00000000-0000-4000-8000-000000000001",
	),
};

/** A store that notes how many bytes each commit is as N-Quads. */
function weighing(store: Store): { readonly store: Store; readonly bytes: number[] } {
	const bytes: number[] = [];
	const commit: Store["commit"] = (changes: ChangeSet, condition) => {
		const quads = [...changes.remove, ...changes.insert];
		bytes.push(quads.reduce((sum, quad) => sum + Buffer.byteLength(spellQuad(quad)) + 1, 0));
		return store.commit(changes, condition);
	};
	const weighed = new Proxy(store, {
		get: (target, name) =>
			name === "commit" ? commit : (Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name)),
	});
	return { store: weighed, bytes };
}

async function flushedAppends(sizesOfCommits: readonly number[], folder: string): Promise<number> {
	await using file = await open(join(folder, "appends"), "a");
	const begun = performance.now();
	for (const bytes of sizesOfCommits) {
		await file.write(Buffer.alloc(bytes, 46));
		await file.datasync();
	}
	return (sizesOfCommits.length * 1_000) / (performance.now() - begun);
}

const median = (values: readonly number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

for (const facts of SIZES) {
	const folder = mkdtempSync(join(tmpdir(), "utopia-bench-"));
	const directory = await DataDirectory.open(folder, { warn: (line) => console.error(line) });
	const { store, bytes } = weighing(await directory.kb(KB));
	const view = wholeView(store, KB);
	const body = Readable.from(generatedTurtle(facts)).map((piece: string) => Buffer.from(piece));
	await importLedger({ store, view }, body, { format: "turtle" });
	const writer = new Writer(store, view);
	const entities = entitiesOf(facts);
	let next = 0;
	const waits: number[] = [];
	const write = async () => {
		const n = next++;
		const wish = {
			subject: { id: entityId(n % entities) },
			predicate: `r${1 + (n % 9)}`,
			object: { id: entityId((n * 7 + 1) % entities) },
			validFrom: `20${String(10 + (n % 15)).padStart(2, "0")}-0${1 + (n % 9)}`,
		};
		const begun = performance.now();
		await writer.write(assertFacts([wish], ACTOR, view), (answer) => JSON.stringify(answer));
		waits.push(performance.now() - begun);
	};
	const cold = performance.now();
	await write();
	const first = performance.now() - cold;
	const run = async (writers: number) => {
		const begun = performance.now();
		waits.length = 0;
		const each = async () => {
			for (let n = 0; n < WRITES / writers; n++) await write();
		};
		await Promise.all(Array.from({ length: writers }, each));
		return (WRITES * 1_000) / (performance.now() - begun);
	};
	await run(1);
	bytes.length = 0;
	const one = await run(1);
	const latency = median(waits);
	const sixteen = await run(WRITERS);
	const appends = await flushedAppends(bytes.slice(0, WRITES), folder);
	console.log(`base of ${facts} facts, ${Math.round(median(bytes))} bytes a commit`);
	console.log(`  first write of a start    ${first.toFixed(0)} ms`);
	console.log(`  flushed appends           ${Math.round(appends)} a second, one after the other`);
	console.log(
		`  one writer                ${Math.round(one)} commits/s, ${latency.toFixed(2)} ms each; ${(one / appends).toFixed(2)} of the appends`,
	);
	console.log(
		`  ${WRITERS} writers                ${Math.round(sixteen)} commits/s; ${(sixteen / appends).toFixed(2)} of the appends`,
	);
	await directory[Symbol.asyncDispose]();
	rmSync(folder, { recursive: true, force: true });
}
