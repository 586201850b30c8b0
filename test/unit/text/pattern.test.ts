import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { matchesIn } from "../../../src/text/line-matches.ts";
import { nameMatcher } from "../../../src/text/name-matching.ts";
import { type PatternRequest, patternOf } from "../../../src/text/pattern.ts";

const found = (line: string, request: PatternRequest) =>
	[...matchesIn(Buffer.from(line), patternOf(request))].map(({ from, to }) =>
		Buffer.from(line).toString("utf8", from, to),
	);
const refused = (pattern: string) => {
	try {
		patternOf({ pattern, mode: "regex" });
	} catch (error) {
		const { code, details } = error as { code: string; details: Record<string, unknown> };
		return [code, details["position"], details["construct"]];
	}
	return undefined;
};

describe("a pattern", () => {
	test.each([
		["(?=a)", 1, "look-ahead"],
		["a(?!b)", 2, "negative look-ahead"],
		["😀(?<=b)", 2, "look-behind"],
		["(?<!b)", 1, "negative look-behind"],
		["(?>a)", 1, "atomic group"],
		["(a)\\1", 4, "back-reference"],
		["(?P<n>a)(?P=n)", 9, "back-reference"],
		["(?<n>a)\\k<n>", 8, "back-reference"],
	])("with %s is refused by name and column, since RE2 has none (GR-5)", (pattern, position, construct) => {
		expect(refused(pattern)).toEqual(["UTOPIA_PATTERN_UNSUPPORTED", position, construct]);
	});

	test.each([
		["[", 1],
		["ab[c", 3],
		["(a(b)", 1],
		["a(b(c)", 2],
		["a)", 2],
		["[)]😀)", 5],
		["*a", 1],
		["a\\*b**", 5],
		["a{1001}", 2],
		["é{2,1}", 2],
		["a\\", 2],
		["x\\y", 2],
		["[b-a]", 2],
		["a\\p{Nope}", 2],
		["a[[:nope:]]", 3],
		["(?<>a)", 1],
		["a++", 2],
	])("%s is invalid at its column", (pattern, position) => {
		expect(refused(pattern)).toEqual(["UTOPIA_PATTERN_INVALID", position, undefined]);
	});

	test("is read as its writer meant it where a construct only looks like one that is left out", () => {
		expect(refused("[(?=]")).toBeUndefined();
		expect(refused("\\Q(?=\\1\\E")).toBeUndefined();
		expect(refused("\\(?=a")).toBeUndefined();
		expect(refused("a{1000}")).toBeUndefined();
	});

	test("with a line break is refused (GR-14)", () => {
		for (const mode of ["literal", "regex"] as const)
			for (const pattern of ["a\nb", "a\r\nb"])
				expect(() => patternOf({ pattern, mode })).toThrow(
					expect.objectContaining({ code: "UTOPIA_ARGUMENT_INVALID" }),
				);
	});

	test("is literal unless it is said otherwise: every character stands for itself (GR-1)", () => {
		const pattern = "a.b*c(1)[x]$";
		expect(found("say a.b*c(1)[x]$ or aXbbc1x", { pattern, mode: "literal" })).toEqual([pattern]);
		expect(found("\\^$ (?i)", { pattern: "\\^$", mode: "literal", ignoreCase: true })).toEqual(["\\^$"]);
	});

	test("is brought to NFC, and a lone surrogate to U+FFFD (GR-15)", () => {
		expect(found("Café", { pattern: "Cafe\u0301", mode: "literal" })).toEqual(["Café"]);
		expect(found("Café", { pattern: "e\u0301$", mode: "regex" })).toEqual(["é"]);
		expect(found("a\ufffdb", { pattern: "\ud800", mode: "literal" })).toEqual(["\ufffd"]);
	});

	test("ignores case by simple folding (FI-4)", () => {
		const ignoring = (line: string, pattern: string) =>
			found(line, { pattern, mode: "literal", ignoreCase: true });
		expect(ignoring("ſ S s", "s")).toEqual(["ſ", "S", "s"]);
		expect(ignoring("straße", "STRASSE")).toEqual([]);
		expect(ignoring("STRAẞE", "straße")).toEqual(["STRAẞE"]);
		expect(ignoring("ΣΟΦΟΣ σοφος σοφός", "σοφοσ")).toEqual(["ΣΟΦΟΣ", "σοφος"]);
		expect(ignoring("ı İ i", "I")).toEqual(["i"]);
	});

	test("finds words with nothing of a word beside them, in any script (GR-16)", () => {
		const words = (line: string, pattern: string, mode: PatternRequest["mode"] = "literal") =>
			found(line, { pattern, mode, word: true }).length;
		expect(words("we answer we_ wé we", "we")).toBe(2);
		expect(words("Straße Straßen", "Straße")).toBe(1);
		expect(words("ab1 ab\u0301 (ab)", "ab")).toBe(1);
		expect(words("aab aa", "a+", "regex")).toBe(1);
		expect(words("漢字", "漢")).toBe(0);
	});

	test("takes nested repetitions in linear time", () => {
		const letters = "a".repeat(200_000);
		for (const pattern of ["^(a+)+$", "(x+x+)+y", "(a|aa)+$"])
			expect(found(`${letters}!`, { pattern, mode: "regex" })).toEqual([]);
	});
});

describe("names", () => {
	const matching = (pattern: string, names: readonly string[], ignoreCase = false) =>
		names.filter(nameMatcher({ pattern, mode: "glob", ignoreCase }));
	const names = ["a.txt", "ab.txt", "hr/a.txt", "hr/x/b.txt", "{a}.md", "a]b", "[x]", "a\\b", "é.md", "a\nb"];

	test.each([
		["*.txt", ["a.txt", "ab.txt", "hr/a.txt", "hr/x/b.txt"]],
		["?.txt", ["a.txt", "hr/a.txt", "hr/x/b.txt"]],
		["hr/*.txt", ["hr/a.txt"]],
		["hr/**", ["hr/a.txt", "hr/x/b.txt"]],
		["**/b.txt", ["hr/x/b.txt"]],
		["hr?a.txt", []],
		["hr[/]a.txt", []],
		["hr[!x]a.txt", []],
		["hr[+-9]a.txt", []],
		["{a}.md", ["{a}.md"]],
		["a[]]b", ["a]b"]],
		["a[!]]b", ["a\\b", "a\nb"]],
		["\\[x\\]", ["[x]"]],
		["a\\\\b", ["a\\b"]],
		["[a-b].txt", ["a.txt", "hr/a.txt", "hr/x/b.txt"]],
		["e\u0301.md", ["é.md"]],
		["a.tx", []],
	])("by the glob %s (FI-1)", (glob, expected) => {
		expect(matching(glob, names)).toEqual(expected);
	});

	test("a glob that is not finished is refused with its column", () => {
		for (const [glob, position] of [
			["a[b", 2],
			["[!", 1],
			["😀[]", 2],
			["a\\", 2],
			["[b-a]", 2],
		] as const)
			expect(() => nameMatcher({ pattern: glob, mode: "glob", ignoreCase: false })).toThrow(
				expect.objectContaining({
					code: "UTOPIA_PATTERN_INVALID",
					details: expect.objectContaining({ position }),
				}),
			);
	});

	test("by part and whole, ignoring case or not", () => {
		const by = (mode: "substring" | "exact", pattern: string, ignoreCase: boolean) =>
			["Notes.txt", "notes", "ſ.b"].filter(nameMatcher({ pattern, mode, ignoreCase }));
		expect(by("substring", "NOTES", true)).toEqual(["Notes.txt", "notes"]);
		expect(by("substring", "NOTES", false)).toEqual([]);
		expect(by("exact", "NOTES", true)).toEqual(["notes"]);
		expect(by("exact", "S.B", true)).toEqual(["ſ.b"]);
		expect(by("substring", ".", false)).toEqual(["Notes.txt", "ſ.b"]);
	});

	test("by many stars, without trying every way (FI-2)", () => {
		expect(matching(`${"*a".repeat(13)}b`, ["a".repeat(60)])).toEqual([]);
		expect(matching(`${"**a".repeat(80)}b`, ["a".repeat(2_000)])).toEqual([]);
	});
});

test("the native engine is given no pattern in this room (GR-6)", () => {
	const room = new URL("../../../src/text/", import.meta.url);
	const makers = readdirSync(room).filter(
		(file) =>
			file.endsWith(".ts") &&
			/\bRegExp\(|\.(match|matchAll|search|split)\((?!")/.test(readFileSync(new URL(file, room), "utf8")),
	);
	expect(makers).toEqual([]);
});
