import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../src/mcp/registry.ts";
import { INSTRUCTIONS } from "../../src/mcp/server.ts";
import { answerOf, rpc, type TestServer, testServer } from "../support/server.ts";

type Node = Record<string, unknown>;
interface Listed {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly inputSchema: Node;
	readonly outputSchema: Node;
	readonly annotations: Node;
}

/** The address with every set of tools. */
const all = (url: string) => `${url}?tools=graph,files,search`;

/** Every node of a schema with its path. */
function* nodes(node: unknown, path = "$"): Generator<readonly [path: string, node: Node]> {
	if (typeof node !== "object" || node === null) return;
	yield [path, node as Node];
	const { properties, items } = node as { properties?: Node; items?: unknown };
	for (const [name, child] of Object.entries(properties ?? {})) yield* nodes(child, `${path}.${name}`);
	yield* nodes(items, `${path}[]`);
}

/** Lines 27 to 30, 33, 35 and 40 of the checklist; cases 12 and 15 of the acceptance of the ledger. */
describe("tools as a client is shown them", () => {
	let server: TestServer;
	let text: string;
	let tools: readonly Listed[];
	beforeAll(async () => {
		server = await testServer();
		const token = await server.token();
		text = await (await server.send(token, rpc("tools/list"), { url: all(server.mcp()) })).text();
		tools = JSON.parse(text).result.tools;
	});
	afterAll(() => server[Symbol.asyncDispose]());

	test("27: the names are these, in this order; a change is a breaking one", () => {
		expect(tools.map(({ name }) => name)).toEqual([
			"find_entities",
			"entity_facts",
			"neighbors",
			"timeline",
			"paths_between",
			"changes",
			"list_rules",
			"rule_matches",
			"search_chunks",
			"get_document",
			"search_docs",
			"kb_search",
			"kb_ls",
			"kb_find",
			"kb_cat",
			"kb_grep",
			"kb_head",
			"kb_tail",
			"kb_sed",
			"kb_source_url",
		]);
	});

	test("27: property names keep to what every model provider takes", () => {
		for (const { inputSchema, outputSchema } of tools) {
			for (const [path, { properties }] of [...nodes(inputSchema), ...nodes(outputSchema)]) {
				for (const name of Object.keys((properties ?? {}) as Node))
					expect(name, path).toMatch(/^[a-z0-9_]{1,64}$/);
			}
		}
	});

	test("28: each has a title and all four hints, and only reads", () => {
		for (const { title, annotations } of tools) {
			expect(title.length).toBeGreaterThan(0);
			expect(annotations).toMatchObject({
				readOnlyHint: true,
				destructiveHint: false,
				idempotentHint: true,
				openWorldHint: false,
			});
		}
	});

	const FORBIDDEN = [
		"$schema",
		"$ref",
		"$defs",
		"anyOf",
		"oneOf",
		"allOf",
		"const",
		"exclusiveMinimum",
		"propertyNames",
		"additionalProperties",
	];

	test("29: schemas are objects of one type a node, without what some client cannot read", () => {
		const schemas = tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]);
		for (const schema of schemas) expect(schema["type"]).toBe("object");
		for (const [path, node] of schemas.flatMap((schema) => [...nodes(schema)])) {
			expect(
				Object.keys(node).filter((key) => FORBIDDEN.includes(key)),
				path,
			).toEqual([]);
			expect(Array.isArray(node["type"]), path).toBe(false);
			expect("default" in node && node["default"] === null, path).toBe(false);
		}
	});

	test("25, 29: every argument is bounded", () => {
		for (const { name, inputSchema } of tools) {
			for (const [path, node] of nodes(inputSchema)) {
				const bounds = {
					string: ["maxLength", "enum"],
					integer: ["maximum"],
					number: ["maximum"],
					array: ["maxItems"],
				};
				const needed = bounds[node["type"] as keyof typeof bounds];
				if (needed !== undefined)
					expect(
						needed.some((key) => key in node),
						`${name} ${path}`,
					).toBe(true);
			}
		}
	});

	test("30: every property is described, and a default stands in words and in the schema", () => {
		const all = tools.flatMap(({ name, inputSchema, outputSchema }) =>
			[...nodes(inputSchema, name), ...nodes(outputSchema, name)].filter(
				([path]) => path !== name && !path.endsWith("[]"),
			),
		);
		for (const [path, { description, default: standing }] of all) {
			expect(String(description ?? "").length, path).toBeGreaterThan(3);
			if (standing !== undefined) expect(description, path).toContain(String(standing));
		}
	});

	test("15: each time argument says which clock it reads", () => {
		for (const { name, inputSchema } of tools) {
			if (name.startsWith("kb_")) continue;
			for (const key of ["at", "as_of", "before", "since", "until"]) {
				const piece = (inputSchema["properties"] as Record<string, Node>)[key];
				if (piece !== undefined) expect(piece["description"], `${name}.${key}`).toMatch(/world|record/i);
			}
		}
	});

	test("33: descriptions and instructions are short and say nothing of a base", () => {
		for (const { description } of tools) expect(description.length).toBeLessThanOrEqual(1_000);
		expect(INSTRUCTIONS.length).toBeLessThanOrEqual(2_000);
		expect(text).not.toMatch(/Tolsand|7d1f3c52/);
	});

	test("35: the list is the same bytes every time, for read and write tokens, whatever the base", async () => {
		const empty = await server.base("Empty");
		for (const [token, url] of [
			[await server.token(), server.mcp()],
			[await server.token({ scope: "write" }), server.mcp()],
			[await server.token({ bases: [empty] }), server.mcp(empty)],
		] as const) {
			expect(await (await server.send(token, rpc("tools/list"), { url: all(url) })).text()).toBe(text);
		}
	});

	test("ID-2: no argument names a person, a role or a base", () => {
		const forbidden =
			/^(user|users|user_id|group|groups|organisation|role|roles|permission|permissions|access|acl|kb|kb_id|knowledge_base|knowledge_base_id|token)$/;
		for (const { inputSchema } of tools) {
			for (const [, { properties }] of nodes(inputSchema)) {
				for (const name of Object.keys((properties ?? {}) as Node)) expect(name).not.toMatch(forbidden);
			}
		}
	});

	test("the registry and the list agree", async () => {
		expect(TOOLS.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
		const answer = await answerOf(
			server.send(await server.token(), rpc("tools/list"), { url: all(server.mcp()) }),
		);
		expect(answer.result["nextCursor"]).toBeUndefined();
	});
});
