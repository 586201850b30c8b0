import { quantised } from "../../src/embedding/quantised.ts";
import { countPieces } from "../../src/embedding/tokenizer.ts";
import { references } from "../support/embedding-references.ts";
import { clusteredVectors } from "../support/random-vectors.ts";
import { built } from "./built.ts";
import { percentile } from "./timing.ts";

/**
 * What meaning costs: passages of about a hundred pieces through the child, a query while nothing else is asked and while
 * passages are, pieces counted, and scans of growing tables. Everything runs as built. Prints figures; asserts nothing.
 */
const sizes = (process.argv[2] ?? "10000,100000").split(",").map(Number);
const PASSAGES = 480;
const QUERIES = 300;
const SCANS = 60;
const DIMS = 512;

const { openEmbedder } =
	await built<typeof import("../../src/embedding/embedder.ts")>("embedding/embedder.js");
const { SHIPPED_MODEL } =
	await built<typeof import("../../src/embedding/model-files.ts")>("embedding/model-files.js");
const { VectorTable } =
	await built<typeof import("../../src/embedding/vector-table.ts")>("embedding/vector-table.js");

const rounded = (milliseconds: number) => milliseconds.toFixed(milliseconds < 10 ? 2 : 0);

async function milliseconds(run: () => unknown): Promise<number> {
	const started = performance.now();
	await run();
	return performance.now() - started;
}

async function told(name: string, count: number, run: (n: number) => unknown): Promise<void> {
	const times: number[] = [];
	for (let n = 0; n < count; n++) times.push(await milliseconds(() => run(n)));
	console.log(
		`${name}: p50 ${rounded(percentile(times, 0.5))} ms, p95 ${rounded(percentile(times, 0.95))} ms`,
	);
}

const long = references.find(({ name }) => name === "long")?.text.slice(0, 400) as string;
const passages = Array.from({ length: PASSAGES }, (_, n) => `${n} ${long}`);

const started = performance.now();
await using embedder = await openEmbedder(SHIPPED_MODEL);
console.log(`the child starts in ${rounded(performance.now() - started)} ms`);
await embedder.embed(passages.slice(0, 32));
await told("a query", QUERIES, (n) => embedder.embedQuery(`Which ship was late on day ${n}?`));
const took = await milliseconds(() => embedder.embed(passages));
console.log(
	`passages of ${countPieces(passages[100] as string)} pieces: ${((PASSAGES / took) * 1_000).toFixed(0)} a second`,
);
const inBetween = embedder.embed(passages);
await told("a query while passages are embedded", 50, (n) =>
	embedder.embedQuery(`Which ship was late on day ${n}?`),
);
await inBetween;
const counted = await milliseconds(() => passages.forEach(countPieces));
console.log(
	`pieces: ${((passages.join("").length / counted) * 0.001).toFixed(1)} million characters a second counted`,
);

for (const size of sizes) {
	const { vectors, queries } = clusteredVectors(size, SCANS, 1, DIMS);
	const allowed = new Uint8Array(size).fill(1);
	const [exact, bySigns] = [new VectorTable(DIMS, size), new VectorTable(DIMS, 0)];
	for (const vector of vectors) {
		exact.add([vector]);
		bySigns.add([vector]);
	}
	const asked = queries.map(quantised);
	let agreed = 0;
	for (const query of asked) {
		const places = new Set(exact.nearest(query, 10, allowed).map(({ place }) => place));
		agreed += bySigns.nearest(query, 10, allowed).filter(({ place }) => places.has(place)).length;
	}
	console.log(
		`${size} passages: signs agree with the full scan in ${(agreed / asked.length / 10).toFixed(3)} of the nearest ten`,
	);
	await told("  in full", SCANS, (n) => exact.nearest(asked[n] as (typeof asked)[number], 24, allowed));
	await told("  by signs", SCANS, (n) => bySigns.nearest(asked[n] as (typeof asked)[number], 24, allowed));
}
