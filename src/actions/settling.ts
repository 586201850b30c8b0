import type { Draft } from "../writing/draft.ts";
import type { Cause, QualifierRow } from "../writing/rows.ts";
import type { BaseState } from "./base-state.ts";
import type { Key } from "./keyed-rows.ts";
import type { ClaimChange } from "./plan.ts";
import type { InHand } from "./revise-conflicts.ts";

/** What comes with an observation beside what it observes: it goes with the row that the observation makes. */
export interface Brought {
	readonly confidence: string;
	readonly qualifiers: readonly QualifierRow[];
	readonly canonical?: boolean | undefined;
}

/** What an action does to the claims of a base, all of it in one commit. */
export interface Settling {
	readonly changes: readonly ClaimChange[];
	/** Keys to draw anew beside those of the changed claims. */
	readonly keys?: readonly Key[];
	/** By observation id. */
	readonly brought?: ReadonlyMap<string, Brought>;
	/** Why rows of the changed claims are written; those that only get another end are of the timeline. */
	readonly cause: Cause;
	readonly state: BaseState;
	readonly draft: Draft;
	/** The conflict on which a person decides in the same commit. */
	readonly inHand?: InHand | undefined;
}

/** How an observation ended up. */
export interface Outcome {
	/** The row that it speaks for. */
	readonly row: string;
	readonly outcome: "recorded" | "merged" | "superseded";
	/** The row that was superseded. */
	readonly replaced?: string | undefined;
}
