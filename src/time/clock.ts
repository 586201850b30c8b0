import { type Instant, MICROSECOND } from "./instant.ts";

/** Where the present comes from. Tests wind one by hand. */
export interface Clock {
	now(): Instant;
}

/** The machine's wall clock, in microseconds of UTC. It may step back; record time does not follow it (see `RecordClock`). */
export const systemClock: Clock = { now: () => (BigInt(Date.now()) * 1_000n) as Instant };

/** The record instant of the next commit: strictly after the last one, whatever the wall clock says (ledger R8). */
export function recordInstant(clock: Clock, last: Instant | undefined): Instant {
	const now = clock.now();
	return last === undefined || last < now ? now : ((last + MICROSECOND) as Instant);
}

/** The two moments a read is made at. No `at` means every moment of the world; `asOf` is always there. */
export interface Basis {
	readonly at: Instant | undefined;
	readonly asOf: Instant;
}

/**
 * The record moment that a caller names, if they name one: `before` means strictly before, and wins over `asOf` (ledger R3).
 */
export function namedMoment({
	asOf,
	before,
}: {
	readonly asOf?: Instant | undefined;
	readonly before?: Instant | undefined;
}): Instant | undefined {
	return before === undefined ? asOf : ((before - MICROSECOND) as Instant);
}
