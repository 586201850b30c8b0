import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "../../src/access/view.ts";
import { documentTable } from "../../src/documents/document-table.ts";
import { callTool } from "../../src/mcp/call-tool.ts";
import { CursorSeal } from "../../src/mcp/cursor.ts";
import { TOOLS } from "../../src/mcp/registry.ts";
import { canonicalFromString } from "../../src/text/canonical.ts";
import { systemClock } from "../../src/time/clock.ts";
import { type FileBase, fileBase } from "../support/file-base.ts";

type Json = Record<string, unknown>;

const CALLS = 10_000;
const runs = { numRuns: 60 };

// Few different characters, so that matches, repetitions and borders meet often.
const char = fc.constantFrom(
	"a",
	"a",
	"b",
	"A",
	" ",
	"\n",
	"\n",
	"😀",
	"é",
	"\u2028",
	"e\u0301",
	"$",
	"\r\n",
);
const drawn = fc.sample(fc.array(char, { maxLength: 400 }), { numRuns: 6, seed: 20_261_130 });
const SENT = [...drawn.map((chars) => chars.join("")), "", "\n", "a\nb", "a\nb\n", "\n\naa\n"];
const texts = SENT.map(canonicalFromString);

const cursors = new CursorSeal(Buffer.alloc(32, 9), systemClock);
let base: FileBase;
let view: View;
const ids: string[] = [];

beforeAll(async () => {
	base = await fileBase();
	for (const [n, text] of SENT.entries())
		ids.push(await base.upload(`d${n}.txt`, text, { external_key: `d${n}` }));
	view = await base.server.world.view(base.kb);
}, 120_000);
afterAll(() => base[Symbol.asyncDispose]());

/** A call in this process, as any caller's. What fails inside is thrown. */
async function call(name: string, args: Json) {
	const tool = TOOLS.find((one) => one.name === name);
	if (tool === undefined) throw new TypeError(`no tool ${name}`);
	let failure: unknown;
	const answer = await callTool(tool, args, {
		caller: { owner: "reader", token: "token", scope: "read" },
		view,
		cursors,
		documents: base.server.world.documents,
		mintLink: (document, version) => ({
			url: `http://localhost/${document}/${version}`,
			expiresAt: systemClock.now(),
		}),
		signal: new AbortController().signal,
		requestId: "request",
		report: (_, cause) => {
			failure = cause;
		},
	});
	if (failure !== undefined) throw failure;
	return answer;
}

async function read(name: string, args: Json): Promise<Json> {
	const { structuredContent, isError, content } = await call(name, args);
	if (isError || structuredContent === undefined) throw new Error(JSON.stringify(content));
	return structuredContent as Json;
}

/** All pages; how much goes on each is drawn anew. */
async function pages(name: string, args: Json, sizes: readonly number[]): Promise<readonly Json[]> {
	const found: Json[] = [];
	for (let cursor: unknown; cursor !== null; cursor = found.at(-1)?.["next_cursor"]) {
		const max_chars = sizes[found.length % sizes.length];
		found.push(await read(name, { ...args, max_chars, ...(cursor !== undefined && { cursor }) }));
	}
	return found;
}

const which = fc.nat(texts.length - 1);
const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });
const linesOf = (text: string) =>
	text === "" ? [] : (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
const joined = (found: readonly Json[]) => found.map(({ text }) => text).join("");
const lineTexts = (found: readonly Json[]) =>
	found.flatMap(({ lines }) => lines as Json[]).map(({ line, text }) => [line, text]);

test("pages of kb_cat are the text, to the character", async () => {
	await fc.assert(
		fc.asyncProperty(which, sizes, async (n, drawn) => {
			expect(joined(await pages("kb_cat", { document: ids[n] }, drawn))).toBe(texts[n]);
		}),
		runs,
	);
});

test("a range of kb_cat is those lines, by whatever pages", async () => {
	const bound = fc.integer({ min: 1, max: 60 });
	await fc.assert(
		fc.asyncProperty(which, bound, bound, sizes, async (n, a, b, drawn) => {
			const [start_line, end_line] = [Math.min(a, b), Math.max(a, b)];
			const text = texts[n] ?? "";
			const ends = text === "" ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
			const found = await pages("kb_cat", { document: ids[n], start_line, end_line }, drawn);
			expect(joined(found)).toBe(ends.slice(start_line - 1, end_line).join(""));
		}),
		runs,
	);
});

test("kb_head and kb_tail are the ends of the list of lines, by whatever pages", async () => {
	await fc.assert(
		fc.asyncProperty(which, fc.integer({ min: 1, max: 60 }), sizes, async (n, lines, drawn) => {
			const all = linesOf(texts[n] ?? "").map((text, at) => [at + 1, text]);
			const document = ids[n];
			expect(lineTexts(await pages("kb_head", { document, lines }, drawn))).toEqual(all.slice(0, lines));
			const tail = await pages("kb_tail", { document, lines }, drawn);
			expect(lineTexts(tail.toReversed())).toEqual(all.slice(-lines));
		}),
		runs,
	);
});

const pattern = fc.constantFrom("a", "aa", "b", "é", "$", "😀", "ab", "a\u2028", "e\u0301", "a a");

test("kb_grep finds each line of each document that holds the pattern, by whatever pages", async () => {
	await fc.assert(
		fc.asyncProperty(pattern, sizes, fc.integer({ min: 1, max: 9 }), async (wanted, drawn, limit) => {
			const key = wanted.normalize("NFC");
			const expected = ids
				.map((id, n) => ({ id, n }))
				.sort((a, b) => (`d${a.n}.txt` < `d${b.n}.txt` ? -1 : 1))
				.flatMap(({ id, n }) =>
					linesOf(texts[n] ?? "").flatMap((text, at) => (text.includes(key) ? [[id, at + 1, text]] : [])),
				);
			const found = await pages("kb_grep", { pattern: wanted, limit }, drawn);
			const told = found.flatMap(({ matches }) => matches as Json[]);
			expect(told.map(({ document_id, line, text }) => [document_id, line, text])).toEqual(expected);
			expect(found.every(({ complete }) => complete)).toBe(true);
		}),
		runs,
	);
});

test("kb_sed is the text with all replaced, by whatever pages", async () => {
	const replacement = fc.constantFrom("", "x", "$1 & \\1", "a\nb", "😀");
	await fc.assert(
		fc.asyncProperty(which, pattern, replacement, sizes, async (n, wanted, put, drawn) => {
			const text = texts[n] ?? "";
			const parts = text.split(wanted.normalize("NFC"));
			const asked = { document: ids[n], pattern: wanted, replacement: put };
			const found = await pages("kb_sed", asked, drawn);
			expect(joined(found)).toBe(parts.join(put));
			expect(found.at(-1)?.["replacements"]).toBe(parts.length - 1);
		}),
		runs,
	);
});

/** Everything that is stored of the base: its journal's hash, what it says, and the bytes of its files. */
async function stored(): Promise<string> {
	const head = view.head();
	const hash = createHash("sha256").update(`${head.sequence} ${head.hash}`);
	const said = base.server.world.exportLedger(view, { asOf: head.recordedAt });
	for await (const piece of said) hash.update(piece);
	const versions = (await view.kept(documentTable)).list().flatMap((row) => row.versions);
	for (const { sha256, text, layout } of versions)
		for (const digest of [sha256, text, layout]) for (const piece of piecesOf(digest)) hash.update(piece);
	return hash.digest("hex");
}

function piecesOf(digest = ""): readonly Buffer[] {
	const count = view.blobs.info(digest)?.pieces ?? 0;
	return Array.from({ length: count }, (_, n) => view.blobs.piece(digest, n) as Buffer);
}

const someDocument = fc.constantFrom(...SENT.map((_, n) => `d${n}.txt`), "no.txt", "../x");
const number = fc.oneof(fc.integer({ min: -1, max: 300 }), fc.constantFrom(1e9, null));
const word = fc.oneof(pattern, fc.constantFrom("", "(", "d*", "[", "(?=a)"));
const yes = fc.boolean();
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const anyCall: fc.Arbitrary<readonly [string, Json]> = fc.oneof(
	{
		weight: 8,
		arbitrary: of("kb_ls", { path: optional(word), sort: fc.constantFrom("name", "size"), limit: number }),
	},
	{
		weight: 8,
		arbitrary: of("kb_find", { pattern: word, mode: fc.constantFrom("glob", "substring"), limit: number }),
	},
	{
		weight: 20,
		arbitrary: of("kb_cat", {
			document: someDocument,
			start_line: number,
			end_line: number,
			max_chars: number,
		}),
	},
	{ weight: 12, arbitrary: of("kb_head", { document: someDocument, lines: number }) },
	{ weight: 12, arbitrary: of("kb_tail", { document: someDocument, lines: number }) },
	{
		weight: 8,
		arbitrary: of("kb_grep", {
			pattern: word,
			mode: fc.constantFrom("literal", "regex"),
			invert: yes,
			limit: number,
		}),
	},
	{
		weight: 8,
		arbitrary: of("kb_sed", { document: someDocument, pattern: word, replacement: word, only_changed: yes }),
	},
	{ weight: 12, arbitrary: of("kb_source_url", { document: someDocument, line: number }) },
	{ weight: 4, arbitrary: of("find_entities", { name: word }) },
	{ weight: 4, arbitrary: of("entity_facts", { entity: word }) },
	{ weight: 1, arbitrary: of("search_chunks", { query: word }) },
	{ weight: 1, arbitrary: of("kb_search", { query: word, limit: number }) },
);

function of(tool: string, args: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
	return fc.record(args).map((drawn) => [tool, drawn] as const);
}

test(`${CALLS} reads change nothing that is stored`, async () => {
	const before = await stored();
	const calls = fc.sample(anyCall, { numRuns: CALLS, seed: 7 });
	let answered = 0;
	for (let n = 0; n < calls.length; n += 20) {
		const answers = await Promise.all(calls.slice(n, n + 20).map(([tool, args]) => call(tool, args)));
		answered += answers.filter(({ isError }) => isError !== true).length;
	}
	expect(answered).toBeGreaterThan(CALLS / 4);
	expect(await stored()).toBe(before);
	await base.upload("more.txt", "more\n");
	expect(await stored()).not.toBe(before);
}, 120_000);
