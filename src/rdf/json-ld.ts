import jsonld from "jsonld";
import { UtopiaError } from "../errors.ts";
import { MAX_LITERAL } from "./bounds.ts";
import { jsonFault } from "./json-fault.ts";
import { malformed } from "./malformed.ts";
import type { TextPiece } from "./source-bytes.ts";
import { SourceText } from "./source-text.ts";
import type { FileTerm, TermDictionary } from "./term-dictionary.ts";
import { XSD } from "./terms.ts";
import type { StatementSink } from "./turtle.ts";

/** How deep a document may nest: the processor calls itself for each level. */
const MAX_DEPTH = 256;
/** A JSON document is read as a whole, so it has a bound: characters. */
const MAX_DOCUMENT = 256 * 1024 * 1024;
const DOUBLE = `${XSD}double`;
const KEPT_DOUBLE = "urn:utopia:kept:double";
const START = { line: 1, column: 1 };

/** The graph objects that `jsonld` makes: RDF/JS in shape, blank nodes labelled `_:b0`. */
interface JsonLdTerm {
	readonly termType: string;
	readonly value: string;
	readonly language?: string;
	readonly datatype?: { readonly value: string };
}
type JsonLdQuad = Readonly<Record<"subject" | "predicate" | "object" | "graph", JsonLdTerm>>;

/**
 * Reads a JSON-LD document. Contexts must stand in the document: nothing is fetched.
 * @throws UTOPIA_RDF_MALFORMED, with line and column where the JSON is broken.
 */
export async function readJsonLd(
	pieces: AsyncIterable<TextPiece>,
	dictionary: TermDictionary,
	sink: StatementSink,
): Promise<void> {
	const document = await parsed(pieces);
	const tags = languageTags(document);
	const quads = await quadsOf(document);
	const encoded = (term: JsonLdTerm): FileTerm => {
		if (term.termType === "NamedNode") return dictionary.namedNode(term.value);
		if (term.termType === "BlankNode") return dictionary.blankNode(term.value);
		if (term.value.length > MAX_LITERAL) throw malformed("a literal is longer than 4 MiB", START);
		const language = term.language === undefined ? "" : (tags.get(term.language) ?? term.language);
		const datatype = term.datatype?.value ?? "";
		return dictionary.literal(term.value, language, datatype === KEPT_DOUBLE ? DOUBLE : datatype);
	};
	for (const { subject, predicate, object, graph } of quads) {
		const name = graph.termType === "DefaultGraph" ? -1 : encoded(graph).index;
		sink(encoded(subject).index, encoded(predicate).index, encoded(object).index, name, 0);
	}
}

/**
 * The language tags of a document as they are written there: `jsonld` puts them into lower case. A tag that is written in two
 * ways stays in lower case.
 */
function languageTags(document: object): ReadonlyMap<string, string> {
	const tags = new Map<string, string>();
	const open: unknown[] = [document];
	for (let value = open.pop(); value !== undefined; value = open.pop()) {
		if (typeof value !== "object" || value === null) continue;
		for (const [key, inner] of Object.entries(value)) {
			if (key !== "@language" || typeof inner !== "string") {
				open.push(inner ?? 0);
				continue;
			}
			const lower = inner.toLowerCase();
			const known = tags.get(lower) ?? inner;
			tags.set(lower, known === inner ? inner : lower);
		}
	}
	return tags;
}

async function parsed(pieces: AsyncIterable<TextPiece>): Promise<object> {
	let text = "";
	for await (const piece of pieces) {
		text += piece.text;
		if (piece.broken !== undefined)
			throw malformed(piece.broken, SourceText.within(text, START, text.length));
		if (text.length > MAX_DOCUMENT) {
			throw malformed("a JSON-LD document is read up to 256 MiB; send N-Quads instead", START);
		}
	}
	try {
		const deep = tooDeepAt(text);
		if (deep !== undefined)
			throw malformed(`nested deeper than ${MAX_DEPTH} levels`, SourceText.within(text, START, deep));
		const value: unknown = JSON.parse(text);
		if (typeof value === "object" && value !== null) return value;
	} catch (error) {
		if (error instanceof UtopiaError) throw error;
		const { offset, reason } = jsonFault(text);
		throw malformed(reason, SourceText.within(text, START, offset), error);
	}
	throw malformed("a JSON-LD document is an object or an array", START);
}

/** Where a text of JSON goes deeper than is read, or `undefined`. */
function tooDeepAt(text: string): number | undefined {
	let depth = 0;
	let inside = false;
	for (const { 0: mark, index } of text.matchAll(/\\.|["{}[\]]/gs)) {
		if (mark === '"') inside = !inside;
		else if (inside) continue;
		else if (mark === "{" || mark === "[") depth++;
		else if (mark === "}" || mark === "]") depth--;
		if (depth > MAX_DEPTH) return index;
	}
	return undefined;
}

async function quadsOf(document: object): Promise<readonly JsonLdQuad[]> {
	let wanted: string | undefined;
	try {
		const documentLoader = async (url: string): Promise<never> => {
			wanted = url;
			throw new Error("nothing is fetched");
		};
		const options = { documentLoader, safe: true };
		const expanded = await jsonld.expand(document as never, options as never);
		keepDoubles(expanded);
		return (await jsonld.toRDF(expanded as never, { ...options, skipExpansion: true } as never)) as never;
	} catch (error) {
		if (wanted !== undefined) {
			const reason = `contexts are not fetched; write that of ${wanted.slice(0, 200)} into the document`;
			throw malformed(reason, START, error);
		}
		throw malformed(`not JSON-LD: ${jsonLdReason(error)}`, START, error);
	}
}

/** Doubles written as text keep their text: under their own datatype `jsonld` would spell them anew. */
function keepDoubles(expanded: unknown): void {
	const open: unknown[] = [expanded];
	for (let value = open.pop(); value !== undefined; value = open.pop()) {
		if (typeof value !== "object" || value === null) continue;
		const one = value as Record<string, unknown>;
		if (one["@type"] === DOUBLE && typeof one["@value"] === "string") one["@type"] = KEPT_DOUBLE;
		for (const inner of Object.values(one)) open.push(inner);
	}
}

function jsonLdReason(error: unknown): string {
	const { message, details } = error as {
		message: string;
		details?: { event?: { message?: string; code?: string }; cause?: Error };
	};
	const cause = details?.cause?.message ?? details?.event?.message;
	return cause === undefined ? message : `${message} ${cause}`;
}
