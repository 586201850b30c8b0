import { createHash } from "node:crypto";
import { type AxiomRule, type Drawn, type Naming, type ProofOf, ruleKey } from "../closure/premise.ts";
import type { Instant } from "../time/instant.ts";

/** A UUID (RFC 9562, version 8) made of the digest of some texts: the same texts have the same one, and it tells nothing of them. */
export function computedUuid(...texts: readonly string[]): string {
	const hex = createHash("sha256").update(JSON.stringify(texts)).digest("hex");
	const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The id of the rule that an axiom is, wherever no file gave it another (A6). */
export function axiomRuleId(kb: string, { kind, declaredOn }: AxiomRule): string {
	return computedUuid(kb, "rule", kind, declaredOn);
}

/** The ids of what a base concludes with the commit of that instant: a recomputation gives the same (K9). */
export function namingAt(kb: string, at: Instant): Naming {
	return {
		conclusion: ({ subject, relation, object, from, to }: Drawn) =>
			derivedName(
				computedUuid(kb, "derived", subject, relation, object, boundText(from), boundText(to), String(at)),
			),
		proof: ({ of, rule, premises, confidence }: Omit<ProofOf, "id">) =>
			computedUuid(kb, "proof", of, ruleKey(rule), ...premises, String(confidence), String(at)),
	};
}

/** What a derived fact is called among premises: the end of its IRI. */
export function derivedName(id: string): string {
	return `derived:${id}`;
}

function boundText(bound: Drawn["from"]): string {
	return bound === undefined ? "" : `${bound.at} ${bound.precision ?? ""}`;
}
