import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalFromString, canonicalText } from "../../src/text/canonical.ts";
import { catPage } from "../../src/text/cat-page.ts";
import { headPage, tailPage } from "../../src/text/ends.ts";
import { grep } from "../../src/text/grep.ts";
import type { GrepEntry, GrepPosition, GrepRequest } from "../../src/text/grep-request.ts";
import { memoryText, outlineOf, pagesOf } from "../../src/text/paged-text.ts";
import { byteOfChar, byteOfLine, readChars } from "../../src/text/places.ts";
import { reassembled } from "../../src/text/reassembly.ts";
import { type SubstitutePosition, type SubstituteRequest, substitute } from "../../src/text/substitute.ts";

// Texts of few different characters, so that matches, repetitions and borders meet often.
const char = fc.constantFrom(
	"a",
	"a",
	"b",
	"A",
	" ",
	"\n",
	"\n",
	"_",
	"😀",
	"é",
	"ſ",
	"s",
	"\u2028",
	"\u0000",
	"e\u0301",
	"\ufffd",
);
const rawText = fc
	.array(fc.oneof({ weight: 20, arbitrary: char }, fc.constantFrom("\r", "\r\n", "\ud800", "\u0085")), {
		maxLength: 40,
	})
	.map((chars) => chars.join(""));
const text = fc
	.oneof({ weight: 9, arbitrary: rawText }, fc.constantFrom("", "\n", "\n\n", "a\nb", "a\nb\n"))
	.map(canonicalFromString);
const pageBytes = fc.integer({ min: 4, max: 20 });
const maxChars = fc.integer({ min: 1, max: 30 });

// The naive references.
const chars = (value: string) => [...value];
const linesOf = (value: string) =>
	value === "" ? [] : (value.endsWith("\n") ? value.slice(0, -1) : value).split("\n");
const shown = (line: string, width: number, from = 0) =>
	chars(line)
		.slice(from, from + width)
		.join("");

function naiveRanges(line: string, wanted: RegExp, word: boolean): (readonly [number, number])[] {
	const ranges: (readonly [number, number])[] = [];
	const sticky = new RegExp(wanted.source, wanted.flags.replace("g", "").concat("y"));
	const all = chars(line);
	const units = (column: number) => all.slice(0, column).join("").length;
	const isWord = (at: number) => /[\p{L}\p{M}\p{N}_]/u.test(all[at] ?? " ");
	let lastEnd = -1;
	for (let at = 0; at <= all.length; ) {
		sticky.lastIndex = units(at);
		const found = sticky.exec(line);
		const to = found === null ? -1 : at + chars(found[0]).length;
		const beside = word && (isWord(at - 1) || isWord(to));
		if (found === null || beside || (to === at && at === lastEnd)) at++;
		else {
			ranges.push([at, to]);
			lastEnd = to;
			at = to === at ? at + 1 : to;
		}
	}
	return ranges;
}

const escapedSource = (value: string) => value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const literalPattern = fc
	.array(fc.constantFrom("a", "b", "A", " ", "_", "😀", "é", "s", "\u2028"), { minLength: 1, maxLength: 3 })
	.map((parts) => parts.join(""));
const regexPattern = fc.constantFrom(
	"a*",
	"a+",
	"a|ab",
	"ab|a",
	"^",
	"$",
	"^$",
	"[ab]+",
	"[^a]",
	"b?a",
	"😀",
	"a\\b",
	"(a+)+$",
	".",
	".*",
	"\\Aa",
	"a\\z",
	"[^ ]+",
	"\\s",
	"a(?:b|$)",
	"x*",
	"(?-m:^a)",
);
/** The same in the native syntax, which has no `\A` and `\z`, and for which `\s` and `\b` mean more than ASCII. */
const native = (source: string) =>
	source
		.replace("\\A", "^")
		.replace("\\z", "$")
		.replace("(?-m:^a)", "^a")
		.replace("\\s", "[\\t\\n\\f\\r ]")
		.replace("\\b", "(?![A-Za-z0-9_])");
const query = fc
	.record({
		literal: literalPattern,
		regex: regexPattern,
		isRegex: fc.boolean(),
		word: fc.boolean(),
		ignoreCase: fc.boolean(),
	})
	.map(({ literal, regex, isRegex, word, ...rest }) => {
		// Ignoring case, the native classes take in letters that RE2's `\b` does not know.
		const ignoreCase = rest.ignoreCase && !regex.includes("\\b");
		const pattern = isRegex ? regex : literal.normalize("NFC");
		const source = isRegex ? native(regex) : escapedSource(pattern);
		const request = { pattern, mode: isRegex ? "regex" : "literal", word, ignoreCase } as const;
		return { request, reference: new RegExp(source, ignoreCase ? "isu" : "su") };
	});

describe("canonical text", () => {
	test("is the same when it is made canonical again, and has no CR and no lone surrogate", () => {
		fc.assert(
			fc.property(rawText, (raw) => {
				const once = canonicalFromString(raw);
				expect(canonicalFromString(once)).toBe(once);
				expect(once.includes("\r")).toBe(false);
				expect(once.isWellFormed()).toBe(true);
				expect(canonicalText(Buffer.from(once))).toEqual({ text: once, replacedBytes: 0 });
			}),
		);
	});
});

describe("a paged text", () => {
	test("is the text, its pages cut between characters, and its outline counts them", () => {
		fc.assert(
			fc.property(text, pageBytes, (whole, size) => {
				const pages = pagesOf(Buffer.from(whole), size);
				expect(pages.map((page) => page.toString("utf8")).join("")).toBe(whole);
				expect(pages.every((page) => page.length <= size && page.length > 0)).toBe(true);
				const outline = outlineOf(pages);
				expect(outline).toMatchObject({
					chars: chars(whole).length,
					lines: linesOf(whole).length,
					bytes: Buffer.byteLength(whole),
				});
				let before = "";
				for (const [n, page] of pages.entries()) {
					const lines = before.split("\n").length - 1;
					expect(outline.pages[n]).toEqual({
						bytes: Buffer.byteLength(before),
						chars: chars(before).length,
						lines,
					});
					before += page.toString("utf8");
				}
			}),
		);
	});

	test("finds lines and characters where they are", async () => {
		await fc.assert(
			fc.asyncProperty(text, pageBytes, fc.nat(12), fc.nat(40), async (whole, size, line, at) => {
				const paged = memoryText(whole, size);
				const before = whole
					.split("\n")
					.slice(0, line)
					.map((one) => `${one}\n`)
					.join("")
					.slice(0, whole.length);
				expect(await byteOfLine(paged, line)).toBe(Buffer.byteLength(before));
				expect(await byteOfChar(paged, at)).toBe(Buffer.byteLength(chars(whole).slice(0, at).join("")));
				expect(await readChars(paged, line, at)).toBe(chars(whole).slice(line, at).join(""));
			}),
		);
	});
});

describe("pages of a reading", () => {
	test("join to the exact text, or to the lines asked for (CT-1, CT-2)", async () => {
		const range = fc.option(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(5)), { nil: undefined });
		await fc.assert(
			fc.asyncProperty(text, pageBytes, maxChars, range, async (whole, size, most, asked) => {
				const paged = memoryText(whole, size);
				const lines = asked && { startLine: asked[0], endLine: asked[0] + asked[1] };
				const expected = lines
					? whole
							.split(/(?<=\n)/)
							.slice(lines.startLine - 1, lines.endLine)
							.join("")
					: whole;
				let [joined, at, pages] = ["", undefined as { char: number } | undefined, 0];
				do {
					const page = await catPage(paged, { ...lines, maxChars: most, at });
					expect(chars(page.text).length).toBeLessThanOrEqual(most);
					const first =
						whole
							.split(/(?<=\n)/)
							.slice(0, (lines?.startLine ?? 1) - 1)
							.join("") + joined;
					if (page.text !== "") {
						expect(page.startLine).toBe(first.split("\n").length);
						expect(page.endLine).toBe((first + page.text).replace(/\n$/, "").split("\n").length);
					} else expect(page.endLine).toBe(page.startLine - 1);
					[joined, at, pages] = [joined + page.text, page.next, pages + 1];
				} while (at !== undefined && pages < 200);
				expect(joined).toBe(expected);
			}),
		);
	});

	test("of the first and the last lines join to those lines with their numbers (HT-1 to HT-6)", async () => {
		await fc.assert(
			fc.asyncProperty(
				text,
				pageBytes,
				maxChars,
				fc.integer({ min: 1, max: 9 }),
				fc.integer({ min: 1, max: 6 }),
				async (whole, size, most, n, width) => {
					const paged = memoryText(whole, size);
					const all = linesOf(whole).map((line, index) => ({
						line: index + 1,
						text: shown(line, width),
						textChars: Math.min(width, chars(line).length),
						lineTruncated: chars(line).length > width,
						lineChars: chars(line).length,
						textFrom: 1,
					}));
					const asked = { lines: n, maxChars: most, maxLineChars: width };
					const head = [];
					for (let at: { from: number } | undefined | null = null; at !== undefined; ) {
						const page = await headPage(paged, { ...asked, at: at ?? undefined });
						head.push(...page.lines);
						at = page.next;
					}
					expect(head).toEqual(all.slice(0, n));
					const tail = [];
					for (let at: { to: number } | undefined | null = null; at !== undefined; ) {
						const page = await tailPage(paged, { ...asked, at: at ?? undefined });
						expect(page.totalLines).toBe(all.length);
						tail.unshift(...page.lines);
						at = page.next;
					}
					expect(tail).toEqual(all.slice(Math.max(0, all.length - n)));
				},
			),
		);
	});
});

describe("chunks", () => {
	test("put together by their offsets are the text, whatever their size and overlap (CT-1, TX-3)", () => {
		fc.assert(
			fc.property(
				text,
				fc.integer({ min: 1, max: 12 }),
				fc.nat(11),
				fc.boolean(),
				(whole, size, over, shuffled) => {
					const overlap = Math.min(over, size - 1);
					const all = chars(whole);
					const chunks = [];
					for (let start = 0; start < all.length; start += size - overlap)
						chunks.push({ start, text: all.slice(start, start + size).join("") });
					const given = shuffled ? chunks.toReversed() : chunks;
					expect(reassembled(given, { overlap })).toEqual({
						text: whole,
						reassembly: "exact",
						complete: true,
					});
				},
			),
		);
	});
});

/** A budget that is over at the question of that number, from 1. */
function budgetOf(questions: number): { over(): boolean } {
	let asked = 0;
	return { over: () => ++asked >= questions };
}

async function allPages(texts: readonly string[], size: number, request: GrepRequest, questions = 1e9) {
	const paged = texts.map((one) => memoryText(one, size));
	const [entries, counts]: [GrepEntry[], unknown[]] = [[], []];
	let at: GrepPosition | undefined;
	let pages = 0;
	do {
		const answer = await grep(
			{ count: paged.length, open: (n) => paged[n] as (typeof paged)[0] },
			request,
			at,
			budgetOf(questions),
		);
		expect(answer.entries.length + answer.counts.length).toBeLessThanOrEqual(request.limit);
		if (answer.next !== undefined && !answer.deadline)
			expect(answer.entries.length + answer.counts.length).toBeGreaterThan(0);
		entries.push(...answer.entries);
		counts.push(...answer.counts);
		at = answer.next;
		expect(++pages).toBeLessThan(300);
	} while (at !== undefined);
	return { entries, counts };
}

function naiveGrep(texts: readonly string[], reference: RegExp, request: GrepRequest) {
	return texts.flatMap((whole, source) => {
		const lines = linesOf(whole);
		const ranges = lines.map((line) => naiveRanges(line, reference, request.word === true));
		const hits = lines.flatMap((_, n) =>
			(ranges[n]?.length ?? 0) > 0 !== (request.invert === true) ? [n] : [],
		);
		let last = -1;
		return hits.map((hit, index) => {
			const own = request.invert === true ? [] : (ranges[hit] ?? []);
			const line = lines[hit] ?? "";
			const length = chars(line).length;
			const width = request.maxLineChars;
			const [s, e] = own[0] ?? [0, 0];
			const from =
				length <= width
					? 0
					: Math.min(Math.max(Math.floor((s + e) / 2) - Math.floor(width / 2), 0), length - width);
			const before = Array.from({ length: request.before }, (_, n) => hit - request.before + n).filter(
				(n) => n > last,
			);
			const next = hits[index + 1] ?? lines.length;
			const after = Array.from({ length: request.after }, (_, n) => hit + 1 + n).filter(
				(n) => n < next && n < lines.length,
			);
			last = after.at(-1) ?? hit;
			return {
				source,
				line: hit + 1,
				column: s + 1,
				text: shown(line, width, from),
				textFrom: from + 1,
				ranges: own.map(([a, b]) => [a + 1, b + 1]),
				before: before
					.filter((n) => n >= 0)
					.map((n) => ({ line: n + 1, text: shown(lines[n] ?? "", width) })),
				after: after.map((n) => ({ line: n + 1, text: shown(lines[n] ?? "", width) })),
			};
		});
	});
}

describe("a search", () => {
	const request = fc
		.record({
			query,
			invert: fc.boolean(),
			before: fc.nat(3),
			after: fc.nat(3),
			limit: fc.integer({ min: 1, max: 6 }),
			maxLineChars: fc.integer({ min: 1, max: 8 }),
			maxChars: fc.integer({ min: 1, max: 40 }),
		})
		.map(({ query, ...rest }) => ({
			...query,
			request: { ...rest, ...query.request, output: "matches" } as GrepRequest,
		}));

	test("by pages finds what looking at every line finds, whatever the pages (GR-4, GR-8, GR-10, GR-16, CM-8)", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(text, { maxLength: 3 }),
				pageBytes,
				request,
				async (texts, size, { request, reference }) => {
					const { entries } = await allPages(texts, size, request);
					const expected = naiveGrep(texts, reference, request);
					expect(entries.map(({ line }) => line)).toEqual(expected.map(({ line }) => line));
					for (const [n, entry] of entries.entries()) expect(entry).toMatchObject(expected[n] ?? {});
					for (const [n, { before, after }] of entries.entries()) {
						expect(before.length).toBe(expected[n]?.before.length);
						expect(after.length).toBe(expected[n]?.after.length);
					}
				},
			),
			{ numRuns: 1_000 },
		);
	});

	test("goes on where its time was over, and misses nothing (GR-7)", async () => {
		const questions = fc.integer({ min: 2, max: 5 });
		await fc.assert(
			fc.asyncProperty(
				fc.array(text, { maxLength: 3 }),
				pageBytes,
				request,
				questions,
				async (texts, size, { request }, most) => {
					for (const output of ["matches", "count", "documents"] as const) {
						const hurried = await allPages(texts, size, { ...request, output }, most);
						expect(hurried).toEqual(await allPages(texts, size, { ...request, output }));
					}
				},
			),
			{ numRuns: 300 },
		);
	});

	test("counts and names the texts that have such lines (GR-11)", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(text, { maxLength: 4 }),
				pageBytes,
				request,
				async (texts, size, { request, reference }) => {
					const found = naiveGrep(texts, reference, request);
					const expected = texts.flatMap((_, source) => {
						const count = found.filter((entry) => entry.source === source).length;
						return count === 0 ? [] : [{ source, count }];
					});
					const counted = await allPages(texts, size, { ...request, output: "count" });
					expect(counted.counts).toEqual(expected);
					const named = await allPages(texts, size, { ...request, output: "documents" });
					expect(named.counts).toEqual(expected.map(({ source }) => ({ source, count: 1 })));
				},
			),
		);
	});
});

describe("a substitution", () => {
	test("by pages is what replacing in every line gives (SD-2, SD-4 to SD-6, SD-10)", async () => {
		const asked = fc.record({
			scope: fc.constantFrom("all" as const, "first_per_line" as const, "first" as const),
			replacement: fc.constantFrom("", "-", "$&", "x\ny", "😀"),
			range: fc.option(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat(4)), { nil: undefined }),
			onlyChanged: fc.boolean(),
			questions: fc.constantFrom(2, 3, 1e9),
		});
		await fc.assert(
			fc.asyncProperty(
				text,
				pageBytes,
				maxChars,
				query,
				asked,
				async (whole, size, most, { request, reference }, { questions, ...wanted }) => {
					const { scope, onlyChanged, range } = wanted;
					const replacement =
						request.mode === "regex" ? wanted.replacement.replaceAll("$", "$$$$") : wanted.replacement;
					const lines = range && { startLine: range[0], endLine: range[0] + range[1] };
					const asking: SubstituteRequest = {
						...request,
						...lines,
						scope,
						onlyChanged,
						replacement,
						maxChars: most,
					};
					const start = (lines?.startLine ?? 1) - 1;
					const original = whole
						.split(/(?<=\n)/)
						.filter((line) => line !== "")
						.slice(start, lines?.endLine);
					let replacements = 0;
					const changed: [number, string][] = [];
					const altered = original.map((line, n) => {
						const body = line.replace(/\n$/, "");
						const all = chars(body);
						let ranges = naiveRanges(body, reference, false);
						if (scope !== "all") ranges = ranges.slice(0, 1);
						if (scope === "first" && replacements > 0) ranges = [];
						replacements += ranges.length;
						for (const [from, to] of ranges.toReversed())
							all.splice(from, to - from, ...chars(wanted.replacement));
						if (ranges.length > 0) changed.push([start + n + 1, all.join("")]);
						return all.join("") + line.slice(body.length);
					});
					const expected = onlyChanged ? changed.map(([, line]) => line).join("\n") : altered.join("");
					let [joined, at, pages]: [string, SubstitutePosition | undefined, number] = ["", undefined, 0];
					const pieces = new Map<number, string>();
					const numbers = new Set<number>();
					do {
						const page = await substitute(memoryText(whole, size), asking, at, budgetOf(questions));
						if (!page.deadline) expect(page.replacements).toBe(replacements);
						for (const n of page.changedLines) numbers.add(n);
						for (const { line, text } of page.changed) pieces.set(line, (pieces.get(line) ?? "") + text);
						joined += page.text;
						at = page.next;
						expect(++pages).toBeLessThan(500);
					} while (at !== undefined);
					expect(joined).toBe(expected);
					expect([...numbers]).toEqual(changed.map(([line]) => line));
					if (onlyChanged) expect([...pieces]).toEqual(changed);
				},
			),
			{ numRuns: 500 },
		);
	});
});
