import { checkedDefinition, type DefinitionWish } from "../../src/rules/checked-rule.ts";
import { definitionText } from "../../src/rules/definition.ts";
import { xsd } from "../../src/vocab/well-known.ts";
import { ontologyOf } from "./rule-ontology.ts";
import { PREFIXES } from "./turtle.ts";

/** The base of the rules' reading tests, in Turtle: two rules with conclusions, proofs, and what they rest on. */
export const RULES_KB = "00000000-0000-4000-8000-0000000000aa";
const K = `urn:utopia:kb:${RULES_KB}:`;
const ONTOLOGY = ontologyOf({
	classes: ["vessel", "heavy"],
	relations: ["owns", "controls"],
	attributes: { tonnage: xsd.decimal, grade: xsd.string },
	labels: { vessel: "Vessel", heavy: "Heavy vessel" },
});

const id = (kind: string, n: number) =>
	`${"0".repeat(6)}${kind}-0000-4000-8000-${String(n).padStart(12, "0")}`;
export const RULE_IDS = {
	heavy: id("a1", 1),
	controls: id("a1", 2),
	off: id("a1", 3),
	foreign: id("a1", 4),
	axiom: id("a1", 9),
};
export const entityId = (n: number) => id("e1", n);
export const factId = (n: number) => id("f1", n);
export const derivedId = (n: number) => id("d1", n);
const entity = (n: number) => `<${K}entity:${entityId(n)}>`;
const fact = (n: number) => `<${K}fact:${factId(n)}>`;
const derived = (n: number) => `<${K}derived:${derivedId(n)}>`;
const proof = (n: number) => `<${K}proof:${id("b1", n)}>`;
const rule = (ruleId: string) => `<${K}rule:${ruleId}>`;
const AT = (day: number) => `"2026-02-0${day}T10:00:00.000000Z"^^xsd:dateTime`;
const recorded = (day: number) => `prov:generatedAtTime ${AT(day)}`;

function ruleTurtle(ruleId: string, name: string, wish: DefinitionWish, said = ""): string {
	const definition = checkedDefinition(wish, ONTOLOGY);
	return `${rule(ruleId)} a prov:Activity , utopia:BusinessRule ; rdfs:label "${name}" ; ${recorded(1)}${said} .
<${K}ruleversion:${ruleId}:1> a utopia:RuleVersion ; utopia:versionOf ${rule(ruleId)} ; utopia:number 1 ; ${recorded(1)} ;
	utopia:appliesTo <${definition.appliesTo}> ; utopia:definition ${JSON.stringify(definitionText(definition))}^^rdf:JSON .`;
}

function value(n: number, subject: number, attribute: string, spelled: string, said = ""): string {
	return `${fact(n)} a rdf:Statement ; rdf:subject ${entity(subject)} ; rdf:predicate <${K}relation:${attribute}> ; rdf:object ${spelled} ; ${recorded(1)}${said} .`;
}

interface Concluded {
	readonly subject: number;
	readonly predicate: string;
	readonly object: string;
	readonly said?: string;
}

function conclusion(n: number, { subject, predicate, object, said = "" }: Concluded): string {
	return `${derived(n)} a rdf:Statement ; utopia:derived true ; rdf:subject ${entity(subject)} ; rdf:predicate ${predicate} ; rdf:object ${object} ; ${recorded(2)}${said} .`;
}

function proven(n: number, of: number, by: string, premises: readonly string[], said = ""): string {
	const numbered = premises.map(
		(premise, at) =>
			`<${K}premise:${id("b1", n)}:${at + 1}> a utopia:Premise ; utopia:ofProof ${proof(n)} ; utopia:seq ${at + 1} ; utopia:statement ${premise} .`,
	);
	return `${proof(n)} a utopia:Proof ; utopia:proofOf ${derived(of)} ; utopia:ruleVersion <${K}ruleversion:${by}:1> ; ${recorded(2)}${said} .\n${numbered.join("\n")}`;
}

const HEAVY = `<${K}class:heavy>`;
const DATES = (from: string, to: string) =>
	` ; schema:validFrom "${from}"^^xsd:gYear ; schema:validThrough "${to}"^^xsd:gYear`;
const ENDED = ` ; prov:invalidatedAtTime ${AT(3)}`;

/** Turtle of the base. */
export const RULES_TURTLE = `
${PREFIXES}<${K}class:vessel> a owl:Class ; rdfs:label "Vessel" . <${K}class:heavy> a owl:Class ; rdfs:label "Heavy vessel" .
<${K}relation:owns> a owl:ObjectProperty ; rdfs:label "owns" . <${K}relation:controls> a owl:ObjectProperty ; rdfs:label "controls" .
<${K}relation:tonnage> a owl:DatatypeProperty ; rdfs:label "tonnage" ; rdfs:range xsd:decimal ; utopia:unit "t" .
<${K}relation:grade> a owl:DatatypeProperty ; rdfs:label "grade" ; rdfs:range xsd:string .
${entity(1)} rdfs:label "Heron" . ${entity(2)} rdfs:label "Egret" . ${entity(3)} rdfs:label "Line Co" .
${value(1, 2, "tonnage", '"1100.0"^^xsd:decimal', DATES("2020", "2021"))}
${value(2, 2, "tonnage", "1200", ' ; schema:validFrom "2022"^^xsd:gYear')}
${value(3, 1, "tonnage", "1300")}
${fact(4)} a rdf:Statement ; rdf:subject ${entity(3)} ; rdf:predicate <${K}relation:owns> ; rdf:object ${entity(1)} ; ${recorded(1)} .
${value(5, 3, "grade", '"A"')}
${ruleTurtle(RULE_IDS.heavy, "Heavy vessels", { class: "vessel", conditions: [{ attribute: "tonnage", operator: "gt", operand: 1000 }], conclusion: { kind: "typing", class: "heavy" } })}
${ruleTurtle(RULE_IDS.controls, "Control", {
	class: "vessel",
	conditions: [
		{ attribute: "grade", operator: "in", operand: ["A"] },
		{
			attribute: "tonnage",
			operator: "gt",
			operand: { op: "mul", l: { attr: "tonnage" }, r: { const: "0.5" } },
			side: "y",
		},
	],
	conclusion: { kind: "relation", relation: "controls" },
	join: "owns",
})}
${ruleTurtle(RULE_IDS.off, "Idle", { class: "vessel", conditions: [], conclusion: { kind: "attribute", attribute: "grade", value: "B" } }, " ; utopia:enabled false")}
${rule(RULE_IDS.axiom)} a prov:Activity , utopia:AxiomRule ; rdfs:label "transitive" ; utopia:axiomKind "transitive" ; utopia:declaredOn <${K}relation:owns> .
${conclusion(1, { subject: 2, predicate: "utopia:isA", object: HEAVY, said: DATES("2020", "2021") })}
${proven(1, 1, RULE_IDS.heavy, [fact(1)], " ; utopia:confidence 0.80")}
${conclusion(2, { subject: 2, predicate: "utopia:isA", object: HEAVY, said: ' ; schema:validFrom "2022"^^xsd:gYear' })}
${proven(2, 2, RULE_IDS.heavy, [fact(2)], " ; utopia:confidence 0.70 ; utopia:conditionGroup 1")}
${proven(3, 2, RULE_IDS.heavy, [fact(2), fact(5)], " ; utopia:confidence 0.90 ; utopia:conditionGroup 2")}
${conclusion(3, { subject: 1, predicate: "utopia:isA", object: HEAVY, said: ' ; schema:validThrough "2024-05-01"^^xsd:date ; utopia:validThroughPrecision "none"' })}
${proven(4, 3, RULE_IDS.heavy, [fact(3)])}
${conclusion(4, { subject: 1, predicate: "utopia:isA", object: HEAVY, said: ENDED })}
${proven(5, 4, RULE_IDS.heavy, [fact(3)], ENDED)}
${conclusion(5, { subject: 3, predicate: `<${K}relation:controls>`, object: entity(1), said: ` ; utopia:confidence 0.5 ; prov:wasGeneratedBy ${rule(RULE_IDS.controls)} ; prov:used ${fact(5)} , ${derived(3)}` })}
`;
