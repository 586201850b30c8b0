import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { limitOf, nameText, someOf, spellingOf, when } from "../../../src/mcp/arguments.ts";
import { wireSchema } from "../../../src/mcp/wire.ts";

describe("a schema on the wire", () => {
	test("arguments keep their kind, bounds, default and description", () => {
		const input = z.object({
			name: nameText.describe("A name."),
			other: spellingOf("name", nameText),
			at: when.optional().describe("World time."),
			limit: limitOf(80, 300).describe("80 by default."),
			kinds: someOf(["a", "b"]).optional().describe("Kinds."),
		});
		expect(wireSchema(input, "input")).toEqual({
			type: "object",
			properties: {
				name: { type: "string", minLength: 1, maxLength: 512, description: "A name." },
				other: { type: "string", minLength: 1, maxLength: 512, description: "The same as name." },
				at: { type: "string", minLength: 1, maxLength: 64, description: "World time." },
				limit: { type: "integer", minimum: 1, maximum: 300, default: 80, description: "80 by default." },
				kinds: {
					type: "array",
					maxItems: 8,
					items: { type: "string", enum: ["a", "b"] },
					description: "Kinds.",
				},
			},
			required: ["name"],
		});
	});

	const nullable: readonly (readonly [string, z.ZodType, unknown, unknown])[] = [
		["a string", z.string().max(3).nullable(), "abc", "abcd"],
		["a date", z.iso.datetime().nullable(), "2026-01-01T00:00:00Z", "soon"],
		["a number", z.number().min(0).nullable(), 1, -1],
		["a boolean", z.boolean().nullable(), true, "true"],
		["a word", z.enum(["in", "out"]).nullable(), "in", "up"],
		["a list", z.array(z.string()).nullable(), ["x"], [1]],
		["an object", z.object({ a: z.string() }).nullable(), { a: "x" }, { a: 1 }],
	];
	test.each(nullable)(
		"%s that may be null validates null and itself, refuses another, and has no list of types",
		(_name, piece, good, bad) => {
			const schema = wireSchema(z.object({ piece }), "output");
			const text = JSON.stringify(schema);
			expect(text).not.toMatch(/"type":\[|anyOf|oneOf/);
			const validate = new AjvJsonSchemaValidator().getValidator(schema as never);
			expect(validate({ piece: null }).valid).toBe(true);
			expect(validate({ piece: good }).valid).toBe(true);
			expect(validate({ piece: bad }).valid).toBe(false);
			expect(validate({}).valid).toBe(false);
		},
	);

	test("a value of any kind still says something, for readers that take an empty schema for a mistake", () => {
		expect(wireSchema(z.object({ raw: z.unknown() }), "output")["properties"]).toEqual({
			raw: { minLength: 0 },
		});
	});

	test("one fixed value is a list of one, and objects stay open", () => {
		const schema = wireSchema(z.strictObject({ limit: z.literal(8) }), "output");
		expect(schema).toEqual({
			type: "object",
			properties: { limit: { type: "number", enum: [8] } },
			required: ["limit"],
		});
	});

	test.each([
		["a union", z.union([z.string(), z.number()])],
		["a tuple of unions", z.array(z.union([z.string(), z.number()]))],
		["a reference", z.lazy(() => z.array(z.json()))],
	])("%s is refused at start, not by a client", (_name, piece) => {
		expect(() => wireSchema(z.object({ piece }), "output")).toThrow(TypeError);
	});
});
