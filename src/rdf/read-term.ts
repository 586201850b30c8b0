import type { Literal, NamedNode } from "@rdfjs/types";
import { DataFactory } from "n3";
import { XSD } from "./terms.ts";

const ESCAPES: Readonly<Record<string, string>> = {
	t: "\t",
	b: "\b",
	n: "\n",
	r: "\r",
	f: "\f",
	'"': '"',
	"'": "'",
	"\\": "\\",
};
const INTEGER = DataFactory.namedNode(`${XSD}integer`);
const DECIMAL = DataFactory.namedNode(`${XSD}decimal`);
const DOUBLE = DataFactory.namedNode(`${XSD}double`);
const BOOLEAN = DataFactory.namedNode(`${XSD}boolean`);

function unescaped(text: string): string {
	if (!text.includes("\\")) return text;
	return text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/gs, (_, four, eight, one) => {
		if (one !== undefined) return ESCAPES[one] ?? one;
		return String.fromCodePoint(Number.parseInt(four ?? eight, 16));
	});
}

function abbreviated(text: string): Literal {
	if (text === "true" || text === "false") return DataFactory.literal(text, BOOLEAN);
	if (/[eE]/.test(text)) return DataFactory.literal(text, DOUBLE);
	return DataFactory.literal(text, text.includes(".") ? DECIMAL : INTEGER);
}

/**
 * Reads one term as the engine writes it in SPARQL 1.1 TSV results (and N-Triples): IRIs in angle brackets, literals quoted,
 * numbers and booleans possibly bare. The text is the engine's own, so nothing is checked again.
 * @throws TypeError for a blank node or anything else the store never holds.
 */
export function readTerm(text: string): NamedNode | Literal {
	const first = text[0];
	if (first === "<") return DataFactory.namedNode(text.slice(1, -1));
	if (first !== '"') {
		if (first === "_" || text === "") throw new TypeError(`not a stored term: ${text.slice(0, 60)}`);
		return abbreviated(text);
	}
	const end = text.lastIndexOf('"');
	const value = unescaped(text.slice(1, end));
	const rest = text.slice(end + 1);
	if (rest === "") return DataFactory.literal(value);
	return rest[0] === "@"
		? DataFactory.literal(value, rest.slice(1))
		: DataFactory.literal(value, DataFactory.namedNode(rest.slice(3, -1)));
}
