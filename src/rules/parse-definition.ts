import type { Literal } from "@rdfjs/types";
import { UtopiaError } from "../errors.ts";
import { isIri, literal, namedNode } from "../rdf/terms.ts";
import type { Definition } from "./definition.ts";
import { type Doors, readDefinition } from "./read-definition.ts";
import { type Found, refuse } from "./refuse.ts";

/** Why a kept definition cannot be read, as a sentence, and the field that it is about. */
export interface Unreadable {
	readonly field: string | undefined;
	readonly sentence: string;
}

function iriIn(found: Found): string {
	if (typeof found.value === "string" && isIri(found.value)) return found.value;
	throw refuse("iri_malformed", found, "an absolute IRI");
}

function literalIn(_: string, found: Found): Literal {
	const { value, datatype, language } = (found.value ?? {}) as Readonly<Record<string, unknown>>;
	const plain = typeof value === "string" && value.isWellFormed() ? value : undefined;
	if (plain !== undefined && typeof language === "string") return literal(plain, { language });
	if (plain !== undefined && typeof datatype === "string" && isIri(datatype))
		return literal(plain, namedNode(datatype));
	throw refuse(
		"malformed_rule",
		found,
		'{"value": text, "datatype": IRI} or {"value": text, "language": tag}',
	);
}

/** What stands by IRI needs no ontology to be read. */
const BY_IRI: Doors = {
	class: iriIn,
	attribute: iriIn,
	number: iriIn,
	relation: iriIn,
	join: iriIn,
	value: literalIn,
};

/**
 * Reads what `definitionText` wrote, and what other writers of `utopia:definition` may have: spaces, other orders of keys,
 * numbers as JSON numbers, whose digits are kept. What cannot be read is told, never thrown.
 */
export function parseDefinition(appliesTo: string, text: string): Definition | Unreadable {
	try {
		const parsed: unknown = JSON.parse(withoutNumbers(text));
		return readDefinition({ ...(parsed as object), class: appliesTo }, BY_IRI);
	} catch (error) {
		if (error instanceof SyntaxError) return { field: undefined, sentence: "The definition is no JSON" };
		if (!(error instanceof UtopiaError)) throw error;
		const field = error.details["field"];
		return { field: typeof field === "string" ? field : undefined, sentence: error.message };
	}
}

/** Whether a definition could be read. */
export function isReadable(parsed: Definition | Unreadable): parsed is Definition {
	return "conclusion" in parsed;
}

/** JSON whose numbers are texts, so that none becomes a binary float on its way. @throws SyntaxError when it is no JSON. */
function withoutNumbers(text: string): string {
	JSON.parse(text);
	return text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
		token.startsWith('"') ? token : `"${token}"`,
	);
}
