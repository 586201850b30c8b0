import fc from "fast-check";
import { expect, test } from "vitest";
import { literal } from "../../src/rdf/terms.ts";
import type { Condition, Definition, Expression, Side } from "../../src/rules/definition.ts";
import { evaluate } from "../../src/rules/evaluate.ts";
import type { Premise, Reading, Subject } from "../../src/rules/subject.ts";
import type { Instant } from "../../src/time/instant.ts";
import { xsd } from "../../src/vocab/well-known.ts";

/**
 * The naive model: whole numbers only, every function from places to readings is tried, a moment at a time. It knows nothing
 * of slots, caps are counted by enumeration, and what a match holds for is read off a grid of moments.
 */
const MOMENTS = Array.from({ length: 9 }, (_, n) => BigInt(n - 1) as Instant);
const ATTRIBUTES = ["a", "b", "c"] as const;
const CAP = 12;

interface Place {
	readonly side: Side | "type" | "edge";
	readonly attribute: string;
	readonly choices: readonly (Premise<string> & { readonly n?: number | undefined })[];
	readonly condition?: Condition;
}

const numberIn = ({ value }: Reading<string>) =>
	/^\d+$/.test(value.value) ? Number(value.value) : undefined;

function read(expression: Expression): readonly string[] {
	if ("attr" in expression) return [expression.attr];
	return "op" in expression ? [...read(expression.l), ...read(expression.r)] : [];
}

function worth(expression: Expression, of: (attribute: string) => number): number {
	if ("attr" in expression) return of(expression.attr);
	if ("const" in expression) return Number(expression.const);
	const [l, r] = [worth(expression.l, of), worth(expression.r, of)];
	return expression.op === "add" ? l + r : expression.op === "sub" ? l - r : l * r;
}

function satisfies(condition: Condition, reading: Reading<string>): boolean {
	const n = numberIn(reading);
	switch (condition.operator) {
		case "present":
			return true;
		case "in":
			return condition.operand.includes(reading.value.value);
		case "not_in":
			return !condition.operand.includes(reading.value.value);
		case "between":
			return n !== undefined && Number(condition.operand[0]) <= n && n <= Number(condition.operand[1]);
		case "gt":
		case "gte":
		case "lt":
		case "lte": {
			if (n === undefined) return false;
			if (!("const" in condition.operand)) return true;
			return compared(n, condition.operator, Number(condition.operand.const));
		}
	}
}

const compared = (l: number, operator: string, r: number) =>
	operator === "gt" ? l > r : operator === "gte" ? l >= r : operator === "lt" ? l < r : l <= r;

function placesOf(
	own: readonly Condition[],
	definition: Definition,
	[x, edges, y]: readonly [Subject<string>, readonly Premise<string>[], Subject<string>],
): readonly Place[] {
	const found: Place[] = [];
	const free = (side: Side, expression: Expression) => {
		for (const attribute of read(expression)) {
			const taken =
				own.some((one) => one.side === side && one.attribute === attribute) ||
				found.some((one) => one.side === side && one.attribute === attribute);
			if (taken) continue;
			const readings = (side === "x" ? x : y).readings(attribute);
			const choices = readings
				.map((one) => ({ ...one, n: numberIn(one) }))
				.filter(({ n }) => n !== undefined);
			found.push({ side, attribute, choices });
		}
	};
	const side = (which: Side) => {
		for (const condition of own.filter((one) => one.side === which)) {
			const readings = (which === "x" ? x : y).readings(condition.attribute);
			const choices = readings
				.filter((one) => satisfies(condition, one))
				.map((one) => ({ ...one, n: numberIn(one) }));
			found.push({ side: which, attribute: condition.attribute, choices, condition });
			if (
				"operand" in condition &&
				typeof condition.operand === "object" &&
				!Array.isArray(condition.operand)
			)
				free(which, condition.operand as Expression);
		}
	};
	if (!x.isOf) found.push({ side: "type", attribute: "", choices: x.concludedTypes });
	side("x");
	if (definition.conclusion.kind === "computed") free("x", definition.conclusion.expression);
	if (definition.join !== undefined) {
		found.push({ side: "edge", attribute: "", choices: edges });
		side("y");
	}
	return found;
}

function every<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
	const [first, ...rest] = lists;
	if (first === undefined) return [[]];
	const tails = every(rest);
	return first.flatMap((one) => tails.map((tail) => [one, ...tail]));
}

const holds = ({ interval: { from, to } }: Premise<string>, at: Instant) =>
	(from === undefined || from <= at) && (to === undefined || at < to);

function naive(
	definition: Definition,
	parts: readonly [Subject<string>, readonly Premise<string>[], Subject<string>],
) {
	const matches = new Set<string>();
	const capped: number[] = [];
	for (const group of [...new Set(definition.conditions.map((one) => one.group))]) {
		const own = definition.conditions.filter((one) => one.group === group);
		const places = placesOf(own, definition, parts);
		const ways = every(places.map(({ choices }) => choices));
		if (ways.length > CAP) capped.push(group);
		for (const way of ways.length > CAP ? [] : ways) {
			const of = (side: Side) => (attribute: string) =>
				way[places.findIndex((one) => one.side === side && one.attribute === attribute)]?.n ?? Number.NaN;
			const moments = MOMENTS.filter((at) => way.every((one) => holds(one, at)));
			const met = places.every(({ condition, side }, place) =>
				condition === undefined || !("operand" in condition) || Array.isArray(condition.operand)
					? true
					: compared(
							way[place]?.n ?? Number.NaN,
							condition.operator,
							worth(condition.operand as Expression, of(side as Side)),
						),
			);
			const { conclusion } = definition;
			const value = conclusion.kind === "computed" ? worth(conclusion.expression, of("x")) : undefined;
			if (moments.length === 0 || !met || Number.isNaN(value)) continue;
			const premises = [...new Set(way.map(({ statement }) => statement))];
			matches.add(JSON.stringify([group, premises, moments.map(Number), value]));
		}
	}
	return { matches: [...matches].sort(), capped };
}

const interval = fc
	.tuple(fc.option(fc.integer({ min: 0, max: 7 })), fc.option(fc.integer({ min: 0, max: 7 })))
	.map(([from, to]) => ({
		from: from === null ? undefined : (BigInt(from) as Instant),
		to: to === null ? undefined : (BigInt(to) as Instant),
	}));
const value = fc
	.constantFrom("1", "2", "3", "text")
	.map((text) => literal(text, text === "text" ? undefined : xsd.decimal));
const readings = (name: string) =>
	fc
		.array(fc.record({ value, interval }), { maxLength: 3 })
		.map((list) => list.map((one, n) => ({ ...one, statement: `${name}${n}` })));
const subjectOf = (entity: string): fc.Arbitrary<Subject<string>> =>
	fc
		.record({
			isOf: fc.boolean(),
			types: fc.array(interval, { maxLength: 2 }),
			said: fc.tuple(...ATTRIBUTES.map((attribute) => readings(`${entity}.${attribute}`))),
		})
		.map(({ isOf, types, said }) => ({
			entity,
			isOf,
			concludedTypes: types.map((one, n) => ({ statement: `type${n}`, interval: one })),
			readings: (attribute) => said[ATTRIBUTES.indexOf(attribute as "a")] ?? [],
		}));

const leaf = fc.oneof(
	fc.constantFrom(...ATTRIBUTES).map((attr): Expression => ({ attr })),
	fc.constantFrom("0", "1", "2").map((digits): Expression => ({ const: digits })),
);
const expression: fc.Arbitrary<Expression> = fc.oneof(
	leaf,
	fc.record({ op: fc.constantFrom("add" as const, "sub" as const, "mul" as const), l: leaf, r: leaf }),
);
const asked = fc.oneof(
	fc.record({
		operator: fc.constantFrom("gt" as const, "gte" as const, "lt" as const, "lte" as const),
		operand: expression,
	}),
	fc.record({ operator: fc.constant("between" as const), operand: fc.constant(["1", "2"] as const) }),
	fc.record({
		operator: fc.constantFrom("in" as const, "not_in" as const),
		operand: fc.constant(["2", "text"]),
	}),
	fc.constant({ operator: "present" as const }),
);
const definition: fc.Arbitrary<Definition> = fc
	.record({
		joined: fc.boolean(),
		computed: fc.option(expression, { nil: undefined }),
		conditions: fc.array(
			fc.record({
				group: fc.constantFrom(1, 4),
				side: fc.constantFrom("x" as const, "y" as const),
				attribute: fc.constantFrom(...ATTRIBUTES),
				asked,
			}),
			{ maxLength: 4 },
		),
	})
	.map(({ joined, computed, conditions }) => ({
		appliesTo: "C",
		join: joined ? "j" : undefined,
		conditions: conditions
			.map(
				({ asked, ...rest }, seq): Condition => ({ ...asked, ...rest, side: joined ? rest.side : "x", seq }),
			)
			.sort((a, b) => a.group - b.group || a.seq - b.seq),
		conclusion:
			computed === undefined
				? { kind: "typing", class: "T" }
				: { kind: "computed", attribute: "m", expression: computed },
	}));

test("a rule concludes what trying every way at every moment concludes, with the same premises in the same order", () => {
	fc.assert(
		fc.property(
			definition,
			subjectOf("x"),
			subjectOf("y"),
			fc.array(interval, { maxLength: 2 }),
			(rule, x, y, joins) => {
				const edges = joins.map((one, n) => ({ statement: `edge${n}`, interval: one }));
				const result = evaluate(rule, x, { edges, y }, { mostCombinations: CAP });
				const found = result.matches.map(({ group, premises, interval, conclusion }) => {
					const moments = MOMENTS.filter((at) => holds({ statement: "", interval }, at)).map(Number);
					const value = conclusion.kind === "value" ? Number(conclusion.value.value) : undefined;
					return JSON.stringify([group, premises, moments, value]);
				});
				const expected = naive(rule, [x, edges, y]);
				expect(found.sort()).toEqual(expected.matches);
				expect(result.cappedGroups).toEqual(expected.capped);
				// nothing is concluded twice from the same premises
				expect(new Set(found).size).toBe(found.length);
			},
		),
		{ numRuns: 3_000 },
	);
});
