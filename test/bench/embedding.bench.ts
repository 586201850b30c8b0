import { countPieces } from "../../src/embedding/tokenizer.ts";
import { references } from "../support/embedding-references.ts";
import { built } from "./built.ts";
import { percentile } from "./timing.ts";

/**
 * What meaning costs: passages of about a hundred pieces through the child, a query while nothing else is asked and while
 * passages are, and pieces counted. Everything runs as built. Prints figures; asserts nothing.
 */
const PASSAGES = 480;
const QUERIES = 300;

const { openEmbedder } =
	await built<typeof import("../../src/embedding/embedder.ts")>("embedding/embedder.js");
const { SHIPPED_MODEL } =
	await built<typeof import("../../src/embedding/model-files.ts")>("embedding/model-files.js");

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
