import { z } from "zod";
import type { Seen } from "../../ledger/selection.ts";
import { byInstant } from "../../time/instant.ts";
import { limitOf } from "../arguments.ts";
import { detailsFor, entityList, nextCursor } from "../present/entity-list.ts";
import {
	clocksOutput,
	cursorOutput,
	entityOutput,
	factJson,
	factOutput,
	factText,
	kbOutput,
	resolutionOutput,
} from "../present/fact-json.ts";
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
} from "../present/shared-input.ts";
import { entityJson, resolutionJson, subjectLines } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const LIMIT = 60;
const MOST_LIMIT = 300;

interface Asked extends Pick<ClocksAsked, "as_of" | "before">, FiltersAsked {
	readonly entity: string;
	readonly limit: number;
}

function byStatedStart({ fact: a }: Seen, { fact: b }: Seen): number {
	return byInstant(a.stated.validFrom?.at, b.stated.validFrom?.at) || (a.id < b.id ? -1 : 1);
}

async function run(asked: Asked, context: ToolContext): Promise<ToolAnswer> {
	const { scene, subject, matched, skip } = await entityList(asked.entity, asked, context);
	const dated = matched.filter(({ fact }) => fact.stated.validFrom !== undefined).sort(byStatedStart);
	const undated = matched.length - dated.length;
	const page = dated.slice(skip, skip + asked.limit);
	const said = await detailsFor(
		page.map(({ fact }) => fact),
		scene,
	);
	const { items: shown, lines } = listing(page, textBudget(asked.limit, LIMIT), {
		line: ({ fact, label, key, direction }) =>
			factText(subject.id, fact, said(fact), scene).replace(
				": ",
				`: ${label ?? key ?? ""} ${direction === "out" ? "→" : "←"} `,
			),
	});
	const rest = dated.length - skip - shown.length;
	const { at: _, ...clocks } = clocksJson(scene.moment);
	const text = [
		...subjectLines(subject, scene),
		clocksText(scene.moment),
		...windowLines(asked),
		dated.length === 0
			? "No fact with a stated start; widen since and until, or ask entity_facts for the undated ones."
			: `${dated.length} dated facts in world order`,
		...lines,
		...(undated > 0 ? [`${undated} more facts have no stated start; entity_facts lists them.`] : []),
		...(rest > 0 ? [`${rest} more dated facts: pass next_cursor as cursor.`] : []),
	];
	return {
		structured: {
			kb_id: context.view.kb,
			entity: entityJson(subject.id, scene),
			...clocks,
			since: instantJson(asked.since?.at),
			until: instantJson(asked.until?.at),
			total_dated: dated.length,
			undated_count: undated,
			limit: asked.limit,
			truncated: rest > 0,
			entries: shown.map(({ fact }) => factJson(subject.id, fact, said(fact), scene)),
			shown_from: instantJson(shown[0]?.fact.stated.validFrom?.at),
			shown_to: instantJson(shown.at(-1)?.fact.stated.validFrom?.at),
			resolution: resolutionJson(subject),
			next_cursor: nextCursor(rest, skip + shown.length, scene, context),
		},
		lines: text,
	};
}

/** Dated facts in world order (graph-tools 6.6). */
export const timeline = {
	name: "timeline",
	title: "Timeline of one entity",
	set: "graph",
	scope: "read",
	failure: "The timeline could not be read.",
	description:
		"One entity's dated facts in the order in which they became true in the world. Use it for histories and successions; facts without a stated start are counted, not listed.",
	input: z
		.object({
			...entityInput,
			...filterInput,
			...recordInput,
			limit: limitOf(LIMIT, MOST_LIMIT).describe("Facts on a page, at most 300. Default: 60."),
			...cursorInput,
		})
		.refine(inOrder, notInOrder),
	output: z.object({
		kb_id: kbOutput,
		entity: entityOutput.describe("The entity read."),
		as_of: clocksOutput.as_of,
		before: clocksOutput.before,
		since: z.string().max(40).nullable().describe("Effective start of the window; null without one."),
		until: z.string().max(40).nullable().describe("Effective end of the window; null without one."),
		total_dated: z.number().int().min(0).describe("Facts with a stated start that pass the filters."),
		undated_count: z.number().int().min(0).describe("Facts without one that pass."),
		limit: z.number().int().min(1).describe("Effective limit."),
		truncated: z.boolean().describe("More dated facts exist than were shown up to here."),
		entries: z.array(factOutput).max(MOST_LIMIT).describe("Facts by stated start, ascending."),
		shown_from: z
			.string()
			.max(40)
			.nullable()
			.describe("Start of the first entry shown; null without entries."),
		shown_to: z.string().max(40).nullable().describe("Start of the last entry shown; null without entries."),
		resolution: resolutionOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
