import type { NamedNode } from "@rdfjs/types";
import { type BaseState, keysOf } from "../actions/base-state.ts";
import { claimKey, heldRows } from "../actions/held-rows.ts";
import { type Key, keysOfClaim } from "../actions/keyed-rows.ts";
import type { ClaimChange } from "../actions/plan.ts";
import { settle } from "../actions/settle.ts";
import type { Ontology, RelationDeclared } from "../ontology/ontology.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Draft } from "../writing/draft.ts";

const ofRelations = loadTemplate("declaring/facts-of-relations");
const MOST_FACTS = 10_000_000;

/** The facts held now of some relations: ids by the IRI of the relation. */
export async function factsOfRelations(
	relations: readonly NamedNode[],
	{ view, signal }: Pick<BaseState, "view" | "signal">,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const found = new Map<string, string[]>();
	if (relations.length === 0) return found;
	const { ledger } = graphsOf(view.kb);
	const query = ofRelations.bind({ ledger, predicates: relations }, { limit: MOST_FACTS });
	for (const row of await view.select(query, { signal })) {
		const { predicate, fact } = decode(row, { predicate: iri, fact: iri });
		const id = idOfKind(fact.value, "fact");
		if (id === undefined) continue;
		const ids = found.get(predicate.value);
		if (ids === undefined) found.set(predicate.value, [id]);
		else ids.push(id);
	}
	return found;
}

/**
 * Settles the timelines of the relations that live in another way than before: of another temporal kind, or unique on another
 * side. Tells how many rows that writes anew.
 */
export async function resettle(after: Ontology, state: BaseState, draft: Draft): Promise<number> {
	const before = state.ontology.relations;
	const all = new Map([...before, ...after.relations]);
	const changed = [...all.values()].filter(
		({ iri: { value } }) => living(before.get(value)) !== living(after.relations.get(value)),
	);
	const facts = await factsOfRelations(
		changed.map((relation) => relation.iri),
		state,
	);
	const ids = [...facts.values()].flat();
	if (ids.length === 0) return 0;
	const next: BaseState = { ...state, ontology: after };
	const changes = new Map<string, ClaimChange & { rows: ClaimChange["rows"][number][] }>();
	const keys: Key[] = [];
	for (const row of await heldRows(ids, next)) {
		const { claim } = row;
		const relation = after.relations.get(claim.predicate?.value ?? "");
		const known = changes.get(claimKey(claim));
		if (known === undefined) changes.set(claimKey(claim), { claim, relation, rows: [row], added: [] });
		else known.rows.push(row);
		// Under the old keys conflicts are withdrawn, under the new ones ends are drawn.
		const old = before.get(claim.predicate?.value ?? "");
		keys.push(...keysOfClaim(claim, old, state.owners), ...keysOfClaim(claim, relation, state.owners));
	}
	await settle({ changes: [...changes.values()], keys, cause: "timeline", state: next, draft });
	return draft.endings.length;
}

/** How facts of a relation live: of an undeclared one as states, any number at a time. */
function living(relation: RelationDeclared | undefined): string {
	const { functional, inverseFunctional } = keysOf(relation);
	return `${relation?.temporal ?? "state"} ${functional} ${inverseFunctional}`;
}
