import { readdirSync, readFileSync } from "node:fs";
import oxigraph from "oxigraph";
import { describe, expect, test } from "vitest";
import { literal, namedNode, XSD } from "../../../src/rdf/terms.ts";
import { type Argument, loadTemplate, type Template } from "../../../src/sparql/template.ts";

const root = new URL("../../../", import.meta.url);
const below = (folder: string, ending: string) =>
	readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(ending))
		.sort();
const NAMES = below("queries/", ".rq").map((name) => name.slice(0, -".rq".length));
const SOURCES = below("src/", ".ts").map((path) => ({
	path,
	text: readFileSync(new URL(`src/${path}`, root), "utf8"),
}));

/** Templates whose first pattern is not anchored, and why they may be read whole. */
const READ_WHOLE: Readonly<Record<string, string>> = {
	"ledger/findings": "findings are few beside facts, and read once for all",
	"rules/rules": "rules are few beside facts, and read once for all",
	"writing/requests": "the answers of one day, looked through once a day",
	"ledger/any-evidence": "bound with a limit of one row: whether there is any, once for each head",
	"ledger/any-finer-time": "bound with a limit of one row: whether there is any, once for each head",
	"ledger/any-wordless-fact": "bound with a limit of one row: whether there is any, once for each head",
	"export/subjects-in": "an export writes out all of such a graph",
	"ledger/pages": "one row for each 32 rows of the record, read once for each head",
	"ontology/statements": "the ontology is small and read once for each head",
};

/** A group between braces: what stands in it as text, groups left out, and the groups with what stands before each. */
interface Group {
	readonly own: string;
	readonly groups: readonly { readonly before: string; readonly group: Group }[];
}

const RECORD_TIME = [
	"FILTER ( ?recordedAt <= $asOf )",
	"FILTER ( !BOUND(?invalidatedAt) || $asOf < ?invalidatedAt )",
];
const NOT_INSIDE_GRAPH =
	/\b(?:OPTIONAL|MINUS|SELECT|UNION|FILTER|BIND|VALUES|COUNT|SUM|MIN|MAX|AVG|SAMPLE|GROUP_CONCAT|EXISTS)\b/i;

/** The text without comments; a `#` inside an IRI or a string is none. */
function bare(text: string): string {
	return text.replace(/(<[^<>\s]*>|"(?:[^"\\\n]|\\.)*")|#[^\n]*/g, (_, kept) => kept ?? "");
}

function groupsOf(text: string): Group {
	let position = 0;
	const read = (): Group => {
		let own = "";
		let before = "";
		const groups: { before: string; group: Group }[] = [];
		while (position < text.length) {
			const char = text[position++];
			if (char === "{") {
				groups.push({ before: before.trim(), group: read() });
				before = "";
				own += "{}";
			} else if (char === "}") return { own, groups };
			else {
				own += char;
				before += char;
			}
		}
		return { own, groups };
	};
	return read();
}

const where = (text: string): Group => {
	const found = groupsOf(bare(text)).groups.find(({ before }) => /\bWHERE$/.test(before));
	if (found === undefined) throw new TypeError("no WHERE");
	return found.group;
};

/** The flat blocks: the branches of a union, or the whole of WHERE. */
function branches(body: Group): readonly Group[] {
	const isUnion = body.groups.some(({ before }) => /^UNION/.test(before));
	return isUnion ? body.groups.map(({ group }) => group) : [body];
}

/**
 * Whether the block begins with something given: a term in its first pattern, in whatever graph, or lists of values of which
 * that pattern uses one that is given.
 */
function anchored({ groups }: Group): boolean {
	const lists = groups.slice(
		0,
		groups.findIndex(({ before }) => !before.startsWith("VALUES ")),
	);
	const first = groups[lists.length];
	if (first === undefined || !/^GRAPH [$?]\w+$/.test(first.before)) return false;
	const [subject = "", , object = ""] = first.group.own.trim().split(/\s+/);
	if (!subject.startsWith("?") || !object.startsWith("?")) return true;
	return lists.some(({ before, group }) => {
		const [, listed = ""] = /^VALUES [?](\w+)$/.exec(before) ?? [];
		const isGiven = /^\s*\$\w+\s*$/.test(group.own);
		return isGiven && new RegExp(`[?]${listed}\\b`).test(`${first.before} ${first.group.own}`);
	});
}

function* everyGroup(group: Group, depth = 0): Generator<{ before: string; group: Group; depth: number }> {
	for (const inner of group.groups) {
		yield { ...inner, depth };
		yield* everyGroup(inner.group, depth + 1);
	}
}

function sample(template: Template): Readonly<Record<string, Argument>> {
	const values: Readonly<Record<string, Argument>> = {
		iri: namedNode("urn:x"),
		"iri+": [namedNode("urn:x"), namedNode("urn:y")],
		literal: literal('a "quoted" } text'),
		dateTime: literal("2026-01-01T00:00:00.000000Z", namedNode(`${XSD}dateTime`)),
		integer: literal("7", namedNode(`${XSD}integer`)),
	};
	return Object.fromEntries([...template.parameters].map(([name, type]) => [name, values[type] as Argument]));
}

describe.each(NAMES)("queries/%s.rq", (name) => {
	const template = loadTemplate(name);
	const body = where(template.text);

	test("opens with a sentence on what it finds", () => {
		expect(template.text).toMatch(/^# [A-Z].*[.]\n/);
	});

	test("declares what it is given, uses all of it, and parses when bound", () => {
		for (const parameter of template.parameters.keys()) {
			expect(bare(template.text)).toMatch(new RegExp(`[$]${parameter}\\b`));
		}
		const text = template.bind(sample(template), { limit: 3, offset: 1 });
		expect(text).toMatch(/\nLIMIT 3 OFFSET 1$/);
		expect(new oxigraph.Store().query(text, { results_format: "text/tab-separated-values" })).toMatch(/^\?/);
	});

	test("parses as it stands, where it takes no list", () => {
		if ([...template.parameters.values()].includes("iri+")) {
			expect(bare(template.text)).toMatch(/VALUES \?\w+ \{ \$\w+ \}|IN \( ?\$\w+ ?\)/);
		} else {
			expect(() => new oxigraph.Store().query(template.text)).not.toThrow();
		}
	});

	test("1: the first pattern of each block is anchored by something given", () => {
		expect(branches(body).every(anchored)).toBe(READ_WHOLE[name] === undefined);
	});

	test("2: inside GRAPH stand patterns and nothing else", () => {
		for (const { before, group } of everyGroup(body)) {
			if (!/^GRAPH\b|\bGRAPH [?$]\w+$/.test(before)) continue;
			expect(group.own).not.toMatch(NOT_INSIDE_GRAPH);
			expect(group.groups).toEqual([]);
		}
		for (const { before, group } of everyGroup(body)) {
			if (before !== "OPTIONAL") continue;
			expect(group.groups.map((inner) => inner.before.replace(/[?$]\w+$/, "…"))).toEqual(["GRAPH …"]);
		}
	});

	test("3: FILTER stands at the top, and record time is the same two lines", () => {
		for (const { group } of everyGroup(body)) expect(group.own).not.toMatch(/\bFILTER\b/i);
		if (template.parameters.has("asOf")) {
			const filters = body.own.split("\n").filter((line) => /FILTER.*\$asOf/.test(line));
			expect(filters.map((line) => line.trim())).toEqual(RECORD_TIME);
		}
	});

	test("4: beside a union stand filters only, and unions do not nest", () => {
		const blocks = branches(body);
		if (blocks[0] === body) return;
		expect(
			body.own
				.replaceAll("{}", "")
				.replace(/\bUNION\b/g, "")
				.replace(/FILTER \(.*\)$/gm, "")
				.trim(),
		).toBe("");
		for (const block of blocks) expect(block.own).not.toMatch(/\bUNION\b/);
	});

	test("5: the limit comes with the binding", () => {
		expect(bare(template.text)).not.toMatch(/\b(?:LIMIT|OFFSET)\b/i);
	});

	test("is loaded once, and by the room it is named after", () => {
		const users = SOURCES.filter(({ text }) => text.includes(`loadTemplate("${name}")`));
		expect(users.map(({ path }) => path.split("/")[0])).toEqual([name.split("/")[0]]);
	});
});

test("no template that is loaded is missing, and SPARQL stands nowhere else", () => {
	for (const { path, text } of SOURCES) {
		for (const [, name] of text.matchAll(/loadTemplate\("([^"]+)"\)/g)) expect(NAMES, path).toContain(name);
		expect(text, path).not.toMatch(
			/["'`][^"'`\n]*\b(?:SELECT [?*]|ASK \{|CONSTRUCT \{|INSERT DATA|DELETE WHERE)/,
		);
	}
});

test("a template that is read whole exists and says why", () => {
	for (const [name, reason] of Object.entries(READ_WHOLE)) {
		expect(NAMES).toContain(name);
		expect(reason).not.toBe("");
	}
});

describe("the lint itself", () => {
	const judged = (text: string) => branches(where(text)).every(anchored);

	test.each([
		["SELECT ?a WHERE { GRAPH $g { ?a ?b ?c } }", false],
		["SELECT ?a WHERE { GRAPH $g { ?a <urn:p> ?c } }", false],
		["SELECT ?a WHERE { GRAPH $g { $a ?b ?c } }", true],
		["SELECT ?a WHERE { GRAPH $g { ?a <urn:p> $c } }", true],
		["SELECT ?a WHERE { GRAPH ?g { ?a ?b ?c } VALUES ?a { $a } }", false],
		["SELECT ?a WHERE { VALUES ?a { $a } GRAPH $g { ?b ?c ?d } }", false],
		["SELECT ?a WHERE { VALUES ?a { $a } GRAPH $g { ?a ?c ?d } }", true],
		["SELECT ?a WHERE { { VALUES ?a { $a } GRAPH $g { ?a ?c ?d } } UNION { GRAPH $g { ?a ?c ?d } } }", false],
	])("%s", (text, sound) => {
		expect(judged(text)).toBe(sound);
	});

	test("a hash inside an IRI is no comment", () => {
		expect(bare("<http://a#b> # { c\n'x'")).toBe("<http://a#b> \n'x'");
	});
});
