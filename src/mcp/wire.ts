import { z } from "zod";

/** A JSON Schema as a client is shown it. */
export type WireSchema = Readonly<Record<string, unknown>>;
type Node = Record<string, unknown>;

const asserting: Readonly<Record<string, readonly string[]>> = {
	string: ["minLength", "maxLength", "pattern", "format"],
	number: ["minimum", "maximum"],
	integer: ["minimum", "maximum", "multipleOf"],
	array: ["items", "minItems", "maxItems"],
	object: ["properties", "required"],
};

/**
 * A zod object as JSON Schema in the form that every client known to us takes: an object at the root, one type a node, no
 * unions, references, constants or closed objects. Made once at start.
 * @throws TypeError when the schema needs a form that some client cannot read.
 */
export function wireSchema(schema: z.ZodObject, io: "input" | "output"): WireSchema {
	const { $schema, ...wire } = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		override: ({ jsonSchema }) => lean(jsonSchema as Node),
	}) as Node;
	refuse(wire, io);
	return wire;
}

function lean(node: Node): void {
	if (node["minimum"] === Number.MIN_SAFE_INTEGER) delete node["minimum"];
	if (node["maximum"] === Number.MAX_SAFE_INTEGER) delete node["maximum"];
	if (node["format"] !== undefined) delete node["pattern"];
	delete node["additionalProperties"];
	delete node["propertyNames"];
	if ("const" in node) {
		node["enum"] = [node["const"]];
		delete node["const"];
	}
	if (node["default"] === null) delete node["default"];
	withoutNullBranch(node);
	withoutNullType(node);
	if (!("type" in node) && !Object.keys(node).some((key) => speaks.has(key))) node["minLength"] = 0;
}

/** Keywords that make a schema say something at all: a node without any is taken for a mistake by strict readers. */
const speaks = new Set([...Object.values(asserting).flat(), "enum", "anyOf", "oneOf", "allOf", "$ref"]);

/** `X or null` as one node, for `withoutNullType` to open. */
function withoutNullBranch(node: Node): void {
	const branches = node["anyOf"];
	if (!Array.isArray(branches) || branches.length !== 2) return;
	const [one, other] = branches as Node[];
	const solid = one?.["type"] === "null" ? other : one;
	if (solid === undefined || (one?.["type"] !== "null" && other?.["type"] !== "null")) return;
	delete node["anyOf"];
	const { type, ...rest } = solid;
	Object.assign(node, rest, type === undefined ? {} : { type: [type, "null"] });
}

/**
 * A nullable value without the type list that some clients cannot read: what the keywords of one kind demand, they demand of
 * values of that kind only, so a node that has them and no `type` lets `null` pass.
 */
function withoutNullType(node: Node): void {
	const types = node["type"];
	if (!Array.isArray(types)) return;
	const [type, ...others] = types.filter((name) => name !== "null") as string[];
	if (type === undefined || others.length > 0 || types.length === 1) return;
	delete node["type"];
	if (Array.isArray(node["enum"])) {
		node["enum"] = [...new Set([...node["enum"], null])];
	} else if (type === "boolean") {
		node["enum"] = [true, false, null];
	} else if (!asserting[type]?.some((key) => key in node)) {
		node["minLength"] = 0;
	}
}

const FORBIDDEN = ["$ref", "$defs", "anyOf", "oneOf", "allOf", "const", "exclusiveMinimum", "propertyNames"];

function refuse(node: unknown, path: string): void {
	if (typeof node !== "object" || node === null) return;
	if (Array.isArray((node as Node)["type"])) throw new TypeError(`${path} has several types`);
	for (const key of FORBIDDEN) if (key in node) throw new TypeError(`${path} needs ${key}`);
	const { properties, items } = node as { properties?: Node; items?: unknown };
	for (const [name, child] of Object.entries(properties ?? {})) refuse(child, `${path}.${name}`);
	refuse(items, `${path}[]`);
}
