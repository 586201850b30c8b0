import type { Instant } from "../time/instant.ts";
import type { Draft } from "./draft.ts";

/** How many conclusions a commit draws and withdraws. */
export interface ConclusionCount {
	readonly added: number;
	readonly removed: number;
}

export const NO_CONCLUSIONS: ConclusionCount = { added: 0, removed: 0 };

/** Draws what follows from what a commit does, for the same commit (derivation K1). `derive/` has it. */
export interface Conclusions {
	/**
	 * Adds what follows to the draft. Called in the order of the commits, for one after the other, before those that came first
	 * can be read: `settled` waits until they can.
	 */
	follow(draft: Draft, at: Instant, settled: () => Promise<unknown>): Promise<ConclusionCount>;
	/** What following the draft would come to. Changes nothing, in the draft and in memory; called as `follow` is. */
	foresee(draft: Draft, at: Instant): Promise<ConclusionCount>;
	/** A commit was not written, or something was written past this: what is in memory is worth nothing any more. */
	lose(): void;
}
