// How fast passages are indexed, found and opened again, and for how long the caller is held up.
//   tsx test/bench/search.bench.ts 10000 100000
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PlacedVersion } from "../../src/search/asked.ts";
import type { Meaning } from "../../src/search/meaning.ts";
import type * as Index from "../../src/search/search-index.ts";
import { built } from "./built.ts";
import { percentile, timesOf } from "./timing.ts";
import { randomFrom, ZipfWords } from "./zipf-words.ts";

const { SearchIndex } = await built<typeof Index>("search/search-index.js");
const CHUNKS_PER_DOCUMENT = 10;
const WORDS_PER_CHUNK = 65;
const QUERIES = 300;
const DIMS = 512;

/** Vectors at random: what they cost does not depend on what they mean. */
function randomMeaning(): Meaning {
	const random = randomFrom(11);
	const vector = () => {
		const numbers = Float32Array.from({ length: DIMS }, () => random() - 0.5);
		const length = Math.hypot(...numbers);
		return numbers.map((number) => number / length);
	};
	return {
		embedder: {
			card: {
				id: "random",
				sha256: { model: "0", tokenizer: "0" },
				dims: DIMS,
				fusion: { words: 0.5, meaning: 0.5 },
			},
			embed: async (texts) => texts.map(vector),
			embedQuery: async () => vector(),
		},
		windows: (text) => [text],
	};
}

function* corpus(chunks: number): Generator<PlacedVersion> {
	const words = new ZipfWords(5);
	for (let d = 0; d * CHUNKS_PER_DOCUMENT < chunks; d++)
		yield {
			document: `document-${d}`,
			version: `version-${d}`,
			filename: `${words.text(2).replaceAll(" ", "-")}.md`,
			group: d % 3,
			chunks: Array.from({ length: CHUNKS_PER_DOCUMENT }, (_, seq) => ({
				id: `chunk-${d}-${seq}-0123-4567-89abcdef0123`,
				seq,
				heading: words.text(3),
				text: words.text(WORDS_PER_CHUNK),
			})),
		};
}

async function fill(index: Index.SearchIndex, chunks: number): Promise<number> {
	const versions = [...corpus(chunks)];
	const started = performance.now();
	for (const version of versions)
		await index.place(version, { version: version.version, spans: [{ from: 0n, to: undefined }] });
	return performance.now() - started;
}

async function searching(index: Index.SearchIndex, label: string, rest: object = {}): Promise<void> {
	const words = new ZipfWords(99);
	const queries = Array.from({ length: QUERIES }, (_, n) => words.text(2 + (n % 5)));
	const ask = (n: number) => index.search({ query: queries[n] as string, offset: 0, limit: 6, ...rest });
	await timesOf(ask, { from: 0, to: 20 });
	const { wall } = await timesOf(ask, { from: 0, to: QUERIES });
	const [half, most] = [percentile(wall, 0.5), percentile(wall, 0.95)];
	console.log(`  search, ${label}: p50 ${half.toFixed(1)} ms, p95 ${most.toFixed(1)} ms`);
}

const warn = (message: string) => console.log(`  warning: ${message}`);

async function measure(chunks: number): Promise<void> {
	console.log(`${chunks} passages`);
	const folder = mkdtempSync(join(tmpdir(), "utopia-search-"));
	const delay = monitorEventLoopDelay({ resolution: 5 });
	const meaning = randomMeaning();
	try {
		let rebuilt: number;
		{
			await using index = await SearchIndex.open(folder, { meaning: "model_missing", warn });
			delay.enable();
			rebuilt = await fill(index, chunks);
			delay.disable();
			console.log(
				`  indexed: ${Math.round(chunks / (rebuilt / 1e3))} a second, ${(rebuilt / 1e3).toFixed(1)} s`,
			);
			console.log(`  the caller was held up for ${(delay.max / 1e6).toFixed(0)} ms at most`);
			await searching(index, "words");
		}
		const before = process.memoryUsage().rss;
		const started = performance.now();
		const index = await SearchIndex.open(folder, { meaning: "model_missing", warn });
		const opened = performance.now() - started;
		await index.search({ query: "first", offset: 0, limit: 6 });
		console.log(`  opened: ${opened.toFixed(0)} ms, 1/${(rebuilt / opened).toFixed(0)} of building it`);
		const memory = (process.memoryUsage().rss - before) / 1e6;
		const size = statSync(join(folder, "search.index")).size / 1e6;
		console.log(`  file without vectors ${size.toFixed(0)} MB, memory ${memory.toFixed(0)} MB more`);
		await index[Symbol.asyncDispose]();
		await hybrid(folder, chunks, meaning);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function hybrid(folder: string, chunks: number, meaning: Meaning): Promise<void> {
	{
		await using index = await SearchIndex.open(folder, { meaning, warn });
		await fill(index, chunks);
		const started = performance.now();
		await index.vectorsSettled();
		console.log(`  vectors taken in ${((performance.now() - started) / 1e3).toFixed(1)} s after the words`);
		await searching(index, "hybrid");
		await searching(index, "hybrid, two groups of three", { groups: new Set([0, 1]) });
		await searching(index, "hybrid, as of a moment", { asOf: 5n });
		const saving = performance.now();
		await index.save();
		console.log(`  saved in ${(performance.now() - saving).toFixed(0)} ms`);
	}
	const started = performance.now();
	await using index = await SearchIndex.open(folder, { meaning, warn });
	const size = statSync(join(folder, "search.index")).size / 1e6;
	console.log(
		`  opened with vectors: ${(performance.now() - started).toFixed(0)} ms, file ${size.toFixed(0)} MB`,
	);
	await index.versions();
}

for (const chunks of process.argv.slice(2).map(Number)) await measure(chunks);
