import { chunksOf } from "../../src/chunking/chunks.ts";
import { estimatedPieces } from "../../src/chunking/estimated-pieces.ts";
import { readLayout } from "../../src/chunking/layout.ts";
import type { Markup } from "../../src/chunking/units.ts";
import { parse } from "../../src/parsing/parse.ts";
import { ParsePool } from "../../src/parsing/parse-pool.ts";
import { DEFAULT_LIMITS } from "../../src/parsing/parsed-file.ts";
import { docxOf, epubOf, pdfOf, xlsxOf } from "../support/files.ts";

// How fast is a file of each kind read, and how fast is a text cut into chunks? Megabytes of text (100 by default) as argument.
const WORDS =
	"the harbour keeps berth for every ship that Dr. Li of the port sees on Jan 5 and Mrs Heron writes it down again".split(
		" ",
	);
let state = 7;
const random = (below: number) => {
	state = (state * 48_271) % 2_147_483_647;
	return state % below;
};
const sentence = () =>
	`The ${Array.from({ length: 6 + random(14) }, () => WORDS[random(WORDS.length)]).join(" ")}.`;
const paragraph = () => Array.from({ length: 2 + random(6) }, sentence).join(" ");
const many = (count: number) => Array.from({ length: count }, paragraph);
const limits = { ...DEFAULT_LIMITS, unpackedRatio: 1_000 };

async function timed(kind: string, filename: string, bytes: Buffer): Promise<void> {
	await parse(filename, { bytes, limits });
	const started = performance.now();
	const { text } = await parse(filename, { bytes, limits });
	const seconds = (performance.now() - started) / 1_000;
	const megabytes = (text?.length ?? 0) / 1e6;
	console.log(
		`${kind.padEnd(10)} ${megabytes.toFixed(1)} MB of text in ${seconds.toFixed(2)} s: ${(megabytes / seconds).toFixed(2)} MB/s`,
	);
}

function cut(markup: Markup, text: string): void {
	const started = performance.now();
	const { length } = chunksOf({ text, markup, anchors: [] }, estimatedPieces);
	const seconds = (performance.now() - started) / 1_000;
	const speed = `${Math.round(length / seconds)} chunks/s, ${(text.length / 1e6 / seconds).toFixed(2)} MB/s`;
	console.log(`chunks of ${markup.padEnd(10)} ${length} in ${seconds.toFixed(2)} s: ${speed}`);
}

const prose = many(4_000);
const markdown = prose
	.map((text, n) => (n % 7 === 0 ? `## Part ${n}\n\n- ${text.slice(0, 90)}\n- *${text.slice(0, 40)}*` : text))
	.join("\n\n");
await timed("text", "a.txt", Buffer.from(prose.join("\n\n")));
await timed("markdown", "a.md", Buffer.from(markdown));
await timed(
	"csv",
	"a.csv",
	Buffer.from(`name,note,more\n${prose.map((text) => `a,"${text}",b`).join("\n")}`),
);
await timed(
	"html",
	"a.html",
	Buffer.from(
		`<html><body><article>${prose.map((text) => `<p>${text}</p>`).join("")}</article></body></html>`,
	),
);
await timed("docx", "a.docx", docxOf(prose));
await timed("xlsx", "a.xlsx", xlsxOf({ Sheet: [["name", "note"], ...prose.map((text) => ["a", text])] }));
await timed(
	"epub",
	"a.epub",
	epubOf(
		Object.fromEntries(
			[0, 1, 2, 3].map((n) => [
				`${n}.xhtml`,
				prose
					.slice(n * 1_000, (n + 1) * 1_000)
					.map((text) => `<p>${text}</p>`)
					.join(""),
			]),
		),
	),
);
await timed("pdf", "a.pdf", pdfOf(Array.from({ length: 200 }, () => Array.from({ length: 45 }, sentence))));
for (const markup of ["plain", "markdown", "rows"] as const) cut(markup, markdown);
cut("plain", "word ".repeat(240_000));

const size = Number(process.argv[2] ?? 100);
const block = `${prose.slice(0, 1_000).join("\n\n")}\n\n`;
const large = Buffer.from(block.repeat(Math.ceil((size * 1e6) / block.length)));
await using pool = new ParsePool();
const started = performance.now();
const { text: ingested } = await pool.read(large, "large.txt");
const seconds = (performance.now() - started) / 1_000;
console.log(
	`${(large.length / 1e6).toFixed(0)} MB of text through a process of ${DEFAULT_LIMITS.memoryMb} MiB: ${ingested && readLayout(ingested.layout).count} chunks in ${seconds.toFixed(1)} s`,
);
