import { expect, test } from "vitest";
import { type ReadingBase, readingBase } from "../../support/reading.ts";
import { derivedId, entityId, factId, RULE_IDS, RULES_KB, RULES_TURTLE } from "../../support/rule-base.ts";

type Json = Readonly<Record<string, unknown>>;
const rulesBase = () => readingBase(RULES_KB, RULES_TURTLE);
const textOf = async (base: ReadingBase, tool: string, args: Record<string, unknown> = {}) => {
	const [first] = (await base.call(tool, args)).content;
	return (first as { text: string }).text;
};

test("rules are told in words, by name, with what each marks now", async () => {
	await using base = await rulesBase();
	const { rules, ...rest } = await base.read("list_rules", {});
	expect(rest).toEqual({ kb_id: RULES_KB, limit: 50, limit_reached: false, capped: [], next_cursor: null });
	const told = rules as readonly Json[];
	expect(told.map(({ name, enabled, version, matches }) => [name, enabled, version, matches])).toEqual([
		["Control", true, 1, 1],
		["Heavy vessels", true, 1, 3],
		["Idle", false, 1, 0],
	]);
	expect(told[0]).toMatchObject({
		id: RULE_IDS.controls,
		...{ class_key: "vessel", class_label: "Vessel", join_key: "owns", conclusion: "relation" },
		conditions_text: "x.grade in {A} AND y.tonnage > (y.tonnage * 0.5)",
		conclusion_text: "x controls y",
		conditions: [
			{ group: 1, seq: 1, side: "x", attribute_key: "grade", operator: "in", operand: ["A"] },
			{
				...{ group: 1, seq: 2, side: "y", attribute_key: "tonnage", operator: "gt" },
				operand: { op: "mul", l: { attr: "tonnage" }, r: { const: 0.5 } },
			},
		],
	});
	expect(await textOf(base, "list_rules")).toContain(
		`- Heavy vessels [on] · applies to Vessel where tonnage > 1000 ⇒ is a Heavy vessel · marks 3 now · ${RULE_IDS.heavy}`,
	);
	expect(await textOf(base, "list_rules")).toContain(
		"- Idle [off] · applies to Vessel where (no conditions) ⇒",
	);
});

test("rules come page by page, each once", async () => {
	await using base = await rulesBase();
	const names: unknown[] = [];
	for (let cursor: unknown = undefined; cursor !== null; ) {
		const page = await base.read("list_rules", { limit: 2, ...(cursor !== undefined && { cursor }) });
		names.push(...(page["rules"] as readonly Json[]).map(({ name }) => name));
		cursor = page["next_cursor"];
	}
	expect(names).toEqual(["Control", "Heavy vessels", "Idle"]);
});

test("the conclusions of a rule are rows by entity and interval, with the premises of the surest proof", async () => {
	await using base = await rulesBase();
	const { matches, ...rest } = await base.read("rule_matches", { rule_id: RULE_IDS.heavy });
	expect(rest).toMatchObject({
		rule: { id: RULE_IDS.heavy, name: "Heavy vessels", version: 1, enabled: true },
		...{ total: 3, truncated: false, next_cursor: null },
	});
	const egret = {
		entity_id: entityId(2),
		entity_name: "Egret",
		predicate: "is a",
		object_id: null,
		object_value: { class: "heavy" },
	};
	const tonnage = (n: number, value_text: string) => ({ fact_id: factId(n), label: "tonnage", value_text });
	expect(matches).toEqual([
		{
			derived_id: derivedId(1),
			...egret,
			object_name: null,
			...{ valid_from: "2020-01-01T00:00:00.000000Z", valid_from_precision: "year" },
			...{ valid_to: "2021-01-01T00:00:00.000000Z", valid_to_precision: "year" },
			confidence: 0.8,
			premises: [tonnage(1, "1100.0 t")],
		},
		expect.objectContaining({
			derived_id: derivedId(2),
			confidence: 0.9,
			...{ valid_to: null, valid_to_precision: null },
			premises: [tonnage(2, "1200 t"), { fact_id: factId(5), label: "grade", value_text: "A" }],
		}),
		expect.objectContaining({
			derived_id: derivedId(3),
			entity_name: "Heron",
			...{ valid_from: null, valid_to: "2024-05-01T00:00:00.000000Z", valid_to_precision: null },
			premises: [tonnage(3, "1300 t")],
		}),
	]);
	const text = await textOf(base, "rule_matches", { rule_id: RULE_IDS.heavy });
	expect(text).toContain("is a Heavy vessel (2020 → 2021)");
	expect(text).toContain("(2022 → unknown end)");
	expect(text).toContain("(unknown start → 2024-05-01)");
	expect(text).not.toMatch(/→ now/);
});

test("a conclusion of a file that tells its rule and premises itself counts", async () => {
	await using base = await rulesBase();
	const { matches } = await base.read("rule_matches", { rule_id: RULE_IDS.controls.toUpperCase() });
	expect(matches).toMatchObject([
		{
			...{ derived_id: derivedId(5), entity_name: "Line Co", predicate: "controls", confidence: 0.5 },
			...{ object_id: entityId(1), object_name: "Heron", object_value: null },
			premises: [
				{ derived_id: derivedId(3), label: "is a", value_text: "Heavy vessel" },
				{ fact_id: factId(5), label: "grade", value_text: "A" },
			],
		},
	]);
});

test("a rule that marks nothing is a success; an unknown one, one of no base and an axiom rule are one refusal", async () => {
	await using base = await rulesBase();
	expect(await base.read("rule_matches", { rule_id: RULE_IDS.off })).toMatchObject({ total: 0, matches: [] });
	expect(await textOf(base, "rule_matches", { rule_id: RULE_IDS.off })).toContain("It marks nothing now.");
	const refusals = [RULE_IDS.axiom, RULE_IDS.foreign].map((rule_id) =>
		base.call("rule_matches", { rule_id }),
	);
	const [axiom, unknown] = (await Promise.all(refusals)).map((answer) => JSON.stringify(answer));
	expect(axiom).toBe(unknown);
	expect(axiom).toContain("NOT_FOUND");
	expect(axiom).toContain("list_rules");
	expect(JSON.stringify(await base.call("rule_matches", { rule_id: "heavy" }))).toContain("INVALID_ARGUMENT");
});

test("rows are read page by page, each once", async () => {
	await using base = await rulesBase();
	const ids: unknown[] = [];
	for (let cursor: unknown = undefined; cursor !== null; ) {
		const page = await base.read("rule_matches", {
			rule_id: RULE_IDS.heavy,
			limit: 1,
			...(cursor !== undefined && { cursor }),
		});
		ids.push(...(page["matches"] as readonly Json[]).map(({ derived_id }) => derived_id));
		cursor = page["next_cursor"];
	}
	expect(ids).toEqual([derivedId(1), derivedId(2), derivedId(3)]);
});
