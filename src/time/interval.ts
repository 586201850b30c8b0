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
