import type { FileTerm } from "../rdf/term-dictionary.ts";
import { XSD } from "../rdf/terms.ts";
import { tryInstant } from "../time/instant.ts";
import type { PartialDate, Precision } from "../time/partial-date.ts";
import { partialDate, truncated } from "../time/partial-date.ts";

const BY_DATATYPE: Readonly<Record<string, Precision>> = {
	[`${XSD}gYear`]: "year",
	[`${XSD}gYearMonth`]: "month",
	[`${XSD}date`]: "day",
};
const CLOCK_PRECISIONS: readonly string[] = ["hour", "minute", "second"];

/** A date that could be read, or the reason why it cannot. */
export type StatedDate = { readonly date: PartialDate } | { readonly fault: string };

/** Reads the bound of a fact: a date at the precision of its datatype, or a date-time with its precision beside it (contract 4). */
export function statedDate(
	{ value, datatype }: Pick<FileTerm, "value" | "datatype">,
	precision: string | undefined,
): StatedDate {
	const shown = `"${value.slice(0, 40)}"`;
	const own = BY_DATATYPE[datatype];
	if (own !== undefined) {
		const date = partialDate(value.replace(/(?:Z|\+00:00)$/, ""));
		if (date === undefined || date.precision !== own)
			return { fault: `${shown} is no date of the precision ${own}` };
		if (precision !== undefined && precision !== own)
			return { fault: `the precision "${precision}" does not fit ${shown}, which names a ${own}` };
		return { date };
	}
	if (datatype !== `${XSD}dateTime`)
		return { fault: `${shown} is no date; use xsd:gYear, xsd:gYearMonth, xsd:date or xsd:dateTime` };
	if (precision === undefined || !CLOCK_PRECISIONS.includes(precision)) {
		return {
			fault: `a date-time says its precision, "hour", "minute" or "second", beside it; ${shown} has ${precision === undefined ? "none" : `"${precision}"`}`,
		};
	}
	const at = tryInstant(value);
	if (at === undefined) return { fault: `${shown} is no date-time with a zone` };
	if (truncated(at, precision as Precision) !== at)
		return { fault: `the precision "${precision}" does not fit ${shown}, which is finer` };
	return { date: { at, precision: precision as Precision } };
}
