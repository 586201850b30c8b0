import { z } from "zod";
import { momentOf } from "../mcp/present/moment.ts";
import { bodyJson, definitionOf, ruleJson, ruleOutput, sentenceOf } from "../mcp/present/rule-json.ts";
import { recordInput } from "../mcp/present/shared-input.ts";
import { type Scene, sceneOf } from "../mcp/present/subject.ts";
import type { ToolContext } from "../mcp/tool.ts";
import { matchesOf } from "../rules/matches.ts";
import { type HeldVersion, heldAt, type RuleHeld } from "../rules/rule-history.ts";
import { rules, rulesAt } from "../rules/rules.ts";
import { changeRule, createRule, deleteRule, type RuleWish } from "../rules/write-rules.ts";
import { instantText } from "../time/instant.ts";
import { unknownThing } from "../writing/refusal.ts";
import { maybe, strict } from "./checked.ts";
import { answering, type Json, type Operation, read, write } from "./operation.ts";
import { cursor, pageLimit, pageOf, pageOutput } from "./paging.ts";

const text = z
	.string({ error: "must be a string" })
	.max(10_000, { error: "must be at most 10000 characters" });
const flag = z.boolean({ error: "must be true or false" });
const OPERATORS = "gt, gte, lt, lte, between, in, not_in or present";
/** Read and checked with the whole definition, which tells the field (`rules/`). */
const anything = z.unknown().optional();
const condition = strict({
	group: anything.describe("Conditions of one group must all be met, of the groups one. Default: 1."),
	seq: anything.describe("Place in the group. Default: place in the list."),
	side: anything.describe("x, or y for the entity joined to. Default: x."),
	attribute: anything.describe("Key of an attribute."),
	operator: anything.describe(OPERATORS),
	operand: anything.describe(
		'A number or {"attr": key}, {"const": n}, {"op": "add|sub|mul|div", "l", "r"}; two numbers; texts.',
	),
});
const conclusion = strict({
	kind: anything.describe("typing, attribute, computed or relation."),
	class: anything.describe("Key of a class, for typing."),
	attribute: anything.describe("Key of an attribute, for attribute and computed."),
	value: anything.describe("The constant, for attribute."),
	expression: anything.describe("What is calculated, for computed."),
	relation: anything.describe("Key of a relation, for relation."),
});
const fields = {
	name: maybe(text),
	description: text.nullish().describe("null takes it away."),
	enabled: maybe(flag.describe("Whether it draws conclusions. Default: true.")),
	class: maybe(text.describe("Key of the class whose entities it is about; those below it are included.")),
	conditions: maybe(z.array(condition, { error: "must be a list of conditions" }).max(1_000)),
	conclusion: maybe(conclusion),
	join: text.nullish().describe("Key of the relation that joins x to y; null takes it away."),
};
const whole = ruleOutput.extend({
	definition: z
		.unknown()
		.describe("Class, join, conditions and conclusion as they are sent; null when they cannot be read."),
});
const version = z.object({
	number: z.int().min(1),
	text: z.string().describe("In words, in the labels of the moment read."),
	definition: whole.shape.definition,
	recorded_at: z.string().nullable().describe("null when it is known since ever."),
	invalidated_at: z.string().nullable(),
});

/** @throws UTOPIA_THING_NOT_FOUND where it was not held at that moment. */
async function ruleIn(id: string, { view, asOf }: Scene): Promise<RuleHeld> {
	const known = (await view.kept(rules)).get(id);
	const held = known && heldAt(known, asOf);
	if (held === undefined) throw unknownThing("rule");
	return held;
}

async function rulesJson(
	page: readonly RuleHeld[],
	{ view, asOf, ontology }: Scene,
): Promise<readonly Json[]> {
	const ids = page.map(({ id }) => id);
	const matches = await matchesOf(ids, asOf, view);
	return page.map((rule) => {
		const definition = definitionOf(rule.version);
		return {
			...ruleJson(rule, matches.get(rule.id)?.length ?? 0, ontology),
			definition: definition === undefined ? null : bodyJson(definition, ontology),
		};
	});
}

async function ruleAfter(kept: Json, scene: Scene): Promise<Json> {
	const [json] = await rulesJson([await ruleIn(String(kept["id"]), scene)], scene);
	return json as Json;
}

function versionJson(own: HeldVersion, { ontology }: Scene): Json {
	const definition = definitionOf(own);
	return {
		number: own.number,
		text: sentenceOf(own, ontology),
		definition: definition === undefined ? null : bodyJson(definition, ontology),
		recorded_at: own.from === undefined ? null : instantText(own.from),
		invalidated_at: own.to === undefined ? null : instantText(own.to),
	};
}

async function sceneFor(clocks: Parameters<typeof momentOf>[0], context: ToolContext): Promise<Scene> {
	return sceneOf(await momentOf(clocks, context.view.clock, context.cursor), context);
}

/** Business rules: what they say, what they said, and how many conclusions they draw. */
export const RULE_OPERATIONS: readonly Operation[] = [
	write({
		method: "POST",
		path: "/rules",
		summary: "Make a business rule",
		body: strict({ ...fields, name: text }),
		status: 201,
		alone: true,
		answer: whole,
		decide({ body }, { actor, view }) {
			const { class: about, conditions, conclusion: concluded, join, ...naming } = body;
			const wish = { ...naming, class: about, conditions, conclusion: concluded, join };
			return answering(createRule(wish, actor, view), ({ rule }) => ({ id: rule }));
		},
		shown: ruleAfter,
	}),
	read({
		path: "/rules",
		summary: "Business rules by name",
		query: strict({ ...recordInput, limit: pageLimit(50, 200), cursor }),
		answer: z.object({ rules: z.array(whole), total: z.int(), ...pageOutput }),
		async read({ query: { limit, ...clocks } }, context) {
			const scene = await sceneFor(clocks, context);
			const all = await rulesAt(scene.asOf, scene.view);
			const { page, said } = pageOf(all, { limit, asOf: scene.asOf }, context.cursor);
			return {
				rules: await rulesJson(page, scene),
				total: all.length,
				...said,
			};
		},
	}),
	read({
		path: "/rules/:id",
		of: "rule",
		summary: "One business rule",
		query: strict(recordInput),
		answer: whole,
		async read({ id, query }, context) {
			return ruleAfter({ id }, await sceneFor(query, context));
		},
	}),
	read({
		path: "/rules/:id/versions",
		of: "rule",
		summary: "The versions of a business rule, those of a deleted one too",
		query: strict(recordInput),
		answer: z.object({ id: z.string(), versions: z.array(version) }),
		async read({ id, query }, context) {
			const scene = await sceneFor(query, context);
			const known = (await scene.view.kept(rules)).get(id);
			if (known === undefined || !isBegun(known.from, scene)) throw unknownThing("rule");
			const begun = known.versions.filter(({ from }) => isBegun(from, scene));
			const told = begun.map((own) => ({ ...own, to: isBegun(own.to, scene) ? own.to : undefined }));
			return { id, versions: told.map((own) => versionJson(own, scene)) };
		},
	}),
	write({
		method: "PATCH",
		path: "/rules/:id",
		of: "rule",
		summary: "Change a business rule; another class, conditions, conclusion or join open its next version",
		body: strict(fields),
		status: 200,
		alone: true,
		answer: whole,
		decide({ id, body }, { actor, view }) {
			return answering(changeRule(id, body as RuleWish, actor, view), ({ rule }) => ({ id: rule }));
		},
		shown: ruleAfter,
	}),
	write({
		method: "DELETE",
		path: "/rules/:id",
		of: "rule",
		summary: "Delete a business rule; it and its versions stay on record",
		status: 200,
		alone: true,
		answer: z.object({ id: z.string() }),
		decide({ id }, { view }) {
			return answering(deleteRule(id, view), ({ rule }) => ({ id: rule }));
		},
	}),
];

const isBegun = (at: Scene["asOf"] | undefined, { asOf }: Scene) => at === undefined || at <= asOf;
