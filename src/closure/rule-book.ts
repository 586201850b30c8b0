import type { Fact } from "./facts.ts";
import type { RuleTrouble, Triple } from "./premise.ts";
import type { Span } from "./span.ts";

/** The facts that stand, found from either end. */
export interface Lookup {
	from(relation: string, subject: string): Iterable<Fact>;
	to(relation: string, object: string): Iterable<Fact>;
}

/** One rule looked at for one entity, or for one pair. */
export interface Application {
	/** Told apart from all others by this. */
	readonly key: string;
}

/** What an application concludes from facts that stand. */
export interface RuleConclusion {
	readonly triple: Triple;
	readonly span: Span;
	/** The version of the rule, as its proofs name it. */
	readonly version: string;
	readonly group: number;
	/** In order. */
	readonly premises: readonly Fact[];
}

/** What an application comes to. */
export interface Outcome {
	readonly conclusions: readonly RuleConclusion[];
	/** Groups with more combinations than are tried: they conclude nothing (L2). */
	readonly cappedGroups: readonly number[];
	/** What else has to be told of it. */
	readonly troubles: readonly RuleTrouble[];
}

/** Rules that draw conclusions from several facts at once, of whatever kind: what is known of them here. */
export interface RuleBook {
	/** Whether a rule may read what it concludes itself, on whatever way round. */
	readonly isCircular: boolean;
	/** Whether what is concluded from the one, by rules and axioms, could be the other, or a premise of it. */
	leadsTo(from: Triple, to: Triple): boolean;
	/** Whether any rule reads facts of the relation. */
	reads(relation: string): boolean;
	/** The applications that a fact is read by, or would be if it stood. */
	around(triple: Triple, lookup: Lookup): Iterable<Application>;
	/** The applications that come to something else when the entity is of another class. */
	ofEntity(entity: string, lookup: Lookup): Iterable<Application>;
	/** What an application comes to when some of its groups, by `key group`, conclude nothing. */
	evaluate(application: Application, lookup: Lookup, silenced: ReadonlySet<string>): Outcome;
}

/** No rules. */
export const NO_RULES: RuleBook = {
	isCircular: false,
	leadsTo: () => false,
	reads: () => false,
	around: () => [],
	ofEntity: () => [],
	evaluate: () => ({ conclusions: [], cappedGroups: [], troubles: [] }),
};
