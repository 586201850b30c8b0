import type { Instant } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";
import type { Grade } from "./observation.ts";

/** A stay among those of one key. */
export interface KeyedStay {
	/** The row's id, minted before drawing; of two successors that start together the smaller one is named (T17). */
	readonly id: string;
	/** What must not be two at one moment, spelled so that equal values are equal texts: the other end's owner, or value, unit and spelling. */
	readonly value: string;
	readonly from?: PartialDate | undefined;
	readonly attestedFrom?: Instant | undefined;
	readonly to?: PartialDate | undefined;
	readonly endedUnknown: boolean;
	readonly attestedTo?: Instant | undefined;
	readonly endFixed: boolean;
	readonly grade?: Grade | undefined;
	/** Known from pictures only: it closes nothing (T6). */
	readonly described: boolean;
}

/** The end that a stay was given by its successor: a date at the successor's precision, or unknown by its attestation (T1, T2). */
export interface DrawnEnd {
	readonly to?: PartialDate | undefined;
	readonly attestedTo?: Instant | undefined;
	/** The stay that drew it. */
	readonly drawnBy: string;
}

/** Why two values of one key that hold at one moment cannot be ordered (T6). */
export type ClashReason = "no_time" | "simultaneous" | "described_evidence";

/** Two stays of different values that hold at one moment. `first` has the smaller id. */
export interface Clash {
	readonly first: string;
	readonly second: string;
	readonly reason: ClashReason;
}
