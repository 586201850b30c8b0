import { stateAt } from "../../ledger/finding-table.ts";
import { violations } from "../../ledger/violations.ts";
import type { Scene } from "./subject.ts";

/** The relations, by key, and rules, by id, of which a cap cut conclusions at the record instant (S11); accepting that changes nothing. */
export async function cappedAt({ view, asOf, ontology }: Scene): Promise<readonly string[]> {
	const found = new Set<string>();
	for (const violation of (await view.kept(violations)).list()) {
		const { kind, relation, rules } = violation;
		if (kind !== "predicate_capped" && kind !== "rule_capped") continue;
		const state = stateAt(violation, asOf);
		if (state?.status !== "open" && state?.resolution !== "accepted") continue;
		if (relation !== undefined) found.add(ontology.relations.get(relation)?.key ?? relation);
		for (const rule of rules) found.add(rule);
	}
	return [...found].sort();
}
