import { UtopiaError } from "../errors.ts";
import type { TemporalKind } from "../time/holds.ts";
import { type Instant, instantText } from "../time/instant.ts";
import {
	dateText,
	type PartialDate,
	PRECISIONS,
	partialDate,
	timeArgument,
	truncated,
} from "../time/partial-date.ts";
import { type Place, refused } from "../writing/refusal.ts";

/** What a caller says of world time, as texts. */
export interface DatesWish {
	readonly validFrom?: string | undefined;
	readonly validFromPrecision?: string | undefined;
	readonly validTo?: string | undefined;
	readonly validToPrecision?: string | undefined;
	readonly endedUnknown?: boolean | undefined;
	readonly attestedTo?: string | undefined;
}

/** World time that a row may have. */
export interface CheckedDates {
	readonly from: PartialDate | undefined;
	readonly to: PartialDate | undefined;
	readonly endedUnknown: boolean;
	readonly attestedTo: Instant | undefined;
}

const ACCEPTED =
	"a date at its own precision: 2023, 2023-06, 2023-06-15, 2023-06-15T14Z, …T14:32Z or …T14:32:07Z";

type At = Pick<Place, "fact">;

/** Dates that may be asked to go: `null` takes an end away. */
type UndatedWish = Omit<DatesWish, "validFrom" | "validTo"> & {
	readonly validFrom?: string | null | undefined;
	readonly validTo?: string | null | undefined;
};

/**
 * Reads a stated date. Its precision is its form; a precision beside it must fit (W8), and may make the form coarser.
 * @throws UTOPIA_WRITE_REFUSED `invalid_date`, `precision_mismatch`
 */
export function checkedDate(text: string, precision: string | undefined, place: Place): PartialDate {
	const date = partialDate(text) ?? dayOf(text);
	if (date === undefined) {
		throw refused("invalid_date", `${place.field} is no date of the calendar`, {
			...place,
			found: text,
			allowed: ACCEPTED,
		});
	}
	if (precision === undefined || precision === date.precision) return date;
	const named = PRECISIONS.find((one) => one === precision);
	const allowed = `${PRECISIONS.join(", ")}, and a date that is the first moment of its period`;
	if (
		named === undefined ||
		PRECISIONS.indexOf(named) > PRECISIONS.indexOf(date.precision) ||
		truncated(date.at, named) !== date.at
	) {
		throw refused("precision_mismatch", `${place.field} does not fit the precision ${precision}`, {
			...place,
			found: `${text} with precision ${precision}`,
			allowed,
		});
	}
	return { at: date.at, precision: named };
}

/** W9: a clock without a zone is a date of the day. */
function dayOf(text: string): PartialDate | undefined {
	const day = /^(-?\d{4}-\d{2}-\d{2})T\d{2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?)?$/.exec(text)?.[1];
	return day === undefined ? undefined : partialDate(day);
}

/** Reads a moment of world time: a date names its first instant. */
export function checkedMoment(text: string, place: Place): Instant {
	try {
		return timeArgument(text).at;
	} catch (error) {
		if (!(error instanceof UtopiaError)) throw error;
		throw refused("invalid_date", `${place.field} is no date or moment`, {
			...place,
			found: text,
			allowed: "a date such as 2023-06-15, or a moment such as 2023-06-15T14:32:07Z",
		});
	}
}

/**
 * World time of a fact as the kind of its relation takes it: both ends of a state in order, an event at its one moment, nothing
 * of an eternal fact (W4, W11, W12).
 * @throws UTOPIA_WRITE_REFUSED
 */
export function checkedDates(wish: DatesWish, temporal: TemporalKind, at: At = {}): CheckedDates {
	const place = (field: string) => ({ ...at, field });
	const from =
		wish.validFrom === undefined
			? undefined
			: checkedDate(wish.validFrom, wish.validFromPrecision, place("valid_from"));
	const to =
		wish.validTo === undefined
			? undefined
			: checkedDate(wish.validTo, wish.validToPrecision, place("valid_to"));
	const attestedTo =
		wish.attestedTo === undefined ? undefined : checkedMoment(wish.attestedTo, place("attested_to"));
	checkOrphans(wish, at);
	const none = { endedUnknown: false, attestedTo: undefined };
	if (temporal === "eternal") return { from: undefined, to: undefined, ...none };
	if (temporal === "event") {
		const moment = from ?? to;
		return { from: moment, to: from !== undefined && to !== undefined ? from : undefined, ...none };
	}
	const endedUnknown = wish.endedUnknown === true;
	checkEnds({ from, to, endedUnknown, attestedTo }, at);
	return { from, to, endedUnknown, attestedTo };
}

/**
 * A name is held without dates: those beside one are refused, since they would be dropped without a word.
 * @throws UTOPIA_WRITE_REFUSED `not_a_state` at the first of them
 */
export function checkNameUndated(wish: UndatedWish, at: At = {}): void {
	const dates = [
		["valid_from", wish.validFrom],
		["valid_to", wish.validTo],
		["ended_unknown", wish.endedUnknown === true ? "true" : undefined],
		["attested_to", wish.attestedTo],
	] as const;
	for (const [field, found] of dates) {
		if (found === undefined || found === null) continue;
		const allowed = "a name without dates";
		throw refused("not_a_state", "Names are held without dates", { ...at, field, found, allowed });
	}
}

function checkOrphans(wish: DatesWish, at: At): void {
	for (const end of ["From", "To"] as const) {
		const field = end === "From" ? "valid_from_precision" : "valid_to_precision";
		const precision = wish[`valid${end}Precision`];
		if (precision !== undefined && wish[`valid${end}`] === undefined) {
			throw refused("precision_mismatch", `${field} stands without a date`, {
				...at,
				field,
				found: precision,
				allowed: "a precision beside its date",
			});
		}
	}
	if (wish.endedUnknown === true && wish.validTo !== undefined) {
		throw refused(
			"attested_to_misplaced",
			"An end is either known or unknown: valid_to and ended_unknown exclude each other",
			{
				...at,
				field: "ended_unknown",
				found: `valid_to ${wish.validTo}`,
				allowed: "valid_to, or ended_unknown with attested_to",
			},
		);
	}
	if (wish.attestedTo !== undefined && wish.endedUnknown !== true) {
		throw refused(
			"attested_to_misplaced",
			"attested_to is the moment by which something had ended at an unknown date; it needs ended_unknown",
			{
				...at,
				field: "attested_to",
				found: wish.attestedTo,
				allowed: "attested_to beside ended_unknown: true",
			},
		);
	}
}

/** T3, W8: what ended at an unknown date had ended by some moment. */
export function checkKnownBy({
	endedUnknown,
	attestedTo,
}: Pick<CheckedDates, "endedUnknown" | "attestedTo">): void {
	if (!endedUnknown || attestedTo !== undefined) return;
	throw attestedToMissing({}, "attested_to");
}

/** No moment by which it had ended. */
export function attestedToMissing(at: At, allowed: string): UtopiaError {
	const sentence = "Something that ended at an unknown date needs the moment by which it had ended";
	return refused("attested_to_missing", sentence, { ...at, field: "attested_to", allowed });
}

/** W11: a state has a first moment, and ends after it. `field` is what the caller has named: an end, or the start alone. */
export function checkEnds(
	{ from, to, endedUnknown, attestedTo }: CheckedDates,
	at: At = {},
	field = "valid_to",
): void {
	const end = to?.at ?? (endedUnknown ? attestedTo : undefined);
	if (from === undefined || end === undefined || from.at < end) return;
	const [start, stop] = [dateText(from), to === undefined ? instantText(end) : dateText(to)];
	const isStart = field === "valid_from";
	const place = {
		...at,
		field: endedUnknown && !isStart ? "attested_to" : field,
		found: isStart ? start : stop,
		allowed: isStart ? `a start before ${stop}` : `an end after ${start}`,
	};
	if (from.at === end)
		throw refused(
			"empty_state_span",
			"The state would end where it begins, so it would hold at no moment",
			place,
		);
	throw refused("end_before_start", "The state would end before it begins", place);
}
