import type { Clock } from "../../src/time/clock.ts";
import type { Instant } from "../../src/time/instant.ts";

/** A clock that stands still until it is wound. */
export interface Windable extends Clock {
	/** Moves it by so many microseconds. */
	advance(microseconds: bigint): void;
}

export function windable(start: Instant): Windable {
	let now = start;
	return {
		now: () => now,
		advance(microseconds) {
			now = (now + microseconds) as Instant;
		},
	};
}
