import type { Instant } from "../time/instant.ts";
import type { DocumentRow, Version } from "./document-table.ts";

/** A stretch of record time, half-open. Without an end it lasts. */
export interface Span {
	readonly from: Instant;
	readonly to: Instant | undefined;
}

/** When a version was held: from its coming to that of the next one, without the times at which its document was out of use. */
export function spansOf({ versions, deletions, isPurged }: DocumentRow, version: Version): readonly Span[] {
	if (isPurged) return [];
	const next = versions[versions.indexOf(version) + 1];
	let spans: readonly Span[] = [{ from: version.from, to: next?.from }];
	for (const { from, to } of deletions)
		spans = spans.flatMap((span) => (from === undefined ? [] : without(span, { from, to })));
	return spans;
}

function without(span: Span, gone: Span): readonly Span[] {
	const before = { from: span.from, to: earlier(span.to, gone.from) };
	const after = gone.to === undefined ? undefined : { from: later(span.from, gone.to), to: span.to };
	return [before, ...(after === undefined ? [] : [after])].filter(
		({ from, to }) => to === undefined || from < to,
	);
}

const earlier = (to: Instant | undefined, other: Instant): Instant =>
	to === undefined || other < to ? other : to;
const later = (from: Instant, other: Instant): Instant => (other > from ? other : from);
