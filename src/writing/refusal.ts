import { UtopiaError } from "../errors.ts";

/** Why an action is not carried out. Public: a reason is never renamed and never used again for something else. */
export type Reason =
	| "precision_mismatch"
	| "invalid_date"
	| "empty_state_span"
	| "end_before_start"
	| "attested_to_missing"
	| "attested_to_misplaced"
	| "unknown_entity"
	| "ambiguous_name"
	| "unknown_class"
	| "unknown_relation"
	| "unknown_document"
	| "unknown_chunk"
	| "unknown_qualifier"
	| "predicate_missing"
	| "object_missing"
	| "object_twice"
	| "entity_expected"
	| "value_expected"
	| "wrong_datatype"
	| "malformed_text"
	| "confidence_out_of_range"
	| "nothing_to_change"
	| "not_a_state"
	| "same_entity"
	| "blank_name"
	| "same_name"
	| "same_type"
	| "entity_exists"
	| "canonical_name"
	| "unknown_resolution"
	| "valid_to_missing"
	| "valid_to_misplaced"
	| "fact_id_missing"
	| "fact_id_misplaced"
	| "unknown_fact"
	| "bad_key"
	| "key_taken"
	| "iri_malformed"
	| "iri_taken"
	| "foreign_base"
	| "unknown_term"
	| "not_of_ontology"
	| "named_graph"
	| "builtin_fixed"
	| "axiom_on_attribute"
	| "not_of_kind"
	| "self_reference"
	| "self_inverse_asymmetric"
	| "malformed_rule"
	| "unknown_attribute"
	| "unknown_operator"
	| "operand_mismatch"
	| "not_comparable"
	| "condition_twice"
	| "expression_too_deep"
	| "expression_reads_nothing"
	| "join_missing"
	| "join_not_a_relation"
	| "shape";

/** Where in a request the trouble is. */
export interface Place {
	/** Which fact of a batch, counted from 0. */
	readonly fact?: number | undefined;
	/** Path of the field, such as `valid_from` or `evidence.0.quote`. */
	readonly field?: string | undefined;
	/** What was found there, shortened. */
	readonly found?: string | undefined;
	/** What is allowed there. */
	readonly allowed?: string | undefined;
}

const LONGEST_FOUND = 200;

/** A refusal that a person can act on: which fact, which field, what was found, what is allowed. */
export function refused(reason: Reason, sentence: string, place: Place = {}): UtopiaError {
	const { fact, field, found, allowed } = place;
	return new UtopiaError("UTOPIA_WRITE_REFUSED", sentence, {
		reason,
		...(fact !== undefined && { fact }),
		...(field !== undefined && { field }),
		...(found !== undefined && { found: found.slice(0, LONGEST_FOUND) }),
		...(allowed !== undefined && { allowed }),
	});
}

/** The base has moved past what the caller saw: what it wanted to change is no longer so. */
export function overtaken(
	reason:
		| "row_replaced"
		| "row_retracted"
		| "already_merged"
		| "merge_reverted"
		| "not_deleted"
		| "head_moved"
		| "key_reused"
		| "finding_decided"
		| "finding_not_decided"
		| "decided_elsewhere"
		| "in_use",
	sentence: string,
	details: Readonly<Record<string, unknown>> = {},
): UtopiaError {
	return new UtopiaError("UTOPIA_WRITE_OVERTAKEN", sentence, { reason, ...details });
}

const NOUNS = {
	entity: "entity",
	fact: "fact",
	derived: "derived fact",
	document: "document",
	merge: "merge",
	finding: "finding",
	class: "class",
	relation: "relation",
	rule: "rule",
} as const;

/** No such thing in this base: one sentence for foreign, hidden, deleted and made-up ids. */
export function unknownThing(kind: keyof typeof NOUNS): UtopiaError {
	const name = kind === "class" || kind === "relation" ? "key" : "id";
	return new UtopiaError(
		"UTOPIA_THING_NOT_FOUND",
		`No ${NOUNS[kind]} with that ${name} in this knowledge base`,
		{ resource: kind },
	);
}
