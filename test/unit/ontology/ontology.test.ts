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
