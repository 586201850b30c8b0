import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catPage } from "../../src/text/cat-page.ts";
import { headPage, tailPage } from "../../src/text/ends.ts";
import { grep } from "../../src/text/grep.ts";
import type { GrepRequest, Texts } from "../../src/text/grep-request.ts";
import { Matching } from "../../src/text/matching.ts";
import { outlineOf, type PagedText, pagesOf } from "../../src/text/paged-text.ts";

// How fast texts are searched and read: a text of 100 MB in pages, against GNU grep over the same bytes in a file.

const MEGABYTES = Number(process.argv[2] ?? 100);
const RUNS = 5;

const WORDS =
	"the quick brown fox jumps over lazy dog harbour pier mast rope keel anchor 2026-09-01 gate open radio café naïve".split(
		" ",
	);

function textOf(megabytes: number): Buffer {
	const lines: string[] = [];
	let [bytes, seed] = [0, 12_345];
	for (let n = 0; bytes < megabytes * 1e6; n++) {
		const words: string[] = [];
		for (let word = 0; word < 12; word++) {
			seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
			words.push(WORDS[(seed >> 8) % WORDS.length] as string);
		}
		if (n % 50_000 === 0) words.push("NEEDLE");
		const line = words.join(" ");
		lines.push(line);
		bytes += line.length + 1;
	}
	return Buffer.from(`${lines.join("\n")}\n`);
}

/** The median of a few runs, in milliseconds, after one that does not count. */
async function median(run: () => unknown): Promise<number> {
	const times: number[] = [];
	for (let n = 0; n <= RUNS; n++) {
		const started = performance.now();
		await run();
		if (n > 0) times.push(performance.now() - started);
	}
	return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
}

const generated = textOf(MEGABYTES);
const whole = Buffer.from(new SharedArrayBuffer(generated.length));
generated.copy(whole);
const size = whole.length / 1e6;
const pages = pagesOf(whole);
const started = performance.now();
const own = pagesOf(generated);
const text: PagedText = { outline: outlineOf(pages), page: (n) => pages[n] as Buffer };
console.log(
	`text of ${size.toFixed(1)} MB, ${text.outline.lines} lines, ${pages.length} pages; its outline: ${(performance.now() - started).toFixed(0)} ms`,
);

const folder = mkdtempSync(join(tmpdir(), "text-bench-"));
const file = join(folder, "text");
writeFileSync(file, whole);
const texts: Texts = { count: 1, open: () => text };
const copiedTexts: Texts = {
	count: 1,
	open: () => ({ outline: text.outline, page: (n) => own[n] as Buffer }),
};
const asked = (pattern: string, more: Partial<GrepRequest> = {}): GrepRequest => ({
	pattern,
	mode: "literal",
	before: 0,
	after: 0,
	limit: 500,
	output: "matches",
	maxLineChars: 500,
	maxChars: 100_000,
	...more,
});
/** GNU grep, which ends with 1 where it finds nothing. */
const gnu = (...args: string[]) =>
	spawnSync("grep", [...args, file], { env: { LC_ALL: "C.UTF-8" }, maxBuffer: 1e9 });

{
	await using matching = new Matching({ budget: 60_000, threads: 1 });
	const starting = await median(() => spawnSync("true"));
	for (const pattern of ["NEEDLE", "pier mast rope keel anchor", "no such words"]) {
		const count = await median(() => gnu("-F", "-c", pattern));
		const numbers = await median(() => gnu("-n", "-F", pattern));
		const here = await median(() => grep(texts, asked(pattern)));
		const there = await median(() => matching.grep(texts, asked(pattern)));
		const copied = await median(() => matching.grep(copiedTexts, asked(pattern)));
		const ratio = (ms: number, than: number) => (ms / than).toFixed(1);
		console.log(
			`literal ${JSON.stringify(pattern)}: ${here.toFixed(0)} ms, in the thread ${there.toFixed(0)} ms with pages in shared memory, ${copied.toFixed(0)} ms with pages copied to it; ` +
				`GNU grep -F -c ${count.toFixed(0)} ms (ratio ${ratio(there, count)}), grep -n -F ${numbers.toFixed(0)} ms (ratio ${ratio(there, numbers)}); starting a command ${starting.toFixed(0)} ms`,
		);
	}
	const rates: readonly [string, Partial<GrepRequest>][] = [
		["pier", { output: "count" }],
		["NEEDLE", { word: true }],
		["needle", { ignoreCase: true }],
		["NE+DLE", { mode: "regex" }],
		["\\d{4}-\\d{2}-\\d{2} gate open radio x", { mode: "regex" }],
		["^gate", { mode: "regex", output: "count" }],
		["[a-z]+ing\\b", { mode: "regex" }],
		["[xyz]{3}", { mode: "regex" }],
		["(a+)+$", { mode: "regex" }],
		["gate|mast", { mode: "regex", output: "count" }],
	];
	for (const [pattern, more] of rates) {
		const ms = await median(() => matching.grep(texts, asked(pattern, more)));
		console.log(
			`${JSON.stringify({ pattern, ...more })}: ${ms.toFixed(0)} ms, ${((size * 1e3) / ms).toFixed(0)} MB/s`,
		);
	}
}

const ends = { lines: 1_000, maxChars: 100_000, maxLineChars: 2_000 };
const middle = Math.floor(text.outline.lines / 2);
console.log(`head of 1,000 lines: ${(await median(() => headPage(text, ends))).toFixed(1)} ms`);
console.log(`tail of 1,000 lines: ${(await median(() => tailPage(text, ends))).toFixed(1)} ms`);
console.log(
	`cat of 24,000 characters in the middle: ${(await median(() => catPage(text, { startLine: middle, maxChars: 24_000 }))).toFixed(1)} ms`,
);
console.log(
	`cat of 100,000 characters by cursor: ${(await median(() => catPage(text, { maxChars: 100_000, at: { char: 50_000_000 } }))).toFixed(1)} ms`,
);

const widePages = pagesOf(Buffer.from("x".repeat(700_000).concat("NEEDLE").padEnd(1_200_000, "y")));
const wide: PagedText = { outline: outlineOf(widePages), page: (n) => widePages[n] as Buffer };
for (const mode of ["literal", "regex"] as const) {
	const ms = await median(() =>
		grep({ count: 1, open: () => wide }, asked(mode === "regex" ? "NE+DLE" : "NEEDLE", { mode })),
	);
	console.log(`one line of 1,200,000 characters, ${mode}: ${ms.toFixed(1)} ms`);
}
rmSync(folder, { recursive: true });
