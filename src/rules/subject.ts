import type { Literal } from "@rdfjs/types";
import type { Interval } from "../time/interval.ts";

/** A statement that can be a premise, with the interval it is taken to hold in. `S` is told apart by identity (`===`). */
export interface Premise<S> {
	readonly statement: S;
	readonly interval: Interval;
}

/** A value that is said of an entity under an attribute. */
export interface Reading<S> extends Premise<S> {
	readonly value: Literal;
	/** The unit of the observation, where one was given. */
	readonly unit?: string | undefined;
}

/** An entity as a rule sees it. */
export interface Subject<S> {
	/** Told apart from other entities by this. */
	readonly entity: string;
	/** Whether the type it is held to have is the rule's class, or one below it. */
	readonly isOf: boolean;
	/** Concluded types that are the rule's class, or below it. */
	readonly concludedTypes: readonly Premise<S>[];
	/** What is said of it under the attribute of that IRI. */
	readonly readings: (attribute: string) => readonly Reading<S>[];
}

/** Another entity, and the edges of the rule's join relation that lead to it. Its class does not matter. */
export interface Joined<S> {
	readonly edges: readonly Premise<S>[];
	readonly y: Pick<Subject<S>, "entity" | "readings">;
}

/** What an attribute is declared to be, as far as rules look at it. */
export interface AttributeDeclared {
	readonly unit?: string | undefined;
	readonly range?: string | undefined;
}
