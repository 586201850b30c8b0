import { type Defect, defectsOf } from "../ontology/defects.ts";
import { named, reached } from "../ontology/hierarchy.ts";
import type { Ontology } from "../ontology/ontology.ts";
import type { OntologyTriple } from "../ontology/statements.ts";
import { isNode } from "../ontology/subject-reader.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, rdf, rdfs, skos } from "../vocab/well-known.ts";
import type { Redeclared } from "./redeclare.ts";
import { grouped, type Triples } from "./standing.ts";

/** Keys of what came, is told otherwise, and went. */
interface Moved {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

/** What a file that is kept whole says without meaning anything here. */
interface Unread {
	readonly property: string;
	/** Of types: which one. */
	readonly type: string | undefined;
	readonly count: number;
}

/** What a put has made of an ontology, or would make. */
export interface OntologyReport {
	readonly classes: Moved;
	readonly relations: Moved;
	readonly statements: { readonly added: number; readonly removed: number };
	readonly keptUnread: readonly Unread[];
	readonly defects: readonly Defect[];
	/** Keys of what the defects name, by IRI. */
	readonly keys: ReadonlyMap<string, string>;
	/** Rows of facts that are written anew. */
	readonly rewritten: number;
}

export function reportOf(
	redeclared: Redeclared,
	triples: { before: Triples; after: Triples },
): OntologyReport {
	const { added, removed, before, after, rewritten } = redeclared;
	const touched = touchedBy([...added, ...removed], [...triples.before.values(), ...triples.after.values()]);
	const moved = (kind: keyof Ontology) => movedIn(before[kind], after[kind], touched);
	return {
		classes: moved("classes"),
		relations: moved("relations"),
		statements: { added: added.length, removed: removed.length },
		keptUnread: unreadIn(triples.after),
		defects: defectsOf(after),
		keys: new Map([...after.classes, ...after.relations].map(([iri, { key }]) => [iri, key])),
		rewritten,
	};
}

/** The subjects of triples, and what is described by those that are nodes. */
function touchedBy(changed: readonly OntologyTriple[], all: readonly OntologyTriple[]): ReadonlySet<string> {
	const naming = named(new Map([...grouped(all, ({ subject }) => subject)]), (of) =>
		of.flatMap(({ value }) => (isNode(value.value) ? [value.value] : [])),
	);
	return reached(
		changed.map(({ subject }) => subject),
		(iri) => (isNode(iri) ? (naming.get(iri) ?? []) : []),
	);
}

type Keyed = ReadonlyMap<string, { readonly key: string }>;

function movedIn(before: Keyed, after: Keyed, touched: ReadonlySet<string>): Moved {
	const keys = (things: Keyed, isMeant: (iri: string) => boolean) =>
		[...things].flatMap(([iri, { key }]) => (isMeant(iri) ? [key] : [])).sort();
	return {
		added: keys(after, (iri) => !before.has(iri)),
		changed: keys(after, (iri) => before.has(iri) && touched.has(iri)),
		removed: keys(before, (iri) => !after.has(iri)),
	};
}

const READ: ReadonlySet<string> = new Set(
	[
		...[rdfs.label, rdfs.comment, rdfs.subClassOf, rdfs.subPropertyOf, rdfs.domain, rdfs.range],
		...[owl.inverseOf, owl.disjointWith, owl.unionOf, rdf.first, rdf.rest],
		...[skos.notation, skos.prefLabel, skos.altLabel],
		...[
			utopia.unit,
			utopia.temporal,
			utopia.allowsQualifier,
			utopia.primaryParent,
			utopia.color,
			utopia.shape,
		],
	].map(({ value }) => value),
);
const READ_TYPES: ReadonlySet<string> = new Set(
	[
		...[
			owl.Class,
			rdfs.Class,
			owl.ObjectProperty,
			owl.DatatypeProperty,
			rdf.Property,
			owl.FunctionalProperty,
		],
		...[owl.InverseFunctionalProperty, owl.TransitiveProperty, owl.SymmetricProperty],
		...[owl.AsymmetricProperty, owl.IrreflexiveProperty],
	].map(({ value }) => value),
);

/** What is kept and not read, the most frequent first. */
function unreadIn(triples: Triples): readonly Unread[] {
	const unread = [...triples.values()].flatMap(({ property, value }): Omit<Unread, "count">[] => {
		if (property === rdf.type.value)
			return READ_TYPES.has(value.value) ? [] : [{ property, type: value.value }];
		return READ.has(property) ? [] : [{ property, type: undefined }];
	});
	return [...grouped(unread, ({ property, type }) => `${property} ${type ?? ""}`).values()]
		.map((same) => ({ ...(same[0] as Omit<Unread, "count">), count: same.length }))
		.toSorted(
			(a, b) => b.count - a.count || (`${a.property} ${a.type}` < `${b.property} ${b.type}` ? -1 : 1),
		);
}
