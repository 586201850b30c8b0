import { expect, test } from "vitest";
import { literal } from "../../../src/rdf/terms.ts";
import { type EvaluateOptions, evaluate } from "../../../src/rules/evaluate.ts";
import { xsd } from "../../../src/vocab/well-known.ts";
import {
	above,
	attr,
	during,
	isIn,
	number,
	present,
	reading,
	rule,
	subject,
	told,
	typing,
	where,
} from "../../support/rule-subjects.ts";

type Asked = Parameters<typeof evaluate<string>>;
const matchesOf = (definition: Asked[0], x: Asked[1], joined?: Asked[2], options?: EvaluateOptions) =>
	evaluate(definition, x, joined, options).matches.map(told);

const needsDock = rule(typing("NeedsDock"), [where("strain", above("8")), where("survey", isIn("fatigue"))]);
const fatigue = reading("s", "fatigue", during("2023-06-01"));

test("B1: two conditions of a group are met where both readings hold, and both are premises", () => {
	const ship = subject({ strain: [reading("r", number("12.3"), during("2023-05-01"))], survey: [fatigue] });
	expect(matchesOf(needsDock, ship)).toEqual(["1 [2023-06-01, ) r s -> NeedsDock"]);
});

test("B2: one reading of two concludes nothing", () => {
	expect(matchesOf(needsDock, subject({ strain: [reading("r", number("12.3"))] }))).toEqual([]);
});

test("B3: under a raised threshold the same readings conclude nothing", () => {
	const raised = rule(typing("NeedsDock"), [where("strain", above("20")), where("survey", isIn("fatigue"))]);
	expect(matchesOf(raised, subject({ strain: [reading("r", number("12.3"))], survey: [fatigue] }))).toEqual(
		[],
	);
});

test("B4: two satisfying readings at different times are two conclusions", () => {
	const ship = subject({
		strain: [
			reading("r1", number("12.3"), during("2023", "2024")),
			reading("r2", number("9.9"), during("2025", "2026")),
		],
		survey: [reading("s", "fatigue")],
	});
	expect(matchesOf(needsDock, ship)).toEqual([
		"1 [2023-01-01, 2024-01-01) r1 s -> NeedsDock",
		"1 [2025-01-01, 2026-01-01) r2 s -> NeedsDock",
	]);
});

test("B5: readings in disjoint intervals conclude nothing, and neither do those that only touch", () => {
	for (const end of ["2022", "2023"]) {
		const ship = subject({
			strain: [reading("r", number("12.3"), during("2020", end))],
			survey: [reading("s", "fatigue", during("2023"))],
		});
		expect(matchesOf(needsDock, ship)).toEqual([]);
	}
});

test("B6: two groups over one interval are two matches, the lower group first", () => {
	const either = rule(typing("Due"), [
		where("a", present, { group: 2 }),
		where("b", present, { group: 2 }),
		where("c", present, { group: 7 }),
	]);
	const ship = subject({ a: [reading("a", "1")], b: [reading("b", "1")], c: [reading("c", "1")] });
	expect(matchesOf(either, ship)).toEqual(["2 [, ) a b -> Due", "7 [, ) c -> Due"]);
});

test("B7: two revenues and three costs make six values, each of its own interval and premises", () => {
	const margin = rule(
		{ kind: "computed", attribute: "margin", expression: { op: "sub", l: attr("revenue"), r: attr("cost") } },
		[where("revenue", present), where("cost", present)],
	);
	const company = subject({
		revenue: [
			reading("r1", number("100"), during("2020", "2030")),
			reading("r2", number("110.5"), during("2021", "2031")),
		],
		cost: [
			reading("c1", number("40"), during("2022", "2028")),
			reading("c2", number("41"), during("2019", "2029")),
			reading("c3", number("0.10"), during("2023", "2040")),
		],
	});
	expect(matchesOf(margin, company)).toEqual([
		"1 [2022-01-01, 2028-01-01) r1 c1 -> margin 60",
		"1 [2020-01-01, 2029-01-01) r1 c2 -> margin 59",
		"1 [2023-01-01, 2030-01-01) r1 c3 -> margin 99.9",
		"1 [2022-01-01, 2028-01-01) r2 c1 -> margin 70.5",
		"1 [2021-01-01, 2029-01-01) r2 c2 -> margin 69.5",
		"1 [2023-01-01, 2031-01-01) r2 c3 -> margin 110.4",
	]);
});

test("B8: a concluded class is a timed premise, the first one, and a held one is none", () => {
	const booked = rule(typing("Booked"), [where("slot_date", present)]);
	const readings = { slot_date: [reading("d", "2024-02-01", during("2024"))] };
	const concluded = (to: string) => ({
		isOf: false,
		concludedTypes: [{ statement: "t", interval: during("2019", to) }],
	});
	expect(matchesOf(booked, subject(readings, concluded("2022")))).toEqual([]);
	expect(matchesOf(booked, subject(readings, concluded("2025")))).toEqual([
		"1 [2024-01-01, 2025-01-01) t d -> Booked",
	]);
	expect(matchesOf(booked, subject(readings, { ...concluded("2025"), isOf: true }))).toEqual([
		"1 [2024-01-01, ) d -> Booked",
	]);
	expect(matchesOf(booked, subject(readings, { isOf: false }))).toEqual([]);
});

test("B9: the edge of a join narrows the interval and is a premise between those of X and those of Y", () => {
	const controls = rule(
		{ kind: "relation", relation: "controls" },
		[where("listed", present, { side: "y" }), where("share", above("50"))],
		"owns",
	);
	const holding = subject({ share: [reading("share", number("60"), during("2018"))] });
	const y = subject({ listed: [reading("listed", "yes", during("2019", "2024"))] }, { entity: "y" });
	const edges = [{ statement: "owns", interval: during("2020", "2030") }];
	expect(matchesOf(controls, holding, { edges, y })).toEqual([
		"1 [2020-01-01, 2024-01-01) share owns listed -> controls",
	]);
	expect(matchesOf(controls, holding)).toEqual([]);
	expect(matchesOf(controls, holding, { edges, y: { ...y, entity: "x" } })).toEqual([]);
});

test("B10: a group of 11 times 10 combinations concludes nothing and is told; other groups go on", () => {
	const many = (name: string, count: number) =>
		Array.from({ length: count }, (_, n) => reading(`${name}${n}`, number(String(n))));
	const both = rule(typing("Due"), [
		where("a", present),
		where("b", present),
		where("c", present, { group: 2 }),
	]);
	const ship = subject({ a: many("a", 11), b: many("b", 10), c: many("c", 1) });
	expect(evaluate(both, ship, undefined)).toMatchObject({ cappedGroups: [1], matches: [{ group: 2 }] });
	const atCap = subject({ a: many("a", 8), b: many("b", 8) });
	expect(evaluate(both, atCap, undefined)).toMatchObject({ cappedGroups: [], matches: { length: 64 } });
	const byEdges = rule({ kind: "relation", relation: "r" }, [where("a", present)], "owns");
	const pair = { edges: many("e", 5), y: subject({}, { entity: "y" }) };
	expect(evaluate(byEdges, subject({ a: many("a", 13) }), pair).cappedGroups).toEqual([1]);
});

test("B11: strings compare literally, trimmed, in their case", () => {
	const strain = [reading("r", number("9"))];
	for (const text of ["Ermüdung", "Fatigue", "fatigue!"])
		expect(matchesOf(needsDock, subject({ strain, survey: [reading("s", text)] }))).toEqual([]);
	const tagged = [reading("s", literal(" fatigue\n", { language: "en" }))];
	expect(matchesOf(needsDock, subject({ strain, survey: tagged }))).toHaveLength(1);
});

test("a rule without conditions never fires", () => {
	expect(matchesOf(rule(typing("Due"), []), subject({}))).toEqual([]);
});

test("a set holds numbers and booleans by their canonical text, and not_in needs a reading", () => {
	const set = (operator: "in" | "not_in") =>
		rule(typing("T"), [where("a", { operator, operand: ["1.5", "true"] })]);
	const meets = (operator: "in" | "not_in", value: ReturnType<typeof literal>) =>
		matchesOf(set(operator), subject({ a: [reading("a", value)] })).length === 1;
	for (const value of [
		number("1.50"),
		literal("15e-1", xsd.double),
		literal("1", xsd.boolean),
		literal("1.5"),
	]) {
		expect(meets("in", value)).toBe(true);
		expect(meets("not_in", value)).toBe(false);
	}
	expect(meets("in", literal("1.50"))).toBe(false);
	expect(meets("not_in", literal("1.50"))).toBe(true);
	expect(matchesOf(set("not_in"), subject({}))).toEqual([]);
});

test("B4 of the rules: quoted numbers and booleans compare as numbers, other values satisfy no comparison", () => {
	const atLeastOne = rule(typing("T"), [where("a", { operator: "gte", operand: { const: "1" } })]);
	const meets = (value: ReturnType<typeof literal>) =>
		matchesOf(atLeastOne, subject({ a: [reading("a", value)] })).length === 1;
	for (const value of [
		literal(" 12 "),
		literal("true", xsd.boolean),
		literal("+1."),
		literal("1e0", xsd.double),
	])
		expect(meets(value)).toBe(true);
	for (const value of [
		literal("0", xsd.boolean),
		literal("maybe", xsd.boolean),
		literal("12 m"),
		literal("INF", xsd.double),
		literal("NaN", xsd.double),
		literal("2023", xsd.gYear),
		literal(""),
	])
		expect(meets(value)).toBe(false);
});

test("between is closed at both ends, and exact", () => {
	const range = rule(typing("T"), [where("a", { operator: "between", operand: ["0.1", "0.3"] })]);
	const meets = (digits: string) =>
		matchesOf(range, subject({ a: [reading("a", number(digits))] })).length === 1;
	expect(["0.1", "0.3", "0.20"].every(meets)).toBe(true);
	expect(["0.09999999999999999999999", "0.30000000000000000000001"].some(meets)).toBe(false);
});

test("a reading in another unit satisfies nothing and is told with its attribute", () => {
	const declared = (attribute: string) => (attribute === "a" ? { unit: "t" } : undefined);
	const heavy = rule(typing("Heavy"), [where("a", above("5")), where("b", present)]);
	const ship = subject({
		a: [
			{ ...reading("kg", number("5000")), unit: "kg" },
			{ ...reading("t", number("6")), unit: "t" },
		],
		b: [{ ...reading("b", "x"), unit: "m" }],
	});
	const { matches, unitMismatches } = evaluate(heavy, ship, undefined, { declared });
	expect(matches.map(told)).toEqual(["1 [, ) t b -> Heavy"]);
	expect(unitMismatches).toEqual([{ attribute: "a", statements: ["kg"] }]);
});

test("a condition may compare with a calculation; what it reads follows its own reading", () => {
	const profitable = rule(typing("Profitable"), [
		where("revenue", above({ op: "add", l: attr("cost"), r: attr("tax") })),
		where("cost", present),
	]);
	const company = subject({
		revenue: [reading("r", number("10"))],
		cost: [reading("c1", number("9")), reading("c2", number("7.5"))],
		tax: [reading("t", number("2"), during("2020")), reading("text", "none")],
	});
	expect(matchesOf(profitable, company)).toEqual(["1 [2020-01-01, ) r t c2 -> Profitable"]);
});

test("what a calculation reads and no condition does comes after the conditions, and once", () => {
	const ratio = rule(
		{
			kind: "computed",
			attribute: "ratio",
			expression: { op: "div", l: attr("a"), r: { op: "mul", l: attr("b"), r: attr("a") } },
		},
		[where("c", present), where("b", above("0"))],
	);
	const x = subject({
		a: [reading("a", number("3"))],
		b: [reading("b", number("8"))],
		c: [reading("c", "x")],
	});
	expect(matchesOf(ratio, x)).toEqual(["1 [, ) c b a -> ratio 0.125"]);
	expect(matchesOf(ratio, subject({ b: [reading("b", number("8"))], c: [reading("c", "x")] }))).toEqual([]);
});

test("a division by zero concludes nothing and is counted where there is a moment in common", () => {
	const rate = rule(
		{ kind: "computed", attribute: "rate", expression: { op: "div", l: attr("a"), r: attr("b") } },
		[where("a", present)],
	);
	const x = subject({
		a: [reading("a", number("1"), during("2020", "2022"))],
		b: [
			reading("zero", number("0.00")),
			reading("later", number("0"), during("2023")),
			reading("two", number("2")),
		],
	});
	const { matches, divisionsByZero } = evaluate(rate, x, undefined);
	expect(matches.map(told)).toEqual(["1 [2020-01-01, 2022-01-01) a two -> rate 0.5"]);
	expect(divisionsByZero).toBe(1);
});

test("one reading that satisfies two conditions is one premise", () => {
	const within = rule(typing("T"), [
		where("a", above("8")),
		where("a", { operator: "lt", operand: { const: "20" } }),
	]);
	const x = subject({ a: [reading("r", number("9")), reading("high", number("30"), during("2020"))] });
	expect(matchesOf(within, x)).toEqual(["1 [, ) r -> T", "1 [2020-01-01, ) high r -> T"]);
});

test("a whole result is an integer where the attribute takes integers", () => {
	const twice = rule(
		{ kind: "computed", attribute: "n", expression: { op: "mul", l: attr("a"), r: { const: "2" } } },
		[where("a", present)],
	);
	const of = (digits: string) =>
		evaluate(twice, subject({ a: [reading("a", number(digits))] }), undefined, {
			declared: () => ({ range: xsd.integer.value }),
		}).matches[0]?.conclusion;
	expect(of("2.5")).toMatchObject({ value: { value: "5", datatype: xsd.integer } });
	expect(of("2.25")).toMatchObject({ value: { value: "4.5", datatype: xsd.decimal } });
});
