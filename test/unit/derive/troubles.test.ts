import { expect, test } from "vitest";
import { Concluding } from "../../../src/derive/concluding.ts";
import type { SentFact } from "../../../src/derive/protocol.ts";
import { literal, spell } from "../../../src/rdf/terms.ts";
import type { Definition } from "../../../src/rules/definition.ts";
import { definitionText } from "../../../src/rules/definition.ts";
import { FIRST_INSTANT } from "../../../src/time/instant.ts";
import { xsd } from "../../../src/vocab/well-known.ts";
import { stored } from "../../../src/writing/quads.ts";

let made = 0;
const said = (relation: string, value: number, unit?: string): SentFact => ({
	...{
		id: `fact:${made++}`,
		subject: "x",
		relation,
		object: spell(stored(literal(String(value), xsd.decimal))),
	},
	...{ from: undefined, to: undefined, confidence: 1, unit },
});
const present = (attribute: string, seq: number) =>
	({ group: 1, seq, side: "x", attribute, operator: "present" }) as const;
const ruleOf = (rule: string, definition: Definition) => ({
	rule,
	number: 1,
	appliesTo: definition.appliesTo,
	definition: definitionText(definition),
});
const typing = { kind: "typing", class: "u:T" } as const;
const about = { appliesTo: "u:C", join: undefined } as const;

const RULES = [
	ruleOf("ratio", {
		...about,
		conditions: [present("u:n", 1)],
		conclusion: {
			kind: "computed",
			attribute: "u:r",
			expression: { op: "div", l: { attr: "u:n" }, r: { attr: "u:zero" } },
		},
	}),
	ruleOf("many", { ...about, conditions: [present("u:a", 1), present("u:b", 2)], conclusion: typing }),
	ruleOf("tons", { ...about, conditions: [present("u:m", 1)], conclusion: typing }),
	ruleOf("sound", {
		...about,
		conditions: [present("u:n", 1)],
		conclusion: { kind: "typing", class: "u:S" },
	}),
];

const KB = "00000000-0000-4000-8000-000000000001";
const NOTHING_ELSE = { ontology: undefined, touched: {}, accepted: undefined };

function concluding(facts: readonly SentFact[], type: string) {
	const own = new Concluding();
	const { change } = own.answer(
		{
			kind: "restart",
			world: {
				axioms: [],
				cap: 1_000,
				rules: RULES,
				mostCombinations: 64,
				classes: [["u:C", []]],
				attributes: [["u:m", { unit: "t", range: xsd.decimal.value }]],
			},
			facts,
			recalled: [],
			types: [{ entity: "x", class: type }],
			...NOTHING_ELSE,
		},
		KB,
		FIRST_INSTANT,
	);
	return { own, change };
}

const many = (relation: string, count: number) => Array.from({ length: count }, (_, n) => said(relation, n));

test("division by zero, 65 combinations and another unit are told rule by rule, and stop no other rule", () => {
	const premises = [
		said("u:n", 1),
		said("u:zero", 0),
		...many("u:a", 13),
		...many("u:b", 5),
		said("u:m", 3, "kg"),
	];
	const { own, change } = concluding(premises, "u:C");
	expect(change.troubles).toEqual(
		expect.arrayContaining([
			{ kind: "division_by_zero", rule: "ratio", count: 1 },
			{ kind: "rule_capped", rule: "many", count: 1 },
			{ kind: "unit_mismatch", rule: "tons", attribute: "u:m", count: 1 },
		]),
	);
	expect(change.troubles).toHaveLength(3);
	expect(change.drawn.map(({ object }) => object)).toEqual(["<u:S>"]);
	// 64 combinations are tried: with one reading less there is a conclusion, and no trouble of it.
	const [least] = premises.filter(({ relation }) => relation === "u:a");
	const { change: fewer } = own.answer(
		{ kind: "change", change: { removed: [least?.id ?? ""], added: [] }, types: [], ...NOTHING_ELSE },
		KB,
		FIRST_INSTANT,
	);
	expect(fewer.drawn.map(({ object }) => object)).toEqual(["<u:T>"]);
	expect(fewer.troubles.map(({ kind }) => kind).sort()).toEqual(["division_by_zero", "unit_mismatch"]);
});

test("what is not of a rule's class is no trouble of it", () => {
	const { change } = concluding([said("u:n", 1), said("u:zero", 0), said("u:m", 3, "kg")], "u:Other");
	expect([change.troubles, change.drawn]).toEqual([[], []]);
});
