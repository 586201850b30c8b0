import type { NamedNode } from "@rdfjs/types";
import { idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import { spell } from "../rdf/terms.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import { owl, rdf, rdfs, skos, xsd } from "../vocab/well-known.ts";
import type { OntologyTriple } from "./statements.ts";

/** Keys of classes and relations. */
export const KEY = /^[a-z0-9_]{1,40}$/;

/** A text as an ontology has it: in a language, or in none. */
export interface LanguageText {
	readonly text: string;
	readonly language: string | undefined;
}

/** The IRI of a blank node that came with an ontology. */
export const isNode = (iri: string) => idOfKind(iri, "node") !== undefined;

/** What an IRI is called where nothing declared says more: its last part. */
export function localName(iri: string): string {
	return /[^/#:]+$/.exec(iri)?.[0] ?? iri;
}

/** Triples by subject and property, each once, values in one order whatever order they came in. */
export class SubjectReader {
	readonly #said = new Map<string, Map<string, Map<string, StoredTerm>>>();

	constructor(triples: Iterable<OntologyTriple>) {
		for (const { subject, property, value } of triples) {
			const said = this.#said.get(subject) ?? new Map<string, Map<string, StoredTerm>>();
			this.#said.set(subject, said);
			const values = said.get(property) ?? new Map<string, StoredTerm>();
			said.set(property, values.set(spell(value), value));
		}
	}

	/** All subjects, ascending. */
	subjects(): readonly string[] {
		return [...this.#said.keys()].sort();
	}

	has(subject: string): boolean {
		return this.#said.has(subject);
	}

	values(subject: string, { value: property }: NamedNode): readonly StoredTerm[] {
		const values = this.#said.get(subject)?.get(property);
		if (values === undefined || values.size < 2) return [...(values?.values() ?? [])];
		return [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
	}

	/** The IRIs among the values, blank nodes left out. */
	named(subject: string, property: NamedNode): readonly string[] {
		return this.values(subject, property).flatMap(({ termType, value }) =>
			termType === "NamedNode" && !isNode(value) ? [value] : [],
		);
	}

	texts(subject: string, property: NamedNode): readonly LanguageText[] {
		return this.values(subject, property).flatMap((value) =>
			value.termType === "Literal"
				? [{ text: value.value, language: value.language === "" ? undefined : value.language }]
				: [],
		);
	}

	/** The last part of a base's own IRI; else a notation that can be a key, or any; else the local name of the imported IRI. */
	key(subject: string): string {
		const own = readBaseIri(subject);
		if (own !== undefined) return own.id;
		const notations = this.values(subject, skos.notation).map(({ value }) => value);
		return notations.find((text) => KEY.test(text)) ?? notations[0] ?? localName(subject);
	}

	/**
	 * The classes of which an end has to have one, several values and members of unions alike; none where anything will do: a value
	 * that cannot be read as a class may be any.
	 */
	classes(subject: string, property: NamedNode): readonly string[] {
		const found = new Set<string>();
		for (const value of this.values(subject, property)) {
			if (value.termType !== "NamedNode" || ANYTHING.has(value.value)) return [];
			const members = isNode(value.value) ? this.#union(value.value, new Set()) : [value.value];
			if (members === undefined || members.some((member) => ANYTHING.has(member))) return [];
			for (const member of members) found.add(member);
		}
		return [...found].sort();
	}

	/** The named classes of a union, or `undefined` for another kind of node. */
	#union(node: string, seen: Set<string>): readonly string[] | undefined {
		const [list] = this.values(node, owl.unionOf);
		if (list === undefined || seen.has(node)) return undefined;
		seen.add(node);
		const found: string[] = [];
		for (const member of this.#list(list.value)) {
			const members = isNode(member) ? this.#union(member, seen) : [member];
			if (members === undefined) return undefined;
			found.push(...members);
		}
		return found;
	}

	#list(head: string): readonly string[] {
		const members: string[] = [];
		const seen = new Set<string>();
		for (let at = head; at !== rdf.nil.value && !seen.has(at); ) {
			seen.add(at);
			for (const { value } of this.values(at, rdf.first)) members.push(value);
			at = this.values(at, rdf.rest)[0]?.value ?? rdf.nil.value;
		}
		return members;
	}
}

const ANYTHING: ReadonlySet<string> = new Set([owl.Thing.value, rdfs.Resource.value]);

/** The text to show: one without language before one in English before the first of the others. */
export function shownText(texts: readonly LanguageText[]): LanguageText | undefined {
	const rank = ({ language }: LanguageText) => {
		if (language === undefined) return 0;
		return language.startsWith("en") ? 1 : 2;
	};
	return texts.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** What an attribute takes, in the words of the API. */
export type Datatype = "number" | "date" | "bool" | "text";

const WHOLE_NUMBERS = "integer byte short int long unsignedByte unsignedShort unsignedInt unsignedLong";
const SIGNED = "positiveInteger negativeInteger nonPositiveInteger nonNegativeInteger";
const XSD = xsd.string.value.replace(/string$/, "");
const NUMBERS = new Set(
	`decimal double float ${WHOLE_NUMBERS} ${SIGNED}`.split(" ").map((name) => XSD + name),
);

/** The word for a datatype, where the API has one. */
export function datatypeOf(range: string | undefined): Datatype | undefined {
	if (range === undefined) return undefined;
	if (NUMBERS.has(range)) return "number";
	if (range === xsd.date.value) return "date";
	if (range === xsd.boolean.value) return "bool";
	return range === xsd.string.value || range === rdf.langString.value ? "text" : undefined;
}

/** Whether the values of a property of this range are literals. */
export function isLiteralRange(range: string): boolean {
	return range.startsWith(XSD) || range === rdfs.Literal.value || range === rdf.langString.value;
}
