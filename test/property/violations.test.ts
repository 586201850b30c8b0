import fc from "fast-check";
import { expect, test } from "vitest";
import { violationsAround } from "../../src/findings/checks/around.ts";
import { type Found, keyOf, scopesOf } from "../../src/findings/checks/found.ts";
import type { Checked, HeldFact } from "../../src/findings/checks/held.ts";
import { type Interval, intersection } from "../../src/time/interval.ts";
import { checkedOf, fact, ontologyOf, years } from "../support/checked.ts";

const ENTITIES = ["a", "b", "c", "d", "e"] as const;
const RELATIONS = {
	part: { flags: ["transitive", "asymmetric"] },
	near: { flags: ["irreflexive"] },
	born: { flags: ["functional"], temporal: "event" },
	owns: { flags: ["inverse_functional"], temporal: "eternal" },
	berths: { domains: ["ship"], ranges: ["pier"] },
} as const;
const CLASSES = { ship: {}, ferry: { under: ["ship"] }, pier: {} };
const ontology = ontologyOf(RELATIONS, CLASSES);

const entity = fc.constantFrom(...ENTITIES);
const span = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.option(fc.integer({ min: 1, max: 6 })));
const row = fc.record({
	subject: entity,
	relation: fc.constantFrom("part", "part", "part", "near", "born", "owns", "berths"),
	object: entity,
	span,
});
const graph = fc.array(row, { maxLength: 14 });
const types = fc.record(
	Object.fromEntries(ENTITIES.map((name) => [name, fc.constantFrom("ship", "ferry", "pier", undefined)])),
);

function factsOf(
	rows: readonly (typeof row extends fc.Arbitrary<infer Row> ? Row : never)[],
): readonly HeldFact[] {
	return rows.map(({ subject, relation, object, span: [from, long] }, n) =>
		fact(`f${n}`, [subject, relation, object], years(from, long === null ? null : from + long)),
	);
}

const common = (facts: readonly HeldFact[]) =>
	facts.reduce<Interval | undefined>(
		(all, { interval }) => all && interval && intersection(all, interval),
		{},
	);

/** All violations by looking at each fact and at all pairs; of cycles, at all that there are. */
function naive(facts: readonly HeldFact[], { classOf }: Checked): ReadonlySet<string> {
	const keys = new Set<string>();
	const add = (kind: Found["kind"], name: string, ...about: string[]) =>
		keys.add(keyOf({ kind, relation: `http://x/${name}`, about }));
	const is = (one: HeldFact, name: string) => one.predicate === `http://x/${name}`;
	for (const a of facts) {
		const [from, to] = [a.subject, a.object ?? ""];
		if (from === to && is(a, "part")) add("self_loop", "part", from);
		if (from === to && is(a, "near")) add("self_loop", "near", from);
		if (is(a, "berths")) {
			if (classOf(from) === "http://x/pier") add("signature", "berths", from, to, "subject");
			if (/(ship|ferry)$/.test(classOf(to) ?? "")) add("signature", "berths", from, to, "object");
		}
		for (const b of facts) {
			if (a.predicate !== b.predicate || common([a, b]) === undefined) continue;
			if (is(a, "part") && from !== to && b.subject === to && b.object === from)
				add("asymmetry", "part", ...[from, to].sort());
			if (is(a, "born") && b.subject === from && b.object !== to)
				add("functional", "born", from, ...[to, b.object ?? ""].sort());
			if (is(a, "owns") && b.object === to && b.subject !== from)
				add("inverse_functional", "owns", to, ...[from, b.subject].sort());
		}
	}
	const parts = facts.filter((one) => is(one, "part") && one.subject !== one.object);
	for (const start of ENTITIES) {
		const [shortest] = cyclesFrom(start, parts).toSorted(
			(a, b) => a.length - b.length || (a.map(last).join("") < b.map(last).join("") ? -1 : 1),
		);
		if (shortest !== undefined) add("cycle", "part", ...shortest.map(({ subject }) => subject).sort());
	}
	return keys;
}

const last = ({ object }: HeldFact) => object ?? "";

function cyclesFrom(start: string, parts: readonly HeldFact[]): readonly HeldFact[][] {
	const from = (at: string) => parts.filter(({ subject }) => subject === at);
	const isOpen = (way: readonly HeldFact[]) =>
		!way.slice(0, -1).some((one) => last(one) === last(way.at(-1) as HeldFact));
	const ways: HeldFact[][] = from(start).map((one) => [one]);
	for (const way of ways) {
		const at = last(way.at(-1) as HeldFact);
		if (at !== start && isOpen(way)) ways.push(...from(at).map((next) => [...way, next]));
	}
	return ways.filter((way) => last(way.at(-1) as HeldFact) === start && common(way) !== undefined);
}

test("what is found is what a look at all pairs finds", () => {
	fc.assert(
		fc.property(graph, types, (rows, typed) => {
			const facts = factsOf(rows);
			const checked = checkedOf(ontology, facts, typed as Record<string, string>);
			const { found } = violationsAround({ claims: facts }, checked);
			expect(found.map(keyOf).sort()).toEqual([...naive(facts, checked)].sort());
			for (const { kind, path, entities } of found) {
				if (kind !== "cycle") continue;
				const edges = path.map(({ id }) => facts.find((one) => one.id === id) as HeldFact);
				expect(edges.map(({ subject }) => subject)).toEqual(entities);
				expect(edges.map(({ object }) => object)).toEqual([...entities.slice(1), entities[0]]);
				expect(common(edges)).toBeDefined();
				expect(entities[0]).toBe(entities.toSorted()[0]);
			}
		}),
		{ numRuns: 3_000 },
	);
});

test("looking around what changed, and keeping the rest, is as looking at all", () => {
	fc.assert(
		fc.property(
			graph,
			types,
			fc.func(fc.boolean()),
			fc.func(fc.boolean()),
			(rows, typed, isBefore, isAfter) => {
				const all = factsOf(rows);
				const classes = typed as Record<string, string>;
				const [before, after] = [all.filter((_, n) => isBefore(n)), all.filter((_, n) => isAfter(n))];
				const was = violationsAround({ claims: before }, checkedOf(ontology, before, classes)).found;
				const changed = all.filter((one) => before.includes(one) !== after.includes(one));
				const checked = checkedOf(ontology, after, classes);
				const { scope, found } = violationsAround({ claims: changed }, checked);
				const kept = was.filter((one) => !scopesOf(one).some((place) => scope.has(place)));
				const now = violationsAround({ claims: after }, checked).found;
				expect([...new Set([...kept, ...found].map(keyOf))].sort()).toEqual(now.map(keyOf).sort());
			},
		),
		{ numRuns: 3_000 },
	);
});

test("an entity with another class, and a relation declared otherwise, are looked at as a whole", () => {
	const other = ontologyOf({ ...RELATIONS, part: {}, near: { flags: ["functional"] } }, CLASSES);
	fc.assert(
		fc.property(graph, types, entity, (rows, typed, retyped) => {
			const facts = factsOf(rows);
			const classes = typed as Record<string, string>;
			const was = violationsAround({ claims: facts }, checkedOf(ontology, facts, classes)).found;
			const checked = checkedOf(other, facts, { ...classes, [retyped]: "pier" });
			const touched = { entities: [retyped], relations: ["http://x/part", "http://x/near"] };
			const { scope, found } = violationsAround(touched, checked);
			const kept = was.filter((one) => !scopesOf(one).some((place) => scope.has(place)));
			const now = violationsAround({ claims: facts }, checked).found;
			expect([...new Set([...kept, ...found].map(keyOf))].sort()).toEqual(now.map(keyOf).sort());
		}),
		{ numRuns: 1_000 },
	);
});
