import { byText } from "./by-text.ts";

/** What tells which of several proofs of one derived fact goes first (derivation Q3). */
export interface OrderedProof {
	readonly id: string;
	/** 0 to 1. */
	readonly confidence: number;
	/** The id of the axiom rule or business rule. */
	readonly rule: string;
	/** The group of conditions of a business rule; 0 where there is none. */
	readonly group: number;
	/** Ids of the immediate premises in order. */
	readonly premises: readonly string[];
}

/** The order of proofs: the surest first, then by rule, group and premises; what is equal in all of these goes by its own id. */
export function byProofOrder(a: OrderedProof, b: OrderedProof): number {
	return (
		b.confidence - a.confidence ||
		byText(a.rule, b.rule) ||
		a.group - b.group ||
		byPremises(a.premises, b.premises) ||
		byText(a.id, b.id)
	);
}

function byPremises(a: readonly string[], b: readonly string[]): number {
	const at = a.findIndex((premise, n) => premise !== b[n]);
	return at === -1 ? a.length - b.length : byText(a[at] ?? "", b[at] ?? "");
}

/** The rule that a version is of, as the version's IRI tells it: `…:ruleversion:{rule}:{n}`. */
export function ruleOfVersion(version: string): string {
	return version.replace(/:ruleversion:([^:]+)(?::\d+)?$/, ":rule:$1");
}
