import type { Instant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import { type Draft, draftOf, draftOfRow, isOpen, latest, mayEnd, settleEnd, settleStart } from "./draft.ts";
import type { ClaimSeen, Observation } from "./observation.ts";
import { first, grouped } from "./order.ts";
import {
	byEnd,
	dateKey,
	type Ending,
	earliestEnd,
	endBeside,
	endBy,
	endingOf,
	isEnding,
	statementKey,
} from "./statement.ts";

/**
 * The stays of a state, out of sets alone:
 *
 * 1. What says the same as a fixed row, or as what speaks for it, speaks for it. The other starts make stays by their dates.
 * 2. Each of those that has no end takes the earliest ending that did not come before it.
 * 3. An "it held" belongs to the stay of 2 whose interval has its moment. The others belong together where a stay that began
 *    at either moment would end at the same ending. That end moves only forward with the start and no earlier "it held" of
 *    such a group changes it, so that neither the endings nor the groups wait for each other.
 * 4. An "it held" without a moment goes to what is open, else to the last stay of 3, else to the last of 2. Only where there is none
 *    it is a stay that reaches back without bound.
 * 5. An ending is evidence of each stay that it ends, else of the last that had begun. Endings that nothing precedes are one stay.
 *
 * `observations` are sorted by id.
 */
export function stateStays({ observations, fixed }: Omit<ClaimSeen, "temporal">): readonly Draft[] {
	const rows = fixed.map(draftOfRow);
	const free = spokenForRows(observations, rows);
	// An ending that speaks for a fixed row still ends the other stays of its claim.
	const told = [...rows.flatMap((row) => row.observations), ...free].filter(isEnding);
	const endings = told.map(endingOf);
	const dated = [...rows.filter((row) => !isLoose(row)), ...datedStays(free)];
	for (const draft of dated) settleEnd(draft, endings);

	const bare = free.filter((one) => one.from === undefined && !isEnding(one));
	const undated = placeBare(bare, { dated, loose: rows.filter(isLoose), endings });
	const stays = placeUnattested(bare, { dated, undated, endings });
	return placeEndings(told, stays);
}

/** A fixed row that has neither a start nor an end that stands: "it held" moves it like any other without dates. */
function isLoose({ row, from }: Draft): boolean {
	return row !== undefined && from === undefined && mayEnd(row);
}

/** Adds to the rows what speaks for them; answers with the rest. */
function spokenForRows(observations: readonly Observation[], rows: readonly Draft[]): readonly Observation[] {
	const bound = new Set(rows.flatMap((row) => row.observations.map(({ id }) => id)));
	const free = observations.filter(({ id }) => !bound.has(id));
	const rest = new Set(free);
	// By their ends, since an open row takes one only: the smallest.
	const ends = grouped(free, ({ to }) => dateKey(to));
	const order = [...ends.values()].toSorted((a, b) => byStatedEnd(a[0], b[0])).flat();
	for (const one of rows.length === 0 ? [] : order) {
		const row = rows.find((row) => saysTheSame(one, row)) ?? rows.find((row) => startsTheSame(one, row));
		if (row === undefined) continue;
		row.observations.push(one);
		rest.delete(one);
	}
	return [...rest];
}

function byStatedEnd(a: Observation | undefined, b: Observation | undefined): number {
	if (a?.to === undefined || b?.to === undefined)
		return Number(b?.to !== undefined) - Number(a?.to !== undefined);
	return byEnd(a.to, b.to);
}

/** T8 for fixed rows: the dates that it has, or those that speak for it. To say nothing of time is not to say the same. */
function saysTheSame(one: Observation, { row, observations }: Draft): boolean {
	const statement = statementKey(one);
	if (row === undefined || statement === "") return false;
	return [{ ...row, attestedAt: row.attestedTo }, ...observations].some(
		(own) => statementKey(own) === statement,
	);
}

/** T8 for fixed rows: the same start and no other end. A row that is open takes one end with that. */
function startsTheSame(one: Observation, { row, from, observations }: Draft): boolean {
	if (row === undefined || one.from === undefined) return false;
	const start = dateKey(one.from);
	if (![row, ...observations].some((own) => dateKey(own.from) === start)) return false;
	if (endBeside(one) === undefined) return true;
	const later = endBeside({ ...one, from: from ?? one.from }) !== undefined;
	return later && mayEnd(row) && observations.every((own) => endBeside(own) === undefined);
}

/** T8: one stay for each start and end; a start alone, or with an unknown end, goes to the earliest end beside the same start. */
function datedStays(free: readonly Observation[]): readonly Draft[] {
	const starts = grouped(
		free.filter(({ from }) => from !== undefined),
		({ from }) => dateKey(from),
	);
	return [...starts.values()].flatMap((group) => {
		const earliest = first(
			group.map(endBeside).filter((end) => end !== undefined),
			byEnd,
		);
		const ends = grouped(group, (one) => dateKey(endBeside(one) ?? earliest));
		return [...ends.values()].map((same) => draftOf(same, same[0]?.from));
	});
}

/** Adds to dated stays what was seen to hold while they did; answers with the stays that the rest makes, loose rows among them. */
function placeBare(
	bare: readonly Observation[],
	given: {
		readonly dated: readonly Draft[];
		readonly loose: readonly Draft[];
		readonly endings: readonly Ending[];
	},
): readonly Draft[] {
	const { dated, loose, endings } = given;
	const groupOf = (moment: Instant | undefined) => String(earliestEnd(endings, moment)?.at);
	for (const row of loose) settleEnd(row, endings);
	const groupOfRow = new Map(loose.map((row) => [row, groupOf(row.start)]));
	const rest: Observation[] = [];
	for (const one of bare) {
		const { attestedAt: moment } = one;
		if (moment === undefined) continue;
		const home =
			latest(dated.filter((draft) => contains(reach(draft), moment))) ??
			latest(loose.filter((row) => groupOfRow.get(row) === groupOf(moment) && contains(reach(row), moment)));
		if (home === undefined) rest.push(one);
		else home.observations.push(one);
	}
	// Only now: where a row was first seen must not decide what it is given.
	for (const row of [...dated, ...loose]) settleStart(row);
	const groups = [...grouped(rest, ({ attestedAt }) => groupOf(attestedAt)).values()].map((same) =>
		draftOf(same),
	);
	for (const draft of groups) settleEnd(draft, endings);
	return [...loose, ...groups];
}

/** What was seen to hold within it is evidence of the stay. Without a stated start, whatever comes before its end (T13). */
function reach({ from, end }: Draft): { from: Instant | undefined; to: Instant | undefined } {
	return { from: from?.at, to: end?.at };
}

/** Adds each "it held" that has no moment to a stay (T8, W6); answers with all stays. */
function placeUnattested(
	bare: readonly Observation[],
	given: {
		readonly dated: readonly Draft[];
		readonly undated: readonly Draft[];
		readonly endings: readonly Ending[];
	},
): readonly Draft[] {
	const stays = [...given.dated, ...given.undated];
	const unattested = bare.filter(({ attestedAt }) => attestedAt === undefined);
	if (unattested.length === 0) return stays;
	const home = latest(stays.filter(isOpen)) ?? latest(given.undated) ?? latest(given.dated);
	if (home !== undefined) {
		home.observations.push(...unattested);
		return stays;
	}
	const own = draftOf(unattested);
	settleEnd(own, given.endings);
	return [...stays, own];
}

/** Adds each ending to the stays that it ends (T3); those that no stay precedes are one more, without start. */
function placeEndings(endings: readonly Observation[], stays: readonly Draft[]): readonly Draft[] {
	const homes = endings.map((one) => homesOf(one, stays));
	for (const [n, one] of endings.entries())
		for (const home of homes[n] ?? []) if (!home.observations.includes(one)) home.observations.push(one);
	const rest = endings.filter((_, n) => homes[n]?.length === 0);
	if (rest.length === 0) return stays;
	const own = draftOf(rest);
	settleEnd(own, rest.map(endingOf));
	return [...stays, own];
}

/** The stays that end where the ending ends them, and the fixed row that it speaks for; else the last that had begun. */
function homesOf(one: Observation, stays: readonly Draft[]): readonly Draft[] {
	const ending = endingOf(one);
	const begun = stays.filter(({ start }) => endBy(ending, start) !== undefined);
	const ended = begun.filter(({ start, end }) => {
		const own = endBy(ending, start);
		return end !== undefined && own !== undefined && byEnd(own, end) === 0;
	});
	const spoken = stays.filter(({ observations }) => observations.includes(one));
	if (ended.length + spoken.length > 0) return [...ended, ...spoken];
	return [latest(begun)].filter((home) => home !== undefined);
}
