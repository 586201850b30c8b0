import type { Literal } from "@rdfjs/types";
import { refused } from "../writing/refusal.ts";
import { isBelow, plainNumber } from "./decimal.ts";
import {
	type Arithmetic,
	attributesOf,
	type Comparison,
	type Conclusion,
	type Condition,
	type Definition,
	type Expression,
	type Side,
	type Test,
} from "./definition.ts";
import { type Found, refuse } from "./refuse.ts";

/** How names become IRIs, and what is allowed under them. Each throws a refusal that names the field. */
export interface Doors {
	readonly class: (name: Found) => string;
	readonly attribute: (name: Found) => string;
	/** An attribute whose values can be calculated with, or compared by size. */
	readonly number: (name: Found) => string;
	readonly relation: (name: Found) => string;
	readonly join: (name: Found) => string;
	/** The constant value of an attribute. */
	readonly value: (attribute: string, given: Found) => Literal;
}

const COMPARISONS: readonly string[] = ["gt", "gte", "lt", "lte"];
const OPERATORS = "gt, gte, lt, lte, between, in, not_in or present";
const OPERATIONS: readonly string[] = ["add", "sub", "mul", "div"];
const CONCLUSIONS = "typing, attribute, computed or relation";
const DEEPEST = 4;
const A_NUMBER = 'a number, or its text where the spelling counts ("0.10")';
const AN_EXPRESSION = '{"attr": key}, {"const": number} or {"op": "add", "l": …, "r": …}';

/**
 * Reads what a rule says from JSON, names through the doors given (U1). A part that is not given is that of `standing`, as it
 * is; a join of `null` is none.
 * @throws UTOPIA_WRITE_REFUSED with the field, what was found there and what is allowed.
 */
export function readDefinition(body: object, doors: Doors, standing?: Definition): Definition {
	const part = <Name extends Part>(name: Name, key: string, read: (found: Found) => Definition[Name]) => {
		const found = foundIn(body, key, "");
		return found.value === undefined && standing !== undefined ? standing[name] : read(found);
	};
	const definition = {
		appliesTo: part("appliesTo", "class", doors.class),
		join: part("join", "join", (found) => (isGiven(found.value) ? doors.join(found) : undefined)),
		conditions: part("conditions", "conditions", (found) => readConditions(found, doors)),
		conclusion: part("conclusion", "conclusion", (found) => readConclusion(found, doors)),
	};
	checkJoined(definition);
	return definition;
}

type Part = keyof Definition;

function checkJoined({ join, conditions, conclusion }: Definition): void {
	const ofOther = conditions.some(({ side }) => side === "y");
	if (join !== undefined || (!ofOther && conclusion.kind !== "relation")) return;
	throw refused("join_missing", "A rule about two entities names the relation that joins them", {
		field: "join",
		found: ofOther ? "a condition of side y" : "a conclusion of kind relation",
		allowed: "the key of a relation",
	});
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function foundIn(parent: object, key: string, path: string): Found {
	return { field: path === "" ? key : `${path}.${key}`, value: (parent as Record<string, unknown>)[key] };
}

function objectIn(found: Found, allowed: string): object {
	const { value } = found;
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw refuse("malformed_rule", found, allowed);
}

function listIn(found: Found, allowed: string): readonly unknown[] {
	if (Array.isArray(found.value)) return found.value;
	throw refuse("malformed_rule", found, allowed);
}

function readConditions(found: Found, doors: Doors): readonly Condition[] {
	const read = listIn(found, "a list of conditions").map((one, n) =>
		readCondition({ field: `${found.field}.${n}`, value: one }, n + 1, doors),
	);
	const places = new Set<string>();
	for (const [n, { group, seq }] of read.entries()) {
		const place = `${group} ${seq}`;
		if (places.has(place)) {
			const at = { field: `${found.field}.${n}.seq`, value: seq };
			throw refuse("condition_twice", at, "a number that no other condition of its group has");
		}
		places.add(place);
	}
	return read.sort((a, b) => a.group - b.group || a.seq - b.seq);
}

function readCondition(found: Found, position: number, doors: Doors): Condition {
	const given = objectIn(found, "a condition: attribute, operator, operand");
	const at = (key: string) => foundIn(given, key, found.field);
	const test = readTest(given, found.field, doors);
	const attribute = (isOrder(test.operator) ? doors.number : doors.attribute)(at("attribute"));
	return {
		group: orderNumber(at("group"), 1),
		seq: orderNumber(at("seq"), position),
		side: readSide(at("side")),
		attribute,
		...test,
	};
}

const isOrder = (operator: string) => operator === "between" || COMPARISONS.includes(operator);

function orderNumber(found: Found, otherwise: number): number {
	if (!isGiven(found.value)) return otherwise;
	const number =
		typeof found.value === "string" && /^\d{1,9}$/.test(found.value) ? +found.value : found.value;
	if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number < 1e9) return number;
	throw refuse("malformed_rule", found, "a whole number from 0");
}

function readSide(found: Found): Side {
	if (!isGiven(found.value) || found.value === "x") return "x";
	if (found.value === "y") return "y";
	throw refuse("malformed_rule", found, "x, or y for the entity joined to");
}

function readTest(given: object, path: string, doors: Doors): Test {
	const asked = foundIn(given, "operator", path);
	const operator = asked.value;
	const operand = foundIn(given, "operand", path);
	if (typeof operator !== "string") throw refuse("unknown_operator", asked, OPERATORS);
	if (COMPARISONS.includes(operator))
		return { operator: operator as Comparison, operand: readLimit(operand, doors) };
	switch (operator) {
		case "between":
			return { operator, operand: readRange(operand) };
		case "in":
		case "not_in":
			return { operator, operand: readSet(operand) };
		case "present":
			if (isGiven(operand.value))
				throw refuse("operand_mismatch", operand, "nothing: present takes no operand");
			return { operator };
		default:
			throw refuse("unknown_operator", asked, OPERATORS);
	}
}

/** A number alone, or a calculation that reads something. */
function readLimit(operand: Found, doors: Doors): Expression {
	const number = numberIn(operand.value);
	if (number !== undefined) return { const: number };
	if (typeof operand.value !== "object" || operand.value === null)
		throw refuse("operand_mismatch", operand, `${A_NUMBER}, or an expression`);
	const expression = readExpression(operand, doors);
	return "const" in expression ? expression : reading(expression, operand);
}

function readRange(operand: Found): readonly [string, string] {
	const [low, high, ...more] = (Array.isArray(operand.value) ? operand.value : []).map(numberIn);
	if (low !== undefined && high !== undefined && more.length === 0 && !isBelow(high, low)) return [low, high];
	throw refuse("operand_mismatch", operand, "two numbers, the lower one first");
}

function readSet(operand: Found): readonly string[] {
	const members = Array.isArray(operand.value) ? operand.value.map(memberIn) : [];
	const texts = members.filter((one) => one !== undefined);
	if (members.length > 0 && texts.length === members.length) return [...new Set(texts)].sort();
	throw refuse("operand_mismatch", operand, "a list of at least one text");
}

function memberIn(value: unknown): string | undefined {
	if (typeof value === "string") return value.isWellFormed() ? value.trim() : undefined;
	return typeof value === "boolean" ? String(value) : numberIn(value);
}

function numberIn(value: unknown): string | undefined {
	return typeof value === "number" || typeof value === "string" ? plainNumber(String(value)) : undefined;
}

/** A calculation of at most four operators under each other. */
function readExpression(found: Found, doors: Doors, depth = 0): Expression {
	const given = objectIn(found, AN_EXPRESSION) as Readonly<Record<string, unknown>>;
	const at = (key: string) => foundIn(given, key, found.field);
	const kinds = ["attr", "const", "op"].filter((key) => given[key] !== undefined);
	if (kinds.length !== 1) throw refuse("malformed_rule", found, AN_EXPRESSION);
	if (kinds[0] === "attr") return { attr: doors.number(at("attr")) };
	if (kinds[0] === "const") {
		const number = numberIn(given["const"]);
		if (number !== undefined) return { const: number };
		throw refuse("malformed_rule", at("const"), A_NUMBER);
	}
	if (!OPERATIONS.includes(String(given["op"])))
		throw refuse("malformed_rule", at("op"), "add, sub, mul or div");
	if (depth === DEEPEST) throw refuse("expression_too_deep", found, "at most 4 operators under each other");
	return {
		op: given["op"] as Arithmetic,
		l: readExpression(at("l"), doors, depth + 1),
		r: readExpression(at("r"), doors, depth + 1),
	};
}

function reading(expression: Expression, found: Found): Expression {
	if (attributesOf(expression).length > 0) return expression;
	throw refuse("expression_reads_nothing", found, "an expression with at least one attribute");
}

function readConclusion(found: Found, doors: Doors): Conclusion {
	const given = objectIn(found, `a conclusion of kind ${CONCLUSIONS}`);
	const at = (key: string) => foundIn(given, key, found.field);
	const kind = at("kind");
	switch (kind.value) {
		case "typing":
			return { kind: "typing", class: doors.class(at("class")) };
		case "attribute": {
			const attribute = doors.attribute(at("attribute"));
			return { kind: "attribute", attribute, value: doors.value(attribute, at("value")) };
		}
		case "computed": {
			const attribute = doors.number(at("attribute"));
			const expression = at("expression");
			return {
				kind: "computed",
				attribute,
				expression: reading(readExpression(expression, doors), expression),
			};
		}
		case "relation":
			return { kind: "relation", relation: doors.relation(at("relation")) };
		default:
			throw refuse("malformed_rule", kind, CONCLUSIONS);
	}
}
