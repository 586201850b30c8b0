import { z } from "zod";
import { UtopiaError } from "../../errors.ts";
import { matchesOf } from "../../rules/matches.ts";
import { heldAt } from "../../rules/rule-history.ts";
import { rules } from "../../rules/rules.ts";
import { limitOf, ruleId } from "../arguments.ts";
import { cappedAt } from "../present/capped.ts";
import { nextCursor } from "../present/entity-list.ts";
import { cappedOutput, cursorOutput, kbOutput } from "../present/fact-json.ts";
import { listing, textBudget } from "../present/listing.ts";
import { momentOf } from "../present/moment.ts";
import { matchesJson, matchOutput, matchText, sortedMatches } from "../present/rule-match-json.ts";
import { cursorInput } from "../present/shared-input.ts";
import { type Scene, sceneOf } from "../present/subject.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tool.ts";

const LIMIT = 50;
const MOST_LIMIT = 200;

interface Asked {
	readonly rule_id: string;
	readonly limit: number;
}

/** @throws UTOPIA_THING_NOT_FOUND with one text for every cause. */
async function ruleIn(id: string, { view, asOf }: Scene) {
	const rule = (await view.kept(rules)).get(id);
	const held = rule && heldAt(rule, asOf);
	if (held !== undefined) return held;
	throw new UtopiaError(
		"UTOPIA_THING_NOT_FOUND",
		"No rule with that id in this knowledge base; list_rules shows the rules there are.",
		{ argument: "rule_id" },
	);
}

async function run({ rule_id, limit }: Asked, context: ToolContext): Promise<ToolAnswer> {
	const { view, cursor } = context;
	const scene = await sceneOf(await momentOf({}, view.clock, cursor), context);
	const { id, state, version } = await ruleIn(rule_id, scene);
	const all = sortedMatches((await matchesOf([id], scene.asOf, view)).get(id) ?? [], scene);
	const skip = Number(cursor.opened()?.["skip"] ?? 0);
	const page = all.slice(skip, skip + limit);
	const told = await matchesJson(page, scene);
	const { items, lines } = listing(
		told.map((json, n) => ({ json, match: page[n] as (typeof page)[number] })),
		textBudget(limit, LIMIT),
		{ line: ({ json, match }) => matchText(json, match, scene) },
	);
	const rest = all.length - skip - items.length;
	return {
		structured: {
			kb_id: view.kb,
			rule: { id, name: state.name, version: version?.number ?? null, enabled: state.enabled },
			total: all.length,
			limit,
			truncated: rest > 0,
			matches: items.map(({ json }) => json),
			capped: await cappedAt(scene),
			next_cursor: nextCursor(rest, skip + items.length, scene, context),
		},
		lines: [
			`Rule ${state.name} [${state.enabled ? "on" : "off"}] · ${id} · knowledge base ${view.kb}`,
			all.length === 0 ? "It marks nothing now." : `${all.length} conclusions, one for each interval`,
			...lines,
			...(rest > 0 ? [`${rest} more: pass next_cursor as cursor.`] : []),
		],
	};
}

/** What one rule concludes (graph-tools 6.12). */
export const ruleMatches = {
	name: "rule_matches",
	title: "What a rule concludes",
	set: "graph",
	scope: "read",
	failure: "The conclusions of the rule could not be read.",
	description:
		"What one business rule concludes now: entity by entity, each interval on its own, with the facts that it follows from. list_rules shows the rules and their ids.",
	input: z.object({
		rule_id: ruleId.describe("The rule's id."),
		limit: limitOf(LIMIT, MOST_LIMIT).describe("Conclusions on a page, at most 200. Default: 50."),
		...cursorInput,
	}),
	output: z.object({
		kb_id: kbOutput,
		rule: z
			.object({
				id: z.string().max(64).describe("The rule's id."),
				name: z.string().describe("What people call it."),
				version: z
					.number()
					.int()
					.nullable()
					.describe("Number of the version held; null when its body is not here."),
				enabled: z.boolean().describe("Whether it draws conclusions."),
			})
			.describe("The rule read."),
		total: z.number().int().min(0).describe("All its conclusions that are held."),
		limit: z.number().int().min(1).describe("Effective limit."),
		truncated: z.boolean().describe("More follow than were shown up to here."),
		matches: z.array(matchOutput).max(MOST_LIMIT).describe("Conclusions by entity and start."),
		capped: cappedOutput,
		next_cursor: cursorOutput,
	}),
	run,
} satisfies Tool;
