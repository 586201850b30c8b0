import { z } from "zod";
import { matchesOf } from "../../rules/matches.ts";
import { rulesAt } from "../../rules/rules.ts";
import { limitOf } from "../arguments.ts";
import { cappedAt } from "../present/capped.ts";
import { nextCursor } from "../present/entity-list.ts";
import { cappedOutput, cursorOutput, kbOutput } from "../present/fact-json.ts";
import { listing, textBudget } from "../present/listing.ts";
import { momentOf } from "../present/moment.ts";
import { ruleJson, ruleOutput, sentenceOf } from "../present/rule-json.ts";
import { cursorInput } from "../present/shared-input.ts";
import { sceneOf } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const LIMIT = 50;
const MOST_LIMIT = 200;

interface Asked {
	readonly limit: number;
}

async function run({ limit }: Asked, context: ToolContext): Promise<ToolAnswer> {
	const { view, cursor } = context;
	const scene = await sceneOf(await momentOf({}, view.clock, cursor), context);
	const all = await rulesAt(scene.asOf, view);
	const skip = Number(cursor.opened()?.["skip"] ?? 0);
	const page = all.slice(skip, skip + limit);
	const matches = await matchesOf(
		page.map(({ id }) => id),
		scene.asOf,
		view,
	);
	const told = page.map((rule) => ({
		rule,
		json: ruleJson(rule, matches.get(rule.id)?.length ?? 0, scene.ontology),
	}));
	const { items, lines } = listing(told, textBudget(limit, LIMIT), {
		line: ({ rule: { version }, json }) =>
			`- ${json.name} [${json.enabled ? "on" : "off"}] · ${sentenceOf(version, scene.ontology)} · marks ${json.matches} now · ${json.id}`,
	});
	const rest = all.length - skip - items.length;
	return {
		structured: {
			kb_id: view.kb,
			limit,
			limit_reached: page.length === limit,
			rules: items.map(({ json }) => json),
			capped: await cappedAt(scene),
			next_cursor: nextCursor(rest, skip + items.length, scene, context),
		},
		lines: [
			`Business rules of knowledge base ${view.kb}`,
			all.length === 0 ? "There are none." : `${all.length} rules`,
			...lines,
			...(rest > 0 ? [`${rest} more: pass next_cursor as cursor.`] : []),
		],
	};
}

/** Business rules in words (graph-tools 6.11). */
export const listRules = {
	name: "list_rules",
	title: "Business rules",
	set: "graph",
	scope: "read",
	failure: "The rules could not be read.",
	description:
		"The business rules of the base in words: whom each applies to, under which conditions, what it concludes, and how many conclusions it draws now. rule_matches shows what one of them concludes.",
	input: z.object({
		limit: limitOf(LIMIT, MOST_LIMIT).describe("Rules on a page, at most 200. Default: 50."),
		...cursorInput,
	}),
	output: z.object({
		kb_id: kbOutput,
		limit: z.number().int().min(1).describe("Effective limit."),
		limit_reached: z.boolean().describe("The page is full."),
		rules: z.array(ruleOutput).max(MOST_LIMIT).describe("Rules by name."),
		capped: cappedOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
