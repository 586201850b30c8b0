import { expect, test } from "vitest";
import { DEFECT_KINDS, defectsOf } from "../../../src/ontology/defects.ts";
import { circles } from "../../../src/ontology/hierarchy.ts";
import { readOntology } from "../../../src/ontology/ontology.ts";
import type { OntologyTriple } from "../../../src/ontology/statements.ts";
import { literal, namedNode } from "../../../src/rdf/terms.ts";
import * as utopia from "../../../src/vocab/utopia.gen.ts";
import { owl, rdf, rdfs, xsd } from "../../../src/vocab/well-known.ts";

const K = "urn:utopia:kb:00000000-0000-4000-8000-0000000000aa:";
const c = (key: string) => namedNode(`${K}class:${key}`);
const r = (key: string) => namedNode(`${K}relation:${key}`);
type Said = readonly [{ readonly value: string }, { readonly value: string }, OntologyTriple["value"]];

function found(...said: readonly Said[]): readonly string[] {
	const triples = said.map(([subject, property, value]) => ({
		subject: subject.value,
		property: property.value,
		value,
	}));
	return defectsOf(readOntology(triples)).map(
		({ kind, subjects }) => `${kind} ${subjects.map((iri) => iri.replace(/.*:/, "")).join(" ")}`,
	);
}

const relations = (...keys: string[]): Said[] => keys.map((key) => [r(key), rdf.type, owl.ObjectProperty]);
const attributes = (...keys: string[]): Said[] => keys.map((key) => [r(key), rdf.type, owl.DatatypeProperty]);
const classes = (...keys: string[]): Said[] => keys.map((key) => [c(key), rdf.type, owl.Class]);

test("an inverse that names another is not mutual; one that names none is as good as mutual", () => {
	const pair: Said[] = [...relations("p", "q", "s"), [r("p"), owl.inverseOf, r("q")]];
	expect(found(...pair)).toEqual([]);
	expect(found(...pair, [r("q"), owl.inverseOf, r("p")])).toEqual([]);
	expect(found(...pair, [r("q"), owl.inverseOf, r("s")])).toEqual(["inverse_not_mutual p q"]);
});

test("relations and classes that stand above each other are a loop each, however long", () => {
	const loop = (
		property: { readonly value: string },
		of: (key: string) => OntologyTriple["value"],
		keys: string[],
	): Said[] => keys.map((key, n) => [of(key), property, of(keys[(n + 1) % keys.length] as string)]);
	expect(found(...relations("p", "q"), ...loop(rdfs.subPropertyOf, r, ["p", "q"]))).toEqual([
		"sub_property_loop p q",
	]);
	expect(found(...relations("p"), [r("p"), rdfs.subPropertyOf, r("p")])).toEqual(["sub_property_loop p"]);
	const many = Array.from({ length: 3_000 }, (_, n) => `c${String(n).padStart(4, "0")}`);
	expect(found(...classes(...many), ...loop(rdfs.subClassOf, c, many))).toEqual([
		`subclass_loop ${many.join(" ")}`,
	]);
	expect(found(...classes("a", "b"), [c("a"), rdfs.subClassOf, c("b")])).toEqual([]);
});

test("two circles that touch are one, two that do not are two", () => {
	const next = new Map(Object.entries({ a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"], e: ["e"], f: ["a"] }));
	expect(circles(next, (to) => to).toSorted()).toEqual([["a", "b"], ["c", "d"], ["e"]]);
	expect(circles(new Map(next).set("c", ["d", "a"]), (to) => to).toSorted()).toEqual([
		["a", "b", "c", "d"],
		["e"],
	]);
});

test("a class under two disjoint ones is told, also where it is one of them", () => {
	const said: Said[] = [
		...classes("a", "b", "c", "d"),
		[c("a"), owl.disjointWith, c("b")],
		[c("c"), rdfs.subClassOf, c("a")],
		[c("d"), rdfs.subClassOf, c("c")],
	];
	expect(found(...said)).toEqual([]);
	expect(found(...said, [c("d"), rdfs.subClassOf, c("b")])).toEqual(["disjoint_ancestor d a b"]);
	expect(found(...said, [c("b"), rdfs.subClassOf, c("a")])).toEqual(["disjoint_ancestor b a"]);
});

test("axioms of one relation that exclude each other are told", () => {
	const p = (...types: { readonly value: string }[]): Said[] => [
		...relations("p"),
		...types.map((type): Said => [r("p"), rdf.type, namedNode(type.value)]),
	];
	expect(found(...p(owl.SymmetricProperty, owl.TransitiveProperty))).toEqual([]);
	expect(found(...p(owl.SymmetricProperty, owl.AsymmetricProperty))).toEqual(["symmetric_and_asymmetric p"]);
	expect(found(...p(owl.AsymmetricProperty), [r("p"), owl.inverseOf, r("p")])).toEqual([
		"symmetric_and_asymmetric p",
	]);
	expect(found(...p(owl.TransitiveProperty, owl.FunctionalProperty))).toEqual(["transitive_functional p"]);
	expect(found(...p(owl.TransitiveProperty, owl.InverseFunctionalProperty))).toEqual([
		"transitive_functional p",
	]);
});

test("axioms between entities are told of an attribute; that a value is nobody else's is none", () => {
	for (const type of [
		owl.TransitiveProperty,
		owl.SymmetricProperty,
		owl.AsymmetricProperty,
		owl.IrreflexiveProperty,
	])
		expect(found(...attributes("p"), [r("p"), rdf.type, type])).toEqual(["axiom_on_attribute p"]);
	expect(found(...attributes("p"), [r("p"), owl.inverseOf, r("q")])).toEqual(["axiom_on_attribute p"]);
	expect(
		found(
			...attributes("p"),
			[r("p"), rdf.type, owl.FunctionalProperty],
			[r("p"), rdf.type, owl.InverseFunctionalProperty],
		),
	).toEqual([]);
});

test("states, events and eternal relations do not follow from each other", () => {
	const event: Said = [r("p"), utopia.temporal, literal("event")];
	for (const tie of [rdfs.subPropertyOf, owl.inverseOf]) {
		const said: Said[] = [...relations("p", "q"), event, [r("p"), tie, r("q")]];
		expect(found(...said)).toEqual(["temporal_mismatch p q"]);
		expect(found(...said, [r("q"), utopia.temporal, literal("eternal")])).toEqual(["temporal_mismatch p q"]);
		expect(found(...said, [r("q"), utopia.temporal, literal("event")])).toEqual([]);
	}
});

test("ends that no class can be are told: across for inverses, straight for sub-properties", () => {
	const said: Said[] = [
		...relations("p", "q"),
		...classes("ship", "ferry", "pier"),
		[c("ferry"), rdfs.subClassOf, c("ship")],
		[r("p"), rdfs.domain, c("ferry")],
		[r("q"), rdfs.domain, c("ship")],
		[r("q"), rdfs.range, c("pier")],
	];
	expect(found(...said, [r("p"), rdfs.subPropertyOf, r("q")])).toEqual([]);
	expect(found(...said, [r("p"), owl.inverseOf, r("q")])).toEqual(["signature_mismatch p q"]);
	expect(found(...said, [r("p"), rdfs.domain, c("pier")], [r("p"), owl.inverseOf, r("q")])).toEqual([]);
	// A class under both can be what both ask for.
	const both: Said[] = [...classes("floating"), [c("floating"), rdfs.subClassOf, c("ferry")]];
	expect(
		found(...said, ...both, [c("floating"), rdfs.subClassOf, c("pier")], [r("p"), owl.inverseOf, r("q")]),
	).toEqual([]);
	const values: Said[] = [...attributes("w", "v"), [r("w"), rdfs.subPropertyOf, r("v")]];
	const ranges = (a: { readonly value: string }, b: { readonly value: string }): Said[] => [
		[r("w"), rdfs.range, namedNode(a.value)],
		[r("v"), rdfs.range, namedNode(b.value)],
	];
	expect(found(...values, ...ranges(xsd.integer, xsd.decimal))).toEqual([]);
	expect(found(...values, ...ranges(xsd.date, xsd.decimal))).toEqual(["signature_mismatch w v"]);
	expect(found(...values, ...ranges(xsd.date, rdfs.Literal))).toEqual([]);
	expect(found(...attributes("w"), ...relations("q"), [r("w"), rdfs.subPropertyOf, r("q")])).toEqual([
		"signature_mismatch w q",
	]);
});

test("the detail of a defect is a sentence in keys, and every kind has a place in the order", () => {
	const triples = [
		{ subject: "http://example.org/ns#P", property: rdf.type.value, value: owl.DatatypeProperty },
		{ subject: "http://example.org/ns#P", property: rdf.type.value, value: owl.TransitiveProperty },
		{
			subject: "http://example.org/ns#P",
			property: "http://www.w3.org/2004/02/skos/core#notation",
			value: literal("pee"),
		},
	];
	expect(defectsOf(readOntology(triples))).toEqual([
		{
			kind: "axiom_on_attribute",
			subjects: ["http://example.org/ns#P"],
			detail: "pee takes values and is declared transitive, which only relations between entities can be",
		},
	]);
	expect(new Set(DEFECT_KINDS).size).toBe(9);
});
