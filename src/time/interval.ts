import type { Instant } from "./instant.ts";

/** Half-open: the start belongs to it, the end does not. A missing bound is no bound. */
export interface Interval {
	readonly from?: Instant | undefined;
	readonly to?: Instant | undefined;
}

/** Whether the interval holds at `at` (ledger W5, R1). An interval whose bounds are equal or reversed holds at no moment. */
export function contains({ from, to }: Interval, at: Instant): boolean {
	return (from === undefined || from <= at) && (to === undefined || at < to);
}

/** The moments at which both hold; `undefined` where there are none: intervals that touch have none in common (J2). */
export function intersection(a: Interval, b: Interval): Interval | undefined {
	const from = a.from === undefined || (b.from !== undefined && b.from > a.from) ? b.from : a.from;
	const to = a.to === undefined || (b.to !== undefined && b.to < a.to) ? b.to : a.to;
	return from !== undefined && to !== undefined && to <= from ? undefined : { from, to };
}
