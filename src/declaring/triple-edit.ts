import type { NamedNode } from "@rdfjs/types";
import { reached } from "../ontology/hierarchy.ts";
import type { OntologyTriple } from "../ontology/statements.ts";
import { isNode, type LanguageText, shownText } from "../ontology/subject-reader.ts";
import { literal } from "../rdf/terms.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import { rdf } from "../vocab/well-known.ts";
import { grouped, type Triples, tripleKey } from "./standing.ts";

/** The triples of an ontology while what is said of one subject is changed. */
export class TripleEdit {
	readonly subject: string;
	readonly #triples: Map<string, OntologyTriple>;
	/** Nodes that something named which is gone. */
	readonly #parted: string[] = [];

	constructor(subject: string, triples: Triples) {
		this.subject = subject;
		this.#triples = new Map(triples);
	}

	/** All triples now; nodes that nothing names any more have gone with what named them. */
	get triples(): Triples {
		if (this.#parted.length > 0) this.#dropOrphans();
		return this.#triples;
	}

	/** Puts values in the place of those that a property has, or of some of them. */
	set(
		property: NamedNode,
		values: readonly StoredTerm[],
		isReplaced: (value: StoredTerm) => boolean = () => true,
	): void {
		for (const [key, triple] of this.#of(property)) if (isReplaced(triple.value)) this.#remove(key, triple);
		for (const value of values) this.#add(property, value);
	}

	flag(type: NamedNode, holds: boolean | undefined): void {
		if (holds === undefined) return;
		this.set(rdf.type, holds ? [type] : [], (value) => value.equals(type));
	}

	/** One text, or none for `null`. */
	text(property: NamedNode, text: string | null | undefined): void {
		if (text !== undefined) this.set(property, text === null ? [] : [literal(text)]);
	}

	/** Another text in the place of the one that is shown, in its language; those in other languages stay. `null` takes all away. */
	shown(property: NamedNode, text: string | null | undefined): void {
		if (text === undefined) return;
		if (text === null) {
			this.set(property, []);
			return;
		}
		const texts = this.#of(property).flatMap(([, { value }]): LanguageText[] =>
			value.termType === "Literal" ? [{ text: value.value, language: value.language || undefined }] : [],
		);
		const old = shownText(texts);
		const next = literal(text, old?.language === undefined ? undefined : { language: old.language });
		const isOld = (value: StoredTerm) =>
			value.termType === "Literal" && value.value === old?.text && value.language === (old.language ?? "");
		this.set(property, [next], isOld);
	}

	/** Takes away everything that is said of the subject. */
	remove(): void {
		for (const [key, triple] of [...this.#triples])
			if (triple.subject === this.subject) this.#remove(key, triple);
	}

	#of({ value: property }: NamedNode): readonly (readonly [string, OntologyTriple])[] {
		return [...this.#triples].filter(
			([, triple]) => triple.subject === this.subject && triple.property === property,
		);
	}

	#add(property: NamedNode, value: StoredTerm): void {
		const triple = { subject: this.subject, property: property.value, value };
		this.#triples.set(tripleKey(triple), triple);
	}

	#remove(key: string, { value }: OntologyTriple): void {
		this.#triples.delete(key);
		if (value.termType === "NamedNode" && isNode(value.value)) this.#parted.push(value.value);
	}

	#dropOrphans(): void {
		const all = [...this.#triples];
		const bySubject = grouped(all, ([, { subject }]) => subject);
		const nodesOf = (subject: string) =>
			(bySubject.get(subject) ?? []).flatMap(([, { value }]) => (isNode(value.value) ? [value.value] : []));
		const parted = reached(this.#parted.splice(0), nodesOf);
		const staying = reached(
			[...bySubject.keys()].filter((subject) => !parted.has(subject)),
			nodesOf,
		);
		for (const [key, { subject }] of all) if (!staying.has(subject)) this.#triples.delete(key);
	}
}
