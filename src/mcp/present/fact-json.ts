import { z } from "zod";
import type { FactDetails } from "../../ledger/fact-details.ts";
import { type Conclusion, type Fact, seenFrom, temporalOf } from "../../ledger/facts.ts";
import { localName } from "../../ontology/subject-reader.ts";
import { instantText } from "../../time/instant.ts";
import { instantJson } from "./moment.ts";
import { qualifierOutput, qualifiersJson, qualifiersText } from "./qualifiers.ts";
import { rangeText } from "./range-text.ts";
import type { Scene } from "./subject.ts";
import { typeJson } from "./subject.ts";
import { valueJson, valueText } from "./value-json.ts";

/** How a predicate is shown: an accepted one by its key, a sources' word as `inferred`. */
export interface PredicateShown {
	readonly predicate_key: string | null;
	readonly predicate_label: string | null;
	readonly inferred: boolean;
}

/** The key and label under which a fact's predicate is shown. `proposed` is the sources' own word, where nobody accepted one. */
export function predicateShown(
	{ predicate, relation }: Pick<Fact, "predicate" | "relation">,
	proposed: string | undefined,
): PredicateShown {
	if (predicate === undefined)
		return { predicate_key: null, predicate_label: proposed ?? null, inferred: true };
	const key = relation?.key ?? localName(predicate.value);
	return { predicate_key: key, predicate_label: relation?.label ?? key, inferred: false };
}

/** When a fact holds; the bounds of a derived fact are what its rule concluded. */
export function datesJson({ stated, interval, conclusion }: Fact) {
	const bounds = conclusion ?? { from: stated.validFrom, to: stated.validTo };
	return {
		...dateBoundsJson(bounds),
		...(stated.endedUnknown && stated.validTo === undefined && { valid_to_precision: "unknown" }),
		holds_from: instantJson(interval?.from),
		holds_to: instantJson(interval?.to),
	};
}

/** Bounds with the precision at which they were said. */
export function dateBoundsJson({ from, to }: Pick<Conclusion, "from" | "to">) {
	return {
		valid_from: instantJson(from?.at),
		valid_to: instantJson(to?.at),
		valid_from_precision: from?.precision ?? null,
		valid_to_precision: to?.precision ?? null,
	};
}

/** One asserted fact as seen from an entity: every field of the contract, then ours (graph-tools 5). */
export function factJson(entity: string, fact: Fact, details: FactDetails, scene: Scene) {
	const { other_type, ...end } = otherEndJson(entity, fact, details, scene);
	return {
		id: fact.id,
		direction: seenFrom(entity, fact).direction,
		...predicateShown(fact, details.proposedPredicate),
		temporal: fact.predicate === undefined ? null : temporalOf(fact.relation),
		...end,
		confidence: details.confidence,
		...datesJson(fact),
		recorded_at: instantText(fact.recordedAt),
		invalidated_at: instantJson(fact.invalidatedAt),
		supersedes: details.supersedes ?? null,
		document_ids: documentsOf(details),
		qualifiers: qualifiersJson(details, scene),
		object_lexical: details.objectSpelled?.value ?? null,
		other_type,
		...originsJson(fact, details),
		corrected_ends: details.correctedEnds ?? null,
		note: details.note ?? null,
		evidence_count: details.evidence.length,
		restores: details.restores ?? null,
	};
}

function otherEndJson(entity: string, fact: Fact, details: FactDetails, scene: Scene) {
	const { other } = seenFrom(entity, fact);
	const value = "value" in fact.object && other === undefined ? fact.object.value : undefined;
	return {
		other_id: other ?? null,
		other_name: other === undefined ? null : scene.index.name(other, scene.asOf),
		object_value: value
			? valueJson(value, { unit: unitOf(fact, details), relative: details.relative })
			: null,
		other_type: other === undefined ? null : typeJson(other, scene).type_key,
	};
}

/** Who says when it begins and ends: the source, the timeline, or a person; and what it is attested by. */
function originsJson({ stated, attestedBy }: Fact, { startOrigin, endOrigin, drawnBy }: FactDetails) {
	const ends = stated.validTo !== undefined || stated.endedUnknown;
	return {
		valid_from_origin: stated.validFrom === undefined ? null : (startOrigin ?? "stated"),
		valid_to_origin: ends ? (endOrigin ?? "stated") : null,
		drawn_by: drawnBy ?? null,
		attested_from: instantJson(stated.attestedFrom),
		attested_from_name: attestedBy ?? null,
		attested_to: instantJson(stated.attestedTo),
	};
}

function unitOf(fact: Fact, { unit }: FactDetails): string | undefined {
	return unit ?? fact.relation?.unit;
}

/** The documents of a fact's evidence, each once, by id. */
export function documentsOf({ evidence }: FactDetails): readonly string[] {
	return [...new Set(evidence.flatMap(({ document }) => document ?? []))].sort();
}

/** One fact as a line that is enough on its own: every id of its structure, in the same order. */
export function factText(
	entity: string,
	fact: Fact,
	details: FactDetails & { readonly drawnByName: string | undefined },
	scene: Scene,
): string {
	const { other } = seenFrom(entity, fact);
	const { index, asOf } = scene;
	const end =
		other === undefined && "value" in fact.object
			? valueText(fact.object.value, details.objectSpelled, unitOf(fact, details))
			: `${index.name(other ?? "", asOf)} ${other}`;
	const range = rangeText(fact, {
		drawnByName: details.endOrigin === "timeline" ? (details.drawnByName ?? "the timeline") : undefined,
		correctedEnds: details.correctedEnds,
		note: details.note,
	});
	const documents = documentsOf(details);
	const qualifiers = qualifiersText(details, scene);
	const parts = [
		`- fact ${fact.id}: ${end}`,
		...(range === "" ? [] : [`(${range})`]),
		`confidence ${details.confidence}`,
		...(details.supersedes === undefined ? [] : [`supersedes ${details.supersedes}`]),
		...(documents.length === 0 ? [] : [`from ${documents.join(", ")}`]),
		...(qualifiers === "" ? [] : [`[${qualifiers}]`]),
		...(details.drawnBy === undefined ? [] : [`end drawn by fact ${details.drawnBy}`]),
		...(details.restores === undefined ? [] : [`restores ${details.restores}`]),
	];
	return parts.join(" · ").replace(" · (", " (");
}

const instantField = (what: string) =>
	z.string().max(40).nullable().describe(`${what}, as an instant in UTC; null when unknown.`);
const idField = (what: string) => z.string().max(64).nullable().describe(`${what}; null when there is none.`);
const wordField = (what: string) =>
	z.string().max(512).nullable().describe(`${what}; null when there is none.`);

/** The dates of a fact as every tool gives them. */
export const datesOutput = {
	valid_from: instantField("Stated start in the world"),
	valid_to: instantField("Stated end in the world"),
	valid_from_precision: wordField("Precision of valid_from: year, month, day, hour, minute or second"),
	valid_to_precision: wordField("Precision of valid_to; unknown: it ended, nobody knows when"),
};

export const holdsOutput = {
	holds_from: instantField("Start of the interval used for reading at a moment, inclusive"),
	holds_to: instantField("End of that interval, exclusive"),
};

export const predicateOutput = {
	predicate_key: wordField("Key of the relation or attribute"),
	predicate_label: wordField("Its label, or the sources' own word where the ontology has none"),
	inferred: z.boolean().describe("The predicate is a source's word that the ontology has not accepted."),
};

/** One entry of `facts[]`. */
export const factOutput = z.object({
	id: z.string().max(64).describe("The fact's id."),
	direction: z.enum(["out", "in"]).describe("out: the entity is the subject; in: it is the object."),
	...predicateOutput,
	temporal: wordField("How the relation's facts live: state, event or eternal"),
	other_id: idField("The entity at the other end"),
	other_name: wordField("Its name"),
	object_value: z
		.record(z.string(), z.unknown())
		.nullable()
		.describe("The value with its unit; null when the other end is an entity."),
	confidence: z.number().min(0).max(1).describe("How certain the fact is, 0 to 1."),
	...datesOutput,
	...holdsOutput,
	recorded_at: z.string().max(40).describe("When the base recorded it, as an instant in UTC."),
	invalidated_at: instantField("When the base gave it up"),
	supersedes: idField("The fact that this one replaced"),
	document_ids: z.array(z.string().max(64)).max(10_000).describe("The documents it was read from."),
	qualifiers: z.array(qualifierOutput).max(1_000).describe("What is attached to the fact itself."),
	object_lexical: wordField("The value as it was spelled, where that differs").nullable(),
	other_type: wordField("Type key of the other end"),
	valid_from_origin: wordField("stated, timeline or person"),
	valid_to_origin: wordField("stated, timeline or person"),
	drawn_by: idField("The fact whose arrival drew the end"),
	attested_from: instantField("Earliest moment at which evidence shows it"),
	attested_from_name: wordField("What that moment is called in its source"),
	attested_to: instantField("Moment by which it had ended"),
	corrected_ends: wordField("Which ends a person set: start, end or both"),
	note: z.string().nullable().describe("That person's note; null when there is none."),
	evidence_count: z.number().int().min(0).describe("Pieces of evidence held."),
	restores: idField("The retired fact that this one revives"),
});

export const entityOutput = z.object({
	id: z.string().max(64).describe("The entity's id."),
	name: z.string().describe("Its canonical name at the record moment."),
	type_key: wordField("Key of its class"),
	type_label: wordField("Label of its class"),
});

export const resolutionOutput = z
	.object({
		asked: z.string().max(512).describe("What was asked for."),
		id: z.string().max(64).describe("The entity it was read as."),
		name: z.string().describe("That entity's name."),
		merged_from: idField("The asked-for id, when it was merged into this entity"),
		others: z
			.array(z.object({ id: z.string().max(64).describe("An id."), name: z.string().describe("A name.") }))
			.max(4)
			.describe("Other entities that the name may mean."),
	})
	.nullable()
	.describe("How the argument was read; null when it was the id itself.");

export const clocksOutput = {
	at: instantField("Effective world moment"),
	as_of: instantField("Effective record moment"),
	before: instantField("Record moment before which was read"),
};

/** The record clock of an answer that tells no world moment. */
export const recordOutput = {
	as_of: z.string().max(40).nullable().describe("Effective record moment; null for now."),
	before: z
		.string()
		.max(40)
		.nullable()
		.describe("Record moment before which was read; null when none was asked."),
};

/** S11. */
export const cappedOutput = z
	.array(z.string().max(2_048))
	.max(10_000)
	.describe("Predicates and rules whose conclusions a cap cut.");

export const cursorOutput = z
	.string()
	.max(4_096)
	.nullable()
	.describe("Pass it as cursor for the next page; null on the last one.");
export const kbOutput = z.string().max(64).describe("The knowledge base.");
