import type { PartialDate } from "../../src/time/partial-date.ts";
import type { DrawnEnd } from "../../src/timeline/drawing.ts";
import type { Observation, Stay } from "../../src/timeline/observation.ts";
import type { ModelClaim, ModelEvidence, ModelRow, Moment } from "./history-model.ts";

/** A row that the server has written: enough to tell which of the model's it is. */
export interface WrittenRow {
	readonly id: string;
	readonly claim: string;
	readonly from: string;
	readonly attestedFrom: string;
	/** Its end, where the timeline did not draw it. */
	readonly end: string;
	readonly supersedes: string | undefined;
	readonly restores: string | undefined;
	/** Of a name. */
	readonly canonical?: boolean;
}

/** What is asserted anew, with what goes with the row that it makes. */
export interface Added {
	readonly claim: ModelClaim;
	readonly said: ModelEvidence;
	readonly confidence: number;
	readonly qualifiers: readonly string[];
}

/** What an action does beside what the timeline makes of it. */
export interface Doing {
	readonly added?: readonly Added[];
	/** Held rows that go. */
	readonly rejected?: readonly string[];
	/** Held rows as a person wants them. */
	readonly rewritten?: readonly ModelRow[];
	/** Retired rows that come back, with the evidence that does. */
	readonly revived?: readonly { readonly row: ModelRow; readonly said: readonly ModelEvidence[] }[];
	/** Evidence that comes back to held rows, by their ids. */
	readonly returning?: ReadonlyMap<string, readonly ModelEvidence[]>;
}

export interface Carried {
	readonly observation: Observation;
	readonly said: ModelEvidence | undefined;
	readonly rows: string[];
	readonly added: Added | undefined;
}

export interface Planned {
	/** The held or retired row that it goes on. */
	readonly old: ModelRow | undefined;
	readonly id: string;
	readonly claim: ModelClaim;
	readonly stay: Stay;
	readonly carried: readonly Carried[];
	readonly isRewritten: boolean;
	readonly isRevived: boolean;
}

export const day = (date: PartialDate | undefined) => `${date?.at}/${date?.precision}`;
export const claimText = ({ subject, predicate, word, object, unit }: ModelClaim) =>
	JSON.stringify([subject, predicate ?? ["word", word], object, unit ?? null]);
/** Equal numbers are equal however they are spelled; other values are their text. */
export const plainValue = (predicate: string | undefined, value: string) =>
	predicate === "tonnage" || predicate === "depth" ? String(Number(value)) : value;
export const endText = (end: {
	to?: PartialDate | undefined;
	endedUnknown: boolean;
	attestedTo?: Moment | undefined;
}) => (end.endedUnknown ? `by ${end.attestedTo}` : end.to === undefined ? "" : day(end.to));

/** A name that came without evidence holds all the same. */
export function silent(row: ModelRow): Observation {
	return { id: `row:${row.id}:0`, endedUnknown: false, described: false };
}

export function fixedRow(row: ModelRow, observations: readonly Observation[]) {
	const isDrawn = row.toOrigin === "timeline";
	const { id, from, fromOrigin, grade, corrected } = row;
	const end = isDrawn
		? { to: undefined, endedUnknown: false, attestedTo: undefined, toOrigin: undefined }
		: { to: row.to, endedUnknown: row.endedUnknown, attestedTo: row.attestedTo, toOrigin: row.toOrigin };
	const endFixed = corrected === "end" || corrected === "both" || endText(end as typeof row) !== "";
	return { id, from, fromOrigin, grade, observations, endFixed, ...end } as never;
}

/** Which row each stay goes on: the fixed one that it is, else the one with its dates, else the one most of whose evidence it has. */
export function matched(
	stays: readonly Stay[],
	rows: readonly ModelRow[],
	carried: ReadonlyMap<string, Carried>,
	rank: (row: ModelRow) => number,
): ReadonlyMap<Stay, ModelRow> {
	const found = new Map<Stay, ModelRow>();
	for (const stay of stays) {
		const row = rows.find(({ id }) => id === stay.fixed);
		if (row !== undefined) found.set(stay, row);
	}
	const pairs = stays.flatMap((stay) =>
		rows
			.filter(({ corrected }) => corrected === undefined && stay.fixed === undefined)
			.map((row) => {
				const shared = stay.observations.filter(({ id }) => carried.get(id)?.rows.includes(row.id)).length;
				const own = row.toOrigin === "timeline" ? "" : endText(row);
				const same = day(stay.from) === day(row.from) && endText(stay) === own;
				return { stay, row, shared, same };
			})
			.filter(({ shared }) => shared > 0),
	);
	pairs.sort(
		(a, b) =>
			rank(a.row) - rank(b.row) ||
			Number(b.same) - Number(a.same) ||
			b.shared - a.shared ||
			(a.row.id < b.row.id ? -1 : 1),
	);
	const taken = new Set<ModelRow>();
	for (const { stay, row } of pairs) {
		if (found.has(stay) || taken.has(row)) continue;
		taken.add(row);
		found.set(stay, row);
	}
	return found;
}

/** The details asked for that the row does not have: those of entities that are one now are the same. */
export function newQualifiers(
	{ old, carried }: Planned,
	shown: (qualifier: string) => string,
): readonly string[] {
	const asked = carried.flatMap(({ added }) => added?.qualifiers ?? []);
	const had = new Set(old?.qualifiers.map(shown));
	return [...new Set(asked)].filter((one) => !had.has(shown(one)));
}

export function rowOf(
	plan: Planned,
	end: DrawnEnd | undefined,
	{ at, fresh }: { readonly at: Moment; readonly fresh: readonly string[] },
): ModelRow {
	const { old, claim, stay, carried, isRevived } = plan;
	const brought = carried.flatMap(({ added }) => added ?? []);
	const giving = brought.find(({ said }) => day(said.observation.from) === day(stay.from)) ?? brought[0];
	return {
		id: plan.id,
		claim,
		from: stay.from,
		fromOrigin: stay.from && (stay.fromOrigin ?? "stated"),
		grade: stay.from && stay.grade,
		...(end === undefined ? ownEnd(stay) : endDrawn(end)),
		corrected: old?.corrected,
		note: old?.note,
		confidence: old?.confidence ?? giving?.confidence ?? 1,
		qualifiers: [...(old?.qualifiers ?? []), ...fresh],
		supersedes: isRevived ? undefined : old?.id,
		restores: isRevived ? old?.id : undefined,
		canonical: old?.canonical ?? false,
		recorded: at,
		event: old === undefined || isRevived ? "asserted" : old.canonical ? "renamed" : "corrected",
		evidence: carried.flatMap(({ said }) => (said === undefined ? [] : [{ said, from: at }])),
	};
}

type ModelEnd = Pick<ModelRow, "to" | "toOrigin" | "endedUnknown" | "attestedTo" | "drawnBy">;

function ownEnd({ to, toOrigin, endedUnknown, attestedTo }: Stay): ModelEnd {
	const isEnded = to !== undefined || endedUnknown;
	const origin = isEnded ? (toOrigin ?? "stated") : undefined;
	return { to, toOrigin: origin, endedUnknown, attestedTo, drawnBy: undefined };
}

function endDrawn({ to, attestedTo, drawnBy }: DrawnEnd): ModelEnd {
	const by = to === undefined ? attestedTo : undefined;
	return { to, toOrigin: "timeline", endedUnknown: to === undefined, attestedTo: by, drawnBy };
}

/** What newly speaks for a row that stays is added, what speaks for another one now goes. */
export function keepEvidence(row: ModelRow, carried: readonly Carried[], at: Moment): void {
	const staying = new Set(carried.map(({ observation }) => observation.id));
	for (const one of row.evidence)
		if (one.to === undefined && !staying.has(one.said.observation.id)) one.to = at;
	for (const { said, rows } of carried)
		if (said !== undefined && !rows.includes(row.id)) row.evidence.push({ said, from: at });
}
