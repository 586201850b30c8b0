import { type Instant, MICROSECOND } from "./instant.ts";

/** Where the present comes from. Tests wind one by hand. */
export interface Clock {
	now(): Instant;
}

/** The machine's wall clock, in microseconds of UTC. It may step back; record time does not follow it (see {@link recordInstant}). */
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

/** `before` means strictly before, and wins over `asOf` (ledger R3). One reading of the clock serves the whole request. */
export function basis(
	clock: Clock,
	asked: {
		readonly at?: Instant | undefined;
		readonly asOf?: Instant | undefined;
		readonly before?: Instant | undefined;
	} = {},
): Basis {
	const cutoff = asked.before === undefined ? asked.asOf : ((asked.before - MICROSECOND) as Instant);
	return { at: asked.at, asOf: cutoff ?? clock.now() };
}
