import { headMoment, type View } from "../access/view.ts";
import { type EntityIndex, entityIndex } from "../ledger/entity-index.ts";
import type { FactBasis } from "../ledger/facts.ts";
import { type Ontology, ontologyAt, type RelationDeclared } from "../ontology/ontology.ts";
import * as utopia from "../vocab/utopia.gen.ts";

/** Who stands for whom: as the base holds it, or as it will once a merge is written or taken back. */
export interface Owners {
	owner(entity: string): string;
	/** All entities that `owner` stands for, itself first. */
	members(owner: string): readonly string[];
}

/** A base as an action finds it: everything that is visible, while the action holds what it touches. */
export interface BaseState extends FactBasis {
	readonly index: EntityIndex;
	readonly ontology: Ontology;
	readonly owners: Owners;
}

/** The base as it stands at its head; an empty one is read as of the first instant there is. */
export async function stateOf(view: View): Promise<BaseState> {
	const asOf = headMoment(view);
	const [index, ontology] = await Promise.all([view.kept(entityIndex), ontologyAt(asOf, view)]);
	const { merges } = index;
	const owners: Owners = {
		owner: (entity) => merges.owner(entity, asOf),
		members: (owner) => merges.members(owner, asOf),
	};
	return { view, asOf, index, ontology, merges, owners };
}

/** Whether only one value at a time may hold: for a subject (`functional`), or an object. Events and eternal facts never close anything. */
export function keysOf(relation: RelationDeclared | undefined): {
	functional: boolean;
	inverseFunctional: boolean;
} {
	if (relation === undefined || relation.temporal !== "state")
		return { functional: false, inverseFunctional: false };
	return { functional: relation.functional, inverseFunctional: relation.inverseFunctional };
}

/** Whether it can be the id of anything: what would break out of an IRI names nothing. */
export function isSpellable(id: string): boolean {
	return /^[\dA-Za-z-]{1,64}$/.test(id);
}

/** The built-in relation of names holds without dates. */
export function isNameRelation(predicate: { readonly value: string } | undefined): boolean {
	return predicate?.value === utopia.knownAs.value;
}
