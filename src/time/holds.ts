import type { Instant } from "./instant.ts";
import type { Interval } from "./interval.ts";
import { type PartialDate, type Precision, unitEnd } from "./partial-date.ts";

/** How a relation's facts live in the world (ledger 3.3). */
export type TemporalKind = "state" | "event" | "eternal";

/** What a fact states about world time, before it is interpreted. */
export interface StatedTime {
	readonly validFrom?: PartialDate | undefined;
	readonly validTo?: PartialDate | undefined;
	readonly endedUnknown: boolean;
	readonly attestedFrom?: Instant | undefined;
	readonly attestedTo?: Instant | undefined;
}

/** The interpreted interval of a fact: rules W1 to W6. `undefined` when it holds at no moment (an undated event). */
export function holds(kind: TemporalKind, stated: StatedTime): Interval | undefined {
	switch (kind) {
		case "eternal":
			return {};
		case "event":
			return ofEvent(stated);
		case "state":
			return {
				from: stated.validFrom?.at ?? stated.attestedFrom,
				to: stated.validTo?.at ?? (stated.endedUnknown ? stated.attestedTo : undefined),
			};
	}
}

/**
 * W3: an event covers its whole period. One that is only attested has an empty interval at its attestation: it holds at no
 * moment. W12: an event given only an end has that as its moment.
 */
function ofEvent({ validFrom, validTo, attestedFrom }: StatedTime): Interval | undefined {
	const end = validTo ?? validFrom;
	if (end === undefined)
		return attestedFrom === undefined ? undefined : { from: attestedFrom, to: attestedFrom };
	return { from: validFrom?.at ?? end.at, to: unitEnd(end.at, end.precision) };
}

/** One end of an interpreted interval, as finely as it was stated; without precision where an attestation sets it. */
export interface Bound {
	readonly at: Instant;
	readonly precision: Precision | undefined;
}

/** The ends of an interpreted interval (W1 to W4) with their precisions; `undefined` where it holds at no moment. */
export function boundsOf(
	kind: TemporalKind,
	stated: StatedTime,
): { readonly from: Bound | undefined; readonly to: Bound | undefined } | undefined {
	const interval = holds(kind, stated);
	if (interval === undefined) return undefined;
	const { validFrom, validTo } = stated;
	const [start, end] = kind === "event" ? [validFrom ?? validTo, validTo ?? validFrom] : [validFrom, validTo];
	return {
		from: interval.from === undefined ? undefined : { at: interval.from, precision: start?.precision },
		to: interval.to === undefined ? undefined : { at: interval.to, precision: end?.precision },
	};
}
