import { byInstant } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";
import { type Draft, draftOf, draftOfRow, stayOf } from "./draft.ts";
import type { ClaimSeen, Observation, Stay } from "./observation.ts";
import { byText, first, grouped } from "./order.ts";
import { stateStays } from "./state-stays.ts";
import { dateKey } from "./statement.ts";

/**
 * The rows that a claim ought to have before ends are drawn, by start, then end, then id. Each observation speaks for one, an
 * ending for each that it ends. Neither the order of the observations nor that of the fixed rows matters; one that a fixed row
 * has already may stand among the observations too.
 */
export function staysOf({ temporal, observations, fixed }: ClaimSeen): readonly Stay[] {
	const claim = {
		observations: observations.toSorted((a, b) => byText(a.id, b.id)),
		fixed: fixed.toSorted((a, b) => byText(a.id, b.id)),
	};
	switch (temporal) {
		case "state":
			return stateStays(claim).map(stayOf).toSorted(byPlace);
		case "event":
			return eventStays(claim).map(stayOf).toSorted(byPlace);
		case "eternal":
			return eternalStays(claim).map(stayOf).toSorted(byPlace);
	}
}

type Seen = Omit<ClaimSeen, "temporal">;

/** The only date of an event that counts: its start, else its end (W12). */
function momentOf({
	from,
	to,
}: {
	readonly from?: PartialDate | undefined;
	readonly to?: PartialDate | undefined;
}) {
	return from ?? to;
}

/** One stay for each moment. What names none speaks for the earliest (T8); an unknown end says nothing of an event (W12). */
function eventStays({ observations, fixed }: Seen): readonly Draft[] {
	const rows = fixed.map(draftOfRow);
	const free = unbound(observations, rows);
	const moments = grouped(
		free.filter((one) => momentOf(one) !== undefined),
		(one) => dateKey(momentOf(one)),
	);
	const stays = [...rows];
	for (const [moment, same] of moments) {
		const row = rows.find((candidate) => tellsOf(candidate, moment));
		if (row === undefined) stays.push(eventDraft(same));
		else row.observations.push(...same);
	}
	const undated = free.filter((one) => momentOf(one) === undefined);
	if (undated.length === 0) return stays;
	const home = earliest(stays.filter(({ from }) => from !== undefined)) ?? rows[0];
	if (home === undefined) return [draftOf(undated)];
	home.observations.push(...undated);
	return stays;
}

function tellsOf({ row, observations }: Draft, moment: string): boolean {
	return [...(row === undefined ? [] : [row]), ...observations].some(
		(one) => dateKey(momentOf(one)) === moment,
	);
}

/** W12: of a span only the start is kept, as both dates. */
function eventDraft(same: readonly Observation[]): Draft {
	const moment = same[0] && momentOf(same[0]);
	const draft = draftOf(same, moment);
	if (same.some(({ to }) => to !== undefined)) draft.end = moment;
	return draft;
}

function earliest(drafts: readonly Draft[]): Draft | undefined {
	return first(drafts, (a, b) => byInstant(a.start, b.start) || byText(a.name, b.name));
}

/** W4: without dates, all say the same. */
function eternalStays({ observations, fixed }: Seen): readonly Draft[] {
	const rows = fixed.map(draftOfRow);
	const free = unbound(observations, rows);
	if (rows[0] !== undefined) rows[0].observations.push(...free);
	return rows.length > 0 || free.length === 0 ? rows : [draftOf(free)];
}

function unbound(observations: readonly Observation[], rows: readonly Draft[]): readonly Observation[] {
	const bound = new Set(rows.flatMap((row) => row.observations.map(({ id }) => id)));
	return observations.filter(({ id }) => !bound.has(id));
}

function byPlace(a: Stay, b: Stay): number {
	return (
		byInstant(a.from?.at ?? a.attestedFrom, b.from?.at ?? b.attestedFrom) ||
		byInstant(a.to?.at ?? a.attestedTo, b.to?.at ?? b.attestedTo) ||
		byText(a.observations[0]?.id ?? a.fixed ?? "", b.observations[0]?.id ?? b.fixed ?? "")
	);
}
