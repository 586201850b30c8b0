import type { TemporalKind } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";

/** How firmly a start stands: `A` said in full, `B` resolved against a date in force, `C` anchored to no date. */
export type Grade = "A" | "B" | "C";

/** What one piece of evidence says of a claim. Nothing in it says when it was recorded. */
export interface Observation {
	/** Tells observations apart and breaks ties: the id of the evidence, or of a row that has none. */
	readonly id: string;
	/** World time: a stated start. */
	readonly from?: PartialDate | undefined;
	/** World time: a stated end. Without a start beside it, this is an ending of whatever stay was open (T3). */
	readonly to?: PartialDate | undefined;
	/** "It has ended, nobody knows when": by `attestedAt`, which is then there. */
	readonly endedUnknown: boolean;
	/** World time: the date in force where it was said (W14). */
	readonly attestedAt?: Instant | undefined;
	readonly grade?: Grade | undefined;
	/** Known from a picture put into words only. */
	readonly described: boolean;
}

/** Who set an end of a row. */
export type Origin = "stated" | "timeline" | "person";

/**
 * A row of a claim that a person fixed: its ends stand as they are. An end that was not fixed and is open, or that the engine
 * had drawn, is sought anew.
 */
export interface FixedRow {
	readonly id: string;
	readonly from?: PartialDate | undefined;
	readonly to?: PartialDate | undefined;
	readonly endedUnknown: boolean;
	readonly attestedTo?: Instant | undefined;
	readonly fromOrigin?: Origin | undefined;
	readonly toOrigin?: Origin | undefined;
	/** Whether the end, or that there is none, was fixed: then no ending and no successor closes it. */
	readonly endFixed: boolean;
	readonly grade?: Grade | undefined;
	/** The observations that speak for it already. They may stand among those of the claim too. */
	readonly observations: readonly Observation[];
}

/** A row as it ought to be before ends are drawn. */
export interface Stay {
	/** The observations that speak for it, by id ascending. Never empty, but for a fixed row without evidence. */
	readonly observations: readonly Observation[];
	/** The fixed row that it is. */
	readonly fixed?: string | undefined;
	readonly from?: PartialDate | undefined;
	readonly fromOrigin?: Origin | undefined;
	readonly to?: PartialDate | undefined;
	readonly toOrigin?: Origin | undefined;
	readonly endedUnknown: boolean;
	/** Only with an unknown end: the moment by which it had ended. */
	readonly attestedTo?: Instant | undefined;
	/** The earliest attestation of its observations (W13). */
	readonly attestedFrom?: Instant | undefined;
	readonly grade?: Grade | undefined;
	/** Whether no ending and no successor may close it. */
	readonly endFixed: boolean;
}

/** A claim as the first step takes it. */
export interface ClaimSeen {
	readonly temporal: TemporalKind;
	readonly observations: readonly Observation[];
	readonly fixed: readonly FixedRow[];
}
