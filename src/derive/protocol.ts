import type { RelationAxioms } from "../closure/axioms.ts";
import type { PremiseChange } from "../closure/closure.ts";
import type { ClosureChange, Premise, Recalled } from "../closure/premise.ts";
import type { AttributeDeclared } from "../rules/subject.ts";
import type { NewTyping, RuleInWriting } from "../writing/draft.ts";

/** A class and those directly above it, by IRI. */
export type SentClass = readonly [iri: string, parents: readonly string[]];
export type SentAttribute = readonly [iri: string, declared: AttributeDeclared];

/** By what conclusions are drawn. */
export interface SentWorld {
	readonly axioms: readonly RelationAxioms[];
	/** How many conclusions of one relation may stand. */
	readonly cap: number;
	readonly rules: readonly RuleInWriting[];
	readonly mostCombinations: number;
	readonly classes: readonly SentClass[];
	readonly attributes: readonly SentAttribute[];
}

/** What the thread of conclusions is asked. Each is answered with what changed, in order. */
export type Ask =
	| {
			readonly kind: "restart";
			readonly world: SentWorld;
			readonly premises: readonly Premise[];
			readonly recalled: readonly Recalled[];
			/** The classes of entities, where any rule asks for them. */
			readonly types: readonly NewTyping[];
	  }
	/** Other axioms or rules; all classes of entities are told anew. */
	| {
			readonly kind: "rebase";
			readonly world: SentWorld;
			readonly change: PremiseChange;
			readonly types: readonly NewTyping[];
	  }
	/** Premises that it does not have are not removed, without a word: not all facts are premises. */
	| { readonly kind: "change"; readonly change: PremiseChange; readonly types: readonly NewTyping[] };

/** With the base and the instant of the commit, by which conclusions are named. */
export interface Asked {
	readonly kb: string;
	/** Microseconds. */
	readonly at: bigint;
	readonly ask: Ask;
}

export type Answered = { readonly change: ClosureChange } | { readonly failure: string };
