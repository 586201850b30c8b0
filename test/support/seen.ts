import { instantText } from "../../src/time/instant.ts";
import { dateText, type PartialDate, partialDate, timeArgument } from "../../src/time/partial-date.ts";
import type { KeyedStay } from "../../src/timeline/drawing.ts";
import type { FixedRow, Grade, Observation, Stay } from "../../src/timeline/observation.ts";

/** What an observation, a fixed row or a stay says of time, as texts. */
export interface Said {
	readonly from?: string;
	readonly to?: string;
	readonly ended?: true;
	readonly at?: string;
	readonly grade?: Grade;
}

export const moment = (text: string) => timeArgument(text).at;

export function date(text: string): PartialDate {
	const found = partialDate(text);
	if (found === undefined) throw new TypeError(`no date: ${text}`);
	return found;
}

export function seen(id: string, { from, to, ended, at, grade }: Said = {}): Observation {
	return {
		id,
		from: from === undefined ? undefined : date(from),
		to: to === undefined ? undefined : date(to),
		endedUnknown: ended ?? false,
		attestedAt: at === undefined ? undefined : moment(at),
		grade,
		described: false,
	};
}

/** A row that a person fixed: `at` is by when it had ended, `endFixed` whether the end is the person's. */
export function fixedRow(
	id: string,
	{ from, to, ended, at, grade }: Said,
	rest: Partial<FixedRow> = {},
): FixedRow {
	return {
		id,
		from: from === undefined ? undefined : date(from),
		to: to === undefined ? undefined : date(to),
		endedUnknown: ended ?? false,
		attestedTo: at === undefined ? undefined : moment(at),
		fromOrigin: from === undefined ? undefined : "person",
		toOrigin: to === undefined && ended === undefined ? undefined : "person",
		endFixed: to !== undefined || ended !== undefined,
		grade,
		observations: [],
		...rest,
	};
}

export function keyed(id: string, value: string, said: Said = {}, rest: Partial<KeyedStay> = {}): KeyedStay {
	const { attestedAt, from, to, endedUnknown, grade } = seen(id, said);
	return {
		id,
		value,
		from,
		to,
		endedUnknown,
		attestedFrom: endedUnknown ? undefined : attestedAt,
		attestedTo: endedUnknown ? attestedAt : undefined,
		endFixed: false,
		grade,
		described: false,
		...rest,
	};
}

/** A moment as briefly as it can be told. */
const brief = (at: bigint) => instantText(at as PartialDate["at"]).replace(/(T00:00)?:00\.000000Z$/, "");

interface Spanned extends Pick<Stay, "from" | "to" | "endedUnknown" | "attestedFrom" | "attestedTo"> {}

/** `2020 → 2024-07`; `AF` and `AT` stand where there is no date but an attestation, `…` where there is nothing, `open` is no end. */
export function span({ from, to, endedUnknown, attestedFrom, attestedTo }: Spanned): string {
	const begun = attestedFrom === undefined ? "…" : `AF ${brief(attestedFrom)}`;
	const ended = endedUnknown ? `AT ${attestedTo === undefined ? "…" : brief(attestedTo)}` : "open";
	return `${from === undefined ? begun : dateText(from)} → ${to === undefined ? ended : dateText(to)}`;
}

/** The span of a stay, and what speaks for it. */
export function told(stay: Stay): string {
	return `${span(stay)} (${stay.observations.map(({ id }) => id).join(" ")})`;
}
