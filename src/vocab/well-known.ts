import { namedNode } from "../rdf/terms.ts";

/** RDF: types, statements about statements, JSON literals. */
export const rdf = {
	type: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"),
	Statement: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#Statement"),
	Property: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#Property"),
	subject: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#subject"),
	predicate: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate"),
	object: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#object"),
	JSON: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON"),
	langString: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"),
	first: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#first"),
	rest: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#rest"),
	nil: namedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#nil"),
} as const;

/** RDF Schema: labels, comments, hierarchy, ends of relations. */
export const rdfs = {
	Class: namedNode("http://www.w3.org/2000/01/rdf-schema#Class"),
	label: namedNode("http://www.w3.org/2000/01/rdf-schema#label"),
	comment: namedNode("http://www.w3.org/2000/01/rdf-schema#comment"),
	subClassOf: namedNode("http://www.w3.org/2000/01/rdf-schema#subClassOf"),
	subPropertyOf: namedNode("http://www.w3.org/2000/01/rdf-schema#subPropertyOf"),
	domain: namedNode("http://www.w3.org/2000/01/rdf-schema#domain"),
	range: namedNode("http://www.w3.org/2000/01/rdf-schema#range"),
	Resource: namedNode("http://www.w3.org/2000/01/rdf-schema#Resource"),
	Literal: namedNode("http://www.w3.org/2000/01/rdf-schema#Literal"),
} as const;

/** OWL: kinds of classes and relations, and what is declared of them. */
export const owl = {
	Class: namedNode("http://www.w3.org/2002/07/owl#Class"),
	Ontology: namedNode("http://www.w3.org/2002/07/owl#Ontology"),
	ObjectProperty: namedNode("http://www.w3.org/2002/07/owl#ObjectProperty"),
	DatatypeProperty: namedNode("http://www.w3.org/2002/07/owl#DatatypeProperty"),
	FunctionalProperty: namedNode("http://www.w3.org/2002/07/owl#FunctionalProperty"),
	InverseFunctionalProperty: namedNode("http://www.w3.org/2002/07/owl#InverseFunctionalProperty"),
	TransitiveProperty: namedNode("http://www.w3.org/2002/07/owl#TransitiveProperty"),
	SymmetricProperty: namedNode("http://www.w3.org/2002/07/owl#SymmetricProperty"),
	AsymmetricProperty: namedNode("http://www.w3.org/2002/07/owl#AsymmetricProperty"),
	IrreflexiveProperty: namedNode("http://www.w3.org/2002/07/owl#IrreflexiveProperty"),
	inverseOf: namedNode("http://www.w3.org/2002/07/owl#inverseOf"),
	disjointWith: namedNode("http://www.w3.org/2002/07/owl#disjointWith"),
	AnnotationProperty: namedNode("http://www.w3.org/2002/07/owl#AnnotationProperty"),
	unionOf: namedNode("http://www.w3.org/2002/07/owl#unionOf"),
	Thing: namedNode("http://www.w3.org/2002/07/owl#Thing"),
} as const;

/** XML Schema datatypes of the literals that a base holds. */
export const xsd = {
	string: namedNode("http://www.w3.org/2001/XMLSchema#string"),
	boolean: namedNode("http://www.w3.org/2001/XMLSchema#boolean"),
	integer: namedNode("http://www.w3.org/2001/XMLSchema#integer"),
	decimal: namedNode("http://www.w3.org/2001/XMLSchema#decimal"),
	double: namedNode("http://www.w3.org/2001/XMLSchema#double"),
	gYear: namedNode("http://www.w3.org/2001/XMLSchema#gYear"),
	gYearMonth: namedNode("http://www.w3.org/2001/XMLSchema#gYearMonth"),
	date: namedNode("http://www.w3.org/2001/XMLSchema#date"),
	dateTime: namedNode("http://www.w3.org/2001/XMLSchema#dateTime"),
} as const;

/** PROV: record times of every row, sources of facts, origin of conclusions. */
export const prov = {
	Entity: namedNode("http://www.w3.org/ns/prov#Entity"),
	Activity: namedNode("http://www.w3.org/ns/prov#Activity"),
	generatedAtTime: namedNode("http://www.w3.org/ns/prov#generatedAtTime"),
	invalidatedAtTime: namedNode("http://www.w3.org/ns/prov#invalidatedAtTime"),
	wasDerivedFrom: namedNode("http://www.w3.org/ns/prov#wasDerivedFrom"),
	wasGeneratedBy: namedNode("http://www.w3.org/ns/prov#wasGeneratedBy"),
	wasAttributedTo: namedNode("http://www.w3.org/ns/prov#wasAttributedTo"),
	used: namedNode("http://www.w3.org/ns/prov#used"),
} as const;

/** Schema.org: stated world time, and what is said of documents. */
export const schema = {
	validFrom: namedNode("https://schema.org/validFrom"),
	validThrough: namedNode("https://schema.org/validThrough"),
	datePublished: namedNode("https://schema.org/datePublished"),
	contentSize: namedNode("https://schema.org/contentSize"),
	name: namedNode("https://schema.org/name"),
} as const;

/** Dublin Core terms: the media type of a document. */
export const dcterms = {
	format: namedNode("http://purl.org/dc/terms/format"),
} as const;

/** SKOS: keys, other names, the own name of a merged entity. */
export const skos = {
	Concept: namedNode("http://www.w3.org/2004/02/skos/core#Concept"),
	notation: namedNode("http://www.w3.org/2004/02/skos/core#notation"),
	prefLabel: namedNode("http://www.w3.org/2004/02/skos/core#prefLabel"),
	altLabel: namedNode("http://www.w3.org/2004/02/skos/core#altLabel"),
} as const;
