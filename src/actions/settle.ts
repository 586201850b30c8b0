import { randomUUID } from "node:crypto";
import { attestationOf } from "../ledger/evidence.ts";
import type { PageKind } from "../ledger/pages.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import type { DrawnEnd } from "../timeline/drawing.ts";
import { drawnEnds, earlierEnd } from "../timeline/drawn-ends.ts";
import type { Draft } from "../writing/draft.ts";
import { stored } from "../writing/quads.ts";
import type { Cause, NewFact, QualifierRow, WrittenTime } from "../writing/rows.ts";
import type { BaseState } from "./base-state.ts";
import { type HeldRow, heldRows } from "./held-rows.ts";
import {
	heldUnder,
	type Key,
	type KeyRow,
	keyedStay,
	keyName,
	keysOfClaim,
	plannedKeyRow,
} from "./keyed-rows.ts";
import { type Carried, carriedBy, isFixed } from "./observations.ts";
import { type ClaimChange, type PlannedRow, planned, sameDate } from "./plan.ts";
import { type InHand, reviseConflicts } from "./revise-conflicts.ts";

/** What comes with an observation beside what it observes: it goes with the row that the observation makes. */
export interface Brought {
	readonly confidence: string;
	readonly qualifiers: readonly QualifierRow[];
	readonly canonical?: boolean | undefined;
}

/** What an action does to the claims of a base, all of it in one commit. */
export interface Settling {
	readonly changes: readonly ClaimChange[];
	/** Keys to draw anew beside those of the changed claims. */
	readonly keys?: readonly Key[];
	/** By observation id. */
	readonly brought?: ReadonlyMap<string, Brought>;
	/** Why rows of the changed claims are written; those that only get another end are of the timeline. */
	readonly cause: Cause;
	readonly state: BaseState;
	readonly draft: Draft;
	/** The conflict on which a person decides in the same commit. */
	readonly inHand?: InHand | undefined;
}

/** How an observation ended up. */
export interface Outcome {
	/** The row that it speaks for. */
	readonly row: string;
	readonly outcome: "recorded" | "merged" | "superseded";
	/** The row that was superseded. */
	readonly replaced?: string | undefined;
}

/**
 * Brings the rows of the changed claims and the ends of all rows under their keys to what the timeline makes of them, and
 * writes what differs into the draft: superseding rows with copies of their evidence, new rows, rows that end, conflicts.
 * Tells for each observation, by id, and each row rewritten, by its old id, which row it is now.
 */
export async function settle(settling: Settling): Promise<ReadonlyMap<string, Outcome>> {
	const { changes, state, draft, inHand } = settling;
	const plans = changes.map(planned);
	const rows = plans.flatMap((plan) => plan.rows);
	const left = plans.flatMap((plan) => plan.left);
	for (const row of left) draft.end({ id: row.id, claim: row.claim }, { isRejected: true });
	const drawing = await draw(settling, rows, left);
	const settled = [
		...rows.map((row) => ({ row, end: drawing.ends.get(row.id) })),
		...(await redrawn(drawing, state)),
	];
	const ids = new Map<string, string>();
	const writing = settled.filter(({ row, end }) => {
		const isWritten = row.held === undefined || differs(row, end, { settling, drawing });
		if (isWritten && row.held !== undefined) ids.set(row.id, randomUUID());
		return isWritten;
	});
	const outcomes = new Map<string, Outcome>();
	for (const { row, end } of writing) write(row, end, { settling, ids, outcomes });
	for (const { row } of settled)
		if (!writing.some((one) => one.row === row)) keep(row, { settling, outcomes });
	const claims = changes.flatMap(({ claim, rows: held }) => [claim, ...held.map((row) => row.claim)]);
	await reviseConflicts({ keyed: drawing.keyed, ends: drawing.ends, claims, ids, state, draft, inHand });
	return outcomes;
}

/** The rows under all keys concerned, and the ends drawn for those under the keys that changed. */
interface Drawing {
	/** The keys that changed, with their rows. */
	readonly keyed: readonly {
		readonly key: Key;
		readonly rows: readonly KeyRow[];
		readonly drawn: ReadonlyMap<string, DrawnEnd>;
	}[];
	readonly rows: ReadonlyMap<string, KeyRow>;
	/** By row, where one is drawn. */
	readonly ends: ReadonlyMap<string, DrawnEnd>;
	/**
	 * The rows that stand now for those that drew ends, which may have been rewritten since. Where nothing has left its key, an end
	 * that is still right was drawn by a row that is still there, and nobody looks.
	 */
	readonly live: ReadonlyMap<string, string> | undefined;
}

async function draw(
	{ changes, keys = [], state }: Settling,
	plannedRows: readonly PlannedRow[],
	left: readonly HeldRow[],
): Promise<Drawing> {
	const { owners } = state;
	const touched = new Map<string, Key>();
	const touch = (found: readonly Key[]) => {
		for (const key of found) touched.set(keyName(key), key);
	};
	touch(keys);
	for (const { claim, relation, rows } of changes) {
		touch(keysOfClaim(claim, relation, owners));
		for (const row of rows) touch(keysOfClaim(row.claim, relation, owners));
	}
	const gone = new Set(
		changes.flatMap(({ rows, without = [] }) => [...rows.map(({ id }) => id), ...without]),
	);
	const rows = new Map<string, KeyRow>();
	for (const row of plannedRows)
		if (row.relation !== undefined) rows.set(row.id, plannedKeyRow(row, row.relation));
	const load = async (wanted: readonly Key[]) => {
		for (const row of await heldUnder(wanted, state)) if (!gone.has(row.stay.id)) rows.set(row.stay.id, row);
	};
	await load([...touched.values()]);
	// A row unique on both sides ends where the first of its two successors begins, so its other key is drawn too.
	const others = new Map<string, Key>();
	for (const { claim, relation } of rows.values())
		for (const key of keysOfClaim(claim, relation, owners))
			if (!touched.has(keyName(key))) others.set(keyName(key), key);
	await load([...others.values()]);
	const mayHaveGone =
		keys.length + left.length > 0 || changes.some(({ without, rewritten }) => without ?? rewritten);
	return drawn(touched, others, { rows, state, mayHaveGone });
}

async function drawn(
	touched: ReadonlyMap<string, Key>,
	others: ReadonlyMap<string, Key>,
	{
		rows,
		state,
		mayHaveGone,
	}: {
		readonly rows: ReadonlyMap<string, KeyRow>;
		readonly state: BaseState;
		/** Whether a row that drew an end may have left its key, or moved. */
		readonly mayHaveGone: boolean;
	},
): Promise<Drawing> {
	const under = new Map<string, KeyRow[]>();
	for (const row of rows.values()) {
		for (const key of keysOfClaim(row.claim, row.relation, state.owners)) {
			const name = keyName(key);
			const list = under.get(name) ?? [];
			under.set(name, list);
			list.push(row);
		}
	}
	const keyed = [...touched, ...others].map(([name, key]) => {
		const of = under.get(name) ?? [];
		return { key, rows: of, drawn: drawnEnds(of.map((row) => keyedStay(key, row, state.owners))) };
	});
	const changed = keyed.slice(0, touched.size);
	const concerned = new Set(changed.flatMap((one) => one.rows.map(({ stay }) => stay.id)));
	const ends = new Map<string, DrawnEnd>();
	for (const [id, end] of keyed.flatMap((one) => [...one.drawn])) {
		const earliest = earlierEnd(ends.get(id), end);
		if (concerned.has(id) && earliest !== undefined) ends.set(id, earliest);
	}
	const drawers = mayHaveGone ? [...rows.values()].flatMap(({ ends: held }) => held?.drawnBy ?? []) : [];
	return { keyed: changed, rows, ends, live: mayHaveGone ? await liveRowsOf(drawers, state) : undefined };
}

/** Held rows of other claims under the changed keys whose end is no longer the one they have, read whole. */
async function redrawn(drawing: Drawing, state: BaseState) {
	const changed = new Set<string>();
	for (const { rows } of drawing.keyed)
		for (const row of rows)
			if (row.planned === undefined && !hasEnd(row, drawing.ends.get(row.stay.id), drawing))
				changed.add(row.stay.id);
	const held = changed.size === 0 ? [] : await heldRows([...changed], state);
	return held.map((row) => ({ row: asPlanned(row, drawing), end: drawing.ends.get(row.id) }));
}

/** A held row whose claim did not change, planned as it stands. */
function asPlanned(held: HeldRow, { rows }: Drawing): PlannedRow {
	const found = rows.get(held.id);
	if (found === undefined) throw new TypeError(`fact ${held.id} was not drawn`);
	const { stay, relation } = found;
	return {
		id: held.id,
		held,
		claim: held.claim,
		relation,
		carried: carriedBy(held),
		rewriting: undefined,
		isRevived: false,
		stay: {
			...stay,
			observations: [],
			fromOrigin: held.details.startOrigin as PlannedRow["stay"]["fromOrigin"],
			toOrigin:
				held.details.endOrigin === "timeline"
					? undefined
					: (held.details.endOrigin as PlannedRow["stay"]["toOrigin"]),
		},
	};
}

/** Whether a held row has the end that it ought to have: its own, or the one drawn by a row that still begins there. */
function hasEnd({ stay, ends }: KeyRow, drawnEnd: DrawnEnd | undefined, { live, rows }: Drawing): boolean {
	if (ends === undefined) return false;
	if (drawnEnd === undefined) {
		return (
			!ends.isDrawn &&
			sameDate(stay.to, ends.validTo) &&
			stay.endedUnknown === ends.endedUnknown &&
			stay.attestedTo === ends.attestedTo
		);
	}
	const isSame =
		ends.isDrawn && sameDate(drawnEnd.to, ends.validTo) && drawnEnd.attestedTo === ends.attestedTo;
	if (!isSame || live === undefined) return isSame;
	const drawer = rows.get(live.get(ends.drawnBy ?? "") ?? "");
	const start = (row: KeyRow | undefined) => row?.stay.from?.at ?? row?.stay.attestedFrom;
	return drawer !== undefined && start(drawer) === start(rows.get(drawnEnd.drawnBy));
}

interface Told {
	readonly settling: Settling;
	readonly drawing: Drawing;
}

/** Whether a held row has to be superseded to be as it ought. */
function differs(row: PlannedRow, end: DrawnEnd | undefined, { settling, drawing }: Told): boolean {
	const { held, stay, rewriting, relation } = row;
	if (held === undefined || rewriting !== undefined || row.isRevived) return true;
	if (newQualifiers(row, settling).length > 0 || !hasStart(row)) return true;
	if (relation !== undefined)
		return !hasEnd(drawing.rows.get(row.id) ?? plannedKeyRow(row, relation), end, drawing);
	const { stated } = held.fact;
	return !(
		sameDate(stay.to, stated.validTo) &&
		stay.endedUnknown === stated.endedUnknown &&
		stay.attestedTo === stated.attestedTo
	);
}

function hasStart({ held, stay }: PlannedRow): boolean {
	if (held === undefined) return false;
	return (
		sameDate(stay.from, held.fact.stated.validFrom) &&
		(stay.from === undefined || stay.grade === held.details.startGrade)
	);
}

/** Qualifiers that come with new observations and that the row does not have yet. */
function newQualifiers({ held, carried }: PlannedRow, { brought }: Settling): readonly QualifierRow[] {
	// A value that is spelled in another way is the same detail.
	const keyOf = ({ type, value }: QualifierRow) => `${type.value} ${stored(value).value}`;
	const known = new Set((held?.details.qualifiers ?? []).map(keyOf));
	return carried
		.flatMap(({ observation }) => brought?.get(observation.id)?.qualifiers ?? [])
		.filter((qualifier) => {
			const key = keyOf(qualifier);
			return !known.has(key) && known.add(key);
		});
}

interface Writing {
	readonly settling: Settling;
	/** New ids of rows that are superseded, by their old ones. */
	readonly ids: ReadonlyMap<string, string>;
	readonly outcomes: Map<string, Outcome>;
}

/** Writes a row that is new or takes a held row's place, with copies of its evidence. */
function write(row: PlannedRow, end: DrawnEnd | undefined, { settling, ids, outcomes }: Writing): void {
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
		...(held !== undefined && attestationOfRow(held)),
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
function keep(
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
	for (const piece of new Set(had)) if (!staying.has(piece)) draft.endEvidence(piece);
	for (const { observation } of carried) outcomes.set(observation.id, { row: held.id, outcome: "merged" });
	for (const body of [...added].flatMap(({ evidence }) => evidence))
		draft.evidence({ ...body, id: randomUUID(), fact: held.id });
}
