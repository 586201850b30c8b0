import type { View } from "../../src/access/view.ts";
import { assertFacts } from "../../src/actions/assert-facts.ts";
import { correctFact } from "../../src/actions/correct-fact.ts";
import { mergeEntities, revertMerge } from "../../src/actions/merges.ts";
import { retractFact } from "../../src/actions/retract-fact.ts";
import type { Repeatable } from "../../src/writing/requests.ts";
import type { Action } from "../../src/writing/writer.ts";
import { importedDocument, importedEntity } from "./history-base.ts";
import { EDO } from "./history-run.ts";

/** An action that is told apart by its number: sent again, it is the same request. */
export type KeyedAction =
	| { readonly n: number; readonly does: "assert" }
	| { readonly n: number; readonly does: "correct" | "retract"; readonly row: string }
	| { readonly n: number; readonly does: "merge" | "revert"; readonly merge: string };

/** How many facts, and pieces of evidence of each, one assertion writes: all of them or none. */
export const BATCH = 3;

export function keyedAction(
	given: KeyedAction,
	view: View,
): { readonly action: Action<object>; readonly request: Repeatable; readonly alone: boolean } {
	const request = { caller: "edo", key: String(given.n), asked: JSON.stringify(given) };
	return { action: actionOf(given, view), request, alone: given.does === "merge" || given.does === "revert" };
}

function actionOf(given: KeyedAction, view: View): Action<object> {
	switch (given.does) {
		case "assert":
			return assertFacts(
				Array.from({ length: BATCH }, (_, k) => ({
					subject: { id: importedEntity(1 + ((given.n + k) % 3)) },
					predicate: "berths_at",
					object: { name: `Berth ${given.n}-${k}` },
					validFrom: `${1000 + ((given.n * 7 + k) % 1000)}`,
					evidence: [
						{ document: importedDocument(1), quote: `${given.n} ${k}` },
						{ document: importedDocument(2) },
					],
				})),
				EDO,
				view,
			);
		case "correct":
			return correctFact(given.row, { note: `corrected ${given.n}` }, EDO, view);
		case "retract":
			return retractFact(given.row, view);
		case "merge":
			return mergeEntities(importedEntity(4), importedEntity(5), {}, view);
		case "revert":
			return revertMerge(given.merge, view);
	}
}
