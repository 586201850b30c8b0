import { byInstant, earlier, type Instant } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";
import type { FixedRow, Grade, Observation, Stay } from "./observation.ts";
import { byText, first } from "./order.ts";
import {
	byEnd,
	dateKey,
	type End,
	type Ending,
	earliestEnd,
	endBeside,
	endingOf,
	endsUnknownBeside,
	tellsOfEnd,
} from "./statement.ts";

/** A stay while its end and its evidence are being found. */
export interface Draft {
	readonly row: FixedRow | undefined;
	readonly from: PartialDate | undefined;
	/** Breaks ties: the smallest id that it began with. */
	readonly name: string;
	readonly observations: Observation[];
	/** `from`, else the earliest "it held"; without either it reaches back without bound. */
	start: Instant | undefined;
	end: End | undefined;
}

/** A stay that these observations make, its end not sought yet. They are sorted by id, and there is one at least. */
export function draftOf(observations: readonly Observation[], from?: PartialDate): Draft {
	const draft = { row: undefined, from, name: observations[0]?.id ?? "", observations: [...observations] };
	return { ...draft, start: from?.at ?? seenFrom(observations), end: undefined };
}

/** The stay that a fixed row is, with the end that stands as it is. */
export function draftOfRow(row: FixedRow): Draft {
	const observations = row.observations.toSorted((a, b) => byText(a.id, b.id));
	const name = observations[0]?.id ?? row.id;
	const start = row.from?.at ?? seenFrom(observations);
	return { row, from: row.from, name, observations, start, end: mayEnd(row) ? undefined : endOfRow(row) };
}

function endOfRow({ to, endedUnknown, attestedTo }: FixedRow): End | undefined {
	if (to !== undefined) return to;
	return endedUnknown && attestedTo !== undefined ? { at: attestedTo } : undefined;
}

/** Lets a stay without stated start begin where it was first seen. */
export function settleStart(draft: Draft): void {
	if (draft.from === undefined) draft.start = seenFrom(draft.observations);
}

/** Whether an ending can still end the row: nobody fixed its end, and it has none but what the engine had drawn (T4). */
export function mayEnd({ to, endedUnknown, toOrigin, endFixed }: FixedRow): boolean {
	return !endFixed && ((to === undefined && !endedUnknown) || toOrigin === "timeline");
}

/** The earliest moment at which it was seen to hold. What only tells of its end does not show that. */
function seenFrom(observations: readonly Observation[]): Instant | undefined {
	return observations
		.filter((one) => !tellsOfEnd(one))
		.reduce<Instant | undefined>((earliest, { attestedAt }) => earlier(earliest, attestedAt), undefined);
}

/**
 * Gives the draft its end: the smallest stated beside its start, else the earliest of the endings and of what its own
 * observations know of an unknown one (T10, T13). An end that stands in its row stays.
 */
export function settleEnd(draft: Draft, endings: readonly Ending[]): void {
	if (draft.row !== undefined && !mayEnd(draft.row)) return;
	const { start, observations } = draft;
	const stated = observations.map((one) => endBeside(one)).filter((end) => end !== undefined);
	const later = stated.filter(({ at }) => start === undefined || start < at);
	const unknown = observations.filter(endsUnknownBeside).map(endingOf);
	draft.end = first(later, byEnd) ?? earliestEnd([...endings, ...unknown], start);
}

export function isOpen({ row, end }: Draft): boolean {
	return end === undefined && (row === undefined || mayEnd(row) || !row.endedUnknown);
}

/** The draft that began last; of several that of the smallest name. */
export function latest(drafts: readonly Draft[]): Draft | undefined {
	return first(drafts, (a, b) => byInstant(b.start, a.start) || byText(a.name, b.name));
}

/** The draft as a stay. */
export function stayOf({ row, from, observations, end }: Draft): Stay {
	const sorted = observations.toSorted((a, b) => byText(a.id, b.id));
	const stands = row !== undefined && !mayEnd(row);
	const ended = stands ? row : endAsStated(end);
	return {
		observations: sorted,
		fixed: row?.id,
		from,
		fromOrigin: row === undefined ? from && "stated" : row.fromOrigin,
		to: ended.to,
		toOrigin: ended.toOrigin,
		endedUnknown: ended.endedUnknown,
		attestedTo: ended.attestedTo,
		attestedFrom: attestation(sorted, ended),
		grade: row?.fromOrigin === "person" ? row.grade : (gradeOf(sorted, from) ?? row?.grade),
		endFixed: row?.endFixed ?? false,
	};
}

function endAsStated(end: End | undefined): Pick<Stay, "to" | "toOrigin" | "endedUnknown" | "attestedTo"> {
	if (end === undefined) return { endedUnknown: false };
	const { at, precision } = end;
	if (precision === undefined) return { toOrigin: "stated", endedUnknown: true, attestedTo: at };
	return { to: { at, precision }, toOrigin: "stated", endedUnknown: false };
}

/**
 * W13, W14. The same rule as the ledger's where it reads evidence: `ended` there is what tells of an end here. What comes
 * after an unknown end does not count either: it would begin the stay behind its end (W11).
 */
function attestation(
	observations: readonly Observation[],
	{ to, endedUnknown, attestedTo }: Pick<Stay, "to" | "endedUnknown" | "attestedTo">,
): Instant | undefined {
	let earliest: Instant | undefined;
	for (const one of observations) {
		const { attestedAt } = one;
		if (attestedAt === undefined || (!endedUnknown && tellsOfEnd(one))) continue;
		if (to !== undefined && attestedAt >= to.at) continue;
		if (attestedTo !== undefined && attestedAt > attestedTo) continue;
		earliest = earlier(earliest, attestedAt);
	}
	return earliest;
}

/** The best grade of those who state the start. `C` only when all of them say so: a start without grade is firmer (T6). */
function gradeOf(observations: readonly Observation[], from: PartialDate | undefined): Grade | undefined {
	const stated = observations.filter((one) => one.from !== undefined && dateKey(one.from) === dateKey(from));
	const grades = stated.map(({ grade }) => grade);
	if (grades.includes("A")) return "A";
	if (grades.includes("B")) return "B";
	return grades.includes(undefined) ? undefined : grades[0];
}
