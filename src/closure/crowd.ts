import type { Fact, RelationFacts } from "./facts.ts";
import type { Candidate } from "./placing.ts";
import { covers } from "./span.ts";

/**
 * Whether more triples of a relation are concluded, or are about to be, than conclusions may stand. What covers a conclusion is
 * none fewer: so this is never said of a relation whose conclusions all have room in the end.
 */
export function isCrowded(facts: RelationFacts, candidates: readonly Candidate[], cap: number): boolean {
	if (facts.conclusions + candidates.length <= cap) return false;
	let triples = 0;
	for (const cell of facts.cells()) if (cell.facts.some(isConcluded)) triples++;
	const others = new Set<string>();
	for (const candidate of candidates) {
		const { subject, object } = candidate;
		const there = facts.get(subject, object)?.facts.filter(({ isHeld }) => isHeld) ?? [];
		if (there.some((fact) => isConcluded(fact) || covers(fact, candidate))) continue;
		others.add(`${subject} ${object}`);
		if (triples + others.size > cap) return true;
	}
	return triples + others.size > cap;
}

function isConcluded({ premise, isHeld }: Fact): boolean {
	return premise === undefined && isHeld;
}
