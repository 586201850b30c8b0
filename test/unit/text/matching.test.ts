import { describe, expect, test } from "vitest";
import type { GrepRequest, Texts } from "../../../src/text/grep-request.ts";
import { Matching } from "../../../src/text/matching.ts";
import { memoryText, type PagedText } from "../../../src/text/paged-text.ts";

const asked = (pattern: string, more: Partial<GrepRequest> = {}): GrepRequest => ({
	pattern,
	mode: "regex",
	before: 0,
	after: 0,
	limit: 50,
	output: "matches",
	maxLineChars: 500,
	maxChars: 24_000,
	...more,
});
const only = (...texts: readonly PagedText[]): Texts => ({
	count: texts.length,
	open: (n) => texts[n] as PagedText,
});
const small = memoryText("alpha\nbeta\ngamma\n");

/** Costly on long lines, though linear: to say where it matches, hundreds of states are followed at each letter. */
const costly = "[ab](?:[ab]?){300}d?$";
const manyLetters = "a".repeat(4_000_000);

describe("matching in a thread", () => {
	test("gives what is found, and the texts come by pages", async () => {
		await using matching = new Matching();
		const text = memoryText("pier\nmast\npier2\nrope\nkeel\npier3", 8);
		const { entries, next } = await matching.grep(only(small, text), asked("pier\\d", { before: 1 }));
		expect(entries.map(({ source, line, text }) => [source, line, text])).toEqual([
			[1, 3, "pier2"],
			[1, 6, "pier3"],
		]);
		expect(entries[1]?.before.map(({ text }) => text)).toEqual(["keel"]);
		expect(next).toBeUndefined();
		const page = await matching.substitute(text, {
			pattern: "pier",
			mode: "literal",
			replacement: "quay",
			scope: "all",
			maxChars: 9,
		});
		expect(page).toMatchObject({ text: "quay\nmast", replacements: 3, changedLines: [1, 3, 6] });
	});

	test("hands over many texts, empty ones and shared memory too", async () => {
		await using matching = new Matching();
		const shared = Buffer.from(new SharedArrayBuffer(4));
		shared.write("a1\na");
		const texts = Array.from({ length: 100 }, (_, n) => memoryText(n % 3 === 0 ? "" : `a${n}\n`, 4));
		const inShared = { ...memoryText("a1\na"), page: () => shared };
		const { entries } = await matching.grep(only(...texts, inShared), asked("^a", { limit: 500 }));
		expect(entries.filter(({ source }) => source < 100)).toHaveLength(66);
		expect(entries.filter(({ source }) => source === 100).map(({ line }) => line)).toEqual([1, 2]);
		expect(shared.toString()).toBe("a1\na");
	});

	test("answers a nested repetition over 200,000 letters while others are served", async () => {
		await using matching = new Matching();
		const letters = memoryText("a".repeat(200_000));
		const [nested, other] = await Promise.all([
			matching.grep(only(letters), asked("^(a+)+$")),
			matching.grep(only(small), asked("beta", { mode: "literal" })),
		]);
		expect(nested.entries).toMatchObject([{ line: 1, lineChars: 200_000, ranges: [[1, 200_001]] }]);
		expect(other.entries).toMatchObject([{ line: 2 }]);
		const none = await matching.grep(only(memoryText(`${"a".repeat(200_000)}b`)), asked("^(a+)+$"));
		expect(none.entries).toEqual([]);
	});

	test("stops what takes too long, and serves others before that", async () => {
		await using matching = new Matching({ budget: 2_500, threads: 2 });
		const order: string[] = [];
		const stuck = matching.grep(only(memoryText(manyLetters)), asked(costly)).catch((error: unknown) => {
			order.push("stuck");
			return error;
		});
		for (let n = 0; n < 3; n++) {
			const { entries } = await matching.grep(only(small), asked("gam+a"));
			expect(entries).toHaveLength(1);
			order.push("other");
		}
		expect(await stuck).toMatchObject({ code: "UTOPIA_PATTERN_TOO_COSTLY", kind: "interrupted" });
		expect(order).toEqual(["other", "other", "other", "stuck"]);
	});

	test("replaces stopped threads, also when all were stuck", async () => {
		await using matching = new Matching({ budget: 600, threads: 1 });
		const texts = only(memoryText(manyLetters));
		const stuck = await Promise.allSettled([
			matching.grep(texts, asked(costly)),
			matching.grep(texts, asked(costly)),
		]);
		expect(stuck.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect((await matching.grep(only(small), asked("a$"))).entries).toHaveLength(3);
	});

	test("answers in part, with the line reached, when a later line takes too long; going on there is refused", async () => {
		await using matching = new Matching({ budget: 1_500, threads: 1 });
		const text = memoryText(`abd\nabd\n${manyLetters}\nabd\n`);
		const partial = await matching.grep(only(text), asked(costly));
		expect(partial).toMatchObject({
			deadline: true,
			next: { source: 0, line: 3 },
			entries: [{ line: 1 }, { line: 2 }],
		});
		await expect(matching.grep(only(text), asked(costly), partial.next)).rejects.toMatchObject({
			code: "UTOPIA_PATTERN_TOO_COSTLY",
		});
		const further = await matching.grep(only(text), asked(costly), {
			source: 0,
			line: 4,
			shown: 0,
			counted: 0,
		});
		expect(further).toMatchObject({ deadline: false, entries: [{ line: 4 }] });
	});

	test("refuses as it would without a thread, with what the text failed with, and when the caller goes away", async () => {
		await using matching = new Matching();
		await expect(matching.grep(only(small), asked("a("))).rejects.toMatchObject({
			code: "UTOPIA_PATTERN_INVALID",
			details: { position: 2 },
		});
		const broken: Texts = { count: 1, open: () => Promise.reject(new Error("disk")) };
		await expect(matching.grep(broken, asked("a"))).rejects.toThrow("disk");
		const gone = new AbortController();
		const waiting = matching.grep(only(memoryText(manyLetters)), asked(costly), undefined, gone.signal);
		gone.abort();
		await expect(waiting).rejects.toMatchObject({ code: "UTOPIA_INTERRUPTED" });
		expect((await matching.grep(only(small), asked("a$"))).entries).toHaveLength(3);
	});

	test("ends with the server: who waits is told", async () => {
		const matching = new Matching({ budget: 5_000, threads: 1 });
		const texts = only(memoryText(manyLetters));
		const calls = [matching.grep(texts, asked(costly)), matching.grep(texts, asked(costly))];
		const settled = Promise.allSettled(calls);
		await matching[Symbol.asyncDispose]();
		expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	});
});
