import type { View } from "../access/view.ts";
import type { ProofRule } from "../closure/premise.ts";
import type { Around } from "../findings/checks/around.ts";
import { violations } from "../ledger/violations.ts";
import type { Ontology } from "../ontology/ontology.ts";
import type { ConclusionCount } from "../writing/conclusions.ts";
import type { Hindered } from "./protocol.ts";

/** What a commit comes to beside what it draws: all that stands in the way of conclusions, and what facts have against axioms. */
export interface Told extends Hindered {
	/** Contradictions of one relation that are listed; the rest is counted (X4). */
	readonly mostContradictions: number;
	/** Ids of the rules of which the definitions cannot be read. */
	readonly unreadable: readonly string[];
	/** What is found around what the commit touched; nothing where nothing was looked at. */
	readonly around: Around | undefined;
	/** What the ontology says afterwards. */
	readonly ontology: Ontology;
	/** Whether it says something else than before. */
	readonly isRedeclared: boolean;
	/** The id of a rule by which something is proved, or would be. */
	ruleId(rule: ProofRule): string;
}

/** What a commit draws, and what it comes to beside that; nothing where it leaves everything as it was. */
export interface Followed {
	readonly count: ConclusionCount;
	readonly told: Told | undefined;
}

/** What people have decided that conclusions depend on, and what to look at whatever a commit does. */
export interface Deciding {
	/** Ids of the contradictions that are accepted once the commit is written. */
	readonly accepted: ReadonlySet<string>;
	/** IRIs of relations. */
	readonly lookAt: readonly string[];
}

/** Ids of the contradictions that are accepted now: what contradicts an asserted fact stands all the same. */
export async function acceptedIn(view: View): Promise<ReadonlySet<string>> {
	const known = (await view.kept(violations)).list();
	const accepted = known.filter(
		({ kind, states }) => kind === "derived_contradiction" && states.at(-1)?.resolution === "accepted",
	);
	return new Set(accepted.map(({ id }) => id));
}
