import type { View } from "../access/view.ts";
import { type BaseState, stateOf } from "../actions/base-state.ts";
import { type SpelledStatement, spelledStatementsAt } from "../ontology/spelled.ts";
import type { OntologyTriple } from "../ontology/statements.ts";
import { spell } from "../rdf/terms.ts";

/** Triples of an ontology by {@link tripleKey}, values as they were spelled. */
export type Triples = ReadonlyMap<string, OntologyTriple>;

/** The text under which equal triples are equal. */
export function tripleKey({ subject, property, value }: OntologyTriple): string {
	return `${subject} ${property} ${spell(value)}`;
}

/** Triples by their keys, each once. */
export function triplesOf(triples: Iterable<OntologyTriple>): Triples {
	return new Map([...triples].map((triple) => [tripleKey(triple), triple]));
}

/** Things by what `of` says of each. */
export function grouped<Thing>(
	things: Iterable<Thing>,
	of: (thing: Thing) => string,
): ReadonlyMap<string, readonly Thing[]> {
	const groups = new Map<string, Thing[]>();
	for (const thing of things) {
		const group = groups.get(of(thing));
		if (group === undefined) groups.set(of(thing), [thing]);
		else group.push(thing);
	}
	return groups;
}

/** A base with its ontology as it stands at its head. */
export interface Standing {
	readonly state: BaseState;
	readonly statements: readonly SpelledStatement[];
	readonly triples: Triples;
}

export async function standingOf(view: View): Promise<Standing> {
	const state = await stateOf(view);
	const statements = await spelledStatementsAt(state.asOf, view);
	const triples = triplesOf(
		statements.map(({ subject, property, spelled }) => ({ subject, property, value: spelled })),
	);
	return { state, statements, triples };
}
