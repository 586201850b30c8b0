import type { Literal, NamedNode } from "@rdfjs/types";
import fc from "fast-check";
import oxigraph from "oxigraph";
import { describe, expect, test } from "vitest";
import { readTerm } from "../../src/rdf/read-term.ts";
import { isIri, literal, namedNode, quad, spell, spellQuad, XSD } from "../../src/rdf/terms.ts";
import { rowsOfTsv } from "../../src/sparql/rows.ts";
import { type BoundQuery, Template } from "../../src/sparql/template.ts";

const TSV = "text/tab-separated-values";
const store = new oxigraph.Store();
/** What the engine says the value is, as our own reader reads it. */
function echoed(query: BoundQuery): readonly (NamedNode | Literal | undefined)[] {
	return rowsOfTsv(store.query(query, { results_format: TSV }) as string).map((row) => row.get("value"));
}

const echoIri = new Template("echo-iri", "# @param $value iri\nSELECT ?value { BIND($value AS ?value) }");
const echoIris = new Template(
	"echo-iris",
	"# @param $values iri+\nSELECT ?value { VALUES ?value { $values } }",
);
const echoLiteral = new Template(
	"echo-literal",
	"# @param $value literal\nSELECT ?value { BIND($value AS ?value) }",
);
/** The same, with traps around it: comments, strings and IRIs in which the parameter's name stands too. */
const echoTrapped = new Template(
	"echo-trapped",
	'# @param $value literal\n# $value\nSELECT ?value { VALUES ?value { $value } FILTER("$value" != <urn:$value> || ?value = $value || true) } # $value',
);

/** Pieces that have let text out of its token somewhere: quotes, escapes, brackets, keywords, controls, halves of pairs. */
const hostile = fc
	.array(
		fc.constantFrom(
			...[
				'"',
				"'",
				'"""',
				"'''",
				"\\",
				'\\"',
				"\\u003e",
				"\\u0022",
				"\\U0000003E",
				"\\n",
				"<",
				">",
				"{",
				"}",
				"#",
				"$value",
			],
			...[
				"?value",
				"\n",
				"\r",
				"\t",
				"\0",
				"\u0007",
				"\u2028",
				"\u0085",
				"\ufeff",
				"\ufffe",
				"\ud800",
				"\udfff",
				"😀",
				"é",
				"é",
			],
			...[
				"%",
				"%3E",
				"%zz",
				"^^<urn:x>",
				"@en",
				"; DROP ALL #",
				"> } ; DROP ALL #",
				"_:b0",
				" ",
				"http://x/",
				"a",
				"[",
				"]",
				"|",
				"`",
			],
		),
		{ maxLength: 8 },
	)
	.map((pieces) => pieces.join(""));
const anyText = fc.oneof(hostile, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

function attempt<Value>(make: () => Value): Value | undefined {
	try {
		return make();
	} catch (error) {
		expect(error).toMatchObject({ kind: "incorrect" });
		return undefined;
	}
}

function attemptParse(line: string): boolean {
	try {
		return oxigraph.parse(line, { format: "application/n-triples" }).length === 1;
	} catch {
		return false;
	}
}

/** Datatypes of which the engine keeps the spelling, and language tags. */
const kinds = fc.oneof(
	fc.constant(undefined),
	fc.constantFrom("en", "de-CH", "x-klingon", "zh-Hant-TW").map((language) => ({ language })),
	fc
		.constantFrom("urn:own:type", "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON", `${XSD}anyURI`)
		.map(namedNode),
);
const sameLiteral = (found: NamedNode | Literal | undefined, wanted: Literal) => {
	expect(found?.termType).toBe("Literal");
	const term = found as Literal;
	expect(term.value).toBe(wanted.value);
	expect(term.datatype.value).toBe(wanted.datatype.value);
	// The engine writes tags in lower case; `export/` keeps the spelling given beside them.
	expect(term.language.toLowerCase()).toBe(wanted.language.toLowerCase());
};

describe("binding", () => {
	test("an IRI is refused at the door or comes back as it went in", () => {
		let passed = 0;
		fc.assert(
			fc.property(anyText, (tail) => {
				const iri = attempt(() => namedNode(`http://x/${tail}`));
				if (iri === undefined) return;
				passed++;
				expect(echoed(echoIri.bind({ value: iri }, { limit: 9 }))).toEqual([iri]);
			}),
			{ numRuns: 8_000 },
		);
		expect(passed).toBeGreaterThan(100);
	});

	test("the door takes exactly the IRIs that the engine takes, addresses in brackets apart", () => {
		const pieces = fc.constantFrom(
			...[
				"http:",
				"urn:",
				"x",
				"//",
				"/",
				":",
				"@",
				"80",
				"?",
				"#",
				"%",
				"%3E",
				"é",
				"a",
				"-",
				".",
				"+",
				"~",
				"|",
				"^",
				" ",
				"<",
				">",
			],
			...[
				"\ue000",
				"\ufdd0",
				"\ufffe",
				"\u0080",
				"\u00a0",
				"\u007f",
				"\u{1F600}",
				"\u{E0001}",
				"\u{E1000}",
				"\u{F0000}",
				"\u{1FFFE}",
			],
		);
		const iris = fc
			.tuple(fc.constantFrom("", "http:", "http://", "urn:", "a:"), fc.array(pieces, { maxLength: 7 }))
			.map(([head, tail]) => head + tail.join(""));
		fc.assert(
			fc.property(iris, (text) => {
				expect(attempt(() => namedNode(text)) !== undefined).toBe(attemptParse(`<${text}> <urn:p> "x" .`));
			}),
			{ numRuns: 20_000 },
		);
	});

	test("a list of IRIs comes back whole and in order", () => {
		fc.assert(
			fc.property(fc.array(anyText, { minLength: 1, maxLength: 6 }), (tails) => {
				const iris = tails.flatMap((tail) => attempt(() => namedNode(`urn:x:${tail}`)) ?? []);
				fc.pre(iris.length > 0);
				expect(echoed(echoIris.bind({ values: iris }, { limit: 99 }))).toEqual(iris);
			}),
			{ numRuns: 3_000 },
		);
	});

	test("a literal is refused at the door or comes back as it went in", () => {
		fc.assert(
			fc.property(anyText, kinds, (value, kind) => {
				const term = attempt(() => literal(value, kind));
				if (term === undefined) {
					expect(value.isWellFormed()).toBe(false);
					return;
				}
				const [found, ...rest] = echoed(echoLiteral.bind({ value: term }, { limit: 9 }));
				expect(rest).toEqual([]);
				sameLiteral(found, term);
			}),
			{ numRuns: 8_000 },
		);
	});

	test("a parameter's name in comments, strings and IRIs is no parameter", () => {
		fc.assert(
			fc.property(anyText, (value) => {
				const term = attempt(() => literal(value));
				if (term === undefined) return;
				const [found, ...rest] = echoed(echoTrapped.bind({ value: term }, { limit: 9 }));
				expect(rest).toEqual([]);
				sameLiteral(found, term);
			}),
			{ numRuns: 5_000 },
		);
	});

	test("a language tag passes the door exactly where the engine takes it", () => {
		const subtags = fc.constantFrom(
			...[
				"a",
				"en",
				"deu",
				"Latn",
				"CH",
				"419",
				"1996",
				"12345",
				"abcdefgh",
				"abcdefghi",
				"x",
				"u",
				"i",
				"zh",
				"min",
				"klingon",
				"",
			],
		);
		const tags = fc.oneof(
			fc.array(subtags, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("-")),
			fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/),
			hostile,
		);
		fc.assert(
			fc.property(tags, (tag) => {
				const term = attempt(() => literal("x", { language: tag }));
				const plain = /^[A-Za-z0-9-]+$/.test(tag);
				const taken = plain && attemptParse(`<urn:s> <urn:p> "x"@${tag} .`);
				expect(term !== undefined).toBe(taken);
				if (term !== undefined) sameLiteral(echoed(echoLiteral.bind({ value: term }, { limit: 9 }))[0], term);
			}),
			{ numRuns: 10_000 },
		);
	});
});

describe("the log's spelling", () => {
	test("a quad line is one line, and the engine reads from it what was spelled", () => {
		fc.assert(
			fc.property(anyText, kinds, (value, kind) => {
				const object = attempt(() => literal(value, kind));
				if (object === undefined) return;
				const line = spellQuad(quad(namedNode("urn:s"), namedNode("urn:p"), object, namedNode("urn:g")));
				expect(line).not.toMatch(/[\n\r]/);
				const [read, ...rest] = oxigraph.parse(line, { format: "application/n-quads" });
				expect(rest).toEqual([]);
				sameLiteral(read?.object as unknown as Literal, object);
				if (object.language === "") sameLiteral(readTerm(spell(object)), object);
			}),
			{ numRuns: 5_000 },
		);
	});
});

describe("reading the engine's results", () => {
	const numbers = fc.oneof(
		fc.integer().map((n) => [String(n), "integer"] as const),
		fc
			.tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.stringMatching(/^[0-9]{1,6}$/))
			.map(([whole, part]) => [`${whole}.${part}`, "decimal"] as const),
		fc
			.double({ noNaN: false })
			.map(
				(n) => [Number.isFinite(n) ? String(n) : n > 0 ? "INF" : n < 0 ? "-INF" : "NaN", "double"] as const,
			),
		fc.boolean().map((truth) => [String(truth), "boolean"] as const),
		fc.constantFrom(
			["1", "boolean"] as const,
			["007", "integer"] as const,
			["+5", "integer"] as const,
			["1.", "decimal"] as const,
		),
		fc.constantFrom(
			["soon", "integer"] as const,
			["2020-13", "gYearMonth"] as const,
			["2024-02", "gYearMonth"] as const,
		),
		fc.constantFrom(
			["2026-03-20T12:00:00.123456Z", "dateTime"] as const,
			["2026-03-20", "date"] as const,
			["-0400", "gYear"] as const,
		),
		hostile.map((text) => [text, "dateTime"] as const),
	);
	const terms: fc.Arbitrary<NamedNode | Literal> = fc.oneof(
		numbers
			.filter(([text]) => text.isWellFormed())
			.map(([text, type]) => literal(text, namedNode(`${XSD}${type}`))),
		fc
			.tuple(
				anyText.filter((text) => text.isWellFormed()),
				kinds,
			)
			.map(([value, kind]) => literal(value, kind)),
		fc
			.stringMatching(/^[a-z0-9:/#?é]{1,12}$/)
			.map((tail) => `urn:${tail}`)
			.filter(isIri)
			.map(namedNode),
	);

	test("every term of a TSV answer is read as the engine's own interface gives it", () => {
		fc.assert(
			fc.property(fc.array(terms, { minLength: 1, maxLength: 8 }), (objects) => {
				const kept = new oxigraph.Store();
				for (const [n, object] of objects.entries()) {
					const line = spellQuad(
						quad(namedNode(`urn:s:${n}`), namedNode("urn:p"), object, namedNode("urn:g")),
					);
					kept.load(line, { format: "application/n-quads" });
				}
				const query = "SELECT ?s ?o ?none { GRAPH ?g { ?s ?p ?o } } ORDER BY ?s";
				const asTerms = kept.query(query) as ReadonlyMap<string, NamedNode | Literal>[];
				const asText = rowsOfTsv(kept.query(query, { results_format: TSV }) as string);
				expect(asText).toHaveLength(objects.length);
				for (const [n, row] of asText.entries()) {
					const wanted = asTerms[n]?.get("o");
					const found = row.get("o");
					expect(found?.termType).toBe(wanted?.termType);
					expect(found?.value).toBe(wanted?.value);
					if (wanted?.termType === "Literal") sameLiteral(found, wanted);
					expect(row.get("s")?.value).toBe(asTerms[n]?.get("s")?.value);
					expect(row.get("none")).toBeUndefined();
				}
			}),
			{ numRuns: 3_000 },
		);
	});
});
