import type { Literal } from "@rdfjs/types";
import { literal } from "../rdf/terms.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import type { Bound } from "../time/holds.ts";
import { type Instant, instantText, tryInstant } from "../time/instant.ts";
import { type PartialDate, type Precision, partialDate } from "../time/partial-date.ts";
import { xsd } from "../vocab/well-known.ts";

const BY_DATATYPE: Readonly<Record<string, Precision>> = {
	[xsd.gYear.value]: "year",
	[xsd.gYearMonth.value]: "month",
	[xsd.date.value]: "day",
};

/**
 * A stated bound as it is kept: the precision is the datatype's, or, for `xsd:dateTime`, the one that stands beside it
 * (second without one). `undefined` when the literal is no such date.
 */
export function statedDate(value: Literal, precision: string | undefined): PartialDate | undefined {
	const date = partialDate(value.value);
	if (date === undefined) return undefined;
	const byDatatype = BY_DATATYPE[value.datatype.value];
	if (byDatatype !== undefined) return byDatatype === date.precision ? date : undefined;
	if (value.datatype.value !== xsd.dateTime.value) return undefined;
	return { at: date.at, precision: precision === "hour" || precision === "minute" ? precision : "second" };
}

/**
 * A bound of a derived fact as it is kept: one without precision, set by an attestation, says so beside it (contract 4) and may
 * be a moment of the system clock, finer than any date that is stated.
 */
export function derivedBound(
	value: StoredTerm | undefined,
	precision: string | undefined,
): Bound | undefined {
	if (value?.termType !== "Literal") return undefined;
	if (precision !== "none") return statedDate(value, precision);
	const at = tryInstant(value.value) ?? partialDate(value.value)?.at;
	return at && { at, precision: undefined };
}

/** A record instant as templates take it: a canonical `xsd:dateTime`. */
export function dateTime(at: Instant): Literal {
	return literal(instantText(at), xsd.dateTime);
}
