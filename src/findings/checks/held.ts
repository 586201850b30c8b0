import type { Ontology } from "../../ontology/ontology.ts";
import type { Interval } from "../../time/interval.ts";
import type { Placed } from "../../timeline/drawn-ends.ts";

/** A fact that is held now, as the checks look at it. Both ends are owners. */
export interface HeldFact {
	readonly id: string;
	/** Concluded; else asserted. */
	readonly isDerived: boolean;
	readonly subject: string;
	/** IRI of the relation. */
	readonly predicate: string;
	/** Missing where the object is a value. */
	readonly object: string | undefined;
	/** A key under which equal values are equal, missing where the object is an entity. */
	readonly value: string | undefined;
	/** As it is read (W1 to W6); missing where it holds at no moment. */
	readonly interval: Interval | undefined;
	/** What the timeline orders it by, needed of states that are declared to have one value only; else the interval's start is. */
	readonly placed?: Placed | undefined;
}

/** What a fact says, without when. */
export type ClaimOfEnds = Pick<HeldFact, "subject" | "predicate" | "object" | "value">;

/** The facts that are held now, found by what they say. Those with many facts are read no further than they are looked at. */
export interface HeldFacts {
	ofClaim(claim: ClaimOfEnds): Iterable<HeldFact>;
	from(predicate: string, subject: string): Iterable<HeldFact>;
	to(predicate: string, object: string): Iterable<HeldFact>;
	withValue(predicate: string, value: string): Iterable<HeldFact>;
	/** At either end. */
	ofEntity(entity: string): Iterable<HeldFact>;
	ofRelation(predicate: string): Iterable<HeldFact>;
}

/** What facts are checked against, and how they are found. */
export interface Checked {
	readonly ontology: Ontology;
	readonly facts: HeldFacts;
	/** IRI of the class that an entity is held to have. */
	classOf(entity: string): string | undefined;
}

/** The end that is no subject, as a text under which equal ends are equal. */
export function otherEnd({ object, value }: Pick<HeldFact, "object" | "value">): string {
	return object ?? `= ${value}`;
}
