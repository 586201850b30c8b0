import { MAX_IRI } from "./bounds.ts";
import { isIri, literal as literalDoor, XSD } from "./terms.ts";

const XSD_STRING = `${XSD}string`;
const LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

/** A term of one file, held once however often it occurs. `index` is its place in the dictionary. */
export interface FileTerm {
	readonly termType: "NamedNode" | "Literal";
	/** The IRI, or the text of the literal. */
	readonly value: string;
	/** Empty unless it is language-tagged text. */
	readonly language: string;
	/** The IRI of the datatype; empty for an IRI. */
	readonly datatype: string;
	readonly index: number;
}

/** What is wrong with a term that was met; where it stands is for the parser to say. */
export type TermFault = (reason: string, value: string) => void;

/**
 * The terms of one file as numbers. Every IRI and literal of a file passes the doors of `terms.ts` here, once; blank nodes
 * become IRIs of their own, per file.
 */
export class TermDictionary {
	readonly #terms: FileTerm[] = [];
	readonly #iris = new Map<string, FileTerm>();
	readonly #literals = new Map<string, FileTerm>();
	readonly #nodes = new Map<string, FileTerm>();
	readonly #nodeIri: () => string;
	readonly #fault: TermFault;
	/** Terms that no door lets in, with the reason: told wherever they stand. */
	readonly #faulty = new Map<FileTerm, string>();

	/** `nodeIri` makes a fresh IRI for each blank node; `fault` hears of terms that no door lets in. */
	constructor(nodeIri: () => string, fault: TermFault) {
		this.#nodeIri = nodeIri;
		this.#fault = fault;
	}

	get size(): number {
		return this.#terms.length;
	}

	at(index: number): FileTerm {
		const term = this.#terms[index];
		if (term === undefined) throw new TypeError(`no term ${index}`);
		return term;
	}

	/** The number of an IRI that the file holds, or `undefined`. */
	find(iri: string): number | undefined {
		return this.#iris.get(iri)?.index;
	}

	namedNode(iri: string): FileTerm {
		const known = this.#iris.get(iri);
		if (known !== undefined) return this.#again(known);
		const fault = isIri(iri) ? undefined : iriFault(iri);
		const term = { termType: "NamedNode", value: iri, language: "", datatype: "" } as const;
		return this.#added(this.#iris, iri, term, fault);
	}

	literal(value: string, language: string, datatype: string): FileTerm {
		const type = language === "" ? datatype || XSD_STRING : LANG_STRING;
		const key = language === "" ? `${type} ${value}` : `@${language} ${value}`;
		const known = this.#literals.get(key);
		if (known !== undefined) return this.#again(known);
		const fault = value.isWellFormed() ? languageFault(language) : "text that holds half of a surrogate pair";
		return this.#added(this.#literals, key, { termType: "Literal", value, language, datatype: type }, fault);
	}

	/** The IRI that stands for a blank node of this file; without a label, a node of its own. */
	blankNode(label?: string): FileTerm {
		const known = label === undefined ? undefined : this.#nodes.get(label);
		if (known !== undefined) return known;
		const made = this.namedNode(this.#nodeIri());
		if (label !== undefined) this.#nodes.set(label, made);
		return made;
	}

	/** Gives every IRI that begins with `from` the beginning `to`, inside JSON literals too. */
	rename(from: string, to: string): void {
		for (const [index, term] of this.#terms.entries()) {
			const isJson = term.datatype.endsWith("#JSON");
			if (term.termType === "NamedNode" ? !term.value.startsWith(from) : !isJson) continue;
			const value = isJson ? term.value.replaceAll(from, to) : to + term.value.slice(from.length);
			const renamed = { ...term, value };
			this.#terms[index] = renamed;
			if (term.termType === "NamedNode") {
				this.#iris.delete(term.value);
				this.#iris.set(value, renamed);
			}
		}
	}

	#again(term: FileTerm): FileTerm {
		const fault = this.#faulty.size === 0 ? undefined : this.#faulty.get(term);
		if (fault !== undefined) this.#fault(fault, term.value);
		return term;
	}

	#added(
		home: Map<string, FileTerm>,
		key: string,
		term: Omit<FileTerm, "index">,
		fault: string | undefined,
	): FileTerm {
		const { termType, value, language, datatype } = term;
		const added: FileTerm = { termType, value, language, datatype, index: this.#terms.length };
		this.#terms.push(added);
		home.set(key, added);
		if (fault !== undefined) this.#faulty.set(added, fault);
		return this.#again(added);
	}
}

function languageFault(language: string): string | undefined {
	if (language === "") return undefined;
	try {
		literalDoor("", { language });
		return undefined;
	} catch (error) {
		return `text with the tag "${language.slice(0, 40)}", which is no language tag: ${(error as Error).message}`;
	}
}

function iriFault(iri: string): string {
	if (iri === "") return "an empty IRI names nothing";
	if (iri.length > MAX_IRI) return "an IRI longer than 64 KiB";
	if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(iri))
		return "a relative IRI, and the file declares no @base to read it against";
	const bad = /[\s<>"{}|\\^`[\]]|%(?![0-9A-Fa-f]{2})/.exec(iri)?.[0];
	return bad === undefined ? "not an IRI (RFC 3987)" : `not an IRI: it cannot hold ${JSON.stringify(bad)}`;
}
