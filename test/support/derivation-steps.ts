import fc from "fast-check";
import { RELATION_KEYS, type RelationFlags } from "./derivation-base.ts";

const some = <Item>(...items: readonly Item[]) => fc.constantFrom(...items);
const maybe = <Item>(arbitrary: fc.Arbitrary<Item>, freq = 1) =>
	fc.option(arbitrary, { nil: undefined, freq });
const date = some("2019", "2020", "2020-06", "2020-06-15", "2021", "2021-01-01", "2022-03");
const which = fc.nat(1_000);

const end = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(undefined) },
	{ weight: 3, arbitrary: date },
	{ weight: 1, arbitrary: fc.constant("unknown" as const) },
);
const evidence = fc.record({
	document: fc.nat(2),
	attestedAt: maybe(date, 3),
	origin: some(undefined, undefined, "described" as const),
});
const fact = fc.record({
	relation: some(...RELATION_KEYS, "part_of" as const, "part_of" as const, "depth" as const),
	subject: fc.nat(5),
	object: fc.nat(5),
	from: maybe(date, 2),
	to: end,
	attestedFrom: maybe(date, 4),
	attestedTo: maybe(date),
	confidence: some(undefined, 0.5, 0.7, 0.9),
	evidence: fc.array(evidence, { maxLength: 2 }),
});
export type FactPick = typeof fact extends fc.Arbitrary<infer Value> ? Value : never;

const flag = fc.oneof(
	{ weight: 2, arbitrary: fc.constant(true) },
	{ weight: 3, arbitrary: fc.constant(false) },
);
const rare = fc.oneof(
	{ weight: 1, arbitrary: fc.constant(true) },
	{ weight: 5, arbitrary: fc.constant(false) },
);
const few = fc.oneof(
	{ weight: 3, arbitrary: fc.constant([]) },
	{ weight: 2, arbitrary: some(...RELATION_KEYS).map((one) => [one]) },
	{ weight: 1, arbitrary: fc.subarray([...RELATION_KEYS], { maxLength: 2 }) },
);
const relation = fc
	.record({
		transitive: flag,
		symmetric: rare,
		functional: rare,
		inverseFunctional: rare,
		asymmetric: rare,
		inverseOf: few,
		subPropertyOf: few,
		temporal: some(undefined, undefined, undefined, "state" as const, "event" as const, "eternal" as const),
	})
	.map(({ inverseOf, subPropertyOf, temporal, ...flags }) => ({
		types: Object.entries(flags).flatMap(([name, is]) =>
			is ? [`owl:${name[0]?.toUpperCase()}${name.slice(1)}Property`] : [],
		),
		...{ inverseOf, subPropertyOf, temporal },
	}));
/** What a file makes of all relations; `temporal` is missing where it leaves that as it was to begin with. */
const file = fc
	.tuple(...RELATION_KEYS.map(() => relation))
	.map((all) => all.map((one, n) => ({ key: RELATION_KEYS[n] as RelationFlags["key"], ...one })));
export type FilePick = typeof file extends fc.Arbitrary<infer Value> ? Value : never;

const axiom = fc.oneof(
	fc.record({ transitive: fc.boolean() }),
	fc.record({ transitive: fc.boolean() }),
	fc.record({ symmetric: fc.boolean() }),
	fc.record({ functional: fc.boolean() }),
	fc.record({ inverseFunctional: fc.boolean() }),
	fc.record({ asymmetric: fc.boolean() }),
	fc.record({ inverseOf: fc.option(some(...RELATION_KEYS)) }),
	fc.record({ subPropertyOf: fc.option(some(...RELATION_KEYS)) }),
	fc.record({ temporal: some("state" as const, "event" as const, "eternal" as const) }),
	fc.record({ label: some("one", "two") }),
);

const does = <Kind extends string, Picks extends object>(
	kind: Kind,
	picks: { [Key in keyof Picks]: fc.Arbitrary<Picks[Key]> },
	weight = 1,
) => ({ weight, arbitrary: fc.record(picks).map((picked) => ({ does: kind, ...(picked as Picks) })) });

const action = fc.oneof(
	does("assert", { facts: fc.array(fact, { minLength: 1, maxLength: 3 }) }, 14),
	does(
		"correct",
		{
			row: which,
			from: maybe(fc.option(date)),
			to: maybe(fc.oneof(fc.constant(null), date, fc.constant("unknown" as const))),
			attestedTo: date,
			object: maybe(fc.nat(5), 2),
		},
		4,
	),
	does("close", { row: which, end: maybe(date, 2), attestedTo: date }, 2),
	does("retract", { row: which }, 4),
	does("merge", { a: fc.nat(5), b: fc.nat(5), survivor: some(undefined, "a" as const, "b" as const) }, 2),
	does("revert", { nth: which }, 2),
	does("delete", { document: fc.nat(2) }, 1),
	does("restore", { document: fc.nat(2) }, 2),
	does("rename", { entity: fc.nat(5), name: some("G", "H") }),
	does("retype", { entity: fc.nat(5), type: some("place", "ship", null) }),
	does("change", { relation: some(...RELATION_KEYS), wish: axiom }, 4),
	does("remove", { relation: some(...RELATION_KEYS) }),
	does("put", { file }),
	does("lose", {}),
	does("reopen", {}),
);
export type ActionPick = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** The axioms to begin with, and what is done then; between two actions the clock goes on by so much. */
export const derivationHistory = (length: number) =>
	fc.tuple(
		file,
		fc.array(fc.record({ action, after: some(0n, 1n, 86_400_000_000n) }), {
			minLength: length,
			maxLength: length,
		}),
	);
