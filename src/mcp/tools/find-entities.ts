import { z } from "zod";
import { type Candidate, candidatesFor, dominant } from "../../ledger/find-entity.ts";
import { instantText } from "../../time/instant.ts";
import { cursorText, nameText, type When, when } from "../arguments.ts";
import { candidateJson, candidateOutput } from "../present/candidate-json.ts";
import { cursorOutput, kbOutput, recordOutput } from "../present/fact-json.ts";
import { clocksJson, clocksText, momentOf } from "../present/moment.ts";
import { type Scene, sceneOf } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const PAGE = 8;

interface Asked {
	readonly name: string;
	readonly as_of?: When;
	readonly before?: When;
}

function lineOf(candidate: Candidate, scene: Scene): string {
	const { id, name, type_label, disambiguator, fact_count, matched_name } = candidateJson(candidate, scene);
	const also = matched_name === name ? "" : `, found as "${matched_name}"`;
	const apart = disambiguator === null ? "" : ` (${disambiguator})`;
	return `- ${id}: ${name}${apart} · ${type_label ?? "untyped"} · ${fact_count} facts${also}`;
}

function headline(found: readonly Candidate[], best: Candidate | undefined, asked: string): string {
	if (found.length === 0)
		return `No entity has a name like "${asked}" here; try a part of the name, or another spelling.`;
	if (best !== undefined) return found.length === 1 ? "One entity matches:" : "Best match first:";
	return "Several entities match; choose by type and facts:";
}

async function run({ name, ...clocks }: Asked, context: ToolContext): Promise<ToolAnswer> {
	const moment = await momentOf(clocks, context.view.clock, context.cursor);
	const scene = await sceneOf(moment, context);
	const all = await candidatesFor(name, moment.asOf, context.view);
	const skip = Number(context.cursor.opened()?.["skip"] ?? 0);
	const page = all.slice(skip, skip + PAGE);
	const more = all.length > skip + PAGE;
	const best = dominant(all);
	const { at: _, ...echoed } = clocksJson(moment);
	const text = [
		`Entities named like "${name}" in knowledge base ${context.view.kb}`,
		clocksText(moment),
		headline(page, best, name),
		...page.map((candidate) => lineOf(candidate, scene)),
		...(more ? [`${all.length - skip - PAGE} more: pass next_cursor as cursor.`] : []),
	];
	return {
		structured: {
			kb_id: context.view.kb,
			...echoed,
			limit: PAGE,
			limit_reached: page.length === PAGE,
			entities: page.map((candidate) => candidateJson(candidate, scene)),
			best_id: best?.entity ?? null,
			next_cursor: more ? context.cursor.seal({ as_of: instantText(moment.asOf), skip: skip + PAGE }) : null,
		},
		lines: text,
	};
}

/** Candidates by name (graph-tools 6.3). */
export const findEntities = {
	name: "find_entities",
	title: "Entities by name",
	set: "graph",
	scope: "read",
	failure: "The entities could not be read.",
	description:
		"Finds entities by a name or a part of one: id, type, how many facts each has, and what tells apart those that share a name. Start here when you have a name and need an id.",
	input: z.object({
		name: nameText.describe("The name or a part of it; case, accents and width make no difference."),
		as_of: when
			.optional()
			.describe(
				"Record clock: names and entities as the base knew them at this date or moment. Default: now.",
			),
		before: when
			.optional()
			.describe("Record clock: as just before this moment; wins over as_of. Default: none."),
		cursor: cursorText.optional().describe("next_cursor of the page before. Default: the first page."),
	}),
	output: z.object({
		kb_id: kbOutput,
		...recordOutput,
		limit: z.number().int().min(1).describe("Candidates on a page."),
		limit_reached: z.boolean().describe("The page is full."),
		entities: z.array(candidateOutput).max(PAGE).describe("Candidates, best first."),
		best_id: z.string().max(64).nullable().describe("The candidate that stands out; null when none does."),
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
