import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { GrantSeal } from "../../src/access/grants.ts";
import type { TokenWish } from "../../src/access/tokens.ts";
import { World } from "../../src/cli/world.ts";
import { closeWithin, httpServer, type ServerOptions } from "../../src/http/server.ts";
import { CursorSeal } from "../../src/mcp/cursor.ts";
import { registryOf, TOOLS } from "../../src/mcp/registry.ts";
import type { Tool } from "../../src/mcp/tool.ts";
import type { PoolOptions } from "../../src/parsing/parse-pool.ts";
import { type Clock, systemClock } from "../../src/time/clock.ts";
import { temporaryFolder } from "./stores.ts";

/** The demo base's id, as its file tells it. */
export const DEMO_KB = "7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17";
const DEMO = fileURLToPath(new URL("../../data/demo.ttl", import.meta.url));
export const PASSWORD = "correct horse battery";

/** A server on a free loopback port, with an administrator and, if asked for, the demo base. */
export interface TestServer extends AsyncDisposable {
	readonly url: string;
	readonly world: World;
	/** Stops serving, as at shutdown. */
	stop(seconds: number): Promise<void>;
	readonly owner: string;
	/** What the log has got so far. */
	readonly log: string[];
	/** Issues a token of the administrator. */
	token(wish?: Partial<TokenWish>): Promise<string>;
	/** Makes an empty base. */
	base(name: string): Promise<string>;
	/** The MCP address of a base. */
	mcp(kb?: string): string;
	/** Sends one JSON-RPC message to the demo base, or wherever `url` says. */
	send(token: string | undefined, message: unknown, options?: SendOptions): Promise<Response>;
}

interface SendOptions {
	readonly url?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
}

export interface TestServerOptions {
	readonly demo?: boolean;
	readonly tools?: readonly Tool[];
	readonly clock?: Clock;
	readonly hosts?: readonly string[];
	readonly exportTurtle?: ServerOptions["exportTurtle"];
	readonly heartbeat?: number;
	readonly uploadLimit?: number;
	/** How files are read, where that is not as usual. */
	readonly reading?: PoolOptions;
	readonly troubles?: ServerOptions["troubles"];
	/** The folder of the model; the shipped one unless told. */
	readonly model?: string;
}

/** Everything as `utopia serve` puts it together, on a temporary folder. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
	const { demo = true, tools = TOOLS, clock = systemClock, hosts = [] } = options;
	const folder = temporaryFolder();
	const log: string[] = [];
	const world = await World.open(folder.path, (line) => log.push(line), {
		clock,
		model: options.model,
		reading: options.reading,
	});
	const { access } = world;
	const { id: owner } = await access.people.createAdministrator("admin@localhost", PASSWORD);
	if (demo) {
		await world.importLedger(DEMO_KB, createReadStream(DEMO), { filename: DEMO });
		await access.bases.create(owner, { id: DEMO_KB, name: "Tolsand", visibility: "private" });
	}
	const app = await httpServer({
		access,
		clock,
		mcp: {
			registry: registryOf(tools),
			cursors: new CursorSeal(Buffer.alloc(32, 1), clock),
			documents: world.documents,
		},
		grants: new GrantSeal(Buffer.alloc(32, 2), clock),
		importLedger: (kb, body, given) => world.importLedger(kb, body, given),
		exportTurtle: options.exportTurtle ?? ((view, given) => world.exportLedger(view, given)),
		writers: (kb) => world.writer(kb),
		files: world.files,
		indexed: async (kb) => (await world.shelf(kb)).upToDate(),
		uploadLimit: options.uploadLimit ?? 268_435_456,
		heartbeat: options.heartbeat ?? 15_000,
		openBases: () => world.open.length,
		troubles: options.troubles ?? (() => world.troubles),
		search: () => world.search,
		hosts,
		origin: undefined,
		log: { level: "info", stream: { write: (line) => log.push(line) } },
	});
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	const mcp = (kb = DEMO_KB) => `${url}/api/v1/kbs/${kb}/mcp`;
	return {
		url,
		world,
		stop: (seconds) => closeWithin(app, seconds),
		owner,
		log,
		mcp,
		async token(wish = {}) {
			const standing = { name: "test", scope: "read", bases: undefined, days: 1 } as const;
			return (await access.tokens.issue(owner, { ...standing, ...wish })).value;
		},
		async base(name) {
			const { id } = await access.bases.create(owner, {
				id: crypto.randomUUID(),
				name,
				visibility: "private",
			});
			return id;
		},
		send(token, message, { url: to = mcp(), headers = {}, signal } = {}) {
			return fetch(to, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					...(token !== undefined && { authorization: `Bearer ${token}` }),
					...headers,
				},
				body: typeof message === "string" ? message : JSON.stringify(message),
				...(signal !== undefined && { signal }),
			});
		},
		async [Symbol.asyncDispose]() {
			app.server.closeAllConnections();
			await app.close();
			await world[Symbol.asyncDispose]();
			folder[Symbol.dispose]();
		},
	};
}

/** A JSON-RPC request. */
export function rpc(
	method: string,
	params?: unknown,
	id: string | number | null = 1,
): Record<string, unknown> {
	return { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) };
}

/** A call of a tool. */
export function toolCall(name: string, args: Record<string, unknown> = {}, id: string | number = 1) {
	return rpc("tools/call", { name, arguments: args }, id);
}

interface RpcAnswer {
	readonly id: unknown;
	readonly result: Record<string, unknown> & {
		readonly content: readonly { readonly text: string }[];
		readonly structuredContent?: Record<string, unknown>;
		readonly isError?: boolean;
		readonly tools: readonly Record<string, unknown>[];
		readonly _meta?: {
			readonly error?: { code: string; message: string; details?: Record<string, unknown> };
			readonly ignored_arguments?: readonly string[];
		};
	};
	readonly error: {
		readonly code: number;
		readonly message: string;
		readonly data?: Record<string, unknown>;
	};
}

/** The JSON-RPC answer in a response. */
export async function answerOf(response: Response | Promise<Response>): Promise<RpcAnswer> {
	return (await (await response).json()) as RpcAnswer;
}
