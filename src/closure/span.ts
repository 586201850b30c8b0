import type { Interval } from "../time/interval.ts";

/** A stretch of world time in microseconds, half-open, never empty; unbounded sides are {@link PAST} and {@link FUTURE}. */
export interface Span {
	readonly from: bigint;
	readonly to: bigint;
}

/** Before every instant. */
export const PAST = -(1n << 62n);
/** After every instant. */
export const FUTURE = 1n << 62n;

/** The span of an interval; nothing where that holds at no moment. */
export function spanOf({ from = PAST as never, to = FUTURE as never }: Interval): Span | undefined {
	return from < to ? { from, to } : undefined;
}

/** Whether all of `inner` lies in `outer`; equal spans do. */
export function covers(outer: Span, inner: Span): boolean {
	// Most spans of a base are the same two numbers, and to see that is faster than to compare them.
	return coincide(outer, inner) || (outer.from <= inner.from && inner.to <= outer.to);
}

/** Whether the two begin and end together. */
export function coincide(a: Span, b: Span): boolean {
	return a.from === b.from && a.to === b.to;
}

/** Whether there is a moment in both. Spans that touch have none. */
export function overlap(a: Span, b: Span): boolean {
	return a.from < b.to && b.from < a.to;
}
