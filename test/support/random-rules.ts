import fc from "fast-check";
import { Axioms, type RelationAxioms } from "../../src/closure/axioms.ts";
import type { HeldTypes } from "../../src/closure/held-types.ts";
import type { Premise } from "../../src/closure/premise.ts";
import { FUTURE, PAST, spanOf } from "../../src/closure/span.ts";
import { type RuleInForce, rulesIn } from "../../src/derive/read-rule.ts";
import { BusinessRules } from "../../src/derive/rule-book.ts";
import { readTerm } from "../../src/rdf/read-term.ts";
import { literal, spell } from "../../src/rdf/terms.ts";
import type { Condition, Definition, Expression } from "../../src/rules/definition.ts";
import { definitionText } from "../../src/rules/definition.ts";
import { evaluate } from "../../src/rules/evaluate.ts";
import type { Subject } from "../../src/rules/subject.ts";
import type { Instant } from "../../src/time/instant.ts";
import * as utopia from "../../src/vocab/utopia.gen.ts";
import { xsd } from "../../src/vocab/well-known.ts";
import { stored } from "../../src/writing/quads.ts";
import type { NaiveFact, NaiveRules } from "./naive-closure.ts";

export const RELATIONS = ["u:p", "u:q", "u:r"];
export const ATTRIBUTES = ["u:n", "u:m", "u:s"];
/** Each class with all above it. */
const ABOVE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
	["u:C", new Set(["u:C"])],
	["u:D", new Set(["u:D", "u:C"])],
	["u:E", new Set(["u:E"])],
]);
export const CLASSES = [...ABOVE.keys()];
const above = (type: string) => ABOVE.get(type) ?? new Set([type]);
/** One attribute has a unit. */
const declared = (attribute: string) => ({
	unit: attribute === "u:m" ? "t" : undefined,
	range: xsd.decimal.value,
});

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const number = (digits: string) => spell(stored(literal(digits, xsd.decimal)));
/** The objects that facts about attributes may have. */
export const VALUES = [number("0"), number("1"), number("2"), number("3"), spell(literal("x"))];

const leaf: fc.Arbitrary<Expression> = fc.oneof(
	{ weight: 3, arbitrary: some(["u:n", "u:m"]).map((attr) => ({ attr })) },
	{ weight: 1, arbitrary: some(["0", "1"]).map((digits) => ({ const: digits })) },
);
const expression: fc.Arbitrary<Expression> = fc.record({
	op: some(["add", "sub", "div"] as const),
	l: some(["u:n", "u:m"]).map((attr): Expression => ({ attr })),
	r: leaf,
});
const tests = fc.oneof(
	fc.constant({ operator: "present" as const }),
	fc.record({ operator: some(["gt", "lte"] as const), operand: fc.oneof(leaf, expression) }),
	fc.constant({ operator: "between" as const, operand: ["1", "2"] as const }),
	fc.constant({ operator: "in" as const, operand: ["1", "x"] }),
	fc.constant({ operator: "not_in" as const, operand: ["2"] }),
);
const condition = (isJoined: boolean): fc.Arbitrary<Omit<Condition, "seq">> =>
	fc
		.tuple(
			tests,
			some([1, 1, 4]),
			some(isJoined ? (["x", "y"] as const) : (["x"] as const)),
			some(ATTRIBUTES),
		)
		.map(([test, group, side, attribute]) => ({ ...test, group, side, attribute }) as Omit<Condition, "seq">);
const conclusion = (isJoined: boolean): fc.Arbitrary<Definition["conclusion"]> =>
	fc.oneof(
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant("typing" as const), class: some(CLASSES) }) },
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant("attribute" as const),
				attribute: some(ATTRIBUTES),
				value: some([literal("x"), literal("2", xsd.decimal)]),
			}),
		},
		{
			weight: 2,
			arbitrary: fc.record({
				kind: fc.constant("computed" as const),
				attribute: some(["u:n", "u:m"]),
				expression,
			}),
		},
		{
			weight: isJoined ? 5 : 0,
			arbitrary: fc.record({ kind: fc.constant("relation" as const), relation: some(RELATIONS) }),
		},
	);

/** Rules of every kind over the same few classes, attributes and relations. */
export const definitions: fc.Arbitrary<Definition> = fc.boolean().chain((isJoined) =>
	fc
		.record({
			appliesTo: some(CLASSES),
			join: isJoined ? some(RELATIONS) : fc.constant(undefined),
			conditions: fc.array(condition(isJoined), { minLength: 1, maxLength: 3 }),
			conclusion: conclusion(isJoined),
		})
		.map(({ conditions, ...rest }) => ({
			...rest,
			conditions: conditions
				.map((one, seq) => ({ ...one, seq }) as Condition)
				.sort((a, b) => a.group - b.group || a.seq - b.seq),
		})),
);

/** What rules and classes a base has, and what it takes to ask them. */
export interface RuleTrial {
	readonly axioms: readonly RelationAxioms[];
	readonly rules: readonly (readonly [number: number, definition: Definition])[];
	readonly classes: ReadonlyMap<string, string>;
	readonly mostCombinations: number;
	/** Whether nothing is of both D, or what is below it, and E. */
	readonly areDisjoint: boolean;
}

const DISJOINT = new Set(["<u:D> <u:E>", "<u:E> <u:D>"]);

/** What concluded types may contradict. */
export function typesOf({ classes, areDisjoint }: RuleTrial): HeldTypes {
	const of = (entity: string): Premise | undefined => {
		const type = classes.get(entity);
		if (type === undefined) return undefined;
		const said = { subject: entity, relation: utopia.isA.value, object: `<${type}>` };
		return { id: `typing:${entity}`, ...said, from: undefined, to: undefined, confidence: 1 };
	};
	const isPair = (one: string, other: string) => areDisjoint && DISJOINT.has(`${one} ${other}`);
	return { relation: utopia.isA.value, of, areDisjoint: isPair };
}

/** Whether a concluded type contradicts another one, or the class that is held. */
export function naiveDisjointness({ classes, areDisjoint }: RuleTrial) {
	return (one: NaiveFact, other: NaiveFact | undefined): boolean => {
		if (!areDisjoint || one.relation !== utopia.isA.value) return false;
		if (other === undefined) return DISJOINT.has(`${one.object} <${classes.get(one.subject)}>`);
		const isOfOne = other.relation === one.relation && other.subject === one.subject;
		return (
			isOfOne && one.from < other.to && other.from < one.to && DISJOINT.has(`${one.object} ${other.object}`)
		);
	};
}

const inForce = (rules: RuleTrial["rules"]): readonly RuleInForce[] =>
	rulesIn(
		rules.map(([number, definition]) => ({
			rule: "rule",
			number,
			appliesTo: definition.appliesTo,
			definition: definitionText(definition),
		})),
	);

export function bookOf({ axioms, rules, classes, mostCombinations }: RuleTrial): BusinessRules {
	const classOf = (entity: string) => classes.get(entity);
	return new BusinessRules({
		rules: inForce(rules),
		axioms: new Axioms(axioms),
		above,
		classOf,
		declared,
		mostCombinations,
	});
}

/** The rules of a list that lead to no circle, taken from the first on. */
export function withoutCircles(trial: RuleTrial): RuleTrial["rules"] {
	const taken: RuleTrial["rules"][number][] = [];
	for (const rule of trial.rules)
		if (!bookOf({ ...trial, rules: [...taken, rule] }).isCircular) taken.push(rule);
	return taken;
}

/** The rules as what tries each of them on every entity and every pair. */
export function naiveRules({ rules, classes }: RuleTrial): NaiveRules {
	return (facts) => {
		const ends = facts.flatMap(({ subject, object }) =>
			/^["<]/.test(object) ? [subject] : [subject, object],
		);
		const entities = [...new Set([...ends, ...classes.keys()])];
		const of = (relation: string, subject: string) =>
			facts
				.filter((one) => one.relation === relation && one.subject === subject)
				.map((statement) => ({ statement, interval: intervalOf(statement) }));
		const readings = (entity: string) => (attribute: string) =>
			of(attribute, entity).flatMap((one) => {
				const value = readTerm(one.statement.object);
				return value.termType === "Literal" ? [{ ...one, value, unit: one.statement.premise?.unit }] : [];
			});
		return inForce(rules).flatMap(({ version, definition }) => {
			const isBelow = (type: string | undefined) =>
				type !== undefined && above(type).has(definition.appliesTo);
			return entities.flatMap((x) => {
				const concludedTypes = of(utopia.isA.value, x).filter(({ statement: { object } }) =>
					isBelow(object.slice(1, -1)),
				);
				const subject: Subject<NaiveFact> = {
					entity: x,
					isOf: isBelow(classes.get(x)),
					concludedTypes,
					readings: readings(x),
				};
				const others = definition.join === undefined ? [undefined] : entities.filter((y) => y !== x);
				return others.flatMap((y) => {
					const edges = of(definition.join ?? "", x).filter(({ statement }) => statement.object === y);
					const joined = y === undefined ? undefined : { edges, y: { entity: y, readings: readings(y) } };
					return evaluate(definition, subject, joined, { declared, mostCombinations: 1e9 }).matches.flatMap(
						(match) => {
							const span = spanOf(match.interval);
							if (span === undefined) return [];
							const rule = `business ${version} ${match.group}`;
							return [
								{
									conclusion: { ...concluded(match.conclusion, x, y), ...span },
									rule,
									premises: match.premises,
								},
							];
						},
					);
				});
			});
		});
	};
}

type Concluded = ReturnType<typeof evaluate>["matches"][number]["conclusion"];

function concluded(conclusion: Concluded, x: string, y: string | undefined) {
	switch (conclusion.kind) {
		case "typing":
			return { relation: utopia.isA.value, subject: x, object: `<${conclusion.class}>` };
		case "value":
			return { relation: conclusion.attribute, subject: x, object: spell(stored(conclusion.value)) };
		case "relation":
			return { relation: conclusion.relation, subject: x, object: y ?? "" };
	}
}

function intervalOf({ from, to }: NaiveFact) {
	return {
		from: from === PAST ? undefined : (from as Instant),
		to: to === FUTURE ? undefined : (to as Instant),
	};
}
