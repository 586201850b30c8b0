import { expect, test } from "vitest";
import { type Instant, instant } from "../../src/time/instant.ts";
import { refusalOf } from "../support/acting.ts";
import { ruledBase, said } from "../support/ruled-base.ts";

const present = (attribute: string, more = {}) => ({ attribute, operator: "present", ...more });
const above = (attribute: string, operand: unknown, more = {}) => ({
	attribute,
	operator: "gt",
	operand,
	...more,
});
const fatigue = (more = {}) => ({ attribute: "survey", operator: "in", operand: ["fatigue"], ...more });
const DOCK = {
	name: "Dock",
	class: "ship",
	conditions: [above("strain", 8), fatigue()],
	conclusion: { kind: "typing", class: "needs_dock" },
};
const BOOKED = {
	name: "Booked",
	class: "needs_dock",
	conditions: [present("slot_date")],
	conclusion: { kind: "typing", class: "booked" },
};
const MARGIN = {
	name: "Margin",
	class: "firm",
	conditions: [present("revenue"), present("cost")],
	conclusion: {
		kind: "computed",
		attribute: "margin",
		expression: { op: "sub", l: { attr: "revenue" }, r: { attr: "cost" } },
	},
};
const number = (value: number) => ({ value: { value } });

test("B1: a type is concluded from when all conditions hold, by two premises", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create(DOCK);
	const strain = await world.say("Heron ship", "strain", 12.3, "2023-05-01");
	const survey = await world.say("Heron ship", "survey", "fatigue", "2023-06-01");
	expect(await world.concluded("Heron")).toMatchObject([
		{ text: "is_a needs_dock [2023-06-01, )", premises: [strain, survey], version: 1 },
	]);
	expect(await world.matches(rule)).toEqual(["Heron is a needs_dock [2023-06-01, ) by strain, survey"]);
	expect(await world.counts()).toEqual({ Dock: 1 });
});

test("B2: of the first reading alone nothing follows", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create(DOCK);
	await world.say("Heron ship", "strain", 12.3, "2023-05-01");
	expect(await world.texts("Heron")).toEqual([]);
	expect(await world.matches(rule)).toEqual([]);
});

test("B3: a raised threshold is version 2, and withdraws in that commit what it does not conclude", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create(DOCK);
	await world.say("Heron ship", "strain", 12.3, "2023-05-01");
	await world.say("Heron ship", "survey", "fatigue", "2023-06-01");
	const before = world.now();
	const [stood] = await world.concluded("Heron");
	expect(await world.change(rule, { conditions: [above("strain", 20), fatigue()] })).toEqual({
		rule,
		version: 2,
	});
	expect(await world.texts("Heron")).toEqual([]);
	expect(await world.matches(rule)).toEqual([]);
	expect(await world.counts()).toEqual({ Dock: 0 });
	// As of before, it stands as it stood, under version 1.
	expect(await world.concluded("Heron", { as_of: before })).toEqual([stood]);
	expect(stood).toMatchObject({ version: 1 });
});

test("B4: two readings that satisfy in two intervals make two conclusions", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create(DOCK);
	await world.say("Heron ship", "survey", "fatigue");
	await world.say("Heron ship", "strain", 12.3, "2023-01-01", "2024-01-01");
	await world.say("Heron ship", "strain", 9.9, "2025-01-01", "2026-01-01");
	expect(await world.texts("Heron")).toEqual([
		"is_a needs_dock [2023-01-01, 2024-01-01)",
		"is_a needs_dock [2025-01-01, 2026-01-01)",
	]);
	expect((await world.matches(rule)).length).toBe(2);
});

test("B5: readings that never hold at once conclude nothing", async () => {
	await using world = await ruledBase();
	await world.create(DOCK);
	await world.say("Heron ship", "strain", 12.3, "2020-01-01", "2021-01-01");
	await world.say("Heron ship", "survey", "fatigue", "2022-01-01", "2023-01-01");
	expect(await world.texts("Heron")).toEqual([]);
});

test("B6: two groups that are met over the same interval are two proofs of one conclusion, the first group's shown", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create({
		...DOCK,
		conditions: [
			above("strain", 8, { group: 1 }),
			fatigue({ group: 1 }),
			{ ...present("country"), group: 3 },
		],
	});
	await world.assert(
		said("Heron ship", "strain", number(12.3), "2023"),
		said("Heron ship", "survey", { value: { value: "fatigue" } }, "2023"),
		said("Heron ship", "country", { value: { value: "NL" } }, "2023"),
	);
	const found = await world.concluded("Heron");
	expect(found.map(({ text, premises }) => `${text} ${premises.length}`)).toEqual([
		"is_a needs_dock [2023-01-01, ) 2",
	]);
	expect(await world.proofs(found[0]?.id ?? "")).toEqual([
		"group 1 version 1 of 2",
		"group 3 version 1 of 1",
	]);
	expect(await world.matches(rule)).toEqual(["Heron is a needs_dock [2023-01-01, ) by strain, survey"]);
});

test("B7: two revenues and three costs that overlap pairwise make six values, each of its own interval", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create(MARGIN);
	await world.assert(
		said("Line firm", "revenue", number(100), "2020-01-01", "2030-01-01"),
		said("Line firm", "revenue", number(110.5), "2021-01-01", "2031-01-01"),
		said("Line firm", "cost", number(40), "2022-01-01", "2028-01-01"),
		said("Line firm", "cost", number(41), "2019-01-01", "2029-01-01"),
		said("Line firm", "cost", number(0.1), "2023-01-01", "2040-01-01"),
	);
	expect(await world.texts("Line")).toEqual([
		"margin 110.4 [2023-01-01, 2031-01-01)",
		"margin 59 [2020-01-01, 2029-01-01)",
		"margin 60 [2022-01-01, 2028-01-01)",
		"margin 69.5 [2021-01-01, 2029-01-01)",
		"margin 70.5 [2022-01-01, 2028-01-01)",
		"margin 99.9 [2023-01-01, 2030-01-01)",
	]);
	expect(await world.counts()).toEqual({ Margin: 6 });
	expect((await world.matches(rule)).every((one) => one.endsWith("by revenue, cost"))).toBe(true);
});

test("B8: a concluded class is a premise for as long as it holds, a held one is none", async () => {
	await using world = await ruledBase();
	await world.create(DOCK);
	const { rule } = await world.create(BOOKED);
	await world.say("Heron ship", "strain", 12.3, "2019-01-01", "2022-01-01");
	await world.say("Heron ship", "survey", "fatigue");
	await world.say("Heron ship", "slot_date", "2024-02-01", "2024-01-01");
	expect(await world.texts("Heron")).toEqual(["is_a needs_dock [2019-01-01, 2022-01-01)"]);
	await world.say("Heron ship", "strain", 9, "2023-01-01", "2025-01-01");
	const booked = (await world.concluded("Heron")).find(({ text }) => text.includes("booked"));
	expect(booked).toMatchObject({ text: "is_a booked [2024-01-01, 2025-01-01)" });
	expect(booked?.premises.length).toBe(2);
	expect(await world.matches(rule)).toEqual([
		"Heron is a booked [2024-01-01, 2025-01-01) by is a, slot_date",
	]);
	await world.retype("Heron", "needs_dock");
	expect(await world.texts("Heron")).toEqual(["is_a booked [2024-01-01, )"]);
});

test("B9: the edge of a join narrows what is concluded, and stands between the premises of both", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create({
		name: "Control",
		class: "firm",
		join: "owns",
		conditions: [above("share", 50), { ...present("country"), side: "y" }],
		conclusion: { kind: "relation", relation: "controls" },
	});
	const share = await world.say("Holding firm", "share", 60, "2018-01-01");
	const edge = await world.link("Holding firm", "owns", "Line firm", "2020-01-01", "2030-01-01");
	const country = await world.say("Line firm", "country", "NL", "2019-01-01", "2024-01-01");
	expect(await world.concluded("Holding")).toMatchObject([
		{ text: "controls Line [2020-01-01, 2024-01-01)", premises: [share, edge, country] },
	]);
	expect(await world.matches(rule)).toEqual([
		"Holding controls Line [2020-01-01, 2024-01-01) by share, owns, country",
	]);
	await world.base.act.retract(edge);
	expect(await world.texts("Holding")).toEqual([]);
});

test("B10: a group of 11 times 10 combinations concludes nothing; others go on, and it does once there are fewer", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create(MARGIN);
	await world.create({
		...MARGIN,
		name: "Counted",
		conditions: [present("revenue")],
		conclusion: { kind: "typing", class: "booked" },
	});
	const years = (predicate: string, count: number) =>
		Array.from({ length: count }, (_, n) =>
			said("Line firm", predicate, number(n), `${2001 + n}`, `${2002 + n}`),
		);
	await world.assert(...years("revenue", 11), ...years("cost", 10));
	expect(await world.counts()).toEqual({ Counted: 11, Margin: 0 });
	await world.change(rule, { conditions: [above("revenue", 7), above("cost", 6)] });
	expect((await world.matches(rule)).map((one) => one.slice(0, 26))).toEqual([
		"Line margin 0 [2009-01-01,",
		"Line margin 0 [2010-01-01,",
	]);
});

test("B11: neither another word nor another case is matched", async () => {
	await using world = await ruledBase();
	await world.create({ ...DOCK, conditions: [fatigue()] });
	await world.say("Heron ship", "survey", "Ermüdung");
	await world.say("Egret ship", "survey", "Fatigue");
	await world.say("Plover ship", "survey", " fatigue ");
	expect([await world.texts("Heron"), await world.texts("Egret")]).toEqual([[], []]);
	expect(await world.texts("Plover")).toEqual(["is_a needs_dock [2000-01-01, )"]);
});

test("B12: a new name changes no version and no conclusion; off withdraws them, on draws new ones", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create({ ...DOCK, conditions: [fatigue()] });
	await world.say("Heron ship", "survey", "fatigue");
	const stood = await world.concluded("Heron");
	expect(await world.change(rule, { name: "Dock cases" })).toEqual({ rule, version: 1 });
	expect(await world.concluded("Heron")).toEqual(stood);
	expect(await world.change(rule, { enabled: false })).toEqual({ rule, version: 1 });
	expect(await world.concluded("Heron")).toEqual([]);
	expect([await world.matches(rule), await world.counts()]).toEqual([[], { "Dock cases": 0 }]);
	const off = world.now();
	expect(await world.change(rule, { enabled: true })).toEqual({ rule, version: 1 });
	const again = await world.concluded("Heron");
	expect(again.map(({ text, version }) => [text, version])).toEqual(
		stood.map(({ text, version }) => [text, version]),
	);
	expect(again[0]?.id).not.toBe(stood[0]?.id);
	expect(again[0]?.derivedAt).not.toBe(stood[0]?.derivedAt);
	expect(await world.concluded("Heron", { as_of: off })).toEqual([]);
});

test("U3: what still stands under a new version keeps its row, with a proof under that version", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create({ ...DOCK, conditions: [above("strain", 8)] });
	await world.say("Heron ship", "strain", 12.3, "2023");
	await world.say("Egret ship", "strain", 9, "2023");
	const first = world.now();
	const stood = await world.concluded("Heron");
	expect(await world.change(rule, { conditions: [above("strain", 10)] })).toEqual({ rule, version: 2 });
	expect(await world.concluded("Heron")).toEqual([{ ...stood[0], version: 2 }]);
	expect(await world.texts("Egret")).toEqual([]);
	expect(await world.proofs(stood[0]?.id ?? "")).toEqual(["group 1 version 2 of 1"]);
	expect(await world.proofs(stood[0]?.id ?? "", instant(first) as Instant)).toEqual([
		"group 1 version 1 of 1",
	]);
	expect(await world.concluded("Heron", { as_of: first })).toEqual(stood);
	expect(await world.matches(rule)).toEqual(["Heron is a needs_dock [2023-01-01, ) by strain"]);
	expect(await world.counts()).toEqual({ Dock: 1 });
});

test("U4: deleting a rule withdraws its conclusions and what followed from them; as of before, all stands", async () => {
	await using world = await ruledBase();
	const { rule } = await world.create({ ...DOCK, conditions: [fatigue()] });
	await world.create(BOOKED);
	await world.say("Heron ship", "survey", "fatigue");
	await world.say("Heron ship", "slot_date", "soon");
	const before = world.now();
	const stood = await world.concluded("Heron");
	expect(stood.map(({ text }) => text).sort()).toEqual([
		"is_a booked [2000-01-01, )",
		"is_a needs_dock [2000-01-01, )",
	]);
	await world.delete(rule);
	expect(await world.concluded("Heron")).toEqual([]);
	expect(await world.counts()).toEqual({ Booked: 0 });
	expect(await world.concluded("Heron", { as_of: before })).toEqual(stood);
});

test("concluded edges are edges for axioms, and what follows from these is read by rules", async () => {
	await using world = await ruledBase();
	await world.declare("controls", { transitive: true });
	await world.create({
		name: "Control",
		class: "firm",
		join: "owns",
		conditions: [above("share", 50)],
		conclusion: { kind: "relation", relation: "controls" },
	});
	const { rule } = await world.create({
		name: "Seat",
		class: "firm",
		join: "controls",
		conditions: [{ ...present("country"), side: "y" }],
		conclusion: { kind: "attribute", attribute: "survey", value: "abroad" },
	});
	await world.assert(said("A firm", "share", number(60)), said("B firm", "share", number(70)));
	await world.link("A firm", "owns", "B firm");
	const edge = await world.link("B firm", "owns", "C firm");
	await world.say("C firm", "country", "NL");
	expect(await world.texts("A")).toEqual([
		"controls B [2000-01-01, )",
		"controls C [2000-01-01, )",
		"survey abroad [2000-01-01, )",
	]);
	expect(await world.matches(rule)).toEqual([
		"A survey abroad [2000-01-01, ) by controls, country",
		"B survey abroad [2000-01-01, ) by controls, country",
	]);
	await world.base.act.retract(edge);
	expect(await world.texts("A")).toEqual(["controls B [2000-01-01, )"]);
});

test("a counter ends, concludes nothing over its cap, and other rules go on", async () => {
	await using world = await ruledBase();
	await world.create({
		name: "Counter",
		class: "ship",
		conditions: [present("count")],
		conclusion: {
			kind: "computed",
			attribute: "count",
			expression: { op: "add", l: { attr: "count" }, r: { const: 1 } },
		},
	});
	await world.create({ ...DOCK, conditions: [fatigue()] });
	await world.say("Heron ship", "count", 0);
	await world.say("Heron ship", "survey", "fatigue");
	expect(await world.texts("Heron")).toEqual(["is_a needs_dock [2000-01-01, )"]);
	expect(await world.counts()).toEqual({ Counter: 0, Dock: 1 });
});

test("bad input is refused or concludes nothing, and stops no other rule", async () => {
	await using world = await ruledBase();
	await world.create({
		...MARGIN,
		name: "Ratio",
		conclusion: {
			...MARGIN.conclusion,
			expression: { op: "div", l: { attr: "revenue" }, r: { attr: "cost" } },
		},
	});
	await world.create(MARGIN);
	await world.assert(said("Line firm", "revenue", number(10)), said("Line firm", "cost", number(0)));
	expect(await world.counts()).toEqual({ Margin: 1, Ratio: 0 });
	const foreign = "urn:utopia:kb:00000000-0000-4000-8000-000000000009:relation:strain";
	expect(await refusalOf(() => world.create({ ...DOCK, conditions: [above(foreign, 1)] }))).toMatchObject({
		reason: "unknown_attribute",
		field: "conditions.0.attribute",
	});
	const loop = {
		name: "Loop",
		class: "firm",
		join: "survey",
		conditions: [present("share")],
		conclusion: { kind: "relation", relation: "owns" },
	};
	expect(await refusalOf(() => world.create(loop))).toMatchObject({
		reason: "join_not_a_relation",
		field: "join",
	});
	expect(await refusalOf(() => world.declare("share", { transitive: true }))).toMatchObject({
		code: "UTOPIA_WRITE_REFUSED",
	});
	// Nonsense that can be written: a relation that is its own inverse, and above itself.
	await world.declare("owns", { inverseOf: "owns", transitive: true, symmetric: true });
	await world.link("Line firm", "owns", "Other firm");
	expect(await world.texts("Line")).toEqual(["margin 10 [2000-01-01, )", "owns Line [2000-01-01, )"]);
	expect(await world.counts()).toEqual({ Margin: 1, Ratio: 0 });
});

test("an attribute that a file declares transitive, and inverse to itself, is read by rules and drawn by no axiom", async () => {
	await using world = await ruledBase(
		'r:weight a owl:DatatypeProperty , owl:TransitiveProperty , owl:SymmetricProperty ; rdfs:label "weight" ; rdfs:range xsd:decimal ; owl:inverseOf r:weight .',
	);
	await world.create({ ...DOCK, conditions: [above("weight", 1)] });
	await world.say("Heron ship", "weight", 3);
	expect(await world.texts("Heron")).toEqual(["is_a needs_dock [2000-01-01, )"]);
});
