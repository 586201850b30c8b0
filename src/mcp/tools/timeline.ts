import { z } from "zod";
import { detailsOf } from "../../ledger/fact-details.ts";
import type { Seen } from "../../ledger/selection.ts";
import { byInstant, instantText } from "../../time/instant.ts";
import { limitOf } from "../arguments.ts";
import { entityList } from "../present/entity-list.ts";
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
import { type ClocksAsked, clocksJson, clocksText, instantJson } from "../present/moment.ts";
import {
	cursorInput,
	entityInput,
	type FiltersAsked,
	filterInput,
	inOrder,
	notInOrder,
	recordInput,
} from "../present/shared-input.ts";
import { entityJson, resolutionJson, subjectText } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

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
	const shown = dated.slice(skip, skip + asked.limit);
	const truncated = dated.length > skip + shown.length;
	const details = await detailsOf(
		shown.map(({ fact }) => fact),
		scene.ontology,
		scene,
	);
	const lines: string[] = [];
	const entries = shown.map((seen) => {
		const said = details.get(seen.fact.id);
		if (said === undefined) throw new TypeError(`nothing was read of fact ${seen.fact.id}`);
		const arrow = seen.direction === "out" ? "→" : "←";
		const line = factText(subject.id, seen.fact, said, scene);
		lines.push(line.replace(": ", `: ${seen.label ?? seen.key ?? ""} ${arrow} `));
		return factJson(subject.id, seen.fact, said, scene);
	});
	const { at: _, ...clocks } = clocksJson(scene.moment);
	const text = [
		subjectText(subject, scene),
		clocksText(scene.moment),
		dated.length === 0
			? "No fact with a stated start; widen since and until, or ask entity_facts for the undated ones."
			: `${dated.length} dated facts in world order`,
		...lines,
		...(undated > 0 ? [`${undated} more facts have no stated start; entity_facts lists them.`] : []),
		...(truncated
			? [`${dated.length - skip - shown.length} more dated facts: pass next_cursor as cursor.`]
			: []),
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
			truncated,
			entries,
			shown_from: instantJson(shown[0]?.fact.stated.validFrom?.at),
			shown_to: instantJson(shown.at(-1)?.fact.stated.validFrom?.at),
			resolution: resolutionJson(subject),
			next_cursor: truncated
				? context.cursor.seal({ as_of: instantText(scene.asOf), skip: skip + shown.length })
				: null,
		},
		text: text.join("\n"),
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
			limit: limitOf(60, 300).describe("Facts on a page, at most 300. Default: 60."),
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
		entries: z.array(factOutput).max(300).describe("Facts by stated start, ascending."),
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
