import type { View } from "../access/view.ts";
import { Draft } from "../writing/draft.ts";
import { refused } from "../writing/refusal.ts";
import type { Action } from "../writing/writer.ts";
import { rowsOfClaim } from "./claim-changes.ts";
import type { RewritingIn } from "./correct-fact.ts";
import { holdFact, isCanonicalName } from "./held-fact.ts";
import type { HeldRow } from "./held-rows.ts";
import type { ClaimChange } from "./plan.ts";
import { settle } from "./settle.ts";
import type { Outcome } from "./settling.ts";

/** A fact that is not held any more. */
export interface Retracted {
	readonly row: string;
}

/** Retracts a fact: it ends without a successor, and what it had ended opens again (T4). */
export function retractFact(id: string, view: View): Action<Retracted> {
	return async (holding) => {
		const { row, state } = await holdFact(id, holding, view);
		if (isCanonicalName(row)) {
			throw refused(
				"canonical_name",
				"This is what the entity is called; rename it before its name is retracted",
				{
					found: "value" in row.fact.object ? row.fact.object.value.value : row.id,
					allowed: "the id of another name",
				},
			);
		}
		const draft = new Draft(view.kb);
		await retractRow(row, { state, draft });
		return { draft, answer: () => ({ row: row.id }) };
	};
}

/** Retracts a held row, as {@link retractFact} does; tells which rows stand for others that settled around it. */
export async function retractRow(
	row: HeldRow,
	{ state, draft, inHand }: RewritingIn,
): Promise<ReadonlyMap<string, Outcome>> {
	draft.end({ id: row.id, claim: row.claim }, { isRejected: true });
	const rest = (await rowsOfClaim(row.claim, state)).filter((other) => other.id !== row.id);
	const change: ClaimChange = {
		claim: row.claim,
		relation: row.fact.relation,
		rows: rest,
		added: [],
		without: [row.id],
	};
	return settle({ changes: [change], cause: "timeline", state, draft, inHand });
}
