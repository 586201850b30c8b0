import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registryOf, TOOLS } from "../../src/mcp/registry.ts";
import { NO_DOCUMENTS } from "../support/no-documents.ts";
import { answerOf, DEMO_KB, type TestServer, testServer, toolCall } from "../support/server.ts";

const HARBOUR = "e0000000-0000-4000-8000-000000000019";
const BOARD = "e0000000-0000-4000-8000-000000000017";

/** A call of each tool on the demo base that finds something, and one that finds nothing. */
const FOUND: Readonly<Record<string, Record<string, unknown>>> = {
	find_entities: { name: "harbour" },
	entity_facts: { entity_id: HARBOUR },
	neighbors: { entity: HARBOUR },
	timeline: { entity: BOARD },
	paths_between: { from: HARBOUR, to: BOARD },
	changes: { since: "2012", until: "2026" },
};
const EMPTY: Readonly<Record<string, Record<string, unknown>>> = {
	find_entities: { name: "zzzzzz" },
	entity_facts: { entity_id: HARBOUR, predicate: "zzzzzz" },
	neighbors: { entity: HARBOUR, predicate: "zzzzzz" },
	timeline: { entity: BOARD, since: "1066", until: "1066" },
	paths_between: { from: HARBOUR, to: BOARD, at: "0500" },
	changes: { since: "1066", until: "1066" },
};

/** Lines 20, 36, 38 to 42 and 44 of the checklist; cases 16, 19 to 22 and 25 of the acceptance of the ledger. */
describe("the graph tools over MCP", () => {
	let server: TestServer;
	let token: string;
	beforeAll(async () => {
		server = await testServer();
		token = await server.token();
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const call = async (name: string, args: Record<string, unknown>) =>
		(await answerOf(server.send(token, toolCall(name, args)))).result;
	const bytes = async (name: string, args: Record<string, unknown>) =>
		(await server.send(token, toolCall(name, args))).text();
	const listed = registryOf(TOOLS).list(["graph"], "read");
	const validator = new AjvJsonSchemaValidator();

	test.each(Object.keys(FOUND))("25, 40: %s answers by its own output schema, found or not", async (name) => {
		const schema = listed.find((tool) => tool.name === name)?.outputSchema;
		const validated = validator.getValidator(schema as never);
		for (const args of [FOUND[name] ?? {}, EMPTY[name] ?? {}]) {
			const result = await call(name, args);
			expect(result.isError, JSON.stringify(result)).toBeUndefined();
			expect(validated(result.structuredContent)).toMatchObject({ valid: true });
			expect(result.structuredContent?.["kb_id"]).toBe(DEMO_KB);
			expect(JSON.stringify(result.structuredContent)).not.toContain("undefined");
		}
	});

	test.each(Object.keys(FOUND))("25, 41: in %s every id of the structure is in the text", async (name) => {
		const { content, structuredContent } = await call(name, FOUND[name] ?? {});
		const ids = new Set(
			JSON.stringify(structuredContent)
				.match(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g)
				?.map((id) => id.slice(1, -1)),
		);
		expect(ids.size).toBeGreaterThan(1);
		for (const id of ids) expect(content[0]?.text, id).toContain(id);
		expect(content[0]?.text.length).toBeLessThanOrEqual(24_000);
	});

	test.each(Object.keys(FOUND))("44: %s gives the same bytes twice", async (name) => {
		const args = FOUND[name] ?? {};
		const first = await bytes(name, args);
		expect((await bytes(name, args)).replace(/"next_cursor":"[^"]+"/, "")).toBe(
			first.replace(/"next_cursor":"[^"]+"/, ""),
		);
	});

	test.each(Object.keys(FOUND))(
		"44: times in %s are RFC 3339 in UTC with six fraction digits",
		async (name) => {
			const text = JSON.stringify((await call(name, FOUND[name] ?? {})).structuredContent);
			for (const moment of text.match(/"-?\d{4}-\d\d-\d\dT[^"]*"/g) ?? []) {
				expect(moment).toMatch(/^"-?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"$/);
			}
		},
	);

	test("39: an empty result is a success that says how to widen", async () => {
		for (const [name, args] of Object.entries(EMPTY)) {
			const { isError, content } = await call(name, args);
			expect(isError).toBeUndefined();
			expect(content[0]?.text.length, name).toBeGreaterThan(20);
		}
	});

	test.each([
		["entity_facts", "entity_id"],
		["neighbors", "entity"],
		["timeline", "entity"],
		["find_entities", "name"],
		["changes", "since"],
		["paths_between", "from"],
	])("16: %s refuses a missing, null or blank %s by name", async (name, argument) => {
		for (const value of [undefined, null, "  "]) {
			const result = await call(name, { ...(value !== undefined && { [argument]: value }) });
			expect(result.isError).toBe(true);
			expect(result.structuredContent).toBeUndefined();
			expect(result._meta?.error?.code).toBe("INVALID_ARGUMENT");
			expect(result.content[0]?.text).toContain(argument);
		}
	});

	test.each([
		["entity_facts", { entity_id: HARBOUR, at: "August 2024" }, "at"],
		["entity_facts", { entity_id: HARBOUR, as_of: "yesterday" }, "as_of"],
		["entity_facts", { entity_id: HARBOUR, before: "" }, "before"],
		["entity_facts", { entity_id: HARBOUR, limit: "many" }, "limit"],
		["entity_facts", { entity_id: HARBOUR, limit: 0 }, "limit"],
		["neighbors", { entity: HARBOUR, limit: -3 }, "limit"],
		["timeline", { entity: BOARD, limit: 2.5 }, "limit"],
		["paths_between", { from: HARBOUR, to: BOARD, max_hops: 0 }, "max_hops"],
		["changes", { since: "2012", kinds: "rejected" }, "kinds"],
		["changes", { since: "soon" }, "since"],
	])("19, 36: %s refuses %j by name", async (name, args, argument) => {
		const { isError, _meta } = await call(name, args);
		expect(isError).toBe(true);
		expect(_meta?.error).toMatchObject({ code: "INVALID_ARGUMENT", details: { argument } });
	});

	test("20: a partial date is the first instant of its period, in structure and text; null is absent", async () => {
		const { structuredContent, content } = await call("entity_facts", { entity_id: HARBOUR, at: "2024" });
		expect(structuredContent?.["at"]).toBe("2024-01-01T00:00:00.000000Z");
		expect(content[0]?.text).toMatch(/2024-01-01T00:00:00/);
		expect(await bytes("entity_facts", { entity_id: HARBOUR, at: null })).toBe(
			await bytes("entity_facts", { entity_id: HARBOUR }),
		);
	});

	test("21: numbers above their maximum are clamped and said", async () => {
		expect(
			(await call("entity_facts", { entity_id: HARBOUR, limit: 5_000 })).structuredContent?.["limit"],
		).toBe(300);
		const { structuredContent } = await call("paths_between", { from: HARBOUR, to: BOARD, max_hops: 9 });
		expect(structuredContent?.["max_hops"]).toBe(3);
	});

	test("22: unknown arguments are named and change nothing else", async () => {
		const plain = await call("entity_facts", { entity_id: HARBOUR });
		const { _meta, ...rest } = await call("entity_facts", {
			entity_id: HARBOUR,
			att: "2020",
			knowledge_base_id: "x",
		});
		expect(_meta).toEqual({ ignored_arguments: ["att", "knowledge_base_id"] });
		expect(rest).toEqual(plain);
	});

	test("46: at and as_of are echoed apart, and before wins over as_of", async () => {
		const { structuredContent } = await call("entity_facts", {
			entity_id: HARBOUR,
			at: "2020-06",
			as_of: "2024",
			before: "2020-01-01T00:00:00Z",
		});
		expect(structuredContent).toMatchObject({
			at: "2020-06-01T00:00:00.000000Z",
			as_of: "2019-12-31T23:59:59.999999Z",
			before: "2020-01-01T00:00:00.000000Z",
		});
	});

	test("38: an unknown entity is an error of its own below the wire", async () => {
		const cursor = { opened: () => undefined, seal: () => "" };
		const view = await server.world.view(DEMO_KB);
		const { signal } = new AbortController();
		const context = { documents: NO_DOCUMENTS, mintLink: undefined, view, signal, cursor };
		const run = TOOLS.find(({ name }) => name === "entity_facts")?.run(
			{ entity_id: "nobody", limit: 1 } as never,
			context,
		);
		await expect(run).rejects.toMatchObject({ code: "UTOPIA_ENTITY_NOT_FOUND" });
	});

	test("20, 38: an invented id and one of another base are the same bytes, in every tool that takes one", async () => {
		const elsewhere = "c0ffee00-0000-4000-8000-000000000001";
		for (const [name, args] of [
			["entity_facts", (id: string) => ({ entity_id: id })],
			["neighbors", (id: string) => ({ entity: id })],
			["timeline", (id: string) => ({ entity: id })],
			["paths_between", (id: string) => ({ from: id, to: BOARD })],
			["changes", (id: string) => ({ since: "2012", entity_id: id })],
		] as const) {
			const [one, other] = [await bytes(name, args(elsewhere)), await bytes(name, args(crypto.randomUUID()))];
			expect(one).toBe(other);
			expect(JSON.parse(one).result._meta.error.code, name).toBe("NOT_FOUND");
			expect(JSON.parse(one).result.content[0].text).toContain("find_entities");
		}
	});
});
