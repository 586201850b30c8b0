import jsonld from "jsonld";
import { DataFactory, Parser, type Quad, Writer } from "n3";
import { beforeAll, describe, expect, test } from "vitest";
import { hashOf, importedBase, iri, NOW, PREFIXES } from "./imported.ts";

const [A, B, F, G, D] = [
	iri("entity", 1),
	iri("entity", 2),
	iri("fact", 1),
	iri("fact", 2),
	iri("document", 1),
];
const K = "urn:utopia:kb:00000000-0000-4000-8000-000000000001:";
/** A base with what serialisers differ in: line ends, quotes and signs in text, spellings, languages, dates of all kinds. */
const SOURCE = `${PREFIXES}
<${K}class:person> a owl:Class ; rdfs:label "Person" .
<${K}relation:leads> a owl:ObjectProperty ; rdfs:label "leads"@en-gb , "führt"@de .
<${K}relation:length> a owl:DatatypeProperty ; rdfs:range xsd:decimal .
${D} a prov:Entity ; rdfs:label "a.md" ; prov:generatedAtTime "2020-01-01T00:00:00Z"^^xsd:dateTime .
${A} a <${K}class:person> ; rdfs:label "Ada \\"the\\" first" . ${B} rdfs:label "B\\r\\no \\\\ \\t ü 😀" .
${F} a rdf:Statement ; rdf:subject ${A} ; rdf:predicate <${K}relation:leads> ; rdf:object ${B} ;
  schema:validFrom "2019-04"^^xsd:gYearMonth ; utopia:confidence 1.0 ; prov:wasDerivedFrom ${D} ;
  utopia:quote "two\\nlines" ; <${K}relation:length> 1.50 ;
  prov:generatedAtTime "2020-01-01T00:00:00.120000Z"^^xsd:dateTime .
${G} a rdf:Statement ; rdf:subject ${A} ; rdf:predicate <${K}relation:length> ; rdf:object 01.80 ;
  <http://purl.org/dc/terms/extent> "1e0"^^xsd:double , "PT36H"^^xsd:duration , true ;
  prov:generatedAtTime "2020-01-01T02:00:00.120001+02:00"^^xsd:dateTime .
<http://example.org/notes/a> rdfs:seeAlso <http://example.org/notes/b#c> .
`;

let quads: readonly Quad[];
let expected: string;

async function exportedHash(text: string, format?: string): Promise<string> {
	await using base = await importedBase();
	await base.import(text, { format });
	return hashOf(await base.export({ asOf: NOW }));
}

beforeAll(async () => {
	quads = new Parser({ format: "text/turtle" }).parse(SOURCE);
	expected = await exportedHash(SOURCE, "turtle");
});

async function written(format: string, prefixes: Record<string, string> = {}, all = quads): Promise<string> {
	const writer = new Writer({ format, prefixes });
	writer.addQuads([...all]);
	return await new Promise((resolve, reject) =>
		writer.end((error, text) => (error ? reject(error) : resolve(text))),
	);
}

function grouped(all: readonly Quad[], key: (one: Quad) => string): Map<string, Quad[]> {
	const found = new Map<string, Quad[]>();
	for (const one of all) found.set(key(one), [...(found.get(key(one)) ?? []), one]);
	return found;
}

/** As rdflib writes: subjects in blocks, `;` and `,`, long strings where a text has line ends. */
function inBlocks(join: string): string {
	const bySubject = grouped(quads, ({ subject }) => subject.value);
	const term = (one: Quad["object"]) => {
		if (one.termType === "NamedNode") return `<${one.value}>`;
		if (one.termType !== "Literal") throw new Error("no such term here");
		const text = one.value
			.replaceAll("\\", "\\\\")
			.replaceAll('"', '\\"')
			.replaceAll("\r", "\\r")
			.replaceAll("\t", "\\t");
		const tail = one.language ? `@${one.language}` : `^^<${one.datatype.value}>`;
		return `"""${text}"""${tail}`;
	};
	return [...bySubject]
		.map(([subject, own]) => {
			const byPredicate = grouped(own, ({ predicate }) => predicate.value);
			const parts = [...byPredicate].map(
				([predicate, objects]) =>
					`<${predicate}> ${objects.map(({ object }) => term(object)).join(`,${join}`)}`,
			);
			return `<${subject}>${join}${parts.join(`${join};${join}`)} .`;
		})
		.join(join);
}

describe("every way to write a base down gives the same base", () => {
	const cases: Readonly<Record<string, () => string | Promise<string>>> = {
		"Turtle of n3.js": () => written("Turtle", { k: K, rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#" }),
		"N-Triples": () => written("N-Triples"),
		"N-Quads": () => written("N-Quads"),
		"blocks with long strings": () => inBlocks("\n    "),
		"one line": () => inBlocks(" "),
		"line ends of another system": () => SOURCE.replaceAll("\n", "\r\n"),
		"a byte order mark": () => `\ufeff${SOURCE}`,
		"SPARQL's PREFIX": () => SOURCE.replace(/@prefix (.*) \./g, "PREFIX $1"),
		"relative IRIs and @base": () =>
			SOURCE.replace("<http://example.org/notes/a>", "@base <http://example.org/notes/x> .\n<a>").replace(
				"<http://example.org/notes/b#c>",
				"<../notes/b#c>",
			),
		"a statement many times": () => SOURCE + SOURCE.slice(PREFIXES.length),
		"subjects torn apart": () => {
			const halves = [...quads].reverse();
			return halves
				.map(({ subject, predicate, object }) => new Writer().quadToString(subject, predicate, object))
				.join("");
		},
		"TriG, default graph": () => written("TriG"),
		"TriG, one named graph": () =>
			written(
				"TriG",
				{},
				quads.map(({ subject, predicate, object }) =>
					DataFactory.quad(subject, predicate, object, DataFactory.namedNode("http://example.org/all")),
				),
			),
		"N-Quads with the claims in graphs, as an export has them": async () =>
			`${await written("N-Quads")}${A} <${K}relation:leads> ${B} ${F} .\n${A} <${K}relation:length> "01.80"^^<http://www.w3.org/2001/XMLSchema#decimal> ${G} .\n`,
		"the plain triple too": () => `${SOURCE}${A} <${K}relation:leads> ${B} .`,
	};
	test.each(Object.entries(cases))("%s", async (_, text) => {
		expect(await exportedHash(await text())).toBe(expected);
	});

	test("JSON-LD, flat", async () => {
		const flat = await jsonld.fromRDF(
			(await written("N-Quads")) as never,
			{ format: "application/n-quads" } as never,
		);
		expect(await exportedHash(JSON.stringify(flat), "jsonld")).toBe(expected);
	});

	test("JSON-LD, compact with a context of its own", async () => {
		const flat = await jsonld.fromRDF(
			(await written("N-Quads")) as never,
			{ format: "application/n-quads" } as never,
		);
		const context = {
			rdfs: "http://www.w3.org/2000/01/rdf-schema#",
			utopia: "urn:utopia:ns:",
			label: "rdfs:label",
		};
		const compact = await jsonld.compact(flat as never, context as never);
		expect(await exportedHash(JSON.stringify(compact, undefined, 2), "jsonld")).toBe(expected);
	});

	test("a claim in a graph that is not the fact's is refused", async () => {
		const text = `${await written("N-Quads")}${B} <${K}relation:leads> ${A} ${F} .\n`;
		await expect(exportedHash(text)).rejects.toMatchObject({ code: "UTOPIA_IMPORT_REFUSED" });
	});
});

test("the export of it is the file, its plain triple and the manifest", async () => {
	await using base = await importedBase();
	await base.import(SOURCE, { format: "turtle" });
	const key = ({ subject, predicate, object }: Quad) => new Writer().quadToString(subject, predicate, object);
	const out = new Parser()
		.parse(await base.export())
		.filter(({ subject }) => subject.value !== `${K}manifest`);
	const plain = `${A} <${K}relation:leads> ${B} .\n`;
	const always = `${A} <${K}relation:length> 01.80 .\n`;
	expect(new Set(out.map(key))).toEqual(new Set([...quads.map(key), plain, always]));
});

test("a base with another id gets its own id in the file's place, and a second import of the export changes nothing", async () => {
	const other = "00000000-0000-4000-8000-00000000000b";
	await using base = await importedBase(other);
	await base.import(SOURCE, { format: "turtle" });
	const text = await base.export({ asOf: NOW });
	expect(text).not.toContain(K);
	await using own = await importedBase();
	await own.import(text, { format: "turtle" });
	expect(hashOf(await own.export({ asOf: NOW }))).toBe(expected);
	const { head, quads: added } = await own.import(text, { format: "turtle" });
	expect([head.sequence, added]).toEqual([1, 0]);
});

test("IRIs get another beginning where a base is asked for", async () => {
	await using base = await importedBase();
	await base.import(SOURCE, { format: "turtle" });
	const text = await base.export({ base: "https://example.org/" });
	expect(text).not.toContain("urn:utopia:kb:");
	expect(text).toContain(
		`<https://example.org/kb/00000000-0000-4000-8000-000000000001/fact/00000000-0000-4000-8000-000000000001>`,
	);
	await expect(base.export({ base: "ftp://x/" })).rejects.toMatchObject({ code: "UTOPIA_ARGUMENT_INVALID" });
	await expect(base.export({ format: "nquads" })).rejects.toThrow(/turtle/);
});
