import { afterAll, beforeAll, expect, test } from "vitest";
import { stateAt } from "../../../src/ledger/finding-table.ts";
import { violations } from "../../../src/ledger/violations.ts";
import { createRule, type NewRule } from "../../../src/rules/write-rules.ts";
import { type ActingBase, actingBase, EDO } from "../../support/acting.ts";
import { FLEET_TURTLE, NEEDS_DOCK } from "../../support/ruling.ts";

let base: ActingBase;
beforeAll(async () => {
	base = await actingBase(`${FLEET_TURTLE}
r:head_of a owl:ObjectProperty ; rdfs:label "head of" ; rdfs:subPropertyOf r:sits_in .
r:guest_of a owl:ObjectProperty ; rdfs:label "guest of" ; rdfs:subPropertyOf r:sits_in .
r:sits_in a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:label "sits in" .`);
});
afterAll(async () => base[Symbol.asyncDispose]());

const run = async (action: Parameters<typeof base.writer.write>[0]) =>
	JSON.parse(await base.writer.write(action, (answer) => JSON.stringify(answer), { alone: true }));
const found = async () =>
	(await base.view.kept(violations)).list().map((one) => {
		const { status, occurrences } = one.states.at(-1) ?? {};
		return [one.kind, status, occurrences, one.rules.length].join(" ");
	});

test("a group with too many combinations is told of, stands in `capped`, and goes when there are fewer", async () => {
	const kinds = Array.from({ length: 10 }, (_, n) => `fatigue ${n}`);
	const conditions = [
		{ attribute: "strain", operator: "gt", operand: 8 },
		{ attribute: "survey", operator: "in", operand: kinds },
	];
	const { rule } = await run(createRule({ ...NEEDS_DOCK, conditions } as NewRule, EDO, base.view));
	const value = (predicate: string, said: string | number, validFrom: string) => ({
		subject: { name: "Heron", type: "vessel" },
		predicate,
		value: { value: said },
		validFrom,
		validTo: "2030",
	});
	const day = (n: number) => `2020-01-${String(n + 1).padStart(2, "0")}`;
	const strains = Array.from({ length: 11 }, (_, n) => value("strain", 9 + n, day(n)));
	const surveys = kinds.map((kind, n) => value("survey", kind, day(n)));
	const { facts } = await base.act.assert(...([...strains, ...surveys] as never[]));
	const strained = facts.slice(0, 11).map(({ row }) => row);
	const before = base.view.head().recordedAt;
	expect(await found()).toContain("rule_capped open 1 1");
	const { capped } = await base.read("rule_matches", { rule_id: rule });
	expect(capped).toEqual([rule]);
	for (const row of strained.slice(1)) await base.act.retract(row);
	expect((await base.read("list_rules", {}))["capped"]).toEqual([]);
	expect(await found()).toContain("rule_capped withdrawn 1 1");
	const [limit] = (await base.view.kept(violations)).list().filter(({ kind }) => kind === "rule_capped");
	expect(limit && stateAt(limit, before as never)?.status).toBe("open");
});

test("rules whose conclusions contradict each other: one defect, and it goes with one of the two", async () => {
	const says = (predicate: string, object: string) => ({
		subject: { name: "Ana" },
		predicate,
		object: { name: object },
		validFrom: "2020",
	});
	const { facts } = await base.act.assert(says("head_of", "North"), says("guest_of", "South"));
	expect(await found()).toContain("rules_disagree open 2 2");
	await base.act.retract(facts[1]?.row ?? "");
	expect(await found()).toContain("rules_disagree withdrawn 2 2");
});
