import type { Instant } from "../time/instant.ts";
import { type PartialDate, PRECISIONS, type Precision, unitEnd } from "../time/partial-date.ts";
import type { Observation } from "./observation.ts";

/** Where a stay ends. Without a precision the date is unknown: it had ended by then. */
export interface End {
	readonly at: Instant;
	readonly precision?: Precision | undefined;
}

/** An ending as the period it names. An unknown ending is a period without length, at its attestation. */
export interface Ending {
	readonly observation: Observation;
	readonly first: Instant;
	readonly end: Instant;
	readonly precision: Precision | undefined;
}

/** Equal exactly where instant and precision are; the empty text for no date. */
export function dateKey(date: PartialDate | undefined): string {
	return date === undefined ? "" : `${date.at}/${date.precision}`;
}

/** Equal exactly where two pieces of evidence say the same of world time; the empty text where nothing is said. */
export function statementKey({
	from,
	to,
	endedUnknown,
	attestedAt,
}: Pick<Observation, "from" | "to" | "endedUnknown" | "attestedAt">): string {
	const end = to === undefined && endedUnknown ? `by ${attestedAt}` : dateKey(to);
	return from === undefined && end === "" ? "" : `${dateKey(from)}-${end}`;
}

/** Whether it tells of an end alone. */
export function isEnding({ from, to, endedUnknown }: Observation): boolean {
	return from === undefined && (to !== undefined || endedUnknown);
}

/** The end stated beside a start. One that does not come after its start is none: W11 refuses such a pair where it is written. */
export function endBeside({ from, to }: Observation): PartialDate | undefined {
	return from !== undefined && to !== undefined && from.at < to.at ? to : undefined;
}

/** Whether an unknown end is stated beside a start that comes before it. */
export function endsUnknownBeside({ from, to, endedUnknown, attestedAt }: Observation): boolean {
	if (from === undefined || to !== undefined || !endedUnknown) return false;
	return attestedAt === undefined || from.at < attestedAt;
}

/** Whether what it is dated by is a moment at which the claim held no more. */
export function tellsOfEnd(one: Observation): boolean {
	return isEnding(one) || (one.endedUnknown && one.to === undefined);
}

/**
 * The ending that an observation tells of.
 * @throws TypeError when it is unknown and without the moment by which it had come (W8).
 */
export function endingOf(observation: Observation): Ending {
	const { to, attestedAt } = observation;
	if (to !== undefined) {
		return { observation, first: to.at, end: unitEnd(to.at, to.precision), precision: to.precision };
	}
	if (attestedAt === undefined) throw new TypeError(`no moment by which ${observation.id} had ended`);
	return { observation, first: attestedAt, end: attestedAt, precision: undefined };
}

/**
 * Where the ending ends a stay that began at `start`, or that nobody saw begin: at its first instant, or at its end when the
 * stay began inside it (T9, T12). `undefined` when the stay began later.
 */
export function endBy({ first, end, precision }: Ending, start: Instant | undefined): End | undefined {
	if (start === undefined || start < first) return { at: first, precision };
	return start < end ? { at: end, precision } : undefined;
}

/** For sorting: the earlier end first; at one moment a date before an unknown one, and the finer date first. */
export function byEnd(a: End, b: End): number {
	if (a.at !== b.at) return a.at < b.at ? -1 : 1;
	return fineness(b) - fineness(a);
}

function fineness({ precision }: End): number {
	return precision === undefined ? -1 : PRECISIONS.indexOf(precision);
}

/** The end that endings give a stay which began at `start`: the earliest. */
export function earliestEnd(endings: readonly Ending[], start: Instant | undefined): End | undefined {
	let earliest: End | undefined;
	for (const ending of endings) {
		const end = endBy(ending, start);
		if (end !== undefined && (earliest === undefined || byEnd(end, earliest) < 0)) earliest = end;
	}
	return earliest;
}
