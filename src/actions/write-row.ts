import { randomUUID } from "node:crypto";
import { attestationOf } from "../ledger/evidence.ts";
import type { PageKind } from "../ledger/pages.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import type { DrawnEnd } from "../timeline/drawing.ts";
import { stored } from "../writing/quads.ts";
import type { NewFact, QualifierRow, WrittenTime } from "../writing/rows.ts";
import type { HeldRow } from "./held-rows.ts";
import { type Carried, carriedBy, isFixed } from "./observations.ts";
import { type PlannedRow, sameDate } from "./plan.ts";

import type { Outcome, Settling } from "./settling.ts";

/** Qualifiers that come with new observations and that the row does not have yet. */
export function newQualifiers(
	{ held, carried }: PlannedRow,
	{ brought, state: { owners } }: Settling,
): readonly QualifierRow[] {
	// A value that is spelled in another way is the same detail, and so are entities that are one.
	const keyOf = ({ type, value }: QualifierRow) => {
		const entity = value.termType === "NamedNode" ? idOfKind(value.value, "entity") : undefined;
		return `${type.value} ${entity === undefined ? stored(value).value : owners.owner(entity)}`;
	};
	const known = new Set((held?.details.qualifiers ?? []).map(keyOf));
	return carried
		.flatMap(({ observation }) => brought?.get(observation.id)?.qualifiers ?? [])
		.filter((qualifier) => {
			const key = keyOf(qualifier);
			return !known.has(key) && known.add(key);
		});
}

export interface Writing {
	readonly settling: Settling;
	/** New ids of rows that are superseded, by their old ones. */
	readonly ids: ReadonlyMap<string, string>;
	readonly outcomes: Map<string, Outcome>;
}

/** Writes a row that is new or takes a held row's place, with copies of its evidence. */
export function write(
	row: PlannedRow,
	end: DrawnEnd | undefined,
	{ settling, ids, outcomes }: Writing,
): void {
	const { draft } = settling;
	const id = ids.get(row.id) ?? row.id;
	const fact = newFact(row, { settling, id, time: writtenTime(row, end, ids) });
	if (row.held !== undefined && !row.isRevived) {
		const old = row.rewriting?.held ?? row.held;
		draft.end({ id: old.id, claim: old.claim }, { isRejected: false });
		outcomes.set(old.id, { row: id, outcome: "superseded", replaced: old.id });
	}
	if (row.held !== undefined && row.isRevived) outcomes.set(row.held.id, { row: id, outcome: "recorded" });
	draft.fact(fact, pageOf(fact));
	for (const body of row.carried.flatMap(({ evidence }) => evidence))
		draft.evidence({ ...body, id: randomUUID(), fact: id });
	for (const { observation, rows } of row.carried) {
		if (row.held === undefined && rows.length === 0)
			outcomes.set(observation.id, { row: id, outcome: "recorded" });
		else outcomes.set(observation.id, { row: id, outcome: "superseded", replaced: row.held?.id });
	}
}

/** The name that an entity is called by is no event when it comes first, and a renaming when it takes another's place. */
function pageOf({ canonical, supersedes }: NewFact): PageKind | undefined {
	if (canonical !== true) return undefined;
	return supersedes === undefined ? "name" : "renamed";
}

function newFact(
	row: PlannedRow,
	{ settling, id, time }: { readonly settling: Settling; readonly id: string; readonly time: WrittenTime },
): NewFact {
	const { held, claim, carried, rewriting } = row;
	const brought = carried.flatMap(({ observation }) => settling.brought?.get(observation.id) ?? []);
	const isOfTimeline =
		rewriting === undefined &&
		held !== undefined &&
		!row.isRevived &&
		brought.length === 0 &&
		hasOwnDates(row);
	const giving = carried.find(
		({ observation }) => settling.brought?.has(observation.id) && sameDate(observation.from, row.stay.from),
	);
	const fresh = giving && settling.brought?.get(giving.observation.id);
	return {
		...claim,
		...time,
		id,
		confidence: held?.details.confidenceText ?? fresh?.confidence ?? brought[0]?.confidence ?? "1.00",
		cause: rewriting?.cause ?? (isOfTimeline ? "timeline" : settling.cause),
		supersedes: row.isRevived ? undefined : held?.id,
		restores: row.isRevived ? held?.id : undefined,
		correctedEnds: held?.details.correctedEnds as NewFact["correctedEnds"],
		note: rewriting === undefined ? held?.details.note : rewriting.note,
		canonical: held === undefined ? brought.some((one) => one.canonical) : held.details.canonical,
		qualifiers: [
			...(held?.details.qualifiers ?? []).map(({ type, value, spelled }) => ({
				type,
				value: spelled ?? value,
			})),
			...newQualifiers(row, settling),
		],
		...(held !== undefined && attestationOfRow(rewriting?.held ?? held)),
	};
}

/** Whether a held row keeps what is stated of it, so that only the timeline can have changed its end. */
function hasOwnDates({ held, stay }: PlannedRow): boolean {
	if (held === undefined) return false;
	const drawn = held.details.endOrigin === "timeline";
	const { stated } = held.fact;
	return (
		sameDate(stay.from, stated.validFrom) &&
		sameDate(stay.to, drawn ? undefined : stated.validTo) &&
		stay.endedUnknown === (stated.endedUnknown && !drawn)
	);
}

/** An attestation that no evidence of a held row tells stands on the row, and goes on with it. */
function attestationOfRow(held: HeldRow): Pick<NewFact, "attestedFrom" | "attestedBy"> {
	const { fact, evidence } = held;
	const { attestedFrom } = fact.stated;
	// A row without sources has said it on evidence of its own by now, but not where a person fixed it.
	if (attestedFrom === undefined || (evidence.length === 0 && !isFixed(held))) return {};
	const told = attestationOf(evidence, fact.stated);
	return told !== undefined && told.at <= attestedFrom ? {} : { attestedFrom };
}

function writtenTime(
	{ stay }: PlannedRow,
	end: DrawnEnd | undefined,
	ids: ReadonlyMap<string, string>,
): WrittenTime {
	const { from, fromOrigin, grade } = stay;
	const start = { from, fromOrigin: from && (fromOrigin ?? "stated"), grade: from && grade };
	if (end === undefined) {
		const { to, toOrigin, endedUnknown, attestedTo } = stay;
		const isEnded = to !== undefined || endedUnknown;
		return { ...start, to, toOrigin: isEnded ? (toOrigin ?? "stated") : undefined, endedUnknown, attestedTo };
	}
	const { to, attestedTo, drawnBy } = end;
	return {
		...start,
		to,
		toOrigin: "timeline",
		endedUnknown: to === undefined,
		attestedTo: to === undefined ? attestedTo : undefined,
		drawnBy: ids.get(drawnBy) ?? drawnBy,
	};
}

/** A held row stays as it is: what newly speaks for it is added, what speaks for another row now is taken from it. */
export function keep(
	{ held, carried }: PlannedRow,
	{ settling, outcomes }: { readonly settling: Settling; readonly outcomes: Map<string, Outcome> },
): void {
	if (held === undefined) return;
	const { draft } = settling;
	const isHere = ({ rows }: Carried) => rows.includes(held.id);
	const isJoined = carried.some((one) => !isHere(one));
	// What the row has said alone so far goes on its own sources, before others speak beside it.
	const added = new Set(carried.filter((one) => !isHere(one) || (isJoined && !one.isWritten)));
	const staying = new Set(carried.flatMap((one) => (added.has(one) ? [] : one.pieces)));
	const had = carriedBy(held).flatMap(({ rows, pieces }) => (rows.length > 0 ? pieces : []));
	for (const piece of new Set(had)) if (!staying.has(piece)) draft.endEvidence({ id: piece, fact: held.id });
	for (const { observation } of carried) outcomes.set(observation.id, { row: held.id, outcome: "merged" });
	for (const body of [...added].flatMap(({ evidence }) => evidence))
		draft.evidence({ ...body, id: randomUUID(), fact: held.id });
}
