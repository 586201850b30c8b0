import type { Literal } from "@rdfjs/types";
import type { StoredTerm } from "../../sparql/rows.ts";
import { xsd } from "../../vocab/well-known.ts";

const NUMERIC: ReadonlySet<string> = new Set([xsd.decimal.value, xsd.integer.value, xsd.double.value]);
const PLAIN: ReadonlySet<string> = new Set([xsd.string.value, xsd.date.value]);

/** A value's own JSON: `{value, unit?, relative?, datatype?, language?}` or `{class}` (ledger 3.6). */
export function valueJson(
	term: StoredTerm,
	{ unit, relative = false }: { readonly unit?: string | undefined; readonly relative?: boolean } = {},
): Readonly<Record<string, unknown>> {
	if (term.termType === "NamedNode") return { class: term.value };
	return {
		value: rawJson(term),
		...(unit !== undefined && { unit }),
		...(relative && { relative }),
		...(isForeign(term) && { datatype: term.datatype.value }),
		...(term.language !== "" && { language: term.language }),
	};
}

function isForeign({ datatype, language }: Literal): boolean {
	return (
		language === "" &&
		!NUMERIC.has(datatype.value) &&
		!PLAIN.has(datatype.value) &&
		datatype.value !== xsd.boolean.value
	);
}

/** A number as a JSON number where that loses nothing, else as the text it is; booleans as booleans; the rest as text. */
export function rawJson({ value, datatype }: Literal): unknown {
	if (datatype.value === xsd.boolean.value) return value === "true" || value === "1";
	if (!NUMERIC.has(datatype.value)) return value;
	const number = Number(value);
	return Number.isFinite(number) && digits(String(number)) === digits(value) ? number : value;
}

/** Significant digits with the place of the point, for telling whether two spellings are one number. */
function digits(text: string): string {
	const [mantissa = "", exponent = "0"] = text.toLowerCase().replace("+", "").split("e");
	const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
	const all = `${whole}${fraction}`.replace(/^0+/, "");
	const trimmed = all.replace(/0+$/, "");
	const scale = Number(exponent) - fraction.length + (all.length - trimmed.length);
	return `${text.startsWith("-") && trimmed !== "" ? "-" : ""}${trimmed || "0"}e${trimmed === "" ? 0 : scale}`;
}

const TEXT_LENGTH = 400;

/** A value for reading: in the spelling given, with its unit, cut aloud when it is long. */
export function valueText(term: StoredTerm, spelled: Literal | undefined, unit: string | undefined): string {
	const points = [...(spelled?.value ?? term.value)];
	const text =
		points.length > TEXT_LENGTH
			? `${points.slice(0, TEXT_LENGTH).join("")}… (${points.length} characters)`
			: points.join("");
	return unit === undefined ? text : `${text} ${unit}`;
}
