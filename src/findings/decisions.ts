import { VIOLATION_KINDS, type Violation, type ViolationState } from "../ledger/violations.ts";
import type { Ontology, RelationWithAxioms } from "../ontology/ontology.ts";

/** What a person can say of a violation or a limit; what the engine says by itself (`criterion_changed`) is not among it. */
export const DECISIONS = ["fact_retracted", "fact_closed", "axiom_relaxed", "accepted", "reopened"] as const;
export type Decision = (typeof DECISIONS)[number];

const VIOLATIONS: ReadonlySet<string> = new Set(VIOLATION_KINDS);

/** What can be decided on a finding of a kind (accounts 4): limits and disagreements of rules name no fact that could go. */
export function decisionsOn(kind: Violation["kind"]): readonly Decision[] {
	if (!VIOLATIONS.has(kind)) return ["accepted", "reopened"];
	if (kind === "disjoint_types") return ["axiom_relaxed", "accepted", "reopened"];
	return DECISIONS;
}

type Flags = Partial<Record<Violation["kind"], (relation: RelationWithAxioms) => boolean>>;

const ASKED: Flags = {
	self_loop: ({ irreflexive, asymmetric }) => irreflexive || asymmetric,
	asymmetry: ({ asymmetric }) => asymmetric,
	cycle: ({ transitive, symmetric }) => transitive && !symmetric,
	functional: ({ functional }) => functional,
	inverse_functional: ({ inverseFunctional }) => inverseFunctional,
	signature: ({ domains, ranges }) => domains.length + ranges.length > 0,
};

/**
 * Whether what a violation breaks is still declared. Whatever changes an axiom looks at its violations in the same commit, so
 * that one which is open and does not stand can only have come with a file.
 */
export function axiomStands({ kind, relation }: Violation, { relations }: Ontology): boolean {
	const asked = ASKED[kind];
	if (asked === undefined || relation === undefined) return true;
	const declared = relations.get(relation);
	return declared !== undefined && asked(declared);
}

/** What a person can do about a finding as it stands: decide where it is open, take the decision back where one stands. */
export function resolutionsOf(
	kind: Violation["kind"],
	state: Pick<ViolationState, "status" | "resolution">,
): readonly Decision[] {
	if (state.status === "open") return decisionsOn(kind).filter((one) => one !== "reopened");
	const isDecided = state.status === "resolved" && state.resolution !== "criterion_changed";
	return isDecided ? ["reopened"] : [];
}
