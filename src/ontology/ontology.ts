import type { NamedNode } from "@rdfjs/types";
import { momentOf, objectOf, type Said } from "../access/commit-rows.ts";
import { place } from "../access/place.ts";
import type { Projection, View } from "../access/view.ts";
import { graphsOf, readBaseIri } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { TemporalKind } from "../time/holds.ts";
import { byInstant, type Instant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, prov, rdf, rdfs, skos } from "../vocab/well-known.ts";

/** What classes and relations share. `key` is the short name in tools: the IRI's last part, or the notation given to an imported one. */
interface Declared {
	readonly iri: NamedNode;
	readonly key: string;
	readonly label: string;
}

/** A class as declared at a record instant. */
export interface ClassDeclared extends Declared {
	/** IRIs of the classes directly above it. */
	readonly parents: readonly string[];
}

/** A relation or attribute as declared at a record instant. */
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

/** The ontology as it was declared at one record instant. */
export interface Ontology {
	readonly classes: ReadonlyMap<string, ClassDeclared>;
	readonly relations: ReadonlyMap<string, RelationDeclared>;
}

interface Statement {
	/** The IRI of the declaration that carries it, else its own subject: the order in which an ontology is read. */
	readonly row: string;
	readonly subject: string;
	readonly property: string;
	readonly value: StoredTerm;
	/** Missing on a statement that no declaration carries: it is known since ever. */
	readonly from?: Instant | undefined;
	readonly to?: Instant | undefined;
}

interface History {
	readonly statements: Statement[];
	/** Instants at which what is declared changes, ascending. */
	readonly turns: Instant[];
	/** What was read between two turns, by the number of turns before it. */
	readonly read: Map<number, Ontology>;
}

const statementsTemplate = loadTemplate("ontology/statements");
const MOST_STATEMENTS = 2_000_000;

async function describe(view: View): Promise<Map<string, Said>> {
	const query = statementsTemplate.bind({ ontology: graphsOf(view.kb).ontology }, { limit: MOST_STATEMENTS });
	const described = new Map<string, Map<string, StoredTerm[]>>();
	for (const row of await view.select(query)) {
		const { subject, property, value } = decode(row, { subject: iri, property: iri, value: term });
		const said = described.get(subject.value) ?? new Map<string, StoredTerm[]>();
		described.set(subject.value, said);
		said.set(property.value, [...(said.get(property.value) ?? []), value]);
	}
	return described;
}

function isDeclaration(said: Said): boolean {
	return (said.get(rdf.type.value) ?? []).some(({ value }) => value === utopia.Declaration.value);
}

function declared(row: string, said: Said): Statement {
	const subject = objectOf(said, rdf.subject);
	const property = objectOf(said, rdf.predicate);
	const value = objectOf(said, rdf.object);
	if (!subject || !property || !value) throw new TypeError("a declaration lacks its statement");
	return {
		row,
		subject: subject.value,
		property: property.value,
		value,
		from: momentOf(said, prov.generatedAtTime),
		to: momentOf(said, prov.invalidatedAtTime),
	};
}

/** What a row of the ontology graph states: a declaration its one statement, everything else each of its own. */
function stated(row: string, said: Said): Statement[] {
	if (isDeclaration(said)) return [declared(row, said)];
	return [...said].flatMap(([property, values]) =>
		values.map((value) => ({ row, subject: row, property, value })),
	);
}

function byRow(a: Statement, b: Statement): number {
	if (a.row === b.row) return 0;
	return a.row < b.row ? -1 : 1;
}

const history: Projection<History> = {
	name: "ontology",
	async build(view) {
		const statements = [...(await describe(view))].flatMap(([row, said]) => stated(row, said));
		const turns = statements.flatMap(({ from, to }) => [from, to].filter((turn) => turn !== undefined));
		return { statements, turns: [...new Set(turns)].sort(byInstant), read: new Map() };
	},
	advance(history, { ontology }) {
		for (const [row, said] of ontology) {
			const to = momentOf(said, prov.invalidatedAtTime);
			const known = to && history.statements.findIndex((statement) => statement.row === row);
			if (known === undefined || known === -1) take(stated(row, said), history);
			else end(known, to, history);
		}
	},
};

/** A later turn opens a stretch of its own: what was read of earlier ones stands. */
function take(statements: readonly Statement[], history: History): void {
	for (const statement of statements) {
		if (history.statements.some((known) => isSame(known, statement))) continue;
		place(history.statements, statement, byRow);
		turn(statement.from, history);
	}
}

function end(known: number, to: Instant | undefined, history: History): void {
	history.statements[known] = { ...(history.statements[known] as Statement), to };
	turn(to, history);
}

function turn(at: Instant | undefined, { turns, read }: History): void {
	const last = turns.at(-1);
	if (at === undefined || (last !== undefined && at < last)) read.clear();
	if (at !== undefined && !turns.includes(at)) place(turns, at, byInstant);
}

/** A declaration carries one statement; of what nothing carries, the statement itself tells. */
function isSame(a: Statement, b: Statement): boolean {
	if (a.row !== b.row || a.property !== b.property) return false;
	return a.from !== undefined || a.value.equals(b.value);
}

/** The ontology as it was declared at the record instant `asOf`. Reading it again between two changes costs nothing. */
export async function ontologyAt(asOf: Instant, view: View): Promise<Ontology> {
	const { statements, turns, read } = await view.kept(history);
	const segment = turns.filter((turn) => turn <= asOf).length;
	const found = read.get(segment);
	if (found) return found;
	const ontology = readOntology(statements.filter((statement) => contains(statement, asOf)));
	read.set(segment, ontology);
	return ontology;
}

function readOntology(held: readonly Statement[]): Ontology {
	const bySubject = new Map<string, Statement[]>();
	for (const statement of held) {
		const group = bySubject.get(statement.subject);
		if (group) group.push(statement);
		else bySubject.set(statement.subject, [statement]);
	}
	const classes = new Map<string, ClassDeclared>();
	const relations = new Map<string, RelationDeclared>();
	for (const [subject, statements] of bySubject) {
		const values = (property: NamedNode) =>
			statements.filter((statement) => statement.property === property.value).map(({ value }) => value);
		const types = new Set(values(rdf.type).map(({ value }) => value));
		const key = keyOf(subject, values(skos.notation));
		const named = { iri: namedNode(subject), key, label: labelOf(values(rdfs.label)) ?? key };
		const iris = (property: NamedNode) => values(property).map(({ value }) => value);
		if (types.has(owl.Class.value)) classes.set(subject, { ...named, parents: iris(rdfs.subClassOf) });
		const kind = types.has(owl.DatatypeProperty.value)
			? "attribute"
			: types.has(owl.ObjectProperty.value)
				? "relation"
				: undefined;
		if (kind === undefined) continue;
		relations.set(subject, {
			...named,
			kind,
			temporal: temporalOf(values(utopia.temporal)),
			range: values(rdfs.range)[0]?.value,
			unit: values(utopia.unit)[0]?.value,
			functional: types.has(owl.FunctionalProperty.value),
			inverseFunctional: types.has(owl.InverseFunctionalProperty.value),
			domains: iris(rdfs.domain),
			ranges: iris(rdfs.range),
			qualifiers: iris(utopia.allowsQualifier),
		});
	}
	return { classes, relations };
}

/** The last part of a base's own IRI; else the notation; else the local name of the imported IRI. */
function keyOf(subject: string, notations: readonly StoredTerm[]): string {
	const own = readBaseIri(subject);
	if (own) return own.id;
	return notations[0]?.value ?? localName(subject);
}

/** What an IRI is called where nothing declared says more: its last part. */
export function localName(iri: string): string {
	return /[^/#:]+$/.exec(iri)?.[0] ?? iri;
}

/** A label without language before one in English before the first of the others. */
function labelOf(labels: readonly StoredTerm[]): string | undefined {
	const rank = (label: StoredTerm) => {
		const language = label.termType === "Literal" ? label.language : "";
		if (language === "") return 0;
		return language.startsWith("en") ? 1 : 2;
	};
	return labels.toSorted((a, b) => rank(a) - rank(b))[0]?.value;
}

function temporalOf(values: readonly StoredTerm[]): TemporalKind {
	const [value] = values;
	return value?.value === "event" || value?.value === "eternal" ? value.value : "state";
}
