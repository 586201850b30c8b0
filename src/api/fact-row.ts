import { z } from "zod";
import { filenamesOf } from "../ledger/change-details.ts";
import type { Evidence } from "../ledger/evidence.ts";
import type { FactDetails } from "../ledger/fact-details.ts";
import { type Fact, factsById } from "../ledger/facts.ts";
import { lineageOf } from "../ledger/rewritings.ts";
import { detailsFor } from "../mcp/present/entity-list.ts";
import { factJson, factOutput } from "../mcp/present/fact-json.ts";
import { instantJson } from "../mcp/present/moment.ts";
import { type Scene, typeJson } from "../mcp/present/subject.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { instantText } from "../time/instant.ts";
import type { PartialDate } from "../time/partial-date.ts";
import { unknownThing } from "../writing/refusal.ts";
import type { Json } from "./operation.ts";

/**
 * A fact with everything said of it at the record instant of the scene, and what became of it by then.
 * @throws UTOPIA_THING_NOT_FOUND where no such row had begun.
 */
export async function factRow(id: string, scene: Scene): Promise<Json> {
	const { asOf } = scene;
	const [fact] = await factsById([id], scene);
	if (fact === undefined || fact.recordedAt > asOf) throw unknownThing("fact");
	const [said, lineage] = await Promise.all([detailsFor([fact], scene), lineageOf(id, scene)]);
	const details = said(fact);
	const documents = details.evidence.flatMap(({ document }) => document ?? []);
	const files = await filenamesOf(documents, scene);
	return {
		...withBothEnds(fact, details, scene),
		subject_type: typeJson(fact.subject, scene).type_key,
		start_grade: details.startGrade ?? null,
		cause: details.cause ?? null,
		canonical: details.canonical,
		replaced_by: lineage.replacedBy ?? null,
		live_id: lineage.live ?? null,
		evidence: details.evidence.map((piece) => evidenceJson(piece, files)),
	};
}

/** A fact by itself: with its subject and its object, where a tool shows it from one of them. */
export function withBothEnds(fact: Fact, details: FactDetails, scene: Scene): Json {
	const {
		direction: _,
		other_id,
		other_name,
		other_type,
		...row
	} = factJson(fact.subject, fact, details, scene);
	return {
		...row,
		subject_id: fact.subject,
		subject_name: scene.index.name(fact.subject, scene.asOf),
		object_id: other_id,
		object_name: other_name,
		object_type: other_type,
	};
}

/** One piece of evidence with its document, its place in it, and the words. */
export function evidenceJson(piece: Evidence, files: ReadonlyMap<string, string>): Json {
	const { document, chunk, person } = piece;
	return {
		id: orNull(piece.id),
		document_id: orNull(document),
		filename: orNull(document && files.get(document)),
		chunk_id: orNull(chunk && idOfKind(chunk, "chunk")),
		quote: orNull(piece.quote),
		quote_start: orNull(piece.quoteStart),
		quote_end: orNull(piece.quoteEnd),
		origin: orNull(piece.origin),
		role: orNull(piece.role),
		proposed_predicate: orNull(piece.proposedPredicate),
		attested_at: instantJson(piece.attestedAt),
		attested_name: orNull(piece.attestedBy),
		person_id: orNull(person && idOfKind(person, "person")),
		says: saysJson(piece),
	};
}

const orNull = <Value>(value: Value | undefined) => value ?? null;

function saysJson({ says }: Evidence): Json | null {
	if (says === undefined) return null;
	return {
		...dateJson("valid_from", says.from),
		...dateJson("valid_to", says.to),
		ended_unknown: says.ended,
	};
}

function dateJson(field: string, date: PartialDate | undefined): Json {
	return {
		[field]: date === undefined ? null : instantText(date.at),
		[`${field}_precision`]: date?.precision ?? null,
	};
}

const word = (what: string) => z.string().nullable().describe(`${what}; null when there is none.`);

const evidenceOutput = z.object({
	id: word("Its id"),
	document_id: word("The document"),
	filename: word("The document's file name"),
	chunk_id: word("The piece of text"),
	quote: word("The words"),
	quote_start: z.number().int().nullable(),
	quote_end: z.number().int().nullable(),
	origin: word("stated, ocr, transcribed or described"),
	role: word("holds or ended"),
	proposed_predicate: word("The source's own word"),
	attested_at: word("When its source says it, as an instant in UTC"),
	attested_name: word("What that moment is called in its source"),
	person_id: word("The person whose own word it is"),
	says: z
		.object({
			valid_from: z.string().nullable(),
			valid_from_precision: z.string().nullable(),
			valid_to: z.string().nullable(),
			valid_to_precision: z.string().nullable(),
			ended_unknown: z.boolean(),
		})
		.nullable()
		.describe("The dates that it states itself; null where only its fact's are known."),
});

/** The shape of {@link factRow}. */
export const factRowOutput = factOutput
	.omit({ direction: true, other_id: true, other_name: true, other_type: true })
	.extend({
		subject_id: z.uuid(),
		subject_name: z.string(),
		subject_type: word("Type key of the subject"),
		object_id: word("The entity that is the object"),
		object_name: word("Its name"),
		object_type: word("Its type key"),
		start_grade: word("How sure the start is: A, B or C"),
		cause: word("Why the row was written: asserted, corrected, closed, timeline or restored"),
		canonical: z.boolean().describe("On a name: the entity is called so."),
		replaced_by: word("The row that took its place"),
		live_id: word("The row that stands for it at the record moment, itself while it is held"),
		evidence: z.array(evidenceOutput),
	});
