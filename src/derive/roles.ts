import type { Axioms } from "../closure/axioms.ts";
import { isLookedAt } from "../findings/checks/around.ts";
import type { Ontology, RelationDeclared } from "../ontology/ontology.ts";

/** By what the facts of relations are needed. */
export interface Needing {
	readonly ontology: Ontology;
	readonly axioms: Axioms;
	/** Relations and attributes that rules read or conclude. */
	readonly ruled: ReadonlySet<string>;
}

/** What the thread of conclusions needs the facts of a relation for. */
export interface Role {
	readonly relation: RelationDeclared;
	/** Something follows from them, or is contradicted by them. */
	readonly isPremise: boolean;
	readonly isChecked: boolean;
	/** Checks ask what the timeline orders them by. */
	readonly isPlaced: boolean;
}

/** What the facts of a relation are needed for, if for anything. */
export function roleOf(iri: string, { ontology, axioms, ruled }: Needing): Role | undefined {
	const relation = ontology.relations.get(iri);
	if (relation === undefined) return undefined;
	const isPremise = axioms.concerns(iri) || ruled.has(iri);
	const isChecked = isLookedAt(relation);
	const { temporal, functional, inverseFunctional } = relation;
	const isPlaced = temporal === "state" && (functional || inverseFunctional);
	return isPremise || isChecked ? { relation, isPremise, isChecked, isPlaced } : undefined;
}

/** The text under which a relation's facts are needed for the same and read in the same way. */
export function roleText(role: Role | undefined): string {
	if (role === undefined) return "";
	const { relation, isPremise, isChecked, isPlaced } = role;
	return `${relation.kind} ${relation.temporal} ${isPremise} ${isChecked} ${isPlaced}`;
}
