import { z } from "zod";
import { asFact, type DerivedFact, derivedFactsOf } from "../../ledger/derived-facts.ts";
import { detailsOf, type FactDetails } from "../../ledger/fact-details.ts";
import { type Fact, holdsAt, isName } from "../../ledger/facts.ts";
import { grouped, type Seen } from "../../ledger/selection.ts";
import { byInstant, instantText } from "../../time/instant.ts";
import { limitOf, spellingOf } from "../arguments.ts";
import { cappedAt } from "../present/capped.ts";
import { byDerivedOrder, derivedJson, derivedOutput, derivedText } from "../present/derived-json.ts";
import { detailsFor, entityList, nextCursor } from "../present/entity-list.ts";
import {
	cappedOutput,
	clocksOutput,
	cursorOutput,
	documentsOf,
	entityOutput,
	factJson,
	factOutput,
	factText,
	kbOutput,
	resolutionOutput,
} from "../present/fact-json.ts";
import { groupHeads, groupText } from "../present/group-text.ts";
import { listing, textBudget } from "../present/listing.ts";
import { type ClocksAsked, clocksJson, clocksText, instantJson, windowLines } from "../present/moment.ts";
import {
	cursorInput,
	entityInput,
	type FiltersAsked,
	filterInput,
	inOrder,
	notInOrder,
	recordInput,
	worldInput,
} from "../present/shared-input.ts";
import { entityJson, resolutionJson, type Scene, subjectLines } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const LIMIT = 80;
const MOST_LIMIT = 300;
const MOST_PREDICATES = 20;
/** Characters for derived facts beside a full page of facts. */
const MORE_TEXT = 2_000;

interface Asked extends ClocksAsked, FiltersAsked {
	readonly entity_id: string;
	readonly limit: number;
}

function nameJson(
	{ id, object, stated, recordedAt, invalidatedAt }: Fact,
	details: FactDetails,
	canonical: boolean,
) {
	return {
		fact_id: id,
		name: "value" in object ? object.value.value : "",
		canonical,
		recorded_at: instantText(recordedAt),
		invalidated_at: instantJson(invalidatedAt),
		valid_from: instantJson(stated.validFrom?.at),
		valid_to: instantJson(stated.validTo?.at),
		document_ids: documentsOf(details),
	};
}

async function namesOf(entity: string, facts: readonly Fact[], scene: Scene) {
	const names = facts
		.filter(({ predicate }) => isName(predicate))
		.sort((a, b) => byInstant(a.recordedAt, b.recordedAt) || (a.id < b.id ? -1 : 1));
	const details = await detailsOf(names, scene.ontology, scene);
	const canonical = scene.index.canonicalFact(entity, scene.asOf);
	return names.flatMap((name) => {
		const said = details.get(name.id);
		return said === undefined ? [] : [nameJson(name, said, name.id === canonical)];
	});
}

function emptyText(all: readonly Seen[], total: number): string {
	if (total === 0) return "No facts. Leave at, as_of or before out, or move them, to see other moments.";
	const counts = grouped(all)
		.slice(0, MOST_PREDICATES)
		.map((group) => `${group[0] ? groupText(group[0], group.length).replace("## ", "") : ""}`);
	return `No fact passes the filters. There are: ${counts.join(" · ")}`;
}

/** Derived facts by the two moments alone (E4), in their order. */
async function derivedOf(entity: string, scene: Scene): Promise<readonly DerivedFact[]> {
	const { at } = scene.moment;
	const derived = await derivedFactsOf(scene.merges.members(entity, scene.asOf), scene);
	return derived.filter((one) => holdsAt(asFact(one), at)).sort(byDerivedOrder);
}

/** The structure lists all of them; the text as many as it has room for. */
function derivedLines(derived: readonly DerivedFact[], room: number, scene: Scene): readonly string[] {
	if (derived.length === 0) return [];
	const { items, lines } = listing(derived, Math.max(room, MORE_TEXT), {
		line: (one) => derivedText(one, scene),
	});
	const rest = derived.length - items.length;
	const more = rest === 0 ? [] : [`${rest} more derived facts stand in derived_facts of the structure.`];
	return [`## derived ${derived.length}`, ...lines, ...more];
}

const lengthOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);

type Names = Awaited<ReturnType<typeof namesOf>>;

function namesText(names: Names): string[] {
	const lines = names.map(({ fact_id, name, canonical, document_ids }) =>
		[
			`- fact ${fact_id}: ${name}`,
			...(canonical ? ["canonical"] : []),
			...(document_ids.length > 0 ? [`from ${document_ids.join(", ")}`] : []),
		].join(" · "),
	);
	return lines.length === 0 ? [] : ["## names", ...lines];
}

async function run(asked: Asked, context: ToolContext): Promise<ToolAnswer> {
	const list = await entityList(asked.entity_id, asked, context);
	const { scene, subject, all, skip } = list;
	const groups = grouped(list.matched);
	const matched = groups.flat();
	const page = matched.slice(skip, skip + asked.limit);
	const facts = page.map(({ fact }) => fact);
	const [said, names, derived] = await Promise.all([
		detailsFor(facts, scene),
		namesOf(subject.id, list.facts, scene),
		derivedOf(subject.id, scene),
	]);
	const { items: shown, lines } = listing(page, textBudget(asked.limit, LIMIT), {
		head: groupHeads(groups),
		line: ({ fact }) => factText(subject.id, fact, said(fact), scene),
	});
	const rest = matched.length - skip - shown.length;
	const text = [
		...subjectLines(subject, scene),
		clocksText(scene.moment),
		...windowLines(asked),
		matched.length === 0 ? emptyText(all, all.length) : `${matched.length} of ${all.length} facts match`,
		...lines,
		...derivedLines(derived, textBudget(asked.limit, LIMIT) + MORE_TEXT - lengthOf(lines), scene),
		...namesText(names),
		...(rest > 0 ? [`${rest} more: pass next_cursor as cursor, or narrow the filters.`] : []),
	];
	return {
		structured: {
			kb_id: context.view.kb,
			entity: entityJson(subject.id, scene),
			...clocksJson(scene.moment),
			total_facts: all.length,
			matched_facts: matched.length,
			limit: asked.limit,
			truncated: rest > 0,
			facts: shown.map(({ fact }) => factJson(subject.id, fact, said(fact), scene)),
			derived_facts: derived.map((one) => derivedJson(one, scene)),
			since: instantJson(asked.since?.at),
			until: instantJson(asked.until?.at),
			names,
			resolution: resolutionJson(subject),
			capped: await cappedAt(scene),
			next_cursor: nextCursor(rest, skip + shown.length, scene, context),
		},
		lines: text,
	};
}

/** One entity on both clocks (graph-tools 6.4). */
export const entityFacts = {
	name: "entity_facts",
	title: "Facts of one entity",
	set: "graph",
	scope: "read",
	failure: "The facts could not be read.",
	description:
		"One entity's facts with their validity, sources and ids. `at` picks what was true on a day in the world; `as_of` shows what the base held then, before later corrections and retractions. The two combine.",
	input: z
		.object({
			entity_id: entityInput.entity,
			entity: spellingOf("entity_id"),
			...filterInput,
			...worldInput,
			...recordInput,
			limit: limitOf(LIMIT, MOST_LIMIT).describe("Facts on a page, at most 300. Default: 80."),
			...cursorInput,
		})
		.refine(inOrder, notInOrder),
	output: z.object({
		kb_id: kbOutput,
		entity: entityOutput.describe("The entity read."),
		...clocksOutput,
		total_facts: z.number().int().min(0).describe("Facts that held at the moments asked for."),
		matched_facts: z.number().int().min(0).describe("Of these, how many pass the filters."),
		limit: z.number().int().min(1).describe("Effective limit."),
		truncated: z.boolean().describe("More facts match than were shown up to here."),
		facts: z.array(factOutput).max(MOST_LIMIT).describe("Facts by predicate, the most frequent first."),
		derived_facts: z
			.array(derivedOutput)
			.describe("What rules concluded about the entity, by the two moments alone; no filter, no limit."),
		since: z.string().max(40).nullable().describe("Effective start of the stated window; null without one."),
		until: z.string().max(40).nullable().describe("Effective end of the stated window; null without one."),
		names: z
			.array(
				z.object({
					fact_id: z.string().max(64).describe("The name's fact."),
					name: z.string().describe("The name."),
					canonical: z.boolean().describe("Whether it is the one shown."),
					recorded_at: z.string().max(40).describe("When it was recorded."),
					invalidated_at: z
						.string()
						.max(40)
						.nullable()
						.describe("When it was given up; null while it is held."),
					valid_from: z.string().max(40).nullable().describe("Stated start in the world; null when unknown."),
					valid_to: z.string().max(40).nullable().describe("Stated end in the world; null when unknown."),
					document_ids: z.array(z.string().max(64)).max(10_000).describe("The documents it was read from."),
				}),
			)
			.max(10_000)
			.describe("Names held by rows of their own; never counted as facts."),
		resolution: resolutionOutput,
		capped: cappedOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
