import { randomUUID } from "node:crypto";
import type { OntologyTriple } from "../ontology/statements.ts";
import { baseIri } from "../rdf/base-iris.ts";
import { parseRdf } from "../rdf/parse.ts";
import type { Position } from "../rdf/source-text.ts";
import type { FileTerm } from "../rdf/term-dictionary.ts";
import { literal, namedNode, taggedText } from "../rdf/terms.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import { refused } from "../writing/refusal.ts";

/** A file with an ontology as it was sent. */
export interface OntologyFile {
	readonly body: Uint8Array;
	/** A name, extension or media type; without one the text shows what it is. */
	readonly format?: string | undefined;
}

/** The triples of a file, and the IRIs that its blank nodes were given. */
export interface FileTriples {
	readonly triples: readonly OntologyTriple[];
	readonly fresh: ReadonlySet<string>;
}

/**
 * Reads a file. Nothing is fetched, whatever it imports.
 * @throws UTOPIA_RDF_MALFORMED with line and column; UTOPIA_WRITE_REFUSED `iri_malformed`, `named_graph`
 */
export async function readFile({ body, format }: OntologyFile, kb: string): Promise<FileTriples> {
	const fresh = new Set<string>();
	const statements: (readonly [number, number, number])[] = [];
	const { dictionary } = await parseRdf(once(body), {
		format,
		nodeIri() {
			const { value } = baseIri(kb, "node", randomUUID());
			fresh.add(value);
			return value;
		},
		sink(subject, predicate, object, graph, line) {
			if (graph !== -1) throw namedGraph(line);
			statements.push([subject, predicate, object]);
		},
		fault(reason, value, at) {
			throw malformed(reason, value, at);
		},
	});
	const triples = statements.map(([subject, property, object]) => ({
		subject: dictionary.at(subject).value,
		property: dictionary.at(property).value,
		value: termOf(dictionary.at(object)),
	}));
	return { triples, fresh };
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array> {
	yield body;
}

function termOf({ termType, value, language, datatype }: FileTerm): StoredTerm {
	if (termType === "NamedNode") return namedNode(value);
	return language === "" ? literal(value, namedNode(datatype)) : taggedText(value, language);
}

function malformed(reason: string, value: string, at: Position | undefined) {
	return refused("iri_malformed", `The file holds ${reason}`, {
		field: at === undefined ? "the file" : `line ${at.line}, column ${at.column}`,
		found: value,
		allowed: "absolute IRIs, language tags of BCP 47, and well-formed text",
	});
}

function namedGraph(line: number) {
	return refused("named_graph", "An ontology is one graph; the file names others", {
		field: line > 0 ? `line ${line}` : "the file",
		allowed: "statements in the default graph",
	});
}
