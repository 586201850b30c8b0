import type { Literal, NamedNode } from "@rdfjs/types";
import type { Instant } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";
import type { Grade, Origin } from "../timeline/observation.ts";

/** Why a row was written (ledger 3.6). */
export type Cause = "asserted" | "corrected" | "closed" | "timeline" | "restored";

/** A detail of a fact that is no part of its claim. */
export interface QualifierRow {
	readonly type: NamedNode;
	readonly value: NamedNode | Literal;
}

/** What is said: owner of the subject, predicate, object or value, without when. */
export interface Claim {
	/** Id of an entity, as asserted. */
	readonly subject: string;
	/** Missing where the ontology has no such relation: then `word` is the source's own. */
	readonly predicate: NamedNode | undefined;
	readonly word?: string | undefined;
	/** The id of an entity, or a value in the spelling given. */
	readonly object: { readonly entity: string } | { readonly value: NamedNode | Literal };
	/** Of this observation: the unit a number was given in. */
	readonly unit?: string | undefined;
	/** The value is told relative to an event. */
	readonly relative?: boolean | undefined;
}

/** World time as it is written: ends with who set them. */
export interface WrittenTime {
	readonly from?: PartialDate | undefined;
	readonly fromOrigin?: Origin | undefined;
	readonly grade?: Grade | undefined;
	readonly to?: PartialDate | undefined;
	readonly toOrigin?: Origin | undefined;
	readonly endedUnknown: boolean;
	readonly attestedTo?: Instant | undefined;
	/** The fact that drew the end. */
	readonly drawnBy?: string | undefined;
}

/** A row of a fact about to be written. */
export interface NewFact extends Claim, WrittenTime {
	readonly id: string;
	/** From 0 to 1, as a decimal in its spelling. */
	readonly confidence: string;
	readonly cause: Cause;
	readonly supersedes?: string | undefined;
	readonly restores?: string | undefined;
	readonly correctedEnds?: "start" | "end" | "both" | undefined;
	readonly note?: string | undefined;
	/** On names: whether it is what the entity is called. */
	readonly canonical?: boolean | undefined;
	readonly qualifiers: readonly QualifierRow[];
	/** An attestation that stands on the row itself, as imported ones do; others are read from the evidence. */
	readonly attestedFrom?: Instant | undefined;
	readonly attestedBy?: string | undefined;
}

/** A piece of evidence about to be written: where it stands, and what it says. */
export interface NewEvidence {
	readonly id: string;
	readonly fact: string;
	readonly document?: string | undefined;
	readonly chunk?: string | undefined;
	readonly version?: NamedNode | undefined;
	readonly quote?: string | undefined;
	/** Code points in the chunk's text; missing when the quote is not found there. */
	readonly quoteStart?: number | undefined;
	readonly quoteEnd?: number | undefined;
	readonly origin?: string | undefined;
	readonly word?: string | undefined;
	readonly role: "holds" | "ended";
	readonly attestedAt?: Instant | undefined;
	readonly attestedBy?: string | undefined;
	/** Whose own word it is, where no document says it. */
	readonly person?: NamedNode | undefined;
	/** Whether the dates it says are known: imported evidence says none of its own. */
	readonly says?: {
		readonly from?: PartialDate | undefined;
		readonly to?: PartialDate | undefined;
		readonly ended: boolean;
		readonly grade?: Grade | undefined;
		readonly confidence?: string | undefined;
	};
}
