import type { Literal, NamedNode } from "@rdfjs/types";
import type { RelationDeclared } from "../ontology/ontology.ts";
import { spellingFault } from "../rdf/spelling-fault.ts";
import { literal } from "../rdf/terms.ts";
import { partialDate } from "../time/partial-date.ts";
import { xsd } from "../vocab/well-known.ts";
import { type Place, refused } from "./refusal.ts";

type Raw = string | number | boolean;

/** A value as a caller gives it. */
interface GivenValue {
	readonly value: Raw;
	/** Told relative to an event and kept as text. */
	readonly relative?: boolean | undefined;
	readonly language?: string | undefined;
}

/** What an attribute takes: its datatype in the ontology, in the words of the API. */
type Datatype = "number" | "date" | "bool" | "text";

const BY_RANGE: Readonly<Record<string, Datatype>> = {
	[xsd.decimal.value]: "number",
	[xsd.integer.value]: "number",
	[xsd.double.value]: "number",
	[xsd.date.value]: "date",
	[xsd.boolean.value]: "bool",
	[xsd.string.value]: "text",
};
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const ALLOWED: Readonly<Record<Datatype, string>> = {
	number: 'a number, or its text where the spelling counts ("1.50")',
	date: "a day such as 2023-06-15",
	bool: "true or false",
	text: "a text",
};

/** The literal that a value is under its attribute; without one, the value's own kind decides. */
export function checkedValue(
	wish: GivenValue,
	relation: RelationDeclared | undefined,
	place: Place,
): Literal {
	if (wish.relative === true) return literal(String(wish.value));
	const declared = relation?.range === undefined ? undefined : BY_RANGE[relation.range];
	const datatype = declared ?? ownKind(wish.value);
	const made = literalOf(datatype, wish, relation?.range);
	if (made !== undefined) return made;
	throw refused("wrong_datatype", `${nameOf(relation)} takes ${ALLOWED[datatype]}`, {
		...place,
		found: JSON.stringify(wish.value),
		allowed: ALLOWED[datatype],
	});
}

const nameOf = (relation: RelationDeclared | undefined) => (relation === undefined ? "This" : relation.key);

function ownKind(value: Raw): Datatype {
	if (typeof value === "number") return "number";
	return typeof value === "boolean" ? "bool" : "text";
}

function literalOf(
	datatype: Datatype,
	{ value, language }: GivenValue,
	range: string | undefined,
): Literal | undefined {
	switch (datatype) {
		case "number":
			return numberOf(value, range);
		case "date":
			return typeof value === "string" && partialDate(value)?.precision === "day"
				? literal(value, xsd.date)
				: undefined;
		case "bool": {
			const text = String(value);
			return text === "true" || text === "false" ? literal(text, xsd.boolean) : undefined;
		}
		case "text":
			if (typeof value !== "string") return undefined;
			return language === undefined ? literal(value) : literal(value, { language });
	}
}

/** A decimal in the spelling given, a double where it has an exponent; `INF` and `NaN` are no numbers here (contract 4). */
function numberOf(value: Raw, range: string | undefined): Literal | undefined {
	const text = typeof value === "number" ? String(value) : value;
	if (typeof text !== "string" || !NUMBER.test(text)) return undefined;
	const datatype: NamedNode = /[eE]/.test(text)
		? xsd.double
		: range === xsd.integer.value
			? xsd.integer
			: xsd.decimal;
	if (datatype === xsd.integer && /\./.test(text)) return undefined;
	return spellingFault(datatype.value, text) === undefined ? literal(text, datatype) : undefined;
}
