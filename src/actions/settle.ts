import { randomUUID } from "node:crypto";
import type { DrawnEnd } from "../timeline/drawing.ts";
import { type Drawing, draw, hasEnd, redrawn } from "./draw-keys.ts";
import { plannedKeyRow } from "./keyed-rows.ts";
import { type PlannedRow, planned, sameDate } from "./plan.ts";
import { reviseConflicts } from "./revise-conflicts.ts";
import type { Outcome, Settling } from "./settling.ts";
import { keep, newQualifiers, write } from "./write-row.ts";

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
	const written = new Set(writing.map(({ row }) => row));
	for (const { row } of settled) if (!written.has(row)) keep(row, { settling, outcomes });
	const claims = changes.flatMap(({ claim, rows: held }) => [claim, ...held.map((row) => row.claim)]);
	await reviseConflicts({ keyed: drawing.keyed, ends: drawing.ends, claims, ids, state, draft, inHand });
	return outcomes;
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
