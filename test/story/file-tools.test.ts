import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIXTURE, type FileBase, fileBase, HANDBOOK, LOG, UNI, WIDE } from "../support/file-base.ts";

type Json = Record<string, unknown>;

const UNKNOWN =
	"NOT_FOUND: no such document in this knowledge base; kb_ls and kb_find list the documents you may read";
const NONE = "vsf_00000000-0000-4000-8000-000000000000";

let base: FileBase;
const ids = new Map<string, string>();
const notes: string[] = [];
const id = (name: string) => ids.get(name) as string;

beforeAll(async () => {
	base = await fileBase();
	for (const [name, content] of FIXTURE) {
		const found = await base.upload(name, content);
		ids.set(name, found);
		if (name === "notes.txt") notes.push(found);
	}
	notes.sort();
}, 120_000);
afterAll(() => base[Symbol.asyncDispose]());

const named = (found: Json[]) => found.map(({ name }) => name);

/** The worked examples of file-tools 8 that need no permissions, by their numbers. */
describe("worked examples", () => {
	test("1: contexts that touch are one group", async () => {
		const { text, json } = await base.call("kb_grep", {
			pattern: "pier",
			context: 1,
			documents: ["ctx.txt"],
		});
		expect(text).toBe(
			"ctx.txt:1:pier\nctx.txt-2-mast\nctx.txt:3:pier2\nctx.txt-4-rope\nctx.txt-5-keel\nctx.txt:6:pier3",
		);
		expect(json).toMatchObject({
			matches: [
				{ line: 1, before: [], after: [{ line: 2, text: "mast" }] },
				{ line: 3, before: [], after: [{ line: 4, text: "rope" }] },
				{ line: 6, before: [{ line: 5, text: "keel" }], after: [] },
			],
			documents_matched: 1,
			complete: true,
		});
	});

	test("2: two groups are kept apart", async () => {
		const own = await base.another();
		await own.upload("two.txt", "pier\na\nb\nc\nd\npier\n");
		const { text } = await own.call("kb_grep", { pattern: "pier", context: 1 });
		expect(text).toBe("two.txt:1:pier\ntwo.txt-2-a\n--\ntwo.txt-5-d\ntwo.txt:6:pier");
	});

	test("3: a long line is a window around the first match", async () => {
		const { matches } = await base.read("kb_grep", { pattern: "NEEDLE" });
		const [match] = matches as Json[];
		expect(match).toMatchObject({
			document_id: id("wide.json"),
			line: 1,
			column: 700_001,
			ranges: [[700_001, 700_007]],
			line_truncated: true,
			line_chars: 1_200_000,
			text_from: 699_754,
		});
		expect(String(match?.["text"])).toHaveLength(500);
		expect(String(match?.["text"]).indexOf("NEEDLE")).toBe(247);
	});

	test("4: line ends of Windows are line ends", async () => {
		const head = await base.read("kb_head", { document: "crlf.txt", lines: 2 });
		expect(head).toMatchObject({ lines: [{ text: "alpha" }, { text: "beta" }], total_lines: 3 });
		const found = await base.read("kb_grep", { pattern: "a$", mode: "regex", documents: ["crlf.txt"] });
		expect((found["matches"] as Json[]).map(({ line, column }) => [line, column])).toEqual([
			[1, 5],
			[2, 4],
			[3, 5],
		]);
	});

	test("5: a literal pattern means its characters", async () => {
		const { matches } = await base.read("kb_grep", { pattern: "a.b*c(1)[x]$", documents: ["handbook.md"] });
		expect(matches).toMatchObject([{ line: 6, ranges: [[19, 31]] }]);
	});

	test("6: groups in a replacement", async () => {
		const asked = { pattern: "(\\d{4})-(\\d{2})-(\\d{2})", replacement: "$3/$2/$1", mode: "regex" };
		const { text } = await base.read("kb_sed", { document: "log.txt", ...asked });
		expect(String(text)).toMatch(/^01\/09\/2026 gate open/);
	});

	test("7: a literal replacement knows no words, and changes nothing", async () => {
		const { text, json } = await base.call("kb_sed", {
			document: "handbook.md",
			pattern: "we",
			replacement: "they",
		});
		expect(json).toMatchObject({ replacements: 3, changed_lines: [2, 5], derived: true });
		expect(text.split("\n")[0]).toMatch(/altered copy.*3 replacements.*not to be quoted as the source/);
		expect(text.split("\n")[5]).toBe("At night they anstheyr radio channel 12.");
		expect(await base.read("kb_cat", { document: "handbook.md" })).toMatchObject({
			text: HANDBOOK,
			generation: 1,
		});
	});

	test("8: a name of two documents is none to read by", async () => {
		const { text, error } = await base.call("kb_cat", { document: "notes.txt" });
		expect(text).toMatch(/^AMBIGUOUS_NAME: /);
		expect(error?.details?.["candidates"]).toMatchObject(
			notes.map((one) => ({ id: one, name: "notes.txt", updated_at: expect.stringMatching(/Z$/) })),
		);
		const texts = [];
		for (const one of notes) texts.push((await base.read("kb_cat", { document: one }))["text"]);
		expect(texts.sort()).toEqual(["Ana: order new ropes.\n", "Cy: interview on Monday.\n"]);
	});

	test("9: what is not there is one answer, whatever was asked", async () => {
		const answers = new Set<string>();
		for (const document of [NONE, NONE.slice(4), "bands.md"]) {
			const { result } = await rawCall("kb_cat", { document });
			answers.add(JSON.stringify(result));
			expect(result.content).toEqual([{ type: "text", text: UNKNOWN }]);
		}
		expect(answers.size).toBe(1);
	});

	test("10: one exchange", async () => {
		const answer = await rawCall("kb_tail", { document: "ctx.txt", lines: 2 });
		expect(answer.result.content).toEqual([{ type: "text", text: "ctx.txt:5:keel\nctx.txt:6:pier3" }]);
		expect(answer.result.structuredContent).toMatchObject({
			knowledge_base_id: `vs_${base.kb}`,
			document_id: id("ctx.txt"),
			name: "ctx.txt",
			generation: 1,
			start_line: 5,
			end_line: 6,
			total_lines: 6,
			lines: [
				{ line: 5, text: "keel", line_truncated: false, line_chars: 4 },
				{ line: 6, text: "pier3", line_truncated: false, line_chars: 5 },
			],
			truncated: false,
			next_cursor: null,
		});
	});

	test("11: listing", async () => {
		const { text, json } = await base.call("kb_ls", { limit: 2 });
		expect(named(json["documents"] as Json[])).toEqual(["crlf.txt", "ctx.txt"]);
		expect(json).toMatchObject({ total: 11, limit: 2, complete: true, truncated: true });
		expect(text).toContain(String(json["next_cursor"]));
	});

	test("12: a glob", async () => {
		const { documents, total } = await base.read("kb_find", { pattern: "*.txt", mode: "glob" });
		expect(named(documents as Json[])).toEqual([
			"crlf.txt",
			"ctx.txt",
			"empty.txt",
			"log.txt",
			"notes.txt",
			"notes.txt",
		]);
		expect(total).toBe(6);
	});

	test("13: links, each for itself", async () => {
		const asked = [id("ctx.txt"), NONE, "vsf_none"];
		const { sources } = await base.read("kb_source_url", { documents: asked });
		const error = { code: "NOT_FOUND", message: UNKNOWN.slice(11), technical: false };
		expect(sources).toMatchObject([
			{ document_id: asked[0], name: "ctx.txt", source_type: "uploaded_file" },
			{ document_id: asked[1], error },
			{ document_id: asked[2], error },
		]);
	});

	test("14: pages within one line", async () => {
		const pages = await pagesOf("kb_cat", { document: "wide.json", max_chars: 100_000 });
		expect(pages).toHaveLength(12);
		for (const page of pages) expect(page).toMatchObject({ start_line: 1, end_line: 1 });
		expect(sha256(pages.map(({ text }) => text).join(""))).toBe(sha256(WIDE));
	});
});

/** Acceptance cases 17 to 61 that need no permissions, by their numbers. */
describe("acceptance", () => {
	test("8: what names a person or a base is ignored and told", async () => {
		const plain = await base.call("kb_search", { query: "berths" });
		const more = await base.call("kb_search", {
			query: "berths",
			user: "zoe",
			groups: ["hr"],
			knowledge_base_id: "vs_other",
		});
		expect(more.ignored).toEqual(["groups", "knowledge_base_id", "user"]);
		expect({ ...more, ignored: undefined }).toEqual(plain);
	});

	test("18, 19, 22, 26: how many passages, and that none is missing", async () => {
		const standing = await base.read("kb_search", { query: "harbour" });
		expect(await base.read("kb_search", { query: "harbour", limit: null })).toEqual(standing);
		expect(standing).toMatchObject({ limit: 5, complete: true, incomplete_reasons: [] });
		expect((standing["results"] as Json[]).length).toBeLessThanOrEqual(5);
		const { text, json } = await base.call("kb_search", { query: "harbour", limit: 500 });
		expect(json["limit"]).toBe(20);
		expect(text).toContain("limit was clamped to 20");
		const results = json["results"] as Json[];
		expect(results.length).toBeLessThanOrEqual(20);
		for (const { metadata } of results) expect(metadata).toEqual({});
	});

	test("20: a limit that is none is refused, by every tool", async () => {
		const calls: readonly (readonly [tool: string, args: Json, name: string])[] = [
			["kb_search", { query: "x" }, "limit"],
			["kb_ls", {}, "limit"],
			["kb_find", { pattern: "x" }, "limit"],
			["kb_grep", { pattern: "x" }, "limit"],
			["kb_cat", { document: NONE }, "max_chars"],
			["kb_sed", { document: NONE, pattern: "x", replacement: "" }, "max_chars"],
			["kb_head", { document: NONE }, "lines"],
			["kb_tail", { document: NONE }, "lines"],
		];
		for (const [tool, args, name] of calls)
			for (const bad of [0, -1, 2.5, "3", true, []]) {
				const { error, text } = await base.call(tool, { ...args, [name]: bad });
				expect(error, `${tool} ${bad}`).toMatchObject({
					code: "INVALID_ARGUMENT",
					details: { argument: name },
				});
				expect(text).toMatch(new RegExp(`^INVALID_ARGUMENT: ${name} must be`));
			}
	});

	test("29: the lines of a passage contain it", async () => {
		const { results } = await base.read("kb_search", { query: "radio channel at night", limit: 20 });
		// Of the document with one line any passage is in that line: one of them will do.
		const wide = (results as Json[]).filter(({ name }) => name === "wide.json");
		const looked = [...(results as Json[]).filter(({ name }) => name !== "wide.json"), ...wide.slice(0, 1)];
		expect(looked.length).toBeGreaterThan(3);
		for (const { document_id, start_line, end_line, text } of looked) {
			const pages = await pagesOf("kb_cat", {
				document: document_id,
				start_line,
				end_line,
				max_chars: 100_000,
			});
			expect(pages.map((page) => page["text"]).join("")).toContain(text);
		}
	});

	test("33: braces in a glob are braces, and an open bracket is refused at its place", async () => {
		expect(await base.read("kb_find", { pattern: "*.{md}", mode: "glob" })).toMatchObject({
			documents: [],
			total: 0,
			complete: true,
		});
		const { error } = await base.call("kb_find", { pattern: "[", mode: "glob" });
		expect(error).toMatchObject({ code: "INVALID_PATTERN", details: { position: 1 } });
	});

	test("34, 36: ranges", async () => {
		expect(await base.read("kb_cat", { document: "log.txt" })).toMatchObject({
			text: LOG,
			total_chars: 760,
			total_lines: 20,
			reassembly: "exact",
			complete: true,
		});
		const range = (start_line: number, end_line: number) =>
			base.call("kb_cat", { document: "handbook.md", start_line, end_line });
		expect((await range(10, 99)).json).toMatchObject({ start_line: 10, end_line: 12 });
		expect((await range(50, 60)).json).toMatchObject({ text: "", start_line: 50, end_line: 49 });
		expect((await range(5, 3)).error).toMatchObject({
			code: "INVALID_ARGUMENT",
			details: { argument: "end_line" },
		});
	});

	test("37: an empty document", async () => {
		const document = "empty.txt";
		expect(await base.read("kb_cat", { document })).toMatchObject({ text: "", total_lines: 0 });
		const ends = { lines: [], total_lines: 0, start_line: 1, end_line: 0 };
		expect(await base.read("kb_head", { document })).toMatchObject(ends);
		expect(await base.read("kb_tail", { document })).toMatchObject(ends);
		const sed = await base.read("kb_sed", { document, pattern: "a", replacement: "b" });
		expect(sed).toMatchObject({ text: "", replacements: 0, changed_lines: [] });
		const grep = await base.read("kb_grep", { pattern: "a", documents: [document] });
		expect(grep).toMatchObject({ matches: [], complete: true, skipped: [] });
	});

	test("38: a document without text", async () => {
		for (const [tool, args] of [
			["kb_cat", {}],
			["kb_head", {}],
			["kb_tail", {}],
			["kb_sed", { pattern: "a", replacement: "b" }],
		] as const) {
			const { error, text } = await base.call(tool, { document: "scan.pdf", ...args });
			expect(error?.code).toBe("NO_TEXT");
			expect(text).toMatch(/^NO_TEXT: .*kb_source_url/);
		}
		const grep = await base.call("kb_grep", { pattern: "a", documents: ["scan.pdf"] });
		expect(grep.error?.code).toBe("NO_TEXT");
		const { documents } = await base.read("kb_find", { pattern: "scan.pdf" });
		expect(documents).toMatchObject([{ text_available: false, lines: null, chars: null }]);
		const { sources } = await base.read("kb_source_url", { document: "scan.pdf" });
		expect(sources).toMatchObject([{ url: expect.stringContaining("/content?version=1&grant=") }]);
	});

	test("41: what looks like a path is a name", async () => {
		for (const document of ["../../etc/passwd", "notes.txt\0", "..%2fbands.md", "C:\\x", "x".repeat(10_000)])
			expect((await base.call("kb_cat", { document })).text).toBe(UNKNOWN);
	});

	test("42, 43, 44: the end of a document, and how many lines may be asked for", async () => {
		const { lines } = await base.read("kb_tail", { document: "handbook.md", lines: 3 });
		expect(lines).toMatchObject([
			{ line: 10, text: "Fuel is paid by card." },
			{ line: 11, text: "Refunds take 14 days." },
			{ line: 12, text: "End of handbook." },
		]);
		const one = await base.read("kb_tail", { document: "crlf.txt", lines: 1 });
		expect(one).toMatchObject({ lines: [{ line: 3, text: "gamma" }] });
		const asked = (lines: number) => base.call("kb_head", { document: "handbook.md", lines });
		expect((await asked(0)).error?.message).not.toContain("kb_cat");
		expect((await asked(-5)).error?.message).toContain("kb_cat");
		const most = await asked(1e9);
		expect(most.json).toMatchObject({ limit: 1_000, end_line: 12 });
		expect(most.text).toContain("lines was clamped to 1000");
	});

	test("45, 46: exact text", async () => {
		expect(await base.read("kb_grep", { pattern: "INV-42" })).toMatchObject({
			matches: [{ name: "handbook.md", line: 8, ranges: [[24, 30]] }],
			complete: true,
			skipped: [{ document_id: id("scan.pdf"), name: "scan.pdf", reason: "no_text" }],
		});
		const { matches } = await base.read("kb_grep", { pattern: "a.b*c(1)[x]$" });
		expect(matches).toMatchObject([{ line: 6, ranges: [[19, 31]] }]);
		expect(matches).toHaveLength(1);
	});

	test("47: what is no pattern, and what nobody matches in linear time", async () => {
		for (const [pattern, code] of [
			["(?=a)b", "PATTERN_UNSUPPORTED"],
			["(a)\\1", "PATTERN_UNSUPPORTED"],
			["[", "INVALID_PATTERN"],
			["a{1001}", "INVALID_PATTERN"],
		] as const) {
			expect((await base.call("kb_grep", { pattern, mode: "regex" })).error?.code, pattern).toBe(code);
			const sed = { document: "ctx.txt", pattern, replacement: "", mode: "regex" };
			expect((await base.call("kb_sed", sed)).error?.code, pattern).toBe(code);
		}
	});

	test("50: case", async () => {
		const found = async (pattern: string) => {
			const asked = { pattern, ignore_case: true, documents: ["uni.md"] };
			return ((await base.read("kb_grep", asked))["matches"] as Json[]).length;
		};
		expect(await found("k")).toBe(1);
		expect(await found("STRASSE")).toBe(0);
		expect(await found("cafe\u0301")).toBe(1);
		const { matches } = await base.read("kb_grep", { pattern: "Café" });
		expect(matches).toMatchObject([{ name: "uni.md", ranges: [[3, 7]], text: UNI.trim().normalize("NFC") }]);
	});

	test("52: more lines than go on a page", async () => {
		const own = await base.another();
		await own.upload("hits.txt", "hit\n".repeat(600));
		const first = await own.read("kb_grep", { pattern: "hit", limit: 500 });
		expect(first).toMatchObject({ truncated: true, complete: true, limit: 500 });
		expect(first["matches"]).toHaveLength(500);
		const second = await own.read("kb_grep", { pattern: "hit", limit: 500, cursor: first["next_cursor"] });
		expect(second).toMatchObject({ truncated: false, complete: true, next_cursor: null });
		expect((second["matches"] as Json[]).map(({ line }) => line)).toEqual(
			Array.from({ length: 100 }, (_, n) => 501 + n),
		);
	});

	test("53: blank, broken and overlong patterns", async () => {
		for (const pattern of ["", "  ", "a\nb", "x".repeat(1_001), null, 5])
			expect((await base.call("kb_grep", { pattern })).error, String(pattern)).toMatchObject({
				code: "INVALID_ARGUMENT",
				details: { argument: "pattern" },
			});
		expect((await base.call("kb_grep", { pattern: "x".repeat(1_000) })).error).toBeUndefined();
	});

	test("55, 56, 57: replacements", async () => {
		const mast = await base.read("kb_sed", { document: "ctx.txt", pattern: "mast", replacement: "$1 & \\1" });
		expect(String(mast["text"]).split("\n")[1]).toBe("$1 & \\1");
		const date = { pattern: "(\\d{4})-(\\d{2})-(\\d{2})", replacement: "$3/$2/$1", mode: "regex" };
		const first = await base.read("kb_sed", { document: "log.txt", ...date, scope: "first" });
		expect(first["replacements"]).toBe(1);
		expect(String(first["text"]).split("\n").slice(0, 2)).toEqual([
			"01/09/2026 gate open, wind 10 knots.",
			"2026-09-02 gate closed, wind 11 knots.",
		]);
		const shut = { document: "log.txt", pattern: "closed", replacement: "shut", only_changed: true };
		const { json, text } = await base.call("kb_sed", shut);
		const even = Array.from({ length: 10 }, (_, n) => 2 * n + 2);
		expect(json["changed_lines"]).toEqual(even);
		expect(String(json["text"]).split("\n")).toHaveLength(10);
		expect(
			text
				.split("\n")
				.slice(1)
				.map((line) => Number(line.split("\t")[0])),
		).toEqual(even);
		for (const replacement of ["$9", "$", "${no}"])
			expect((await base.call("kb_sed", { document: "log.txt", ...date, replacement })).error?.code).toBe(
				"INVALID_PATTERN",
			);
		const gone = await base.read("kb_sed", { document: "ctx.txt", pattern: "mast", replacement: "" });
		expect(String(gone["text"]).split("\n")[1]).toBe("");
	});

	test("60: a batch has its bounds", async () => {
		for (const args of [
			{ documents: Array(51).fill("ctx.txt") },
			{ documents: [] },
			{},
			{ document: "ctx.txt", documents: ["ctx.txt"] },
		])
			expect((await base.call("kb_source_url", args)).error?.code).toBe("INVALID_ARGUMENT");
		const { sources } = await base.read("kb_source_url", { documents: ["ctx.txt", "ctx.txt", "notes.txt"] });
		expect(sources).toMatchObject([
			{ document_id: id("ctx.txt") },
			{ document_id: id("ctx.txt") },
			{ document_id: "notes.txt", error: { code: "AMBIGUOUS_NAME", technical: false } },
		]);
	});

	test("59, 61: where a document was fetched from", async () => {
		const own = await base.another();
		const url = async (source_url: string, n: number) => {
			const document = await own.upload(`s${n}.txt`, `text ${n}`, { source_url });
			return own.call("kb_source_url", { document });
		};
		expect((await url("https://example.org/a?q=1", 1)).json["sources"]).toMatchObject([
			{ url: "https://example.org/a?q=1", expires_at: null, source_type: "remote_file" },
		]);
		expect((await url("https://u:p@example.org/", 2)).json["sources"]).toMatchObject([
			{ url: "https://example.org/" },
		]);
		expect(
			(await url("http://example.org/a?b=1&access_token=x&c=2#token=y", 3)).json["sources"],
		).toMatchObject([{ url: "http://example.org/a?b=1&c=2" }]);
	});
});

interface Raw {
	readonly result: { readonly content: unknown; readonly structuredContent?: unknown };
}

async function rawCall(name: string, args: Json): Promise<Raw> {
	const message = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name, arguments: args } };
	return (await (await base.server.send(base.token, message, { url: base.url })).json()) as Raw;
}

async function pagesOf(tool: string, args: Json): Promise<readonly Json[]> {
	const pages: Json[] = [];
	for (let cursor: unknown; cursor !== null; cursor = pages.at(-1)?.["next_cursor"])
		pages.push(await base.read(tool, { ...args, ...(cursor !== undefined && { cursor }) }));
	return pages;
}

function sha256(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}
