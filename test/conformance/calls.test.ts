import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { cursorText, limitOf, nameText, someOf, spellingOf, when } from "../../src/mcp/arguments.ts";
import type { Tool, ToolContext } from "../../src/mcp/tool.ts";
import { instantText } from "../../src/time/instant.ts";
import { answerOf, rpc, type TestServer, testServer, toolCall } from "../support/server.ts";

let aborted: Promise<unknown> | undefined;
let started = 0;

/** Tools that do what the real ones never should, so that the front can be seen to bear it. */
const failing: Tool = {
	name: "fails_inside",
	title: "Fails",
	description: "Fails.",
	set: "graph",
	scope: "read",
	input: z.object({}),
	output: z.object({}),
	failure: "The facts could not be read.",
	async run() {
		throw new Error("SELECT ?secret at /data/log");
	},
};

const slow: Tool = {
	...failing,
	name: "takes_long",
	async run(_asked, { signal }: ToolContext) {
		started++;
		aborted = new Promise((resolved) => signal.addEventListener("abort", () => resolved(performance.now())));
		await Promise.race([aborted, new Promise((resolved) => setTimeout(resolved, 20_000))]);
		return { structured: {}, lines: ["done"] };
	},
};

const echo: Tool = {
	...failing,
	name: "says_back",
	input: z.object({
		name: nameText.describe("A name."),
		other: spellingOf("name", nameText),
		at: when.optional().describe("A moment."),
		limit: limitOf(5, 10).describe("At most so many; 5 by default."),
		kinds: someOf(["a", "b"]).optional().describe("Kinds."),
		derived: z
			.boolean({ error: "must be true or false" })
			.default(false)
			.describe("Derived too; false by default."),
		cursor: cursorText.optional().describe("The page after."),
	}),
	async run(
		asked: { name: string; at?: { at: bigint }; limit: number; kinds?: string[] },
		{ cursor }: ToolContext,
	) {
		const page = Number(cursor.opened()?.["page"] ?? 0);
		const { name, limit, kinds = null } = asked;
		const at = asked.at === undefined ? null : instantText(asked.at.at as never);
		const next_cursor = page < 2 ? cursor.seal({ page: page + 1 }) : null;
		return {
			structured: { name, limit, kinds, at, page, next_cursor },
			lines: [`${name}\u202e\u0007`, String(page)],
		};
	},
};

const writing: Tool = { ...echo, name: "writes_down", scope: "write" };

describe("a call of a tool", () => {
	let server: TestServer;
	let token: string;
	beforeAll(async () => {
		server = await testServer({ tools: [failing, slow, echo, writing] });
		token = await server.token();
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const call = async (name: string, args: Record<string, unknown> = {}) =>
		(await answerOf(server.send(token, toolCall(name, args)))).result;

	test("21, 24: what a tool throws never reaches the caller; the log has it under the id that the caller got", async () => {
		const result = await call("fails_inside");
		expect(result.isError).toBe(true);
		expect(result.structuredContent).toBeUndefined();
		const { code, details } = result._meta?.error ?? { code: "" };
		expect(code).toBe("INTERNAL");
		expect(JSON.stringify(result)).not.toMatch(/SELECT|secret|data\/log|Error:|at .*\.ts/);
		expect(result.content[0]?.text).toMatch(/^The facts could not be read\./);
		const id = String(details?.["request_id"]);
		const lines = server.log.filter((line) => line.includes(id) && line.includes("SELECT ?secret"));
		expect(lines.length).toBe(1);
	});

	test("12: a client that goes away aborts the running work within a second", async () => {
		const before = started;
		const gone = new AbortController();
		const answer = server.send(token, toolCall("takes_long"), { signal: gone.signal });
		answer.catch(() => undefined);
		while (started === before) await new Promise((resolved) => setTimeout(resolved, 10));
		const left = performance.now();
		gone.abort();
		await expect(answer).rejects.toThrow();
		expect(Number(await aborted) - left).toBeLessThan(1_000);
	});

	test("13: an event stream comes only with a progress token; its progress grows and ends with the result", async () => {
		const request = rpc("tools/call", {
			name: "says_back",
			arguments: { name: "x" },
			_meta: { progressToken: "p" },
		});
		const answer = await server.send(token, request, { headers: { "accept-encoding": "gzip" } });
		expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
		expect(answer.headers.get("x-accel-buffering")).toBe("no");
		expect(answer.headers.get("content-encoding")).toBeNull();
		const events = [...(await answer.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) =>
			JSON.parse(data ?? ""),
		);
		expect(events.map(({ method }) => method)).toEqual([
			"notifications/progress",
			"notifications/progress",
			undefined,
		]);
		expect(events.map(({ params }) => params?.progress)).toEqual([0, 1, undefined]);
		expect(events[2].result.structuredContent.name).toBe("x");
	});

	test("13: the modern era streams likewise", async () => {
		const meta = {
			progressToken: 3,
			"io.modelcontextprotocol/protocolVersion": "2026-07-28",
			"io.modelcontextprotocol/clientCapabilities": {},
			"io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
		};
		const request = rpc("tools/call", { name: "says_back", arguments: { name: "x" }, _meta: meta });
		const headers = {
			"mcp-protocol-version": "2026-07-28",
			"mcp-method": "tools/call",
			"mcp-name": "says_back",
		};
		const answer = await server.send(token, request, { headers });
		expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
		expect(await answer.text()).toMatch(/progress[\s\S]*structuredContent/);
	});

	test("14: shutdown lets a running call end, and aborts it when the grace is over", async () => {
		await using stopping = await testServer({ tools: [slow], demo: false });
		const kb = await stopping.base("Stopping");
		const value = await stopping.token();
		const before = started;
		const answer = stopping.send(value, toolCall("takes_long"), { url: stopping.mcp(kb) }).then(
			() => "answered",
			() => "cut off",
		);
		while (started === before) await new Promise((resolved) => setTimeout(resolved, 10));
		const asked = performance.now();
		await stopping.stop(0.3);
		const took = performance.now() - asked;
		expect(took).toBeGreaterThan(250);
		expect(took).toBeLessThan(2_000);
		expect(await answer).toBe("cut off");
		expect(Number(await aborted)).toBeGreaterThan(asked);
	});

	test("31, G1: unknown arguments change nothing but their own mention; null is absent", async () => {
		const plain = await call("says_back", { name: "x" });
		const noisy = await call("says_back", {
			name: "x",
			zeta: 1,
			kb_id: "y",
			at: null,
			limit: null,
			user: null,
		});
		expect(noisy._meta).toEqual({ ignored_arguments: ["kb_id", "zeta"] });
		expect(plain._meta).toBeUndefined();
		const { _meta: _, ...rest } = noisy;
		const without = (result: typeof plain) => ({
			...result,
			structuredContent: { ...result.structuredContent, next_cursor: "" },
		});
		expect(without(rest as typeof plain)).toEqual(without(plain));
	});

	test.each([
		[{}, "name", /required/],
		[{ name: null }, "name", /required/],
		[{ name: " \u0000 " }, "name", /must be a string/],
		[{ name: 123 }, "name", /must be a string.*the number 123/],
		[{ name: ["a"] }, "name", /must be a string.*a list of 1/],
		[{ name: "x".repeat(513) }, "name", /a string of 513 characters/],
		[{ name: "x", at: "August 2024" }, "at", /"August 2024"/],
		[{ name: "x", at: "" }, "at", /date or moment/],
		[{ name: "x", at: 2024 }, "at", /must be a string.*the number 2024/],
		[{ name: "x", at: "2023-02-30" }, "at", /date or moment/],
		[{ name: "x", limit: "many" }, "limit", /whole number/],
		[{ name: "x", limit: 0 }, "limit", /whole number/],
		[{ name: "x", limit: -3 }, "limit", /whole number/],
		[{ name: "x", limit: 2.5 }, "limit", /whole number/],
		[{ name: "x", kinds: "a" }, "kinds", /must be a list.*the string "a"/],
		[{ name: "x", kinds: ["c"] }, "kinds", /a, b/],
		[{ name: "x", derived: "true" }, "derived", /must be true or false/],
		[{ other: 5 }, "other", /must be a string/],
		[{ name: "x", other: "y" }, "other", /different/],
	])("36: %j is refused, naming %s, before anything runs", async (args, argument, message) => {
		const result = await call("says_back", args);
		expect(result.isError).toBe(true);
		expect(result.structuredContent).toBeUndefined();
		const error = result._meta?.error;
		expect(error?.code).toBe("INVALID_ARGUMENT");
		expect(error?.details).toMatchObject({ argument });
		expect(Object.keys(error?.details ?? {}).sort()).toEqual(["accepted", "argument", "got"]);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/nothing was run/i);
		expect(result.content[0]?.text.startsWith(argument)).toBe(true);
	});

	test("36, G6: a number above the maximum is read as the maximum, however large", async () => {
		for (const limit of [10, 11, 5_000, 1e30]) {
			expect((await call("says_back", { name: "x", limit })).structuredContent?.["limit"]).toBe(10);
		}
		expect((await call("says_back", { name: "x" })).structuredContent?.["limit"]).toBe(5);
	});

	test("a second spelling reaches the tool as the first", async () => {
		expect((await call("says_back", { other: " x\u0000y " })).structuredContent?.["name"]).toBe("xy");
		expect((await call("says_back", { other: "x", name: "x" })).isError).toBeUndefined();
	});

	test("37, 43: a cursor opens for its own call and for no other", async () => {
		const cursorOf = async (args: Record<string, unknown>) =>
			String((await call("says_back", args)).structuredContent?.["next_cursor"]);
		const cursor = await cursorOf({ name: "x" });
		expect((await call("says_back", { name: "x", cursor })).structuredContent?.["page"]).toBe(1);
		expect((await call("says_back", { cursor, other: "x" })).structuredContent?.["page"]).toBe(1);
		const changed = `${cursor.slice(0, -2)}${cursor.endsWith("A") ? "BB" : "AA"}`;
		const other = await server.base("Elsewhere");
		const elsewhere = server.send(token, toolCall("says_back", { name: "x", cursor }), {
			url: server.mcp(other),
		});
		const refused = [
			await call("says_back", { name: "y", cursor }),
			await call("says_back", { name: "x", limit: 2, cursor }),
			await call("says_back", { name: "x", cursor: changed }),
			await call("says_back", { name: "x", cursor: "nonsense" }),
			(await answerOf(elsewhere)).result,
		];
		for (const { isError, _meta } of refused) {
			expect(isError).toBe(true);
			expect(_meta?.error?.code).toBe("CURSOR_INVALID");
		}
	});

	test("S9: text shows control characters and turns of direction; the structure keeps them", async () => {
		const { content, structuredContent } = await call("says_back", { name: "a\u202eb" });
		expect(content[0]?.text).toBe("a\\u202eb\\u202e\\u0007\n0");
		expect(structuredContent?.["name"]).toBe("a\u202eb");
	});

	test("19: a read token is not shown a tool that writes", async () => {
		const names = async (value: string) =>
			(await answerOf(server.send(value, rpc("tools/list")))).result.tools.map(({ name }) => name);
		expect(await names(token)).toEqual(["fails_inside", "takes_long", "says_back"]);
		expect(await names(await server.token({ scope: "write" }))).toContain("writes_down");
		const called = await call("writes_down", { name: "x" });
		expect(called._meta?.error?.code).toBe("FORBIDDEN");
		expect(called.isError).toBe(true);
	});
});
