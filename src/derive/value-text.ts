import type { Literal, NamedNode } from "@rdfjs/types";
import { readTerm } from "../rdf/read-term.ts";

const known = new Map<string, NamedNode | Literal>();
const MOST_KNOWN = 100_000;

/** The value that the object of a triple is among premises: a term as N-Triples spells it. `undefined` for an entity. */
export function valueIn(object: string): NamedNode | Literal | undefined {
	if (!object.startsWith("<") && !object.startsWith('"')) return undefined;
	const found = known.get(object);
	if (found !== undefined) return found;
	if (known.size >= MOST_KNOWN) known.clear();
	const value = readTerm(object);
	known.set(object, value);
	return value;
}
