import { expect, test } from "vitest";
import { ontologyAt } from "../../../src/ontology/ontology.ts";
import { instant } from "../../../src/time/instant.ts";
import { readingBase } from "../../support/reading.ts";

const KB = "00000000-0000-4000-8000-0000000000aa";
const K = `urn:utopia:kb:${KB}:`;

/** `visited` was a state until April and is an event since; its label never changed and no declaration carries it. */
const HISTORY = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix utopia: <urn:utopia:ns:> .
<${K}relation:visited> a owl:ObjectProperty ; rdfs:label "visited"@en , "besuchte"@de .
<http://example.org/ns#berth> a owl:DatatypeProperty ; rdfs:label "berth" ; skos:notation "berth_no" ; rdfs:range xsd:decimal ; utopia:unit "m" .
<${K}class:ship> a owl:Class ; rdfs:label "Ship" .
<${K}declaration:00000000-0000-4000-8000-000000000001> a rdf:Statement , utopia:Declaration ;
  rdf:subject <${K}relation:visited> ; rdf:predicate utopia:temporal ; rdf:object "event" ;
  prov:generatedAtTime "2026-04-01T00:00:00.000000Z"^^xsd:dateTime .
<${K}relation:visited> utopia:temporal "event" .
`;

test("the ontology of an instant is what was declared then", async () => {
	await using base = await readingBase(KB, HISTORY);
	const visited = `${K}relation:visited`;
	const before = await ontologyAt(instant("2026-03-31T23:59:59.999999Z"), base.view);
	const since = await ontologyAt(instant("2026-04-01T00:00:00Z"), base.view);
	expect(before.relations.get(visited)).toMatchObject({
		key: "visited",
		label: "visited",
		temporal: "state",
		kind: "relation",
	});
	expect(since.relations.get(visited)?.temporal).toBe("event");
	expect(since.classes.get(`${K}class:ship`)).toMatchObject({ key: "ship", label: "Ship" });
});

test("an imported attribute has its notation for a key, with its range and unit", async () => {
	await using base = await readingBase(KB, HISTORY);
	const { relations } = await ontologyAt(instant("2026-05-01T00:00:00Z"), base.view);
	expect(relations.get("http://example.org/ns#berth")).toMatchObject({
		kind: "attribute",
		key: "berth_no",
		range: "http://www.w3.org/2001/XMLSchema#decimal",
		unit: "m",
	});
});

const READ = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix utopia: <urn:utopia:ns:> .
@prefix ex: <http://example.org/ns#> .
ex:Ship a rdfs:Class ; skos:prefLabel "Schiff"@de , "Ship"@en ; skos:altLabel "Vessel" ; rdfs:comment "Floats." ;
  rdfs:subClassOf ex:Thing , [ a owl:Restriction ; owl:onProperty ex:berth ] ; utopia:primaryParent ex:Thing ;
  owl:disjointWith ex:Pier ; utopia:color "#123456" ; utopia:shape "boat" .
ex:Pier a owl:Class . ex:Thing a owl:Class .
ex:near a owl:ObjectProperty , owl:SymmetricProperty , owl:TransitiveProperty , owl:AsymmetricProperty , owl:IrreflexiveProperty ,
    owl:InverseFunctionalProperty , owl:FunctionalProperty ; owl:inverseOf ex:beside ; rdfs:subPropertyOf ex:related ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( ex:Ship [ owl:unionOf ( ex:Pier ) ] ) ] ; rdfs:range ex:Pier , ex:Ship ;
  utopia:allowsQualifier ex:berth .
ex:beside a owl:TransitiveProperty ; rdfs:domain [ a owl:Restriction ; owl:onProperty ex:near ] ; rdfs:range ex:Pier , owl:Thing .
ex:berth a rdf:Property ; rdfs:range rdfs:Literal . ex:related a rdf:Property .
ex:note a owl:AnnotationProperty , rdf:Property .
`;

test("a class is read with all that the contract has of it, SKOS labels where there are no others", async () => {
	await using base = await readingBase(KB, READ);
	const { classes } = await ontologyAt(instant("2026-05-01T00:00:00Z"), base.view);
	const ex = (name: string) => `http://example.org/ns#${name}`;
	expect([...classes.keys()]).toEqual([ex("Pier"), ex("Ship"), ex("Thing")]);
	expect(classes.get(ex("Ship"))).toMatchObject({
		label: "Ship",
		labels: [
			{ text: "Schiff", language: "de" },
			{ text: "Ship", language: "en" },
		],
		otherLabels: [{ text: "Vessel", language: undefined }],
		description: "Floats.",
		parents: [ex("Thing")],
		primaryParent: ex("Thing"),
		disjointWith: [ex("Pier")],
		color: "#123456",
		shape: "boat",
	});
});

test("a relation is read with its axioms; unions are read, and what cannot be read as classes asks for nothing", async () => {
	await using base = await readingBase(KB, READ);
	const { relations } = await ontologyAt(instant("2026-05-01T00:00:00Z"), base.view);
	const ex = (name: string) => `http://example.org/ns#${name}`;
	expect(relations.get(ex("near"))).toMatchObject({
		kind: "relation",
		functional: true,
		inverseFunctional: true,
		transitive: true,
		symmetric: true,
		asymmetric: true,
		irreflexive: true,
		inverseOf: [ex("beside")],
		subPropertyOf: [ex("related")],
		domains: [ex("Pier"), ex("Ship")],
		ranges: [ex("Pier"), ex("Ship")],
		qualifiers: [ex("berth")],
	});
	expect(relations.get(ex("beside"))).toMatchObject({ kind: "relation", domains: [], ranges: [] });
	expect(relations.get(ex("berth"))).toMatchObject({ kind: "attribute" });
	expect(relations.get(ex("related"))).toMatchObject({ kind: "relation" });
	expect(relations.has(ex("note"))).toBe(false);
});
