import { liveRowsOf } from "../ledger/rewritings.ts";
import type { DrawnEnd } from "../timeline/drawing.ts";
import { drawnEnds, earlierEnd } from "../timeline/drawn-ends.ts";
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
import { carriedBy } from "./observations.ts";
import { type PlannedRow, sameDate } from "./plan.ts";

import type { Settling } from "./settling.ts";

/** The rows under all keys concerned, and the ends drawn for those under the keys that changed. */
export interface Drawing {
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

export async function draw(
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
		keys.length + left.length > 0 ||
		plannedRows.some(hasMoved) ||
		changes.some(({ without, rewritten }) => without ?? rewritten);
	return drawn(touched, others, { rows, state, mayHaveGone });
}

/** Whether a held row is to begin at another moment: then it may draw an end no more that it drew. */
function hasMoved({ held, stay, isRevived }: PlannedRow): boolean {
	if (held === undefined || isRevived) return false;
	const { validFrom, attestedFrom } = held.fact.stated;
	return (stay.from?.at ?? stay.attestedFrom) !== (validFrom?.at ?? attestedFrom);
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
export async function redrawn(drawing: Drawing, state: BaseState) {
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
export function hasEnd(
	{ stay, ends }: KeyRow,
	drawnEnd: DrawnEnd | undefined,
	{ live, rows }: Drawing,
): boolean {
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
