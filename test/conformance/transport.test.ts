import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerOf, DEMO_KB, rpc, type TestServer, testServer, toolCall } from "../support/server.ts";

/** Lines 1 to 10 of the checklist of the MCP server's specification, and cases 7 to 10 of the acceptance of the ledger. */
describe("the MCP endpoint as a transport", () => {
	let server: TestServer;
	let token: string;
	beforeAll(async () => {
		server = await testServer();
		token = await server.token();
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const send = (message: unknown, headers: Record<string, string> = {}) =>
		server.send(token, message, { headers });

	test.each(["*/*", "application/json", "text/event-stream", "application/json, text/event-stream", ""])(
		"1: a call is served whatever Accept says: %j",
		async (accept) => {
			const answer = await send(rpc("tools/list"), accept === "" ? {} : { accept });
			expect(answer.status).toBe(200);
			expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
			expect((await answerOf(answer)).result.tools.length).toBeGreaterThan(0);
		},
	);

	test.each(["GET", "DELETE", "PUT", "PATCH", "HEAD"])(
		"2: %s is answered with 405 and Allow, before any credential is asked for",
		async (method) => {
			const answer = await fetch(server.mcp(), { method });
			expect(answer.status).toBe(405);
			expect(answer.headers.get("allow")).toBe("POST");
			if (method !== "HEAD")
				expect(await answer.json()).toMatchObject({
					error: { code: "METHOD_NOT_ALLOWED", details: { reason: "UTOPIA_METHOD_NOT_ALLOWED" } },
				});
		},
	);

	test("2: OPTIONS is not served while no other site may call", async () => {
		const answer = await fetch(server.mcp(), { method: "OPTIONS" });
		expect(answer.status).toBe(404);
		expect(answer.headers.get("access-control-allow-origin")).toBeNull();
	});

	test("3: a notification is taken with 202 and an empty body", async () => {
		const answer = await send({ jsonrpc: "2.0", method: "notifications/initialized" });
		expect(answer.status).toBe(202);
		expect(await answer.text()).toBe("");
	});

	test("4: a batch is refused and nothing in it runs", async () => {
		const called = () => server.log.filter((line) => line.includes("tool called")).length;
		const before = called();
		const answer = await send([toolCall("find_entities", { name: "harbour" })]);
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ id: null, error: { code: -32_600 } });
		expect(called()).toBe(before);
	});

	test.each(["{", "", "nonsense", '{"jsonrpc":"2.0",}'])(
		"5: what is no JSON is a parse error: %j",
		async (text) => {
			const answer = await send(text);
			expect(answer.status).toBe(400);
			expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32_700 } });
		},
	);

	test("5: another media type is refused in the envelope", async () => {
		const answer = await send("<x/>", { "content-type": "text/xml" });
		expect(answer.status).toBe(415);
		expect(await answer.json()).toMatchObject({ error: { code: "UNSUPPORTED_MEDIA_TYPE" } });
	});

	test("5: a body over 1 MiB is refused in the envelope", async () => {
		const answer = await send(rpc("tools/list", { filler: "x".repeat(1_100_000) }));
		expect(answer.status).toBe(413);
		expect(await answer.json()).toMatchObject({
			error: { code: "PAYLOAD_TOO_LARGE", details: { reason: "UTOPIA_PAYLOAD_TOO_LARGE" } },
		});
	});

	test.each([
		[{ jsonrpc: "2.0", id: null, method: "ping" }, null],
		[{ jsonrpc: "2.0", id: 1.5, method: "ping" }, null],
		[{ jsonrpc: "2.0", id: {}, method: "ping" }, null],
		[{ id: 7, method: "ping" }, 7],
		[{ jsonrpc: "1.0", id: "7", method: "ping" }, "7"],
		[{ jsonrpc: "2.0", id: "7" }, "7"],
		[{ jsonrpc: "2.0", id: 7, method: 3 }, 7],
		["text", null],
		[12, null],
	])("6: %j is no request, and its id comes back where it can be read", async (message, id) => {
		const answer = await send(JSON.stringify(message));
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ id, error: { code: -32_600 } });
	});

	test("6: a message nested over 32 levels is refused", async () => {
		let nested: unknown = 1;
		for (let level = 0; level < 40; level++) nested = { nested };
		const answer = await send(rpc("ping", { nested }, "deep"));
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ id: "deep", error: { code: -32_600 } });
	});

	const hello = (protocolVersion: string) =>
		rpc("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } });

	test.each([
		["2025-06-18", "2025-06-18"],
		["2025-11-25", "2025-11-25"],
		["2026-07-28", "2025-11-25"],
		["2024-10-07", "2025-11-25"],
		["2024-11-05", "2025-11-25"],
		["2025-03-26", "2025-11-25"],
		["1999-01-01", "2025-11-25"],
		["nonsense", "2025-11-25"],
	])("7: initialize with %s answers %s", async (asked, answered) => {
		const { result } = await answerOf(send(hello(asked)));
		expect(result).toMatchObject({
			protocolVersion: answered,
			serverInfo: { name: "utopia" },
			capabilities: { tools: {} },
		});
		expect(String(result["instructions"]).length).toBeLessThanOrEqual(2_000);
	});

	test("8: an unknown version header is refused, none and both known ones are served", async () => {
		expect((await send(rpc("ping"), { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
		expect((await send(rpc("ping"))).status).toBe(200);
		expect((await send(rpc("ping"), { "mcp-protocol-version": "2024-11-05" })).status).toBe(400);
		expect((await send(rpc("ping"), { "mcp-protocol-version": "2025-03-26" })).status).toBe(200);
		expect((await send(rpc("ping"), { "mcp-protocol-version": "2025-06-18" })).status).toBe(200);
		expect((await send(rpc("ping"), { "mcp-protocol-version": "2025-11-25" })).status).toBe(200);
	});

	test.each([8, "8"])("an unknown method is -32601 at status 200, with the id %j as it came", async (id) => {
		const answer = await send(rpc("foo/bar", undefined, id));
		expect(answer.status).toBe(200);
		expect(await answer.json()).toMatchObject({ id, error: { code: -32_601 } });
	});

	test("ping is answered with an empty result", async () => {
		expect((await answerOf(send(rpc("ping")))).result).toEqual({});
	});

	test("37: an unknown tool, one outside the sets and a call without a name get one wording", async () => {
		const errors = [];
		for (const params of [{ name: "query_data" }, { name: "kb_ls" }, {}, { name: 5 }]) {
			errors.push((await answerOf(send(rpc("tools/call", params)))).error);
		}
		expect(errors).toEqual(Array(4).fill({ code: -32_602, message: "Unknown tool" }));
	});

	test("37: a cursor of tools/list that nobody gave out is -32602", async () => {
		expect((await answerOf(send(rpc("tools/list", { cursor: "x" })))).error.code).toBe(-32_602);
	});

	test("10: a session id is ignored and none is given out", async () => {
		const answer = await send(rpc("ping"), { "mcp-session-id": "stale" });
		expect(answer.status).toBe(200);
		expect(answer.headers.get("mcp-session-id")).toBeNull();
	});

	test("the second endpoint takes both forms of the id, and both endpoints take ?tools=", async () => {
		const second = `${server.url}/v1/knowledge_bases/vs_${DEMO_KB}/mcp`;
		const list = async (url: string) =>
			(await answerOf(server.send(token, rpc("tools/list"), { url }))).result.tools.map(({ name }) => name);
		const graph = await list(server.mcp());
		const files = await list(second);
		expect(files).toHaveLength(9);
		expect(await list(`${second}?tools=graph`)).toEqual(graph);
		expect(await list(`${server.url}/v1/knowledge_bases/${DEMO_KB}/mcp?tools=files,graph`)).toEqual([
			...graph,
			...files,
		]);
		expect(await list(`${server.url}/api/v1/kbs/vs_${DEMO_KB}/mcp`)).toEqual(graph);
		expect(await list(`${server.mcp()}?tools=search`)).toEqual([]);
	});

	test.each(["nonsense", "graph,nonsense", ""])("?tools=%s is refused, not skipped", async (tools) => {
		const answer = await server.send(token, rpc("tools/list"), { url: `${server.mcp()}?tools=${tools}` });
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
	});
});

const META = {
	"io.modelcontextprotocol/protocolVersion": "2026-07-28",
	"io.modelcontextprotocol/clientCapabilities": {},
	"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

describe("9: the modern era", () => {
	let server: TestServer;
	let token: string;
	beforeAll(async () => {
		server = await testServer();
		token = await server.token();
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const modern = (
		method: string,
		params: Record<string, unknown> = {},
		headers: Record<string, string> = {},
	) =>
		server.send(token, rpc(method, { _meta: META, ...params }), {
			headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...headers },
		});

	test("discover, list and call work with no request before them", async () => {
		const discovered = await answerOf(modern("server/discover"));
		expect(JSON.stringify(discovered.result)).toContain("2026-07-28");
		const listed = await answerOf(modern("tools/list"));
		expect(listed.result.tools.length).toBeGreaterThan(0);
		expect(listed.result).toMatchObject({ ttlMs: 300_000, cacheScope: "private" });
		const params = { name: "find_entities", arguments: { name: "harbour" } };
		const called = await answerOf(modern("tools/call", params, { "mcp-name": "find_entities" }));
		expect(called.result.structuredContent?.["kb_id"]).toBe(DEMO_KB);
	});

	test("a header that says another method or name than the body is refused", async () => {
		const wrongMethod = await modern("tools/list", {}, { "mcp-method": "tools/call" });
		expect(wrongMethod.status).toBe(400);
		expect((await answerOf(wrongMethod)).error.code).toBe(-32_020);
		const params = { name: "find_entities", arguments: { name: "x" } };
		const wrongName = await modern("tools/call", params, { "mcp-name": "changes" });
		expect((await answerOf(wrongName)).error.code).toBe(-32_020);
	});

	test("an incomplete _meta is refused", async () => {
		const { "io.modelcontextprotocol/clientCapabilities": _, ...incomplete } = META;
		const answer = await modern("tools/list", { _meta: incomplete });
		expect(answer.status).toBe(400);
		expect((await answerOf(answer)).error.code).toBe(-32_602);
	});

	test("a version that is not served is refused with those that are", async () => {
		const version = "2027-01-01";
		const meta = { ...META, "io.modelcontextprotocol/protocolVersion": version };
		const answer = await modern("tools/list", { _meta: meta }, { "mcp-protocol-version": version });
		expect(answer.status).toBe(400);
		const { error } = await answerOf(answer);
		expect(error.code).toBe(-32_022);
		expect(error.data?.["supported"]).toContain("2026-07-28");
	});

	test("an unknown method is a 404", async () => {
		const answer = await modern("foo/bar");
		expect(answer.status).toBe(404);
		expect((await answerOf(answer)).error.code).toBe(-32_601);
	});

	test("47: what is not declared is not there", async () => {
		for (const method of ["resources/list", "prompts/list", "logging/setLevel", "completion/complete"]) {
			expect((await answerOf(modern(method))).error.code).toBe(-32_601);
			expect((await answerOf(server.send(token, rpc(method)))).error.code).toBe(-32_601);
		}
	});
});
