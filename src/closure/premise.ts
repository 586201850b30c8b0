import type { Bound } from "../time/holds.ts";
import type { Span } from "./span.ts";

/** What conclusions are drawn from: one held fact between two owners, with its interpreted interval. */
export interface Premise {
	readonly id: string;
	readonly subject: string;
	/** IRI. */
	readonly relation: string;
	/** Another entity, or a value by a text that is no entity's. */
	readonly object: string;
	/** Missing on a side that is unbounded. Half-open; never empty. */
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
	/** From 0 to 1. */
	readonly confidence: number;
	/** Of a value that is a number. */
	readonly unit?: string | undefined;
}

export type AxiomKind = "transitive" | "symmetric" | "inverse" | "sub_property";

/** A rule that a declaration is: one for each relation and kind (A6). `declaredOn` is the premise's relation (A1). */
export interface AxiomRule {
	readonly kind: AxiomKind;
	readonly declaredOn: string;
}

/** A version of a rule that was written, and the group of its conditions that is met. */
export interface VersionRule {
	readonly kind: "business";
	/** As proofs name it. */
	readonly version: string;
	readonly group: number;
}

export type ProofRule = AxiomRule | VersionRule;

/** One way in which a conclusion follows: a rule and its immediate premises in order, by id. */
export interface Proof {
	readonly id: string;
	readonly rule: ProofRule;
	readonly premises: readonly string[];
	/** That of the weakest premise (J5). */
	readonly confidence: number;
}

/** What follows, for as long as it stands. */
export interface Conclusion {
	readonly id: string;
	readonly subject: string;
	readonly relation: string;
	readonly object: string;
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
}

/** A conclusion before it has its id. */
export type Drawn = Omit<Conclusion, "id">;

/** A proof and the id of what it proves. */
export interface ProofOf extends Proof {
	readonly of: string;
}

/** Gives what is drawn its ids. */
export interface Naming {
	conclusion(drawn: Drawn): string;
	proof(drawn: Omit<ProofOf, "id">): string;
}

/** A conclusion as it was told, with its proofs. */
export interface Recalled {
	readonly conclusion: Conclusion;
	readonly proofs: readonly Proof[];
}

/** What a change of premises or axioms does to conclusions. What is in neither list stands as it stood. */
export interface ClosureChange {
	readonly drawn: readonly Conclusion[];
	readonly withdrawn: readonly Conclusion[];
	readonly proofsBegun: readonly ProofOf[];
	/** Those of withdrawn conclusions included. */
	readonly proofsEnded: readonly ProofOf[];
	/** Relations with more conclusions than their cap lets stand (L1). */
	readonly capped: readonly string[];
	/** All conclusions that do not stand because something contradicts them, whenever that began. */
	readonly contradictions: readonly Contradiction[];
	/** What keeps rules from concluding all that they could, whenever that began. */
	readonly troubles: readonly RuleTrouble[];
}

/** The text under which equal rules are equal. */
export function ruleKey(rule: ProofRule): string {
	return rule.kind === "business"
		? `business ${rule.version} ${rule.group}`
		: `${rule.kind} ${rule.declaredOn}`;
}

/** The text under which equal proofs of one conclusion are equal. */
export function proofKey({ rule, premises, confidence }: Omit<Proof, "id">): string {
	return `${ruleKey(rule)} ${premises.join(" ")} ${confidence}`;
}

/** What is said, without when. */
export type Triple = Pick<Premise, "subject" | "relation" | "object">;

/** Axioms that conclude nothing, and that a conclusion can break (derivation 7). */
export type BreakableAxiom = "functional" | "inverse_functional" | "asymmetric" | "disjoint_with";

/** A conclusion that follows and does not stand, since something that is said otherwise contradicts it (X1, X2). */
export interface Contradiction {
	readonly triple: Triple;
	readonly span: Span;
	readonly axiom: BreakableAxiom;
	readonly rule: ProofRule;
	/** Ids of the premises from which it follows. */
	readonly premises: readonly string[];
	/** The fact that says otherwise; where only another conclusion does, the rule that draws that one. */
	readonly against: { readonly fact: string; readonly says: Triple } | { readonly rule: ProofRule };
	/** It stands all the same, since somebody accepted that both do. */
	readonly isAccepted: boolean;
}

/** A conclusion and what is asserted against it. */
export interface Clash {
	readonly axiom: BreakableAxiom;
	readonly concluded: Triple;
	readonly asserted: Triple;
}

/** Something that keeps a rule from concluding all that it could. */
export interface RuleTrouble {
	readonly kind: "rule_capped" | "division_by_zero" | "unit_mismatch";
	/** Id of the rule. */
	readonly rule: string;
	/** An attribute's IRI, where one is to blame. */
	readonly attribute?: string | undefined;
	readonly count: number;
}
