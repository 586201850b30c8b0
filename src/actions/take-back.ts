import { allEvidenceOf } from "../ledger/evidence.ts";
import { type Instant, MICROSECOND } from "../time/instant.ts";
import { overtaken } from "../writing/refusal.ts";
import type { BaseState } from "./base-state.ts";
import { rowsOfClaim } from "./claim-changes.ts";
import { type RewritingIn, type RowRewritten, reopenRow } from "./correct-fact.ts";
import { type HeldRow, heldRows, rowsWithIds } from "./held-rows.ts";
import { settle } from "./settle.ts";

/** @throws UTOPIA_WRITE_OVERTAKEN `row_retracted` always */
export function goneSince(fact: string): never {
	throw overtaken("row_retracted", "A fact that this finding names is not held any more", { fact });
}

/** Gives the row that a closing wrote the interval of the one whose place it took. */
export async function takeBackClosing(closed: string, into: RewritingIn): Promise<RowRewritten> {
	const [row] = await heldRows([closed], into.state);
	const former = row?.details.supersedes;
	const [before] = former === undefined ? [] : await rowsWithIds([former], into.state);
	if (row === undefined || before === undefined) return goneSince(closed);
	return reopenRow(row, before, into);
}

/** Brings back a row that was retracted, as a new one that restores it. */
export async function takeBackRetraction(
	fact: string,
	{ state, draft, inHand }: RewritingIn,
): Promise<RowRewritten> {
	const [retired] = await rowsWithIds([fact], state);
	if (retired === undefined) return goneSince(fact);
	if (await lostItsSources(retired, state)) goneSince(fact);
	const change = {
		claim: retired.claim,
		relation: retired.fact.relation,
		rows: [...(await rowsOfClaim(retired.claim, state)), retired],
		added: [],
		revived: new Set([retired.id]),
	};
	const outcomes = await settle({ changes: [change], cause: "restored", state, draft, inHand });
	return { row: outcomes.get(retired.id)?.row ?? retired.id, outcomes };
}

/** Whether a retired row had evidence when it ended and has none that is held now: its documents are out of use. */
async function lostItsSources({ id, fact }: HeldRow, state: BaseState): Promise<boolean> {
	const pieces = (await allEvidenceOf([fact.iri], state)).get(id) ?? [];
	const until = fact.invalidatedAt;
	if (pieces.length === 0 || until === undefined) return false;
	const atTheEnd = (until - MICROSECOND) as Instant;
	const had = pieces.filter(
		({ from, to }) => (from ?? atTheEnd) <= atTheEnd && (to === undefined || to > atTheEnd),
	);
	return had.length > 0 && had.every(({ to }) => to !== undefined);
}
