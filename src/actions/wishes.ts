/** An end of a fact as a caller names it: by id, or by exact name and type; a name that nothing has makes a new entity. */
export interface EntityWish {
	readonly id?: string | undefined;
	readonly name?: string | undefined;
	/** Key or IRI of a class. */
	readonly type?: string | undefined;
}

/** A value as a caller gives it. Numbers may be texts, which keeps their spelling (`"1.50"`). */
export interface ValueWish {
	readonly value: string | number | boolean;
	readonly unit?: string | undefined;
	/** Told relative to an event and kept as text. */
	readonly relative?: boolean | undefined;
	readonly language?: string | undefined;
}

/** Where a caller has it from. */
export interface EvidenceWish {
	readonly document: string;
	readonly chunk?: string | undefined;
	readonly quote?: string | undefined;
	readonly origin?: "stated" | "ocr" | "transcribed" | "described" | undefined;
	/** The date in force where it is said; else the document's own. */
	readonly attestedAt?: string | undefined;
	readonly attestedBy?: string | undefined;
}

export interface QualifierWish {
	/** Key or IRI of an attribute or relation that the fact's relation allows. */
	readonly key: string;
	readonly value?: string | number | boolean | undefined;
	readonly entity?: string | undefined;
}

/** One fact as a caller asserts it. Dates are texts at their own precision (`2023`, `2023-06`, …). */
export interface FactWish {
	readonly subject: EntityWish;
	/** Key or IRI of a relation or attribute. */
	readonly predicate?: string | undefined;
	/** The source's own word, where the ontology has no such relation. */
	readonly proposedPredicate?: string | undefined;
	readonly object?: EntityWish | undefined;
	readonly value?: ValueWish | undefined;
	readonly validFrom?: string | undefined;
	readonly validFromPrecision?: string | undefined;
	readonly validTo?: string | undefined;
	readonly validToPrecision?: string | undefined;
	readonly endedUnknown?: boolean | undefined;
	readonly attestedFrom?: string | undefined;
	readonly attestedTo?: string | undefined;
	readonly startGrade?: "A" | "B" | "C" | undefined;
	readonly confidence?: number | undefined;
	readonly qualifiers?: readonly QualifierWish[] | undefined;
	readonly evidence?: readonly EvidenceWish[] | undefined;
}
