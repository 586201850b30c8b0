import type { RelationAxioms } from "../closure/axioms.ts";
import type { AxiomRule, ClosureChange, Premise, Recalled } from "../closure/premise.ts";
import type { Around, Touched } from "../findings/checks/around.ts";
import type { Ontology } from "../ontology/ontology.ts";
import type { AttributeDeclared } from "../rules/subject.ts";
import type { Placed } from "../timeline/drawn-ends.ts";
import type { ConclusionCount } from "../writing/conclusions.ts";
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

/** A fact of a relation that anything follows from, or that any check looks at. */
export interface SentFact extends Premise {
	/** It holds at no moment, and nothing follows from it. */
	readonly isNever?: boolean;
	/** What the timeline orders it by, where checks ask for that. */
	readonly placed?: Placed | undefined;
}

export interface SentChange {
	readonly removed: readonly string[];
	readonly added: readonly SentFact[];
}

/** What every commit says to the thread of conclusions beside what it does to facts. */
interface Told {
	/** The classes of entities that have another one; all of them where the world is another one or was not told yet. */
	readonly types: readonly NewTyping[];
	/** What is declared, where it is not what it was. */
	readonly ontology: Ontology | undefined;
	/** What checks have to look at beside the facts that change. */
	readonly touched: Touched;
	/** Ids of the contradictions that somebody accepted, where these are not the ones that were. */
	readonly accepted: readonly string[] | undefined;
}

/** What the thread of conclusions is asked. Each is answered with what changed, in order. */
export type Ask = Told &
	(
		| {
				readonly kind: "restart";
				readonly world: SentWorld;
				readonly facts: readonly SentFact[];
				readonly recalled: readonly Recalled[];
		  }
		/** Other axioms or rules. */
		| { readonly kind: "rebase"; readonly world: SentWorld; readonly change: SentChange }
		/** Facts that it does not have are not removed, without a word: not all facts are sent. */
		| { readonly kind: "change"; readonly change: SentChange }
	);

/** What comes and goes, each by itself. */
export type Listed = Pick<ClosureChange, "drawn" | "withdrawn" | "proofsBegun" | "proofsEnded">;

/** What stands in the way of conclusions. */
export type Hindered = Pick<ClosureChange, "capped" | "contradictions" | "troubles">;

/** What a commit does to conclusions, and what checks find around it. */
export interface Answer {
	readonly count: ConclusionCount;
	/** Missing where it is more than was wanted: the thread makes the rows of it, and is asked for these next. */
	readonly listed: Listed | undefined;
	/** The axioms by which proofs begin. */
	readonly axiomRules: readonly AxiomRule[];
	readonly hindered: Hindered;
	readonly around: Around;
}

/** The id of each rule that an axiom is. */
export type AxiomRuleIds = readonly (readonly [rule: AxiomRule, id: string])[];

export type Asked =
	/** Conclusions that stood before the thread begins; not answered. What is asked to begin with brings the others. */
	| { readonly kind: "recall"; readonly recalled: readonly Recalled[] }
	| {
			readonly kind: "draw";
			/** The base, and the instant of the commit in microseconds: by these conclusions are named. */
			readonly kb: string;
			readonly at: bigint;
			readonly ask: Ask;
			/** How many things that come and go are listed; of more, rows are made. */
			readonly mostListed: number;
	  }
	/** The next rows of what was not listed. Nothing else may be asked before all are taken. */
	| { readonly kind: "rows"; readonly axiomRules: AxiomRuleIds };

export type Answered =
	| { readonly kind: "answer"; readonly answer: Answer }
	/** N-Quads lines; `undefined` behind the last ones. */
	| { readonly kind: "rows"; readonly nquads: string | undefined }
	| { readonly kind: "failure"; readonly failure: string };
