import { describe, expect, test } from "vitest";
import { changedRelations, violationsAround } from "../../../src/findings/checks/around.ts";
import { disjointTypes } from "../../../src/findings/checks/classes.ts";
import { type Found, keyOf } from "../../../src/findings/checks/found.ts";
import type { HeldFact } from "../../../src/findings/checks/held.ts";
import type { Instant } from "../../../src/time/instant.ts";
import { checkedOf, fact, ontologyOf, type RelationSaid, years } from "../../support/checked.ts";

const shown = ({ kind, statements }: Found) => `${kind} ${statements.map(({ id }) => id).join(" ")}`;

/** What is found of all these facts. */
function found(
	relations: Readonly<Record<string, RelationSaid>>,
	facts: readonly HeldFact[],
	types: Readonly<Record<string, string>> = {},
	classes: Parameters<typeof ontologyOf>[1] = {},
): readonly Found[] {
	return violationsAround({ claims: facts }, checkedOf(ontologyOf(relations, classes), facts, types)).found;
}

describe("links", () => {
	test("a thing that stands in an irreflexive or asymmetric relation to itself, whenever it does", () => {
		const own = (...flags: NonNullable<RelationSaid["flags"]>) =>
			found({ p: { flags } }, [fact("1", ["a", "p", "a"], years(1, 2)), fact("2", ["b", "p", "a"])]).map(
				shown,
			);
		expect(own("irreflexive")).toEqual(["self_loop 1"]);
		expect(own("asymmetric")).toEqual(["self_loop 1"]);
		expect(own("transitive")).toEqual([]);
	});

	test("both directions at one moment, in the order of their ends; periods that touch have no moment in common", () => {
		const p = { p: { flags: ["asymmetric"] } } as const;
		const there = fact("1", ["a", "p", "b"], years(1, 5));
		const back = (from: number, to: number) => fact("2", ["b", "p", "a"], years(from, to));
		const [clash] = found(p, [back(4, 9), there]);
		expect(clash?.path.map(({ id }) => id)).toEqual(["1", "2"]);
		expect(clash?.entities).toEqual(["a", "b"]);
		expect(found(p, [there, back(5, 9)])).toEqual([]);
		expect(found(p, [there, { ...back(4, 9), isDerived: true }])).toEqual([]);
		expect(found({ p: {} }, [there, back(4, 9)])).toEqual([]);
	});
});

describe("two values of which one can hold", () => {
	const p = { p: { flags: ["functional"] } } as const;
	const place = (start: number | undefined, more = {}) => ({
		placed: {
			attestedFrom: start === undefined ? undefined : (BigInt(start) as Instant),
			endedUnknown: false,
			described: false,
			...more,
		},
	});

	test("that overlap by an end which nobody may draw; a succession does not", () => {
		const first = fact("1", ["a", "p", "b"], years(1, 5), place(1));
		const second = (from: number) => fact("2", ["a", "p", "c"], years(from), place(from));
		expect(found(p, [second(4), first]).map(shown)).toEqual(["functional 1 2"]);
		expect(found(p, [first, second(5)])).toEqual([]);
		expect(found(p, [first, fact("2", ["a", "p", "b"], years(4), place(4))])).toEqual([]);
	});

	test("what nobody can order is a conflict, what had ended or was never anchored is nothing (T6, T10)", () => {
		const first = (more: object) => fact("1", ["a", "p", "b"], years(1, 5), place(1, more));
		const second = (from: number | undefined, more = {}) =>
			fact("2", ["a", "p", "c"], years(from ?? null), place(from, more));
		expect(found(p, [first({}), second(1)])).toEqual([]);
		expect(found(p, [first({}), second(undefined)])).toEqual([]);
		expect(found(p, [first({}), second(4, { described: true })])).toEqual([]);
		expect(found(p, [first({}), second(4, { grade: "C" })])).toEqual([]);
		expect(found(p, [first({ endedUnknown: true }), second(4)])).toEqual([]);
	});

	test("events and eternal facts have no timeline: two values at one moment are told, whenever they began", () => {
		for (const temporal of ["event", "eternal"] as const) {
			const facts = [fact("1", ["a", "p", "b"], years(1, 3)), fact("2", ["a", "p", "c"], years(1, 3))];
			expect(found({ p: { flags: ["functional"], temporal } }, facts).map(shown)).toEqual(["functional 1 2"]);
		}
	});

	test("of one thing, or of one value, and values are compared by their keys", () => {
		const q = { p: { flags: ["inverse_functional"] } } as const;
		const facts = [
			fact("1", ["a", "p", "=7"], years(1, 5), place(1)),
			fact("2", ["b", "p", "=7"], years(2), place(2)),
			fact("3", ["c", "p", "=8"], years(2), place(2)),
			fact("4", ["a", "p", "z"], years(1, 5), place(1)),
			fact("5", ["b", "p", "z"], years(2), place(2)),
		];
		const both = found(q, facts);
		expect(both.map(shown).sort()).toEqual(["inverse_functional 1 2", "inverse_functional 4 5"]);
		expect(new Set(both.map(keyOf)).size).toBe(2);
	});

	test("fifty pairs of one thing are told, and two pairs of the same values are one", () => {
		const many = Array.from({ length: 100 }, (_, n) =>
			fact(String(n + 100), ["a", "p", `v${n}`], years(n, 1000), place(n)),
		);
		expect(found(p, many)).toHaveLength(50);
		const again = [0, 10].flatMap((at) => [
			fact(`b${at}`, ["a", "p", "b"], years(at + 1, at + 5), place(at + 1)),
			fact(`c${at}`, ["a", "p", "c"], years(at + 2, at + 6), place(at + 2)),
		]);
		expect(found(p, again).map(shown)).toEqual(["functional b0 c0"]);
	});
});

describe("classes", () => {
	const classes = { ship: {}, ferry: { under: ["ship"] }, boat: {}, pier: {} };
	const p = { p: { domains: ["ship", "boat"], ranges: ["pier"] } };
	const berth = fact("1", ["a", "p", "b"], undefined);

	test("an end under one of several domains will do, and one without a class", () => {
		expect(found(p, [berth], { a: "ferry", b: "pier" }, classes)).toEqual([]);
		expect(found(p, [berth], { a: "boat" }, classes)).toEqual([]);
		expect(found(p, [fact("1", ["a", "p", "=7"])], { a: "boat" }, classes)).toEqual([]);
	});

	test("each end outside is a violation of its own", () => {
		const both = found(p, [berth], { a: "pier", b: "ferry" }, classes);
		expect(both.map(({ entities, criterion }) => [entities[0], criterion])).toEqual([
			["b", "p takes as its object pier, and this one is ferry"],
			["a", "p takes as its subject boat or ship, and this one is pier"],
		]);
		expect(new Set(both.map(keyOf)).size).toBe(2);
	});

	test("classes of one entity that stand under disjoint ones, whichever says so", () => {
		const ontology = ontologyOf(
			{},
			{ ...classes, sea: { not: ["land"] }, land: {}, ship: { under: ["sea"] }, pier: { under: ["land"] } },
		);
		const typed = (...types: string[]) =>
			types.map((type, n) => ({
				type: `http://x/${type}`,
				statement: { kind: "typing" as const, id: String(n) },
			}));
		expect(disjointTypes("a", typed("pier", "ferry"), ontology).map(shown)).toEqual(["disjoint_types 1 0"]);
		expect(disjointTypes("a", typed("boat", "ferry", "ship"), ontology)).toEqual([]);
	});
});

describe("cycles", () => {
	const p = { p: { flags: ["transitive"] } } as const;
	const ring = (...names: string[]) =>
		names.map((name, n) => fact(`${name}${n}`, [name, "p", names[(n + 1) % names.length] ?? ""]));

	test("one of three is told once, from its smallest entity on, and a thing beside itself is none", () => {
		const [cycle, ...others] = found(p, [...ring("b", "c", "a"), fact("x", ["a", "p", "a"])]);
		expect(others).toEqual([]);
		expect(cycle?.entities).toEqual(["a", "b", "c"]);
		expect(cycle?.path.map(({ id }) => id)).toEqual(["a2", "b0", "c1"]);
		expect(found({ p: { flags: ["transitive", "symmetric"] } }, ring("a", "b", "c"))).toEqual([]);
		expect(found({ p: {} }, ring("a", "b", "c"))).toEqual([]);
	});

	test("its edges have to hold at one moment", () => {
		const [ab, bc, ca] = ring("a", "b", "c") as [HeldFact, HeldFact, HeldFact];
		const at = (one: HeldFact, from: number, to: number) => ({ ...one, interval: years(from, to) });
		const third = at(ca, 5, 8);
		expect(found(p, [at(ab, 1, 5), at(bc, 1, 9), third])).toEqual([]);
		expect(found(p, [at(ab, 1, 6), at(bc, 5, 9), third]).map(shown)).toEqual(["cycle a0 b1 c2"]);
		// Each two of them meet, and all three never do.
		expect(
			found(p, [
				at(ab, 1, 4),
				at(bc, 3, 6),
				{ ...ca, interval: years(5, 9) },
				fact("y", ["c", "p", "a"], years(1, 2)),
			]),
		).toEqual([]);
	});

	test("one edge that goes shows a cycle elsewhere in its component as before, and nothing beyond is looked at", () => {
		const far = Array.from({ length: 500 }, (_, n) => fact(`f${n}`, [`far${n}`, "p", `far${n + 1}`]));
		const facts = [...ring("a", "b", "c"), ...ring("d", "e"), ...far];
		const checked = checkedOf(ontologyOf(p), facts);
		// c → d and e → a were held: all five led to each other.
		const gone = { predicate: "http://x/p", value: undefined };
		const claims = [
			{ ...gone, subject: "c", object: "d" },
			{ ...gone, subject: "e", object: "a" },
		];
		expect(violationsAround({ claims }, checked).found.map(({ entities }) => entities.join(""))).toEqual([
			"abc",
			"de",
		]);
		expect(checked.facts.looked()).toBeLessThan(100);
	});

	test("a new edge under one of ten thousand looks up, not down", () => {
		const under = Array.from({ length: 10_000 }, (_, n) => fact(`u${n}`, [`u${n}`, "p", "top"]));
		const edge = fact("new", ["top", "p", "roof"]);
		const checked = checkedOf(ontologyOf(p), [...under, edge]);
		expect(violationsAround({ claims: [edge] }, checked).found).toEqual([]);
		expect(checked.facts.looked()).toBeLessThan(100);
	});

	test("components of thousands of edges are walked in a bounded number of steps", () => {
		const names = Array.from({ length: 5_000 }, (_, n) => `n${String(n).padStart(4, "0")}`);
		const big = checkedOf(ontologyOf(p), ring(...names));
		const [whole, ...rest] = violationsAround(
			{ claims: [...big.facts.from("http://x/p", "n0000")] },
			big,
		).found;
		expect([whole?.entities.length, rest.length]).toEqual([5_000, 0]);
		const chords = names.flatMap((name, n) => [
			fact(`1 ${name}`, [name, "p", names[(n + 1) % 5_000] ?? ""], years(n % 7, 5_000)),
			fact(`2 ${name}`, [name, "p", names[(n * 37 + 11) % 5_000] ?? ""], years(n % 11, 4_000 + n)),
		]);
		expect(found(p, chords)).toHaveLength(50);
	});
});

describe("where is looked", () => {
	test("a violation that is not found any more lies in the scope of what took it away", () => {
		const relations = { p: { flags: ["asymmetric", "transitive", "functional"] } } as const;
		const facts = [fact("1", ["a", "p", "b"]), fact("2", ["b", "p", "a"])];
		const before = found(relations, facts);
		expect(before.map(({ kind }) => kind).sort()).toEqual(["asymmetry", "cycle"]);
		const after = violationsAround(
			{ claims: facts.slice(1) },
			checkedOf(ontologyOf(relations), facts.slice(0, 1)),
		);
		expect(after.found).toEqual([]);
		for (const one of before) expect(one.scope.some((place) => after.scope.has(place))).toBe(true);
	});

	test("relations that ask for something else, and those that ask for a class where classes stand otherwise", () => {
		const relations = { p: { flags: ["functional"] }, q: { domains: ["ship"] }, r: {} } as const;
		const classes = { ship: {}, ferry: { under: ["ship"] } };
		const before = ontologyOf(relations, classes);
		const changed = (...after: Parameters<typeof ontologyOf>) =>
			changedRelations(before, ontologyOf(...after));
		expect(changed(relations, classes)).toEqual([]);
		expect(changed({ ...relations, p: {} }, classes)).toEqual(["http://x/p"]);
		expect(changed(relations, { ship: {}, ferry: {} })).toEqual(["http://x/q"]);
		expect(changed({ p: relations.p, q: relations.q }, classes)).toEqual(["http://x/r"]);
	});
});
