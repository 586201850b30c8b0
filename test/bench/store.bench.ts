import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Store } from "oxigraph";
import { literal, namedNode, quad } from "../../src/rdf/terms.ts";
import type { BoundQuery } from "../../src/sparql/template.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import type { OxigraphStore } from "../../src/store/oxigraph/oxigraph-store.ts";
import type { PatchChunk } from "../../src/store/port.ts";
import type { Instant } from "../../src/time/instant.ts";

// How fast a base starts, from an image and from its log, against a plain load of the same quads; how soon a killed engine serves
// again; bytes a fact; commits a second. Run: npx tsx test/bench/store.bench.ts [facts …]   (default 10000 30000)

const sizes = process.argv.slice(2).map(Number);
const SIZES = sizes.length > 0 ? sizes : [10_000, 30_000];
const KB = "00000000-0000-4000-8000-00000000bbbb";
const XSD = "http://www.w3.org/2001/XMLSchema#";
const PROV = "http://www.w3.org/ns/prov#";
const AT_ONCE = 1_000;

/** One synthetic fact in the store's layout: its own graph, the current graph, nine rows of metadata in the ledger graph. */
function fact(i: number, facts: number): string {
	const base = `urn:utopia:kb:${KB}`;
	const iri = `${base}:fact:${i.toString(16).padStart(32, "0")}`;
	const triple = `<${base}:entity:${i % (facts / 5)}> <${base}:relation:${i % 20}> <${base}:entity:${(i * 7_919) % (facts / 5)}>`;
	const day = `2020-03-${String(1 + (i % 28)).padStart(2, "0")}`;
	const time = (text: string) => `"${text}"^^<${XSD}dateTime>`;
	const rows: readonly (readonly [string, string])[] = [
		["http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "<urn:utopia:ns:Fact>"],
		[`${PROV}generatedAtTime`, time(`${day}T10:00:00.${String(i % 1_000_000).padStart(6, "0")}Z`)],
		["urn:utopia:ns:recordedDay", `<urn:utopia:day:${day}>`],
		["https://schema.org/validFrom", time(`19${10 + (i % 90)}-01-01T00:00:00Z`)],
		["urn:utopia:ns:validFromPrecision", '"year"'],
		["urn:utopia:ns:confidence", `"0.9"^^<${XSD}decimal>`],
		[`${PROV}wasDerivedFrom`, `<${base}:document:${i % 500}>`],
		["urn:utopia:ns:quote", `"a quoted sentence number ${i} of the document"`],
		[`${PROV}wasGeneratedBy`, `<${base}:activity:${Math.floor(i / 100)}>`],
	];
	const metadata = rows.map(([p, o]) => `<${iri}> <${p}> ${o} <${base}:ledger> .\n`).join("");
	return `${triple} <${iri}> .\n${triple} <${base}:current> .\n${metadata}`;
}

function* pieces(facts: number): Generator<string> {
	for (let i = 0; i < facts; i += AT_ONCE) {
		yield Array.from({ length: Math.min(AT_ONCE, facts - i) }, (_, k) => fact(i + k, facts)).join("");
	}
}

async function* chunks(facts: number): AsyncGenerator<PatchChunk> {
	for (const nquads of pieces(facts)) yield { op: "insert", nquads };
}

async function timed<Value>(task: () => Promise<Value>): Promise<readonly [number, Value]> {
	const since = performance.now();
	const value = await task();
	return [performance.now() - since, value];
}

const probe = (facts: number) =>
	`SELECT ?o WHERE { GRAPH ?f { <urn:utopia:kb:${KB}:entity:${Math.floor(facts / 10)}> ?p ?o } } LIMIT 10` as BoundQuery;
const poison =
	`SELECT ?s WHERE { FILTER(${"(".repeat(20_000)}1${")".repeat(20_000)}) } LIMIT 1` as BoundQuery;
const quiet = { warn: () => {} };

async function served(directory: DataDirectory, facts: number): Promise<OxigraphStore> {
	const store = await directory.kb(KB);
	if ((await store.select(probe(facts), "all")).length === 0) throw new Error("the base does not answer");
	return store;
}

/** The engine's own load of the same lines, in this thread, nothing else around it: all at once, and in the pieces we use. */
function plainLoads(facts: number): readonly [whole: number, inPieces: number] {
	const lines = [...pieces(facts)];
	const measure = (parts: readonly string[]) => {
		const store = new Store();
		const since = performance.now();
		for (const part of parts) store.load(part, { format: "application/n-quads" });
		const took = performance.now() - since;
		return took;
	};
	// Past this size one text comes near the longest string there can be.
	return [facts > 100_000 ? Number.NaN : measure([lines.join("")]), measure(lines)];
}

async function starts(facts: number): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "utopia-bench-"));
	try {
		let imported = 0;
		let memory = 0;
		let quads = 0;
		{
			await using directory = await DataDirectory.open(folder, quiet);
			const store = await directory.kb(KB);
			[imported] = await timed(() => store.commitBulk(chunks(facts), () => ({ recordedAt: 1n as Instant })));
			({ memoryBytes: memory, quads } = await store.stats());
		}
		const fromImage = await started(folder, facts);
		const again = await killed(folder, facts);
		rmSync(join(folder, "images"), { recursive: true });
		const fromLog = await started(folder, facts);
		const [whole, inPieces] = plainLoads(facts);
		const ms = (value: number) => `${value.toFixed(0)} ms`;
		const fold = (value: number) => (Number.isNaN(value) ? "?" : value.toFixed(1));
		console.log(
			[
				`${facts} facts, ${quads} quads, ${(memory / facts).toFixed(0)} bytes a fact (${(memory / 2 ** 20).toFixed(0)} MiB)`,
				`  plain load         ${ms(whole)} in one call, ${ms(inPieces)} in pieces`,
				`  import, durable    ${ms(imported)}   ${(imported / inPieces).toFixed(2)} × the load in pieces`,
				`  start from image   ${ms(fromImage)}   the load in one call is ${fold(whole / fromImage)} × that (at least 20), the one in pieces ${fold(inPieces / fromImage)} ×`,
				`  start from log     ${ms(fromLog)}   ${(fromLog / inPieces).toFixed(2)} × the load in pieces`,
				`  killed, serving    ${ms(again)}`,
			].join("\n"),
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** From the open directory (whose self-test has run) to the first answer. */
async function started(folder: string, facts: number): Promise<number> {
	await using directory = await DataDirectory.open(folder, quiet);
	await directory.ready();
	const [took] = await timed(() => served(directory, facts));
	return took;
}

/** From the death of the engine to the next answer. */
async function killed(folder: string, facts: number): Promise<number> {
	let lostAt = 0;
	await using directory = await DataDirectory.open(folder, {
		warn: (line) => {
			if (line.includes("the engine was lost")) lostAt = performance.now();
		},
	});
	const store = await served(directory, facts);
	const dying = store.select(poison, "all").catch(() => {});
	await served(directory, facts);
	const took = performance.now() - lostAt;
	await dying;
	return took;
}

async function commits(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "utopia-bench-"));
	try {
		await using directory = await DataDirectory.open(folder, { ...quiet, imageEvery: 1_000_000 });
		const store = await directory.kb(KB);
		let n = 0;
		const one = () => {
			n++;
			const subject = namedNode(`http://example.org/s${n}`);
			const rows = Array.from({ length: 11 }, (_, i) =>
				quad(
					subject,
					namedNode(`http://example.org/p${i}`),
					literal(`${n}`),
					namedNode("http://example.org/g"),
				),
			);
			return store.commit({ insert: rows, remove: [], recordedAt: BigInt(n) as Instant });
		};
		const [alone] = await timed(async () => {
			for (let i = 0; i < 500; i++) await one();
		});
		const [together] = await timed(() =>
			Promise.all(
				Array.from({ length: 32 }, async () => {
					for (let i = 0; i < 100; i++) await one();
				}),
			),
		);
		console.log(
			`commits a second, 11 quads each: one writer ${((500 / alone) * 1_000).toFixed(0)}, 32 writers ${((3_200 / together) * 1_000).toFixed(0)}`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

for (const facts of SIZES) await starts(facts);
await commits();
