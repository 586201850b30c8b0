import type { RelationAxioms } from "../closure/axioms.ts";
import type { PremiseChange } from "../closure/closure.ts";
import type { ClosureChange, Premise, Recalled } from "../closure/premise.ts";

/** What the thread of conclusions is asked. Each is answered with what changed, in order. */
export type Ask =
	| {
			readonly kind: "restart";
			readonly axioms: readonly RelationAxioms[];
			readonly cap: number;
			readonly premises: readonly Premise[];
			readonly recalled: readonly Recalled[];
	  }
	/** Other axioms; premises that nothing follows from any more are dropped first. */
	| {
			readonly kind: "rebase";
			readonly axioms: readonly RelationAxioms[];
			readonly cap: number;
			readonly change: PremiseChange;
	  }
	/** Premises that it does not have are not removed, without a word: not all facts are premises. */
	| { readonly kind: "change"; readonly change: PremiseChange };

/** With the base and the instant of the commit, by which conclusions are named. */
export interface Asked {
	readonly kb: string;
	/** Microseconds. */
	readonly at: bigint;
	readonly ask: Ask;
}

export type Answered = { readonly change: ClosureChange } | { readonly failure: string };
