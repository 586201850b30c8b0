import { byProofOrder, type OrderedProof, ruleOfVersion } from "../ledger/proof-order.ts";
import { readBaseIri } from "../rdf/base-iris.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";

/** What the first proof of a derived fact says of it, and the fact does not say itself. */
export const SAID_BY_PROOFS = [
	utopia.confidence,
	prov.wasGeneratedBy,
	utopia.ruleVersion,
	prov.used,
] as const;

/** What is said of a proof; IRIs in full. */
export interface ProofParts {
	readonly proof: string;
	readonly confidence: string | undefined;
	readonly axiomRule: string | undefined;
	readonly ruleVersion: string | undefined;
	readonly group: string | undefined;
	/** The immediate premises, wherever they stand. */
	readonly premises: readonly { readonly seq: number; readonly statement: string }[];
}

const idOf = (iri: string) => readBaseIri(iri)?.id ?? iri;

/** A proof as it takes its place among others (derivation Q3). One that does not say how sure it is is certain. */
export function orderedProof({ proof, confidence, group, premises, ...rule }: ProofParts): OrderedProof {
	const { axiomRule, ruleVersion } = rule;
	return {
		id: idOf(proof),
		confidence: Number(confidence ?? 1),
		rule: idOf(axiomRule ?? (ruleVersion === undefined ? "" : ruleOfVersion(ruleVersion))),
		group: Number(group ?? 0),
		premises: inOrder(premises).map(({ statement }) => idOf(statement)),
	};
}

/** Premises by their places. */
export function inOrder<Premise extends { readonly seq: number }>(premises: readonly Premise[]): Premise[] {
	return [...premises].sort((a, b) => a.seq - b.seq);
}

/** The first of some proofs. */
export function firstOf<Proof extends OrderedProof>(proofs: readonly Proof[]): Proof | undefined {
	return [...proofs].sort(byProofOrder)[0];
}
