import type { NamedNode } from "@rdfjs/types";
import { type Ontology, readOntology } from "../../src/ontology/ontology.ts";
import type { OntologyTriple } from "../../src/ontology/statements.ts";
import { literal } from "../../src/rdf/terms.ts";
import { owl, rdf, rdfs, xsd } from "../../src/vocab/well-known.ts";

export const K = "urn:utopia:kb:00000000-0000-4000-8000-0000000000aa:";
export const classIri = (key: string) => `${K}class:${key}`;
export const relationIri = (key: string) => `${K}relation:${key}`;

/** Classes and relations by key, attributes with their datatype; labels are the keys, but where they are given. */
export function ontologyOf(declared: {
	readonly classes?: readonly string[];
	readonly relations?: readonly string[];
	readonly attributes?: Readonly<Record<string, NamedNode | undefined>>;
	readonly labels?: Readonly<Record<string, string>>;
}): Ontology {
	const triples: OntologyTriple[] = [];
	const say = (subject: string, property: NamedNode, value: OntologyTriple["value"]) =>
		triples.push({ subject, property: property.value, value });
	const label = (key: string) => literal(declared.labels?.[key] ?? key);
	for (const key of declared.classes ?? []) {
		say(classIri(key), rdf.type, owl.Class);
		say(classIri(key), rdfs.label, label(key));
	}
	for (const key of declared.relations ?? []) {
		say(relationIri(key), rdf.type, owl.ObjectProperty);
		say(relationIri(key), rdfs.label, label(key));
	}
	for (const [key, range] of Object.entries(declared.attributes ?? {})) {
		say(relationIri(key), rdf.type, owl.DatatypeProperty);
		say(relationIri(key), rdfs.label, label(key));
		if (range !== undefined) say(relationIri(key), rdfs.range, range);
	}
	return readOntology(triples);
}

/** A small fleet, with every kind of attribute. */
export const FLEET = ontologyOf({
	classes: ["vessel", "needs_dock"],
	relations: ["owns", "controls"],
	attributes: {
		strain: xsd.decimal,
		crew: xsd.integer,
		survey: xsd.string,
		launched: xsd.date,
		insured: xsd.boolean,
		anything: undefined,
		revenue: xsd.decimal,
		cost: xsd.decimal,
		margin: xsd.decimal,
	},
	labels: { needs_dock: "Dock case", vessel: "Vessel" },
});
