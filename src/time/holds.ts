import type { Instant } from "./instant.ts";
import type { Interval } from "./interval.ts";
import { type PartialDate, unitEnd } from "./partial-date.ts";

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
