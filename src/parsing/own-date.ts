import { dateText, partialDate } from "../time/partial-date.ts";
import type { OwnDate } from "./parsed-file.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * A date of a file as its own form says it, with no finer precision than was written; a clock without a zone is dropped, fractions
 * of a second are cut. `undefined` for what is no date: nothing is guessed.
 */
export function statedDate(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const spelled = text
		.trim()
		.replace(/^(\d{4}-\d{2}-\d{2})[ t](?=\d{2}:)/, "$1T")
		.replace(/(?<=T.*)[.,]\d+/, "");
	const zoned = spelled.replace(/ ?(?:UTC|z)$/, "Z").replace(/ (?=[+-]\d{2}:?\d{2}$)/, "");
	const date = partialDate(zoned) ?? partialDate(zoned.slice(0, 10));
	return date === undefined ? undefined : dateText(date);
}

/** A date of a PDF, `D:20230615120000+02'00'`, of which everything after the year may be left out. */
export function pdfDate(text: string | undefined): string | undefined {
	const parts = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(\d{2})?)?(Z|[+-]\d{2}'?\d{2})?/.exec(
		text ?? "",
	);
	if (parts === null) return undefined;
	const [, year, month, day, hour, minute, second = "00", zone] = parts;
	const date = [year, month, day].filter((part) => part !== undefined).join("-");
	if (hour === undefined || zone === undefined) return statedDate(date);
	return statedDate(`${date}T${hour}:${minute}:${second}${zone.replace("'", "")}`);
}

/** The `Date` of a message: `Thu, 15 Jun 2023 10:00:00 +0200`, with or without its day of the week, its seconds, its zone. */
export function mailDate(text: string | undefined): string | undefined {
	const parts =
		/^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|GMT|UTC?|Z)?)?/.exec(
			text?.trim() ?? "",
		);
	if (parts === null) return undefined;
	const [, day = "", name = "", year, hour, minute, second = "00", zone] = parts;
	const month = MONTHS.indexOf(name.toLowerCase()) + 1;
	const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
	if (hour === undefined || zone === undefined) return statedDate(date);
	return statedDate(`${date}T${hour}:${minute}:${second}${/^[+-]/.test(zone) ? zone : "Z"}`);
}

/** The first of these that is a date. */
export function ownDate(
	source: OwnDate["source"],
	...values: readonly (string | undefined)[]
): OwnDate | undefined {
	const value = values.find((one) => one !== undefined);
	return value === undefined ? undefined : { value, source };
}
