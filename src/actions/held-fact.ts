import type { View } from "../access/view.ts";
import { factsById } from "../ledger/facts.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import type { Holding } from "../writing/locks.ts";
import { overtaken, unknownThing } from "../writing/refusal.ts";
import { ROUND } from "../writing/writer.ts";
import { type BaseState, isNameRelation, isSpellable, keysOf, stateOf } from "./base-state.ts";
import { type HeldRow, heldRows } from "./held-rows.ts";

/** A held row that an action changes, and the base while nobody else touches the row. */
export interface HeldFact {
	readonly row: HeldRow;
	readonly state: BaseState;
}

/**
 * Finds a fact by id and holds it with all that it may touch.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_OVERTAKEN `row_replaced` with the id of the row that stands for it now, or `row_retracted`
 */
export async function holdFact(id: string, holding: Holding, view: View): Promise<HeldFact> {
	const before = await stateOf(view);
	const [fact] = isSpellable(id) ? await factsById([id], before) : [];
	if (fact === undefined) throw unknownThing("fact");
	const object =
		"entity" in fact.object && keysOf(fact.relation).inverseFunctional ? [fact.object.entity] : [];
	await holding.round(ROUND.entities, [fact.subject, ...object]);
	const state = await stateOf(view);
	const [row] = await heldRows([id], state);
	if (row !== undefined) return { row, state };
	const live = (await liveRowsOf([id], state)).get(id);
	if (live === undefined)
		throw overtaken("row_retracted", "This fact is not held any more; assert it again if it is true", {
			fact: id,
		});
	throw overtaken("row_replaced", "This fact has been replaced; read the row that stands for it now", {
		fact: id,
		replaced_by: live,
	});
}

/** Whether the row is a name, and the one that its entity is called by. */
export function isCanonicalName({ fact, details }: HeldRow): boolean {
	return isNameRelation(fact.predicate) && details.canonical;
}
