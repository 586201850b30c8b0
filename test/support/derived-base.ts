import { PREFIXES } from "../unit/export/imported.ts";
import { KB } from "./stores.ts";

const K = `urn:utopia:kb:${KB}:`;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const k = (kind: string, n: number) => `<${K}${kind}:${uuid(n)}>`;

export const DERIVED_KB = KB;
/** The id of the nth thing of any kind. */
export const nth = uuid;
/** The nth of January 2024: the days on which the base learned something. */
export const day = (n: number) => `2024-01-0${n}T00:00:00.000000Z`;

const life = (from: number, to?: number) =>
	`prov:generatedAtTime "${day(from)}"^^xsd:dateTime${to === undefined ? "" : ` ; prov:invalidatedAtTime "${day(to)}"^^xsd:dateTime`}`;
const relation = (key: string) => `<${K}relation:${key}>`;

interface Said {
	readonly s: number;
	readonly p: string;
	readonly o: string;
	readonly more?: string;
	readonly from: number;
	readonly to?: number;
}

const statement = ({ s, p, o, more = "", from, to }: Said) =>
	`a rdf:Statement ; rdf:subject ${k("entity", s)} ; rdf:predicate ${p} ; rdf:object ${o} ; ${more} ${life(from, to)} .`;
const fact = (n: number, said: Said) => `${k("fact", n)} ${statement(said)}`;
const derived = (n: number, said: Said) => `${k("derived", n)} utopia:derived true ; ${statement(said)}`;

/** `by` is what names the rule; premises are things in angle brackets. */
function proof(n: number, of: number, by: string, premises: readonly string[], times: string): string {
	return [
		`${k("proof", n)} a utopia:Proof ; utopia:proofOf ${k("derived", of)} ; ${by} ; ${times} .`,
		...premises.map(
			(premise, at) =>
				`<${K}premise:${uuid(n)}:${at + 1}> a utopia:Premise ; utopia:ofProof ${k("proof", n)} ; utopia:seq ${at + 1} ; utopia:statement ${premise} .`,
		),
	].join("\n");
}

const version = (n: number) => `<${K}ruleversion:${uuid(2)}:${n}>`;
const TRANSITIVE = `prov:wasGeneratedBy ${k("rule", 1)}`;
const year = (from?: string, to?: string) =>
	`${from === undefined ? "" : `schema:validFrom "${from}"^^xsd:gYear ;`} ${to === undefined ? "" : `schema:validThrough "${to}"^^xsd:gYear ;`}`;
const partOf = relation("part_of");
const pier = { s: 1, p: partOf };

/**
 * Piers, docks and a port; Old Heron is merged into Heron on the fourth. Derived 1 (Pier 4 part of Port) has two proofs, the
 * surer one up to the fifth; 2 is a concluded type of Old Heron, under version 2 of its rule since the fourth; 3 is a value,
 * withdrawn on the fifth; 4 says itself how it follows; 5 and 6 rest on 1.
 */
export const DERIVED_BASE = `${PREFIXES}
<${K}class:vessel> a owl:Class ; rdfs:label "Vessel" . <${K}class:needs_dock> a owl:Class ; rdfs:label "Needs dock" .
${partOf} a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" ; owl:inverseOf ${relation("has_part")} .
${relation("has_part")} a owl:ObjectProperty ; rdfs:label "has part" .
${relation("strain")} a owl:DatatypeProperty ; rdfs:label "strain" ; rdfs:range xsd:decimal ; utopia:unit "mm" .
${k("entity", 1)} rdfs:label "Pier 4" . ${k("entity", 2)} rdfs:label "East Dock" . ${k("entity", 3)} rdfs:label "Port" .
${k("entity", 4)} a <${K}class:vessel> ; rdfs:label "Heron" .
${k("entity", 5)} a utopia:MergedEntity ; utopia:mergedInto ${k("entity", 4)} ; skos:prefLabel "Old Heron" .
${k("entity", 6)} rdfs:label "West Dock" . ${k("entity", 7)} rdfs:label "Coast" .
${k("merge", 1)} a utopia:Merge ; utopia:source ${k("entity", 5)} ; utopia:target ${k("entity", 4)} ; ${life(4)} .
${k("document", 1)} a prov:Entity ; rdfs:label "survey.md" ; ${life(1)} .
${k("chunk", 1)} a utopia:Chunk ; utopia:ofDocument ${k("document", 1)} .
${fact(1, { ...pier, o: k("entity", 2), more: `${year("2020", "2023")} utopia:confidence 0.90 ;`, from: 1 })}
${k("evidence", 1)} a utopia:Evidence ; utopia:supports ${k("fact", 1)} ; prov:wasDerivedFrom ${k("document", 1)} ; utopia:chunk ${k("chunk", 1)} ;
  utopia:quote "Pier 4 belongs to East Dock." ; utopia:quoteStart 12 ; utopia:quoteEnd 40 ; utopia:evidenceOrigin "stated" ; ${life(1)} .
${fact(2, { s: 2, p: partOf, o: k("entity", 3), more: `${year("2022")} utopia:confidence 0.80 ;`, from: 1, to: 5 })}
${fact(3, { s: 4, p: relation("strain"), o: "12.50", more: 'schema:validFrom "2023-05-01"^^xsd:date ;', from: 1 })}
${fact(5, { ...pier, o: k("entity", 6), more: `${year("2020", "2023")} utopia:confidence 0.70 ;`, from: 1 })}
${fact(6, { s: 6, p: partOf, o: k("entity", 3), more: `${year("2022")} utopia:confidence 0.70 ;`, from: 1 })}
${fact(7, { s: 3, p: partOf, o: k("entity", 7), more: "utopia:confidence 1.0 ;", from: 1 })}
${fact(8, { s: 3, p: relation("has_part"), o: k("entity", 1), more: `${year("2022", "2025")} utopia:confidence 0.40 ;`, from: 6 })}
${k("rule", 1)} a prov:Activity , utopia:AxiomRule ; rdfs:label "transitive" ; utopia:axiomKind "transitive" ; utopia:declaredOn ${partOf} .
${k("rule", 3)} a prov:Activity , utopia:AxiomRule ; rdfs:label "inverse" ; utopia:axiomKind "inverse" ; utopia:declaredOn ${partOf} .
${k("rule", 2)} a prov:Activity , utopia:BusinessRule ; rdfs:label "tired hulls" .
${version(1)} a utopia:RuleVersion ; utopia:versionOf ${k("rule", 2)} ; utopia:number 1 ; rdfs:label "strain > 8 ⇒ Needs dock" ; ${life(1, 4)} .
${version(2)} a utopia:RuleVersion ; utopia:versionOf ${k("rule", 2)} ; utopia:number 2 ; rdfs:label "strain > 9 ⇒ Needs dock" ; ${life(4)} .
${derived(1, { ...pier, o: k("entity", 3), more: year("2022", "2023"), from: 2 })}
${proof(1, 1, TRANSITIVE, [k("fact", 1), k("fact", 2)], `utopia:confidence 0.80 ; ${life(2, 5)}`)}
${proof(2, 1, TRANSITIVE, [k("fact", 5), k("fact", 6)], `utopia:confidence 0.70 ; ${life(3)}`)}
${derived(2, { s: 5, p: "utopia:isA", o: `<${K}class:needs_dock>`, more: 'schema:validFrom "2023-05-01"^^xsd:date ;', from: 2 })}
${proof(3, 2, `utopia:ruleVersion ${version(1)}`, [k("fact", 3)], `utopia:confidence 1.0 ; utopia:conditionGroup 1 ; ${life(2, 4)}`)}
${proof(4, 2, `utopia:ruleVersion ${version(2)}`, [k("fact", 3)], `utopia:confidence 1.0 ; utopia:conditionGroup 1 ; ${life(4)}`)}
${derived(3, { s: 4, p: relation("strain"), o: "1.50", more: 'schema:validFrom "2023-05-01"^^xsd:date ; schema:validThrough "2025-10-15T06:00:00Z"^^xsd:dateTime ; utopia:validThroughPrecision "none" ;', from: 2, to: 5 })}
${proof(5, 3, `utopia:ruleVersion ${version(1)}`, [k("derived", 2), k("fact", 3)], `utopia:confidence 1.0 ; ${life(2, 5)}`)}
${derived(4, { s: 3, p: relation("has_part"), o: k("entity", 1), more: `${year("2020", "2023")} utopia:confidence 0.50 ; prov:wasGeneratedBy ${k("rule", 3)} ; prov:used ${k("fact", 1)} ;`, from: 2 })}
${derived(5, { ...pier, o: k("entity", 7), more: year("2022", "2023"), from: 2 })}
${proof(6, 5, TRANSITIVE, [k("derived", 1), k("fact", 7)], `utopia:confidence 0.70 ; ${life(2)}`)}
${derived(6, { s: 2, p: relation("has_part"), o: k("entity", 7), from: 2 })}
${proof(7, 6, TRANSITIVE, [k("derived", 5), k("derived", 1)], `utopia:confidence 0.70 ; ${life(2)}`)}
`;

/** A chain of so many facts from entity 0 on, each derived fact resting on the one before it and the next fact. */
export function chainBase(length: number): string {
	const lines = [
		PREFIXES,
		`${partOf} a owl:ObjectProperty , owl:TransitiveProperty ; rdfs:label "part of" .`,
		`${k("rule", 1)} a prov:Activity , utopia:AxiomRule ; rdfs:label "transitive" ; utopia:axiomKind "transitive" ; utopia:declaredOn ${partOf} .`,
		`${k("entity", 0)} rdfs:label "place 0" .`,
	];
	for (let n = 1; n <= length; n++) {
		lines.push(`${k("entity", n)} rdfs:label "place ${n}" .`);
		lines.push(fact(n, { s: n - 1, p: partOf, o: k("entity", n), from: 1 }));
		if (n === 1) continue;
		lines.push(derived(n, { s: 0, p: partOf, o: k("entity", n), from: 2 }));
		const before = n === 2 ? k("fact", 1) : k("derived", n - 1);
		lines.push(proof(n, n, TRANSITIVE, [before, k("fact", n)], `utopia:confidence 1.0 ; ${life(2)}`));
	}
	return lines.join("\n");
}
