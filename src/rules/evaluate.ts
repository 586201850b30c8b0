import type { Literal } from "@rdfjs/types";
import { literal } from "../rdf/terms.ts";
import { type Interval, intersection } from "../time/interval.ts";
import { xsd } from "../vocab/well-known.ts";
import { type Calculated, calculated, compares, plainText } from "./decimal.ts";
import { type Conclusion, type Definition, type Expression, groupsOf, type Side } from "./definition.ts";
import { type Candidate, type Slot, type Slots, type Sources, slotsOf } from "./slots.ts";
import type { AttributeDeclared, Joined, Subject } from "./subject.ts";

/** What follows from a match, said of the entity X: a type, a value, or the relation to Y. */
export type Concluded =
	| { readonly kind: "typing"; readonly class: string }
	| { readonly kind: "value"; readonly attribute: string; readonly value: Literal }
	| { readonly kind: "relation"; readonly relation: string };

/** One way in which a group of conditions is met. */
export interface Match<S> {
	readonly group: number;
	/** Each statement once, at its first place in the order that B5 and B6 give. */
	readonly premises: readonly S[];
	/** What the premises have in common; never empty. */
	readonly interval: Interval;
	readonly conclusion: Concluded;
}

/** Readings of an attribute that were set aside because their unit is not the attribute's (B4). */
export interface UnitMismatch<S> {
	readonly attribute: string;
	readonly statements: readonly S[];
}

/** What a rule comes to for one entity, or for one pair. */
export interface Evaluation<S> {
	readonly matches: readonly Match<S>[];
	/** Groups with more combinations than are tried: they conclude nothing (L2). */
	readonly cappedGroups: readonly number[];
	/** Combinations of moments in common in which something was divided by zero. */
	readonly divisionsByZero: number;
	readonly unitMismatches: readonly UnitMismatch<S>[];
}

/** How a rule is evaluated. */
export interface EvaluateOptions {
	/** What attributes are declared to be; without it no unit is compared. */
	readonly declared?: ((attribute: string) => AttributeDeclared | undefined) | undefined;
	/** How many combinations of readings a group may have. */
	readonly mostCombinations?: number | undefined;
}

const MOST_COMBINATIONS = 64;

/**
 * Applies a rule to an entity, and to one that it is joined to where the rule has a join. The result depends on what is given
 * and on its order only; a group is counted before it is enumerated, so the work is bounded by the readings and the cap.
 */
export function evaluate<S>(
	definition: Definition,
	x: Subject<S>,
	joined: Joined<S> | undefined,
	options: EvaluateOptions = {},
): Evaluation<S> {
	const { declared = () => undefined, mostCombinations = MOST_COMBINATIONS } = options;
	const units = new Map<string, Set<S>>();
	const sources = {
		definition,
		x,
		joined: definition.join === undefined ? undefined : joined,
		declared,
		otherUnit: (attribute: string, { statement }: { readonly statement: S }) =>
			units.set(attribute, (units.get(attribute) ?? new Set()).add(statement)),
	};
	const matches: Match<S>[] = [];
	const cappedGroups: number[] = [];
	let divisionsByZero = 0;
	for (const { group, conditions } of canApply(sources) ? groupsOf(definition.conditions) : []) {
		const slots = slotsOf(conditions, sources);
		const combinations = combinationsOf(slots.slots, mostCombinations);
		if (combinations === "too_many") {
			cappedGroups.push(group);
			continue;
		}
		const found = matchesOf(combinations, { group, slots, conclusion: definition.conclusion, declared });
		matches.push(...found.matches);
		divisionsByZero += found.divisionsByZero;
	}
	return { matches, cappedGroups, divisionsByZero, unitMismatches: mismatchesIn(units) };
}

function mismatchesIn<S>(units: ReadonlyMap<string, ReadonlySet<S>>): readonly UnitMismatch<S>[] {
	return [...units]
		.map(([attribute, statements]) => ({ attribute, statements: [...statements] }))
		.sort((a, b) => (a.attribute < b.attribute ? -1 : 1));
}

/** A rule is about what is of its class; one with a join needs a pair, and no relation leads from a thing to itself (I5). */
function canApply<S>({ definition: { join, conclusion }, x, joined }: Sources<S>): boolean {
	if (!x.isOf && x.concludedTypes.length === 0) return false;
	if (join !== undefined && (joined === undefined || joined.edges.length === 0)) return false;
	return conclusion.kind !== "relation" || (joined !== undefined && joined.y.entity !== x.entity);
}

/** Every way to take one candidate from each slot, the last slot fastest. */
function combinationsOf<S>(
	slots: readonly Slot<S>[],
	most: number,
): readonly (readonly Candidate<S>[])[] | "too_many" {
	if (slots.some(({ length }) => length === 0)) return [];
	let count = 1;
	for (const { length } of slots) {
		count *= length;
		if (count > most) return "too_many";
	}
	let found: readonly (readonly Candidate<S>[])[] = [[]];
	for (const slot of slots) found = found.flatMap((taken) => slot.map((one) => [...taken, one]));
	return found;
}

interface Concluding<S> {
	readonly group: number;
	readonly slots: Slots<S>;
	readonly conclusion: Conclusion;
	readonly declared: (attribute: string) => AttributeDeclared | undefined;
}

/** The matches among the combinations of a group; two that rest on the same premises are one. */
function matchesOf<S>(
	combinations: readonly (readonly Candidate<S>[])[],
	concluding: Concluding<S>,
): Pick<Evaluation<S>, "matches" | "divisionsByZero"> {
	const matches = new Map<string, Match<S>>();
	const ids = new Numbers<S>();
	let divisionsByZero = 0;
	for (const taken of combinations) {
		const interval = taken.reduce<Interval | undefined>(
			(common, one) => common && intersection(common, one.interval),
			{},
		);
		if (interval === undefined) continue;
		const conclusion = concludedFrom(taken, concluding);
		if (conclusion === "division_by_zero") divisionsByZero++;
		if (conclusion === undefined || conclusion === "division_by_zero") continue;
		const premises = [...new Set(taken.map(({ statement }) => statement))];
		const key = premises.map((statement) => ids.of(statement)).join(" ");
		if (!matches.has(key)) matches.set(key, { group: concluding.group, premises, interval, conclusion });
	}
	return { matches: [...matches.values()], divisionsByZero };
}

/** What a combination concludes, once the conditions that calculate are met. */
function concludedFrom<S>(
	taken: readonly Candidate<S>[],
	{ slots, conclusion, declared }: Concluding<S>,
): Concluded | "division_by_zero" | undefined {
	const worth = (expression: Expression, side: Side): Calculated =>
		calculated(expression, (attribute) => taken[slots.slotOf(side, attribute)]?.number);
	for (const { slot, operator, operand, side } of slots.comparing) {
		const limit = worth(operand, side);
		if (limit === "division_by_zero") return limit;
		const number = taken[slot]?.number;
		if (limit === "no_number" || number === undefined || !compares(number, operator, limit)) return undefined;
	}
	if (conclusion.kind === "attribute") {
		return { kind: "value", attribute: conclusion.attribute, value: conclusion.value };
	}
	if (conclusion.kind !== "computed") return conclusion;
	const { attribute, expression } = conclusion;
	const result = worth(expression, "x");
	if (result === "division_by_zero") return result;
	if (result === "no_number") return undefined;
	return { kind: "value", attribute, value: literalOf(plainText(result), declared(attribute)?.range) };
}

/** A whole number of an attribute of whole numbers is one of these, everything else a decimal. */
function literalOf(digits: string, range: string | undefined): Literal {
	const whole = range === xsd.integer.value && !digits.includes(".");
	return literal(digits, whole ? xsd.integer : xsd.decimal);
}

/** Gives statements numbers, so that lists of them can be compared. */
class Numbers<S> {
	readonly #known = new Map<S, number>();

	of(statement: S): number {
		const known = this.#known.get(statement);
		if (known !== undefined) return known;
		this.#known.set(statement, this.#known.size);
		return this.#known.size - 1;
	}
}
