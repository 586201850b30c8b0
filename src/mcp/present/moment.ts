import { type Basis, namedMoment } from "../../time/clock.ts";
import { type Instant, instant, instantText } from "../../time/instant.ts";
import type { RecordClock } from "../../time/record-clock.ts";
import type { When } from "../arguments.ts";
import type { CursorDoor } from "../tool.ts";

/** The clock arguments of a tool, as checked. */
export interface ClocksAsked {
	readonly at?: When | undefined;
	readonly as_of?: When | undefined;
	readonly before?: When | undefined;
}

/** The two moments a call reads at, and what it was asked for, to be told back. */
export interface Moment extends Basis {
	readonly asked: ClocksAsked;
	/** The record moment that was named, to be told back; of the future it is read as now. */
	readonly named: Instant | undefined;
}

/**
 * One reading of the clock for the whole call. A cursor brings the record instant of the first page, so that walking all
 * pages gives each item once (graph-tools G12).
 */
export async function momentOf(asked: ClocksAsked, clock: RecordClock, cursor: CursorDoor): Promise<Moment> {
	const fixed = cursor.opened()?.["as_of"];
	const named = namedMoment({ asOf: asked.as_of?.at, before: asked.before?.at });
	const cutoff = typeof fixed === "string" ? instant(fixed) : named;
	const asOf = cutoff === undefined ? clock.now() : await clock.settled(cutoff);
	return { at: asked.at?.at, asOf, asked, named };
}

/** The effective clocks as structure: instants, `null` where nothing was asked (P5, S2). */
export function clocksJson({ at, asked, named }: Moment) {
	return {
		at: instantJson(at),
		as_of: instantJson(named),
		before: instantJson(asked.before?.at),
	};
}

/** The effective clocks as one line; the two never share a date without its label. */
export function clocksText({ at, asked, named }: Moment): string {
	const world =
		at === undefined ? "at every moment of the world" : `at ${instantText(at)}${readAs(asked.at)}`;
	if (named === undefined) return `${world} · recorded now`;
	if (asked.before !== undefined) {
		return `${world} · recorded as of ${instantText(named)}, just before ${instantText(asked.before.at)}${readAs(asked.before)}`;
	}
	return `${world} · recorded as of ${instantText(named)}${readAs(asked.as_of)}`;
}

/** P1, P2: how a partial value was understood. */
export function readAs(when: When | undefined): string {
	if (when === undefined || (!when.partial && !when.clockIgnored)) return "";
	const clock = when.clockIgnored ? ", its clock left out for want of a zone" : "";
	return ` ("${when.asked}" read as ${instantText(when.at)}${clock})`;
}

export function instantJson(at: Instant | undefined): string | null {
	return at === undefined ? null : instantText(at);
}

/** The stated window of a list as a line, or none (P1). */
export function windowLines({
	since,
	until,
}: {
	since?: When | undefined;
	until?: When | undefined;
}): string[] {
	const bounds = [
		...(since === undefined ? [] : [`from ${instantText(since.at)}${readAs(since)}`]),
		...(until === undefined ? [] : [`until ${instantText(until.at)}${readAs(until)}`]),
	];
	return bounds.length === 0 ? [] : [`stated dates ${bounds.join(" ")}`];
}
