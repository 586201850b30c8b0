import { expect, test } from "vitest";
import type { FactWish } from "../../src/actions/wishes.ts";
import { changeRule, createRule, type NewRule, type RuleWish } from "../../src/rules/write-rules.ts";
import { type ActingBase, actingBase, EDO, type Json } from "../support/acting.ts";

const ONTOLOGY = `
c:ship a owl:Class ; rdfs:label "Ship" .
c:needs_dock a owl:Class ; rdfs:label "Needs dock" .
c:booked a owl:Class ; rdfs:label "Booked" .
c:firm a owl:Class ; rdfs:label "Firm" .
${["strain", "revenue", "cost", "margin", "share"].map((key) => `r:${key} a owl:DatatypeProperty ; rdfs:label "${key}" ; rdfs:range xsd:decimal .`).join("\n")}
${["survey", "slot_date", "country"].map((key) => `r:${key} a owl:DatatypeProperty ; rdfs:label "${key}" ; rdfs:range xsd:string .`).join("\n")}
r:owns a owl:ObjectProperty ; rdfs:label "owns" .
r:controls a owl:ObjectProperty ; rdfs:label "controls" .
`;

/** A base with the names of the examples, and what rules conclude of an entity. */
async function ruled() {
	const base = await actingBase(ONTOLOGY);
	const run = async <Answer>(action: Parameters<typeof base.writer.write>[0]) =>
		JSON.parse(
			await base.writer.write(action, (answer) => JSON.stringify(answer), { alone: true }),
		) as Answer;
	return {
		base,
		create: (rule: NewRule) => run<{ rule: string; version: number }>(createRule(rule, EDO, base.view)),
		change: (id: string, wish: RuleWish) => run<{ version: number }>(changeRule(id, wish, EDO, base.view)),
		say: (
			subject: string,
			type: string,
			predicate: string,
			value: string | number,
			from?: string,
			to?: string,
		) => base.act.assert(said(subject, type, predicate, { value: { value } }, from, to)),
		concluded: async (entity: string, args: Json = {}) => concluded(base, entity, args),
		[Symbol.asyncDispose]: () => base[Symbol.asyncDispose](),
	};
}

function said(
	subject: string,
	type: string,
	predicate: string,
	object: object,
	from?: string,
	to?: string,
): FactWish {
	const wish = { subject: { name: subject, type }, predicate, ...object };
	return { ...wish, ...(from && { validFrom: from }), ...(to && { validTo: to }) } as FactWish;
}

async function concluded(base: ActingBase, entity: string, args: Json) {
	const answer = await base.read("entity_facts", { entity_id: entity, ...args });
	return (answer["derived_facts"] as Json[]).map((one) => ({
		id: String(one["id"]),
		text: [
			one["predicate"],
			JSON.stringify(one["object"] ?? one["object_value"]),
			one["valid_from"] ?? "",
			one["valid_to"] ?? "",
		]
			.map(String)
			.join(" ")
			.replaceAll("T00:00:00.000000Z", ""),
		premises: (one["premises"] as string[]).length,
		version: one["rule_version"],
	}));
}

const texts = (found: Awaited<ReturnType<typeof concluded>>) => found.map(({ text }) => text).sort();

const DOCK: NewRule = {
	name: "Dock",
	class: "ship",
	conditions: [
		{ group: 1, seq: 1, attribute: "strain", operator: "gt", operand: 8 },
		{ group: 1, seq: 2, attribute: "survey", operator: "in", operand: ["fatigue"] },
	],
	conclusion: { kind: "typing", class: "needs_dock" },
} as unknown as NewRule;

test("B1: a type is concluded from when all conditions hold, by two premises; B2: of the first reading alone nothing follows", async () => {
	await using world = await ruled();
	await world.create(DOCK);
	await world.say("Heron", "ship", "strain", 12.3, "2023-05-01");
	expect(texts(await world.concluded("Heron"))).toEqual([]);
	await world.say("Heron", "ship", "survey", "fatigue", "2023-06-01");
	const found = await world.concluded("Heron");
	expect(found).toMatchObject([{ premises: 2, version: 1 }]);
	expect(found[0]?.text).toContain("2023-06-01");
});
