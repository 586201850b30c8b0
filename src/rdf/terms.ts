import type { Literal, NamedNode, Quad, Term } from "@rdfjs/types";
import { DataFactory } from "n3";
import { UtopiaError } from "../errors.ts";
import { MAX_IRI } from "./bounds.ts";

export const XSD = "http://www.w3.org/2001/XMLSchema#";
const XSD_STRING = `${XSD}string`;
const LANG_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

const UCS =
	"\\u{A0}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFEF}\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}\\u{70000}-\\u{7FFFD}\\u{80000}-\\u{8FFFD}\\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{CFFFD}\\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}";
const PRIVATE = "\\u{E000}-\\u{F8FF}\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}";
const characters = (more: string) => `(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@/${UCS}${more}]|%[0-9A-Fa-f]{2})*`;
/** Whatever stands behind two slashes up to the path must be an authority: a user before `@`, no second colon, a port of digits. */
const NO_BAD_AUTHORITY = "(?!//(?!(?:[^/?#@]*@)?[^/?#@:]*(?::[0-9]*)?(?:[/?#]|$)))";
/** RFC 3987 as the engine reads it; addresses in square brackets are left out. */
const ABSOLUTE_IRI = new RegExp(
	`^[A-Za-z][A-Za-z0-9+.-]*:${NO_BAD_AUTHORITY}${characters("")}(?:\\?${characters(`?${PRIVATE}`)})?(?:#${characters("?")})?$`,
	"u",
);
/** BCP 47 as the engine reads it (RFC 5646, 2.1): well-formed language, script, region, variants, extensions; or an old registered tag. */
const LANGUAGE_TAG =
	/^(?:en-GB-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:BE-FR|BE-NL|CH-DE)|art-lojban|cel-gaulish|no-(?:bok|nyn)|zh-(?:guoyu|hakka|min|min-nan|xiang)|x(?:-[a-z0-9]{1,8})+|(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[a-wyz0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?)$/i;

/** Whether the text is an absolute IRI (RFC 3987) of a length that is served. */
export function isIri(text: string): boolean {
	return text.length <= MAX_IRI && ABSOLUTE_IRI.test(text);
}

/**
 * The only door through which text becomes an IRI.
 * @throws UTOPIA_IRI_MALFORMED when the text is no absolute IRI.
 */
export function namedNode<Iri extends string>(iri: Iri): NamedNode<Iri> {
	if (!isIri(iri)) {
		throw new UtopiaError("UTOPIA_IRI_MALFORMED", "Not an absolute IRI", { iri: iri.slice(0, 200) });
	}
	return DataFactory.namedNode(iri);
}

/**
 * The only door through which text becomes a literal: well-formed Unicode, with a language tag (BCP 47) or a datatype.
 * @throws UTOPIA_LITERAL_MALFORMED for lone surrogates and improper tags.
 */
export function literal(value: string, kind?: { readonly language: string } | NamedNode): Literal {
	if (!value.isWellFormed())
		throw new UtopiaError("UTOPIA_LITERAL_MALFORMED", "Text holds half of a surrogate pair");
	if (kind === undefined) return DataFactory.literal(value);
	if ("termType" in kind) return DataFactory.literal(value, kind);
	if (!LANGUAGE_TAG.test(kind.language)) {
		throw new UtopiaError("UTOPIA_LITERAL_MALFORMED", "Not a language tag", {
			language: kind.language.slice(0, 40),
		});
	}
	return DataFactory.literal(value, kind.language);
}

/** A text with its language tag as it was written, where that is not in lower case: `n3` would put it there. */
export function taggedText(value: string, language: string): Literal {
	const plain = literal(value, { language });
	if (language === language.toLowerCase()) return plain;
	return {
		...{ termType: "Literal", value, language, datatype: plain.datatype, direction: null },
		equals: (other) => other?.termType === "Literal" && other.value === value && other.language === language,
	} as Literal;
}

/** A quad of terms that have passed the doors above. */
export const quad: (
	subject: Quad["subject"],
	predicate: NamedNode,
	object: Quad["object"],
	graph: NamedNode,
) => Quad = DataFactory.quad;

/** Spells a term as N-Triples 1.1 (2.6): the form of the log, and, N-Triples being a part of SPARQL's grammar, of bound templates. */
export function spell(term: Term): string {
	switch (term.termType) {
		case "NamedNode":
			return `<${term.value}>`;
		case "Literal":
			return spellLiteral(term);
		default:
			throw new TypeError(`a ${term.termType} is never written`);
	}
}

function spellLiteral({ value, language, datatype }: Literal): string {
	const text = `"${escaped(value)}"`;
	if (language !== "") return `${text}@${language}`;
	return datatype.value === XSD_STRING || datatype.value === LANG_STRING
		? text
		: `${text}^^<${datatype.value}>`;
}

const MUST_ESCAPE = /[\\"\n\r]/;

function escaped(value: string): string {
	if (!MUST_ESCAPE.test(value)) return value;
	return value
		.replaceAll("\\", "\\\\")
		.replaceAll('"', '\\"')
		.replaceAll("\n", "\\n")
		.replaceAll("\r", "\\r");
}

/** One N-Quads line, without the line feed. */
export function spellQuad({ subject, predicate, object, graph }: Quad): string {
	return `${spell(subject)} ${spell(predicate)} ${spell(object)} ${spell(graph)} .`;
}
