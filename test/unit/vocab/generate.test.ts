import { readdirSync, readFileSync } from "node:fs";
import { Parser } from "n3";
import { describe, expect, test } from "vitest";
import { moduleOf, rulesOf, shapesModuleOf, termsOf } from "../../../src/vocab/generate.ts";
import * as utopia from "../../../src/vocab/utopia.gen.ts";
import { owl, prov, rdf, rdfs, schema, skos, xsd } from "../../../src/vocab/well-known.ts";

const root = new URL("../../../", import.meta.url);
const fileText = (path: string) => readFileSync(new URL(path, root), "utf8");
const vocabulary = fileText("ontology/utopia.ttl");
const quads = new Parser().parse(vocabulary);
const NAMESPACE = "urn:utopia:ns:";

describe("the vocabulary", () => {
	test("the constants are those of the file", () => {
		expect(fileText("src/vocab/utopia.gen.ts")).toBe(moduleOf(vocabulary));
	});

	test("the rules are those of the shapes", () => {
		const shapes = fileText("ontology/shapes.ttl");
		expect(fileText("src/vocab/shapes.gen.ts")).toBe(shapesModuleOf(shapes));
		const { ofClass } = rulesOf(shapes);
		expect(ofClass.get(utopia.Evidence.value)).toContainEqual({
			path: utopia.saysConfidence.value,
			maxCount: 1,
			datatypes: [xsd.decimal.value],
			min: 0,
			max: 1,
			message: "utopia:saysConfidence is one xsd:decimal from 0 to 1.",
		});
	});

	test("of the shapes, what looks beyond a row makes no rule, and one without a message is refused", () => {
		const prefixes = "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix u: <urn:utopia:ns:> .";
		const shape = (said: string) => `${prefixes} <a:s> sh:targetClass u:Typing ; sh:property [ ${said} ] .`;
		const { ofClass } = rulesOf(
			shape("sh:path u:entity ; sh:class u:Entity ; sh:minCount 1 ; sh:message 'x'"),
		);
		expect(ofClass.size).toBe(0);
		expect(rulesOf(shape("sh:path [ sh:inversePath u:entity ] ; sh:maxCount 1")).ofClass.size).toBe(0);
		expect(() => rulesOf(shape("sh:path u:entity ; sh:maxCount 1"))).toThrow(/no message/);
	});

	test("each term has a constant of its own name, and each constant a term", () => {
		const { UTOPIA_TERMS, ...constants } = utopia;
		expect(Object.values(constants).map(({ value }) => value)).toEqual([...UTOPIA_TERMS]);
		for (const [name, { value }] of Object.entries(constants)) {
			expect(value).toBe(`${NAMESPACE}${name.replace(/_$/, "")}`);
		}
	});

	test("each term has one label, one comment, and a type that its spelling tells", () => {
		const said = (iri: string, predicate: string) =>
			quads.filter((quad) => quad.subject.value === iri && quad.predicate.value === predicate);
		for (const iri of utopia.UTOPIA_TERMS) {
			expect(said(iri, rdfs.label.value), iri).toHaveLength(1);
			expect(said(iri, rdfs.comment.value), iri).toHaveLength(1);
			const types = said(iri, rdf.type.value).map(({ object }) => object.value);
			expect([owl.Class.value, owl.ObjectProperty.value, owl.DatatypeProperty.value], iri).toContain(
				types[0],
			);
			const capital = /:[A-Z]/.test(iri);
			expect(types.includes(owl.Class.value), `${iri} is spelled like what it is`).toBe(capital);
		}
	});

	test("domains and ranges are terms of the vocabulary or of one we know", () => {
		const known = new Set<string>([
			...utopia.UTOPIA_TERMS,
			...[rdf, rdfs, owl, xsd, prov, schema, skos].flatMap((terms) =>
				Object.values(terms).map(({ value }) => value),
			),
		]);
		for (const { predicate, object } of quads) {
			if (predicate.value === rdfs.domain.value || predicate.value === rdfs.range.value) {
				expect([...known]).toContain(object.value);
			}
		}
	});

	test("shapes, templates and bases use no term that the vocabulary lacks", () => {
		const templates = readdirSync(new URL("queries/", root), { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".rq"))
			.map((name) => `queries/${name}`);
		for (const path of ["ontology/shapes.ttl", "data/demo.ttl", "test/story/harbour.ttl", ...templates]) {
			const text = fileText(path)
				.replace(/#(?=\s).*$/gm, "")
				.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
			for (const [, name] of text.matchAll(/(?<!urn:)\butopia:([A-Za-z]+)\b/g)) {
				expect(utopia.UTOPIA_TERMS.has(`${NAMESPACE}${name}`), `${path} says utopia:${name}`).toBe(true);
			}
			for (const [, name] of text.matchAll(/<urn:utopia:ns:([A-Za-z]+)>/g)) {
				expect(utopia.UTOPIA_TERMS.has(`${NAMESPACE}${name}`), `${path} says ${name}`).toBe(true);
			}
		}
	});

	test("a term without a comment, or with a name that cannot be a constant, is refused", () => {
		expect(() => termsOf("<urn:utopia:ns:bare> a <http://www.w3.org/2002/07/owl#Class> .")).toThrow(
			/no comment/,
		);
		expect(() => termsOf('<urn:utopia:ns:a-b> <http://www.w3.org/2000/01/rdf-schema#comment> "x" .')).toThrow(
			/no name for a term/,
		);
	});

	test("a word of the language gets an underscore, and a comment cannot end its own", () => {
		const made = moduleOf('<urn:utopia:ns:class> <http://www.w3.org/2000/01/rdf-schema#comment> "a */ b" .');
		expect(made).toContain('export const class_ = namedNode("urn:utopia:ns:class");');
		expect(made).toContain("/** a *\\/ b */");
	});
});
