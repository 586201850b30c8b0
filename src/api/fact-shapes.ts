import { z } from "zod";
import type { FactWish } from "../actions/wishes.ts";
import { isUuid } from "../mcp/arguments.ts";
import { maybe, strict } from "./checked.ts";

const UUID = "must be a uuid";
const text = z.string({ error: "must be a string" });
const flag = z.boolean({ error: "must be true or false" });
const number = z.number({ error: "must be a number" });

/** An id in a body, in lower case. */
export const uuid = z
	.string({ error: UUID })
	.refine(isUuid, { error: UUID })
	.transform((given) => given.toLowerCase());

const ENTITY = "must be {id}, or {name} with or without type";
const entityWish = strict({
	id: maybe(uuid),
	name: maybe(text),
	type: maybe(text.describe("Key or IRI of a class.")),
})
	.refine(({ id, name, type }) => (id === undefined) !== (name === undefined) && !(id && type), {
		error: ENTITY,
	})
	.describe("By id, or by exact name and type; a name that nothing has makes a new entity.");

const RAW = "must be a string, a number or true or false";
const LONG_NUMBER = "must be a string where a whole number has more than 15 digits, so that none is lost";
const raw = z
	.union([z.string(), z.number(), z.boolean()], { error: RAW })
	.refine((given) => typeof given !== "number" || !Number.isInteger(given) || Number.isSafeInteger(given), {
		error: LONG_NUMBER,
	})
	.describe('A number as a string ("1.50") keeps its spelling.');
const valueWish = strict({
	value: raw,
	unit: maybe(text),
	relative: maybe(flag.describe("Told relative to an event and kept as text.")),
	language: maybe(text),
});

const date = text.describe("At its own precision: 2023, 2023-06, 2023-06-15, 2023-06-15T14:32Z.");
const precision = maybe(text.describe("year, month, day, hour, minute or second; else the form tells."));
const moment = maybe(text.describe("A date or a moment."));

const ends = {
	valid_from_precision: precision,
	valid_to_precision: precision,
	ended_unknown: maybe(flag.describe("It ended, nobody knows when; needs attested_to.")),
	attested_to: moment,
};

const evidence = strict({
	document_id: uuid,
	chunk_id: maybe(uuid),
	quote: maybe(text),
	origin: maybe(
		z
			.enum(["stated", "ocr", "transcribed", "described"], {
				error: "must be stated, ocr, transcribed or described",
			})
			.describe(
				"Default: that of the passage named, or else of the one that has the quote; stated where there is none.",
			),
	),
	attested_at: moment,
	attested_name: maybe(text),
});

const qualifier = strict({ key: text, value: maybe(raw), entity_id: maybe(uuid) }).refine(
	({ value, entity_id }) => (value === undefined) !== (entity_id === undefined),
	{ error: "must be {key} with either value or entity_id" },
);

const fact = strict({
	subject: entityWish,
	predicate: maybe(text.describe("Key or IRI of a relation or attribute.")),
	proposed_predicate: maybe(text.describe("The source's own word, where the ontology has none.")),
	object: maybe(entityWish),
	value: maybe(valueWish),
	valid_from: maybe(date),
	valid_to: maybe(date),
	...ends,
	attested_from: moment,
	start_grade: maybe(z.enum(["A", "B", "C"], { error: "must be A, B or C" })),
	confidence: maybe(number.describe("From 0 to 1; 1 by default.")),
	evidence: maybe(z.array(evidence, { error: "must be a list" })),
	qualifiers: maybe(z.array(qualifier, { error: "must be a list" })),
});

const MANY = "must be a list of 1 to 1000 facts";

/** The facts of one batch. */
export const newFacts = strict({
	facts: z
		.array(fact, { error: MANY })
		.min(1, { error: MANY })
		.max(1_000, { error: MANY })
		.describe("All of them are recorded, in one commit, or none."),
});

const removable = date.nullable().optional().describe("null takes the end away; left out it stays.");
export const correction = strict({
	valid_from: removable,
	valid_to: removable,
	...ends,
	object: maybe(entityWish),
	value: maybe(valueWish),
	note: maybe(text),
});

const { valid_from_precision: _, ...closingEnds } = ends;
export const closing = strict({ valid_to: maybe(date), ...closingEnds }).refine(
	({ valid_to, ended_unknown }) => valid_to !== undefined || ended_unknown === true,
	{ error: "must be an object with valid_to, or with ended_unknown: true and attested_to" },
);

export const retraction = strict({
	reason: maybe(text.describe("Taken, and not kept: this version has no record of activity yet.")),
});

type Fact = z.output<typeof fact>;

/** A fact as the action takes it. */
export function factWish({ evidence = [], qualifiers = [], ...said }: Fact): FactWish {
	return {
		subject: said.subject,
		predicate: said.predicate,
		proposedPredicate: said.proposed_predicate,
		object: said.object,
		value: said.value,
		validFrom: said.valid_from,
		validTo: said.valid_to,
		...endsWish(said),
		attestedFrom: said.attested_from,
		startGrade: said.start_grade,
		confidence: said.confidence,
		qualifiers: qualifiers.map(({ key, value, entity_id }) => ({ key, value, entity: entity_id })),
		evidence: evidence.map((piece) => ({
			document: piece.document_id,
			chunk: piece.chunk_id,
			quote: piece.quote,
			origin: piece.origin,
			attestedAt: piece.attested_at,
			attestedBy: piece.attested_name,
		})),
	};
}

/** What all writes say of ends beside the dates themselves. */
export function endsWish(said: {
	readonly valid_from_precision?: string | undefined;
	readonly valid_to_precision?: string | undefined;
	readonly ended_unknown?: boolean | undefined;
	readonly attested_to?: string | undefined;
}) {
	return {
		validFromPrecision: said.valid_from_precision,
		validToPrecision: said.valid_to_precision,
		endedUnknown: said.ended_unknown,
		attestedTo: said.attested_to,
	};
}
