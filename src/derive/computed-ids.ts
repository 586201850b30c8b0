import { type AxiomRule, type Drawn, type Naming, type ProofOf, ruleKey } from "../closure/premise.ts";
import { computedId } from "../rdf/computed-id.ts";
import type { Instant } from "../time/instant.ts";

/** The id of the rule that an axiom is, wherever no file gave it another (A6). */
export function axiomRuleId(kb: string, { kind, declaredOn }: AxiomRule): string {
	return idOf(kb, "rule", kind, declaredOn);
}

/** The ids of what a base concludes with the commit of that instant: a recomputation gives the same (K9). */
export function namingAt(kb: string, at: Instant): Naming {
	return {
		conclusion: ({ subject, relation, object, from, to }: Drawn) =>
			derivedName(idOf(kb, "derived", subject, relation, object, boundText(from), boundText(to), String(at))),
		proof: ({ of, rule, premises, confidence }: Omit<ProofOf, "id">) =>
			idOf(kb, "proof", of, ruleKey(rule), ...premises, String(confidence), String(at)),
	};
}

/** What a derived fact is called among premises: the end of its IRI. */
export function derivedName(id: string): string {
	return `derived:${id}`;
}

function idOf(...texts: readonly string[]): string {
	return computedId(JSON.stringify(texts));
}

function boundText(bound: Drawn["from"]): string {
	return bound === undefined ? "" : `${bound.at} ${bound.precision ?? ""}`;
}
