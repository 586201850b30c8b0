import type { Instant } from "../time/instant.ts";

/** How a fact ends, as far as it matters for what attests it. */
export interface EndOfFact {
	readonly at: Instant | undefined;
	readonly isUnknown: boolean;
}

/** Whether evidence dated `at` shows the claim: what tells of an end only where that is unknown, nothing from a stated end on (W13, W14). */
export function attests(at: Instant, tellsOfEnd: boolean, { at: end, isUnknown }: EndOfFact): boolean {
	return (!tellsOfEnd || isUnknown) && (end === undefined || at < end);
}
