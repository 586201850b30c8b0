import type { Premise } from "./premise.ts";

/** The classes that entities are held to have, which concluded types may contradict. */
export interface HeldTypes {
	/** IRI of the relation by which types are concluded. */
	readonly relation: string;
	/** What is held of an entity's class, without limit of time; nothing where that is not decided. */
	of(entity: string): Premise | undefined;
	/** Whether nothing can be of both at one moment: classes as they stand in triples. */
	areDisjoint(one: string, other: string): boolean;
}

/** Nothing is held of classes, and none of them are disjoint. */
export const NO_TYPES: HeldTypes = { relation: "", of: () => undefined, areDisjoint: () => false };
