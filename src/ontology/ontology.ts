import type { NamedNode } from "@rdfjs/types";
import type { Projection, View } from "../access/view.ts";
import { namedNode } from "../rdf/terms.ts";
import type { TemporalKind } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, rdf, rdfs, skos } from "../vocab/well-known.ts";
import { type OntologyTriple, type Statement, StatementHistory } from "./statements.ts";
import { isLiteralRange, isNode, type LanguageText, SubjectReader, shownText } from "./subject-reader.ts";

/** What classes and relations share. `key` is the short name in tools: the IRI's last part, or the notation given to an imported one. */
interface Declared {
	readonly iri: NamedNode;
	readonly key: string;
	readonly label: string;
}

/** What is told of classes and relations beside what facts need. */
interface Described {
	readonly description: string | undefined;
	/** In every language, and in none; SKOS labels where there are no others. */
	readonly labels: readonly LanguageText[];
	/** Other names (`skos:altLabel`). */
	readonly otherLabels: readonly LanguageText[];
}

/** A class as declared at a record instant. */
export interface ClassDeclared extends Declared, Described {
	/** IRIs of the classes directly above it. */
	readonly parents: readonly string[];
	/** The parent under which it is shown. */
	readonly primaryParent: string | undefined;
	readonly disjointWith: readonly string[];
	/** How it is drawn. */
	readonly color: string | undefined;
	readonly shape: string | undefined;
}

/** A relation or attribute as facts of it are written and read. */
export interface RelationDeclared extends Declared {
	readonly kind: "relation" | "attribute";
	readonly temporal: TemporalKind;
	/** Datatype IRI and unit of an attribute, where declared. */
	readonly range: string | undefined;
	readonly unit: string | undefined;
	/** One value a subject at a time. */
	readonly functional: boolean;
	/** One subject a value at a time. */
	readonly inverseFunctional: boolean;
	/** Class IRIs of which a subject, or an object, has to have one; none declared: any will do. */
	readonly domains: readonly string[];
	readonly ranges: readonly string[];
	/** IRIs of what a fact of this relation may carry as a detail. */
	readonly qualifiers: readonly string[];
}

/** A relation or attribute with its axioms: none of these is ever inferred. */
export interface RelationWithAxioms extends RelationDeclared, Described {
	readonly transitive: boolean;
	readonly symmetric: boolean;
	readonly asymmetric: boolean;
	readonly irreflexive: boolean;
	/** IRIs of the relations that it is declared to be the inverse of, and of those above it. */
	readonly inverseOf: readonly string[];
	readonly subPropertyOf: readonly string[];
}

/** The ontology as it was declared at one record instant. */
export interface Ontology {
	readonly classes: ReadonlyMap<string, ClassDeclared>;
	readonly relations: ReadonlyMap<string, RelationWithAxioms>;
}

interface Kept {
	readonly statements: StatementHistory;
	/** What was read between two turns, by the number of turns before it. */
	readonly read: Map<number, Ontology>;
}

const history: Projection<Kept> = {
	name: "ontology",
	async build(view) {
		return { statements: await StatementHistory.of(view), read: new Map() };
	},
	advance({ statements, read }, commit) {
		if (statements.follow(commit)) read.clear();
	},
};

/** The ontology as it was declared at the record instant `asOf`. Reading it again between two changes costs nothing. */
export async function ontologyAt(asOf: Instant, view: View): Promise<Ontology> {
	const { statements, read } = await view.kept(history);
	const stretch = statements.stretch(asOf);
	const found = read.get(stretch);
	if (found) return found;
	const ontology = readOntology(statements.heldAt(asOf));
	read.set(stretch, ontology);
	return ontology;
}

/** All statements declared at the record instant, values as the engine keeps them, in no order. */
export async function statementsAt(asOf: Instant, view: View): Promise<readonly Statement[]> {
	return (await view.kept(history)).statements.heldAt(asOf);
}

/** What triples declare, whatever order they come in. */
export function readOntology(triples: Iterable<OntologyTriple>): Ontology {
	const reader = new SubjectReader(triples);
	const classes = new Map<string, ClassDeclared>();
	const relations = new Map<string, RelationWithAxioms>();
	for (const subject of reader.subjects()) {
		if (isNode(subject)) continue;
		const types = new Set(reader.values(subject, rdf.type).map(({ value }) => value));
		if (types.has(owl.Class.value) || types.has(rdfs.Class.value))
			classes.set(subject, classFrom(subject, reader));
		const kind = kindOf(types, reader.named(subject, rdfs.range));
		if (kind !== undefined) relations.set(subject, relationFrom(subject, { kind, types, reader }));
	}
	return { classes, relations };
}

function describedFrom(subject: string, reader: SubjectReader): Declared & Described {
	const own = reader.texts(subject, rdfs.label);
	const labels = own.length > 0 ? own : reader.texts(subject, skos.prefLabel);
	const key = reader.key(subject);
	return {
		iri: namedNode(subject),
		key,
		label: shownText(labels)?.text ?? key,
		labels,
		otherLabels: reader.texts(subject, skos.altLabel),
		description: shownText(reader.texts(subject, rdfs.comment))?.text,
	};
}

function classFrom(subject: string, reader: SubjectReader): ClassDeclared {
	return {
		...describedFrom(subject, reader),
		parents: reader.named(subject, rdfs.subClassOf),
		primaryParent: reader.named(subject, utopia.primaryParent)[0],
		disjointWith: reader.named(subject, owl.disjointWith),
		color: reader.texts(subject, utopia.color)[0]?.text,
		shape: reader.texts(subject, utopia.shape)[0]?.text,
	};
}

const ONLY_OF_RELATIONS = [
	owl.TransitiveProperty,
	owl.SymmetricProperty,
	owl.AsymmetricProperty,
	owl.IrreflexiveProperty,
	owl.InverseFunctionalProperty,
];
const OF_EITHER = [rdf.Property, owl.FunctionalProperty];

/** A property that says no more than that it is one takes literals where its range does. */
function kindOf(types: ReadonlySet<string>, ranges: readonly string[]): RelationDeclared["kind"] | undefined {
	if (types.has(owl.DatatypeProperty.value)) return "attribute";
	if (types.has(owl.ObjectProperty.value)) return "relation";
	if (types.has(owl.AnnotationProperty.value)) return undefined;
	if (ONLY_OF_RELATIONS.some(({ value }) => types.has(value))) return "relation";
	if (!OF_EITHER.some(({ value }) => types.has(value))) return undefined;
	return ranges.some(isLiteralRange) ? "attribute" : "relation";
}

interface Reading {
	readonly kind: RelationDeclared["kind"];
	readonly types: ReadonlySet<string>;
	readonly reader: SubjectReader;
}

function relationFrom(subject: string, { kind, types, reader }: Reading): RelationWithAxioms {
	const is = ({ value }: NamedNode) => types.has(value);
	const ranges = reader.named(subject, rdfs.range);
	return {
		...describedFrom(subject, reader),
		kind,
		temporal: temporalFrom(reader.values(subject, utopia.temporal)[0]?.value),
		range: ranges[0],
		unit: reader.values(subject, utopia.unit)[0]?.value,
		functional: is(owl.FunctionalProperty),
		inverseFunctional: is(owl.InverseFunctionalProperty),
		transitive: is(owl.TransitiveProperty),
		symmetric: is(owl.SymmetricProperty),
		asymmetric: is(owl.AsymmetricProperty),
		irreflexive: is(owl.IrreflexiveProperty),
		inverseOf: reader.named(subject, owl.inverseOf),
		subPropertyOf: reader.named(subject, rdfs.subPropertyOf),
		domains: reader.classes(subject, rdfs.domain),
		ranges: kind === "attribute" ? ranges : reader.classes(subject, rdfs.range),
		qualifiers: reader.named(subject, utopia.allowsQualifier),
	};
}

function temporalFrom(value: string | undefined): TemporalKind {
	return value === "event" || value === "eternal" ? value : "state";
}

/** What is declared under this IRI, else under this key. */
export function declaredAs<Declared extends { readonly key: string }>(
	name: string,
	known: ReadonlyMap<string, Declared>,
): Declared | undefined {
	return known.get(name) ?? [...known.values()].find(({ key }) => key === name);
}
