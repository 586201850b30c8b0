import type { Quad, Term } from "@rdfjs/types";
import { graphsOf } from "../rdf/base-iris.ts";
import { RULES_OF_CLASS, RULES_OF_SUBJECTS, type ShapeRule } from "../vocab/shapes.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import { refused } from "./refusal.ts";

/** What a commit says of one row: the values of each property. */
type Row = Map<string, Term[]>;

/**
 * Checks the rows of a commit against the shapes, as far as each can be told by itself (`ontology/shapes.ttl`).
 * @throws UTOPIA_WRITE_REFUSED `shape` with the property, what was found, and what the shape says
 */
export function checkShapes(quads: readonly Quad[], kb: string): void {
	const { spelling } = graphsOf(kb);
	const rows = new Map<string, Row>();
	for (const { subject, predicate, object, graph } of quads) {
		// Spellings are the same values once more, as texts.
		if (graph.equals(spelling)) continue;
		const row: Row = rows.get(subject.value) ?? new Map();
		rows.set(subject.value, row);
		const values = row.get(predicate.value);
		if (values === undefined) row.set(predicate.value, [object]);
		else if (!values.some((known) => known.equals(object))) values.push(object);
	}
	for (const row of rows.values()) checkRow(row);
}

function checkRow(row: Row): void {
	for (const { value } of row.get(rdf.type.value) ?? [])
		for (const rule of RULES_OF_CLASS.get(value) ?? []) check(rule, row);
	for (const property of row.keys())
		for (const rule of RULES_OF_SUBJECTS.get(property) ?? []) check(rule, row);
}

function check(rule: ShapeRule, row: Row): void {
	const values = row.get(rule.path);
	if (values === undefined) return;
	const tooMany = rule.maxCount !== undefined && values.length > rule.maxCount;
	const wrong = tooMany ? values : values.filter((value) => !fits(rule, value));
	if (wrong.length === 0) return;
	throw refused("shape", rule.message, {
		field: shortened(rule.path),
		found: wrong.map(({ value }) => value).join(", "),
		allowed: rule.message,
	});
}

function fits({ in: choice, datatypes, min, max, pattern }: ShapeRule, term: Term): boolean {
	const { value } = term;
	if (choice !== undefined && !choice.includes(value)) return false;
	if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) return false;
	if (datatypes !== undefined && !(term.termType === "Literal" && datatypes.includes(term.datatype.value)))
		return false;
	return (min === undefined || Number(value) >= min) && (max === undefined || Number(value) <= max);
}

const PREFIXES = [
	["urn:utopia:ns:", "utopia:"],
	["http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"],
	["http://www.w3.org/2000/01/rdf-schema#", "rdfs:"],
	["http://www.w3.org/ns/prov#", "prov:"],
	["https://schema.org/", "schema:"],
] as const;

/** A property as people write it. */
function shortened(iri: string): string {
	const [namespace, prefix] = PREFIXES.find(([start]) => iri.startsWith(start)) ?? ["", ""];
	return `${prefix}${iri.slice(namespace.length)}`;
}
