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
import { systemClock } from "../../src/time/clock.ts";

const FACTS = Number(process.argv[2] ?? 20_000);
const KB = "5c0e0000-0000-4000-8000-000000000001";
const K = `urn:utopia:kb:${KB}:`;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Facts of the usual make: dates, confidence, source, quote, a qualifier; one in ten is a correction of the one before. */
function* turtle(): Generator<Buffer> {
	yield Buffer.from(`@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix schema: <https://schema.org/> .
@prefix utopia: <urn:utopia:ns:> .
@prefix e: <${K}entity:> . @prefix f: <${K}fact:> . @prefix d: <${K}document:> . @prefix r: <${K}relation:> .
r:leads a owl:ObjectProperty ; rdfs:label "leads" . r:rent a owl:DatatypeProperty ; rdfs:label "rent" .
d:${uuid(1)} a prov:Entity ; rdfs:label "a.md" .
`);
	const entities = Math.max(10, Math.floor(FACTS / 20));
	let text = "";
	for (let n = 0; n < entities; n++) text += `e:${uuid(n)} rdfs:label "Entity ${n}" .\n`;
	const day = (n: number) => `2020-01-${String(1 + (n % 28)).padStart(2, "0")}`;
	const at = (n: number) => `"${day(n)}T10:00:00.${String(n % 1_000_000).padStart(6, "0")}Z"^^xsd:dateTime`;
	for (let n = 0; n < FACTS; n++) {
		const corrects = n % 10 === 9;
		const ended = n % 10 === 8 && n + 1 < FACTS;
		const claim = corrects ? n - 1 : n;
		text += `f:${uuid(n)} a rdf:Statement ; rdf:subject e:${uuid(claim % entities)} ; rdf:predicate r:leads ; rdf:object e:${uuid((claim * 7) % entities)} ;
  schema:validFrom "${2000 + (n % 20)}"^^xsd:gYear ; utopia:confidence 0.90 ; prov:wasDerivedFrom d:${uuid(1)} ; utopia:quote "sentence ${n}" ; r:rent ${n}.50 ;
  prov:generatedAtTime ${at(n)}${ended ? ` ; prov:invalidatedAtTime ${at(n + 1)}` : ""}${corrects ? ` ; utopia:supersedes f:${uuid(n - 1)}` : ""} .\n`;
		if (text.length > 65_536) {
			yield Buffer.from(text);
			text = "";
		}
	}
	yield Buffer.from(text);
}

async function* body(): AsyncGenerator<Uint8Array> {
	yield* turtle();
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
const report = await importLedger(
	{ store: recording, view: wholeView(store, KB), clock: systemClock },
	body(),
	{ format: "turtle" },
);
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
