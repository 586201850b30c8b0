import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { promisify } from "node:util";
import {
	Client as ClientV2,
	StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../src/mcp/registry.ts";
import { DEMO_KB, type TestServer, testServer } from "../support/server.ts";
import { temporaryFolder } from "../support/stores.ts";

const run = promisify(execFile);

/** What all clients have in common, as far as this test needs it. */
interface AnyClient {
	listTools(): Promise<{ tools: { name: string }[] }>;
	callTool(asked: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
	close(): Promise<void>;
}

/** Line 54 of the checklist. */
describe("clients that people use", () => {
	let server: TestServer;
	let token: string;
	beforeAll(async () => {
		server = await testServer();
		token = await server.token();
	});
	afterAll(() => server[Symbol.asyncDispose]());
	const options = () => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

	const v1 = async (): Promise<AnyClient> => {
		const client = new ClientV1({ name: "v1", version: "1" });
		await client.connect(new TransportV1(new URL(server.mcp()), options()) as never);
		return client as unknown as AnyClient;
	};
	const v2 = (mode: "legacy" | "auto" | { pin: string }) => async (): Promise<AnyClient> => {
		const client = new ClientV2({ name: "v2", version: "1" }, { versionNegotiation: { mode } } as never);
		await client.connect(new TransportV2(new URL(server.mcp()), options()));
		return client as unknown as AnyClient;
	};

	test.each([
		["SDK v1", v1],
		["SDK v2, legacy", v2("legacy")],
		["SDK v2, auto", v2("auto")],
		["SDK v2, pinned to 2026-07-28", v2({ pin: "2026-07-28" })],
	])("%s connects, lists, calls, and hears of what it got wrong", async (_name, connected) => {
		const client = await connected();
		try {
			const { tools } = await client.listTools();
			expect(tools.map(({ name }) => name)).toContain("entity_facts");
			const found = await client.callTool({ name: "find_entities", arguments: { name: "harbour", whim: 1 } });
			expect(found["structuredContent"]).toMatchObject({ kb_id: DEMO_KB });
			expect(found["_meta"]).toMatchObject({ ignored_arguments: ["whim"] });
			const [first] = (found["structuredContent"] as { entities: { id: string }[] }).entities;
			const facts = await client.callTool({ name: "entity_facts", arguments: { entity_id: first?.id } });
			expect(facts["isError"]).toBeFalsy();
			const invented = await client.callTool({
				name: "entity_facts",
				arguments: { entity_id: crypto.randomUUID() },
			});
			expect(invented["isError"]).toBe(true);
			await expect(client.callTool({ name: "query_data", arguments: {} })).rejects.toThrow(/Unknown tool/);
		} finally {
			await client.close();
		}
	});

	test("a client whose token is refused hears so", async () => {
		const client = new ClientV1({ name: "v1", version: "1" });
		const transport = new TransportV1(new URL(server.mcp()), {
			requestInit: { headers: { authorization: "Bearer x" } },
		});
		await expect(client.connect(transport as never)).rejects.toThrow();
	});

	describe("Inspector", () => {
		const home = temporaryFolder();
		afterAll(() => home[Symbol.dispose]());
		const inspect = async (...args: string[]) => {
			mkdirSync(home.path, { recursive: true });
			const command = ["mcp-inspector", "--cli", "--server-url", server.mcp(), "--transport", "http"];
			const credential = ["--header", `Authorization: Bearer ${token}`];
			return run("npx", [...command, ...credential, ...args], { env: { ...process.env, HOME: home.path } });
		};

		test("finds nothing to report in the schemas when strict", async () => {
			const { stdout, stderr } = await inspect("--method", "tools/list", "--strict");
			expect(stdout).toContain("find_entities");
			expect(stderr).not.toMatch(/warning|error|portab/i);
		});

		test.each(["legacy", "auto", "modern"])("lists in its %s era", async (era) => {
			const { stdout } = await inspect(
				"--method",
				"tools/list",
				"--format",
				"json",
				"-q",
				"--protocol-era",
				era,
			);
			expect(stdout).toContain("paths_between");
		});

		test("calls a tool", async () => {
			const { stdout } = await inspect(
				"--method",
				"tools/call",
				"--tool-name",
				"find_entities",
				"--tool-arg",
				"name=harbour",
			);
			expect(stdout).toContain("Tolsand Harbour");
		});
	});

	describe("the shell", () => {
		/** The contract's first example as it stands, its two variables and its host filled in. */
		const LIST = `curl -s -X POST https://your-utopia/api/v1/kbs/$KB/mcp \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;
		const CALL = `curl -s -X POST https://your-utopia/api/v1/kbs/$KB/mcp \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"jsonrpc":"2.0","id":2,"method":"tools/call",
       "params":{"name":"find_entities","arguments":{"name":"harbour"}}}'`;
		const shell = async (line: string) => {
			const env = { ...process.env, KB: DEMO_KB, TOKEN: token };
			const { stdout } = await run("bash", ["-c", line.replace("https://your-utopia", server.url)], { env });
			return JSON.parse(stdout);
		};

		test("lists with curl", async () => {
			const { id, result } = await shell(LIST);
			expect(id).toBe(1);
			expect(result.tools.length).toBe(
				TOOLS.filter(({ set, scope }) => set === "graph" && scope === "read").length,
			);
		});

		test("calls with curl", async () => {
			const { id, result } = await shell(CALL);
			expect(id).toBe(2);
			expect(result.structuredContent.entities[0].name).toBe("Harbour Board");
		});
	});
});
