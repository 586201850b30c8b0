import { z } from "zod";
import {
	type DescribedChange,
	describeChanges,
	type EntityChange,
	type FactChange,
	filenamesOf,
} from "../../ledger/change-details.ts";
import { CHANGE_KINDS, type Change, type ChangePosition } from "../../ledger/changes.ts";
import type { Evidence } from "../../ledger/evidence.ts";
import { ontologyAt } from "../../ontology/ontology.ts";
import { instant, instantText } from "../../time/instant.ts";
import type { CursorDoor } from "../tool.ts";
import { datesJson, datesOutput, predicateShown } from "./fact-json.ts";
import type { Scene } from "./subject.ts";
import { valueJson } from "./value-json.ts";

const QUOTE_LENGTH = 160;

/** The first evidence that can be told: a quote's before a mere document's. */
function sourceOf({ details }: FactChange): Evidence | undefined {
	return details.evidence.find(({ quote }) => quote !== undefined) ?? details.evidence[0];
}

function cut(quote: string | undefined): string | null {
	if (quote === undefined) return null;
	const points = [...quote];
	return points.length > QUOTE_LENGTH ? `${points.slice(0, QUOTE_LENGTH).join("")}…` : quote;
}

interface Named {
	readonly subject_id: string;
	readonly subject_name: string;
	readonly object_id: string | null;
	readonly object_name: string | null;
}

function namedAt({ change, subject, object }: DescribedChange, { index }: Scene): Named {
	return {
		subject_id: subject,
		subject_name: index.name(subject, change.at),
		object_id: object ?? null,
		object_name: object === undefined ? null : index.name(object, change.at),
	};
}

function entityChangeJson(described: EntityChange, scene: Scene) {
	const { change, before, after } = described;
	return {
		fact_id: null,
		at: instantText(change.at),
		kind: change.kind,
		scope: described.scope,
		...namedAt(described, scene),
		predicate_label: null,
		object_value: null,
		confidence: null,
		valid_from: null,
		valid_to: null,
		valid_from_precision: null,
		valid_to_precision: null,
		document_id: null,
		filename: null,
		quote: null,
		quote_origin: null,
		supersedes: null,
		cause: null,
		before_text: before ?? null,
		after_text: after ?? null,
	};
}

async function factChangeJson(described: FactChange, files: ReadonlyMap<string, string>, scene: Scene) {
	const { change, fact, details } = described;
	const { relations } = await ontologyAt(change.at, scene.view);
	const relation = fact.predicate && (relations.get(fact.predicate.value) ?? fact.relation);
	const source = sourceOf(described);
	const { holds_from: _, holds_to: __, ...dates } = datesJson(fact);
	const value = "value" in fact.object ? fact.object.value : undefined;
	return {
		fact_id: fact.id,
		at: instantText(change.at),
		kind: change.kind,
		scope: described.scope,
		...namedAt(described, scene),
		predicate_label: predicateShown({ predicate: fact.predicate, relation }, details.proposedPredicate)
			.predicate_label,
		object_value: value
			? valueJson(value, { unit: details.unit ?? relation?.unit, relative: details.relative })
			: null,
		confidence: details.confidence,
		...dates,
		document_id: source?.document ?? null,
		filename: (source?.document && files.get(source.document)) ?? null,
		quote: cut(source?.quote),
		quote_origin: source?.origin ?? null,
		supersedes: details.supersedes ?? null,
		cause: details.cause ?? null,
		before_text: null,
		after_text: null,
	};
}

async function changeJson(described: DescribedChange, files: ReadonlyMap<string, string>, scene: Scene) {
	return described.scope === "entity"
		? entityChangeJson(described, scene)
		: factChangeJson(described, files, scene);
}

export type ChangeJson = Awaited<ReturnType<typeof changeJson>>;

/** Events as a list of changes has them, with the names of the moments at which they happened. */
export async function changesPage(
	changes: readonly Change[],
	scene: Scene,
): Promise<{ readonly described: readonly DescribedChange[]; readonly changes: readonly ChangeJson[] }> {
	const described = await describeChanges(changes, scene);
	const documents = described.flatMap((change) =>
		change.scope === "fact" ? (sourceOf(change)?.document ?? []) : [],
	);
	const files = await filenamesOf(documents, scene);
	return {
		described,
		changes: await Promise.all(described.map((change) => changeJson(change, files, scene))),
	};
}

/** Where the cursor of the page before says that it ended. */
export function positionIn(cursor: CursorDoor): ChangePosition | undefined {
	const state = cursor.opened();
	if (state === undefined) return undefined;
	return { at: instant(String(state["at"])), affected: String(state["affected"]), id: String(state["id"]) };
}

/** What a cursor keeps of the last event shown. */
export function behind({ at, affected, id }: Change, { asOf }: Scene): Readonly<Record<string, string>> {
	return { as_of: instantText(asOf), at: instantText(at), affected, id };
}

const word = (what: string) => z.string().nullable().describe(`${what}; null when there is none.`);

/** One entry of `changes[]`. */
export const changeOutput = z.object({
	fact_id: word("The fact it happened to"),
	at: z.string().max(40).describe("When the base recorded it."),
	kind: z.enum(CHANGE_KINDS).describe("What happened."),
	scope: z.enum(["fact", "entity"]).describe("Whether it happened to a fact or to an entity."),
	subject_id: z.string().max(64).describe("The fact's subject, or the entity."),
	subject_name: z.string().describe("Its name then."),
	predicate_label: word("Label of the predicate, or the sources' own word"),
	object_id: word("The entity at the other end; of a merge: the survivor"),
	object_name: word("Its name then"),
	object_value: z
		.record(z.string(), z.unknown())
		.nullable()
		.describe("The value with its unit; null when it is an entity."),
	confidence: z
		.number()
		.min(0)
		.max(1)
		.nullable()
		.describe("How certain the fact is; null for entity events."),
	...datesOutput,
	document_id: word("The document it was read from"),
	filename: word("That document's file name"),
	quote: word("The sentence that says so, cut at 160 characters"),
	before_text: word("Name or type before"),
	after_text: word("Name or type after"),
	cause: word("What brought the row about"),
	supersedes: word("The fact it replaced"),
	quote_origin: word("How the sentence was read: stated, ocr, transcribed or described"),
});
