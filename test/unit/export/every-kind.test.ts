import { Parser, type Quad, Writer } from "n3";
import { expect, test } from "vitest";
import { KB } from "../../support/stores.ts";
import { hashOf, importedBase, iri, NOW, PREFIXES } from "./imported.ts";

const K = `urn:utopia:kb:${KB}:`;
const numbered = (kind: string, owner: number, n: number) => iri(kind, owner).replace(">", `:${n}>`);
const RECORDED = 'prov:generatedAtTime "2020-01-01T00:00:00.000000Z"^^xsd:dateTime';
const LATER = 'prov:generatedAtTime "2021-01-01T00:00:00.000000Z"^^xsd:dateTime';
/** One of every kind of thing that the contract names, as an export writes it, computed triples included. */
const EVERYTHING = `${PREFIXES}
<${K}class:buoy> a owl:Class ; rdfs:label "Buoy" .
<${K}relation:moored_at> a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "moored at" .
${iri("declaration", 1)} a rdf:Statement , utopia:Declaration ; rdf:subject <${K}relation:moored_at> ; rdf:predicate rdfs:label ; rdf:object "moored at" ; ${RECORDED} .
${iri("document", 1)} a prov:Entity ; rdfs:label "survey.md" ; schema:contentSize 12 ; ${RECORDED} ; prov:invalidatedAtTime "2020-01-01T00:00:00.000000Z"^^xsd:dateTime .
${numbered("docversion", 1, 1)} a utopia:DocumentVersion ; utopia:versionOf ${iri("document", 1)} ; utopia:number 1 ; ${RECORDED} .
${iri("deletion", 1)} a utopia:DocumentDeletion ; utopia:ofDocument ${iri("document", 1)} ; utopia:retired ${iri("fact", 1)} ; ${RECORDED} .
${iri("chunk", 1)} a utopia:Chunk ; utopia:ofDocument ${iri("document", 1)} ; utopia:text "text" ; utopia:anchor "{\\"page\\":1}"^^rdf:JSON .
${numbered("placement", 1, 1)} utopia:ofChunk ${iri("chunk", 1)} ; utopia:inVersion ${numbered("docversion", 1, 1)} ; utopia:seq 0 .
${iri("entity", 1)} a <${K}class:buoy> ; rdfs:label "Buoy 14" . ${iri("entity", 2)} rdfs:label "Mooring" .
${iri("typing", 1)} a utopia:Typing ; utopia:entity ${iri("entity", 1)} ; utopia:class <${K}class:buoy> ; ${RECORDED} .
${iri("detail", 1)} a utopia:Detail ; utopia:entity ${iri("entity", 1)} ; utopia:kind "description" ; utopia:text "red" ; ${RECORDED} .
${iri("fact", 1)} a rdf:Statement ; rdf:subject ${iri("entity", 1)} ; rdf:predicate <${K}relation:moored_at> ; rdf:object ${iri("entity", 2)} ;
  prov:wasDerivedFrom ${iri("document", 1)} ; utopia:quote "lies" ; utopia:evidenceOrigin "stated" ; utopia:confidence 0.80 ; ${RECORDED} .
${iri("entity", 1)} <${K}relation:moored_at> ${iri("entity", 2)} .
${iri("evidence", 1)} a utopia:Evidence ; utopia:supports ${iri("fact", 1)} ; prov:wasDerivedFrom ${iri("document", 1)} ; utopia:chunk ${iri("chunk", 1)} ; utopia:quote "lies" ; utopia:evidenceOrigin "stated" .
${iri("mention", 1)} a utopia:TimeMention ; utopia:ofEvidence ${iri("evidence", 1)} ; utopia:text "now" ; utopia:charStart 3 .
${iri("rule", 1)} a prov:Activity , utopia:AxiomRule ; rdfs:label "inverse" ; utopia:axiomKind "inverse" ; utopia:declaredOn <${K}relation:moored_at> .
${numbered("ruleversion", 1, 1)} a utopia:RuleVersion ; utopia:versionOf ${iri("rule", 1)} ; utopia:number 1 ; ${RECORDED} .
${iri("rule", 2)} a prov:Activity , utopia:BusinessRule ; rdfs:label "Late" ; utopia:enabled true ; ${RECORDED} .
${iri("rulestate", 1)} a utopia:RuleState ; utopia:ofRule ${iri("rule", 2)} ; rdfs:label "Late" ; utopia:enabled true ; ${RECORDED} .
${iri("derived", 1)} a rdf:Statement ; utopia:derived true ; rdf:subject ${iri("entity", 2)} ; rdf:predicate <${K}relation:moored_at> ; rdf:object ${iri("entity", 1)} ; utopia:confidence 0.80 ; prov:wasGeneratedBy ${iri("rule", 1)} ; prov:used ${iri("fact", 1)} ; ${RECORDED} .
${iri("proof", 1)} a utopia:Proof ; utopia:proofOf ${iri("derived", 1)} ; prov:wasGeneratedBy ${iri("rule", 1)} ; ${LATER} .
${numbered("premise", 1, 1)} a utopia:Premise ; utopia:ofProof ${iri("proof", 1)} ; utopia:seq 1 ; utopia:statement ${iri("fact", 1)} .
${iri("conflict", 1)} a utopia:FactConflict ; utopia:reason "no_time" ; utopia:status "resolved" ; utopia:resolution "closed" ; ${RECORDED} ; utopia:closedAt "2021-01-01T00:00:00.000000Z"^^xsd:dateTime .
`;
const triples = (text: string) => {
	const key = ({ subject, predicate, object }: Quad) => new Writer().quadToString(subject, predicate, object);
	const all = new Parser().parse(text).filter(({ subject }) => subject.value !== `${K}manifest`);
	return new Set(all.map(key));
};

test("every kind of thing comes out as it went in, and nothing else", async () => {
	await using base = await importedBase();
	await base.import(EVERYTHING, { format: "turtle" });
	const text = await base.export({ asOf: NOW });
	expect(triples(text)).toEqual(triples(EVERYTHING));
	await using again = await importedBase();
	await again.import(text, { format: "turtle" });
	expect(hashOf(await again.export({ asOf: NOW }))).toBe(hashOf(text));
});

test("as of an earlier instant what came later is not there, and what was closed later is open", async () => {
	await using base = await importedBase();
	await base.import(EVERYTHING, { format: "turtle" });
	const text = await base.export({ asOf: (NOW - 189_216_000_000_000n) as typeof NOW });
	expect(text).not.toContain(":proof:");
	expect(text).not.toContain(":premise:");
	expect(text).toContain('utopia:status "open"');
	expect(text).not.toContain("utopia:closedAt");
	expect(text).not.toContain("utopia:resolution");
	expect(text).toContain(":derived:");
});
