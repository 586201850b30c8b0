import { z } from "zod";
import { byText } from "../../ledger/by-text.ts";
import { asFact, derivedFactsOf } from "../../ledger/derived-facts.ts";
import type { FactDetails } from "../../ledger/fact-details.ts";
import type { Fact } from "../../ledger/facts.ts";
import { filtered, grouped, holding, type Seen, seenFacts } from "../../ledger/selection.ts";
import { limitOf } from "../arguments.ts";
import { cappedAt } from "../present/capped.ts";
import { detailsFor, entityList, nextCursor } from "../present/entity-list.ts";
import {
	cappedOutput,
	clocksOutput,
	cursorOutput,
	datesJson,
	datesOutput,
	entityOutput,
	holdsOutput,
	kbOutput,
	predicateOutput,
	predicateShown,
	resolutionOutput,
} from "../present/fact-json.ts";
import { groupHeads } from "../present/group-text.ts";
import { listing, textBudget } from "../present/listing.ts";
import { type ClocksAsked, clocksJson, clocksText, instantJson, windowLines } from "../present/moment.ts";
import { rangeText } from "../present/range-text.ts";
import {
	cursorInput,
	derivedInput,
	entityInput,
	type FiltersAsked,
	filterInput,
	filterOf,
	inOrder,
	notInOrder,
	recordInput,
	worldInput,
} from "../present/shared-input.ts";
import { entityJson, resolutionJson, type Scene, subjectLines } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const LIMIT = 40;
const MOST_LIMIT = 300;

interface Asked extends ClocksAsked, FiltersAsked {
	readonly entity: string;
	readonly limit: number;
	readonly include_derived: boolean;
}

/** One neighbour under one predicate in one direction, with all facts that say so. */
interface Item {
	readonly first: Seen;
	readonly other: string;
	readonly facts: readonly Fact[];
}

function itemsOf(group: readonly Seen[], scene: Scene): readonly Item[] {
	const items = new Map<string, { first: Seen; other: string; facts: Fact[] }>();
	for (const seen of group) {
		if (seen.other === undefined) continue;
		const item = items.get(seen.other);
		if (item) item.facts.push(seen.fact);
		else items.set(seen.other, { first: seen, other: seen.other, facts: [seen.fact] });
	}
	const name = ({ other }: Item) => scene.index.name(other, scene.asOf);
	return [...items.values()].sort((a, b) => byText(name(a), name(b)) || byText(a.other, b.other));
}

type DetailsFor = (fact: Fact) => FactDetails;

function confidenceOf(fact: Fact, said: DetailsFor): number {
	return fact.conclusion?.confidence ?? said(fact).confidence;
}

function itemJson({ first, other, facts }: Item, said: DetailsFor, scene: Scene) {
	return {
		...predicateShown(first.fact, first.label),
		direction: first.direction,
		...entityJson(other, scene),
		facts: facts.map((fact) => ({
			id: fact.id,
			confidence: confidenceOf(fact, said),
			...datesJson(fact),
			derived: fact.conclusion !== undefined,
		})),
	};
}

function itemText({ other, facts }: Item, said: DetailsFor, scene: Scene): string {
	const { name, type_label } = entityJson(other, scene);
	const ranges = facts.map((fact) => {
		const range = rangeText(fact);
		const kind = fact.conclusion === undefined ? "fact" : "derived";
		return `${kind} ${fact.id}${range === "" ? "" : ` (${range})`} confidence ${confidenceOf(fact, said)}`;
	});
	return `- ${other}: ${name} · ${type_label ?? "untyped"} · ${ranges.join("; ")}`;
}

/** The derived facts of the entity that pass the same moments and filters as its facts. */
async function concluded(entity: string, asked: Asked, scene: Scene): Promise<readonly Seen[]> {
	if (!asked.include_derived) return [];
	const derived = await derivedFactsOf(scene.merges.members(entity, scene.asOf), scene);
	const seen = await seenFacts(entity, derived.map(asFact), scene);
	return filtered(holding(seen, scene.moment.at), filterOf(asked), scene);
}

async function run(asked: Asked, context: ToolContext): Promise<ToolAnswer> {
	const { scene, subject, matched, skip } = await entityList(asked.entity, asked, context);
	const all = [...matched, ...(await concluded(subject.id, asked, scene))];
	const linked = all.filter(({ other }) => other !== undefined && other !== subject.id);
	const groups = grouped(linked).map((group) => itemsOf(group, scene));
	const items = groups.flat();
	const page = items.slice(skip, skip + asked.limit);
	const said = await detailsFor(
		page.flatMap(({ facts }) => facts.filter(({ conclusion }) => conclusion === undefined)),
		scene,
	);
	const head = groupHeads(groups.map((group) => group.map(({ first }) => first)));
	const { items: shown, lines } = listing(page, textBudget(asked.limit, LIMIT), {
		head: ({ first }) => head(first),
		line: (item) => itemText(item, said, scene),
	});
	const rest = items.length - skip - shown.length;
	const entities = new Set(linked.map(({ other }) => other)).size;
	const text = [
		...subjectLines(subject, scene),
		clocksText(scene.moment),
		...windowLines(asked),
		items.length === 0
			? "No neighbours. Leave the filters or at out to see more; values are in entity_facts."
			: `${entities} neighbouring entities, ${items.length} links`,
		...lines,
		...(rest > 0 ? [`${rest} more: pass next_cursor as cursor.`] : []),
	];
	return {
		structured: {
			kb_id: context.view.kb,
			entity: entityJson(subject.id, scene),
			...clocksJson(scene.moment),
			since: instantJson(asked.since?.at),
			until: instantJson(asked.until?.at),
			entity_count: entities,
			matched_items: items.length,
			limit: asked.limit,
			truncated: rest > 0,
			neighbors: shown.map((item) => itemJson(item, said, scene)),
			resolution: resolutionJson(subject),
			capped: await cappedAt(scene),
			next_cursor: nextCursor(rest, skip + shown.length, scene, context),
		},
		lines: text,
	};
}

/** One hop (graph-tools 6.5). */
export const neighbors = {
	name: "neighbors",
	title: "Neighbours of one entity",
	set: "graph",
	scope: "read",
	failure: "The neighbours could not be read.",
	description:
		"The entities one fact away from an entity, grouped by predicate and direction, each with the facts that link them. Narrow by predicate, by the neighbours' type, or to a moment on either clock.",
	input: z
		.object({
			...entityInput,
			...filterInput,
			...worldInput,
			...recordInput,
			...derivedInput,
			limit: limitOf(LIMIT, MOST_LIMIT).describe("Links on a page, at most 300. Default: 40."),
			...cursorInput,
		})
		.refine(inOrder, notInOrder),
	output: z.object({
		kb_id: kbOutput,
		entity: entityOutput.describe("The entity read."),
		...clocksOutput,
		since: z.string().max(40).nullable().describe("Effective start of the stated window; null without one."),
		until: z.string().max(40).nullable().describe("Effective end of the stated window; null without one."),
		entity_count: z.number().int().min(0).describe("Distinct entities that match."),
		matched_items: z
			.number()
			.int()
			.min(0)
			.describe("Links that match: one for each predicate, direction and entity."),
		limit: z.number().int().min(1).describe("Effective limit."),
		truncated: z.boolean().describe("More links match than were shown up to here."),
		neighbors: z
			.array(
				z.object({
					...predicateOutput,
					direction: z
						.enum(["out", "in"])
						.describe("out: the entity asked for is the subject; in: the object."),
					...entityOutput.shape,
					facts: z
						.array(
							z.object({
								id: z.string().max(64).describe("The fact's id."),
								confidence: z.number().min(0).max(1).describe("How certain it is, 0 to 1."),
								...datesOutput,
								...holdsOutput,
								derived: z.boolean().describe("Whether it is a conclusion."),
							}),
						)
						.max(100_000)
						.describe("The facts that link the two."),
				}),
			)
			.max(MOST_LIMIT)
			.describe("Neighbours by predicate, the most frequent first."),
		resolution: resolutionOutput,
		capped: cappedOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
