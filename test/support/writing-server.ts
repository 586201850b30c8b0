import { Readable } from "node:stream";
import { HARBOUR, K1 } from "../story/harbour.ts";
import { type TestServer, type TestServerOptions, testServer } from "./server.ts";

/** An answer, its text as it came and as JSON. */
export interface Answered {
	readonly status: number;
	readonly text: string;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
	readonly body: any;
	readonly headers: Headers;
}

export interface Asking {
	readonly token?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly kb?: string;
}

/** A server with the base Harbour, and a way to ask it. */
export interface WritingServer extends AsyncDisposable {
	readonly server: TestServer;
	readonly write: string;
	readonly read: string;
	/** Sends a request below the address of the base, with the write token unless told otherwise. */
	ask(method: string, path: string, body?: unknown, asking?: Asking): Promise<Answered>;
}

export async function writingServer(options: TestServerOptions = {}): Promise<WritingServer> {
	const server = await testServer({ demo: false, ...options });
	await server.world.importLedger(K1, Readable.from([Buffer.from(HARBOUR)]), { filename: "harbour.ttl" });
	await server.world.access.bases.create(server.owner, { id: K1, name: "Harbour", visibility: "private" });
	const write = await server.token({ scope: "write" });
	const read = await server.token();
	return {
		server,
		write,
		read,
		ask: (method, path, body, asking = {}) =>
			asked(server.url, method, path, body, { token: write, kb: K1, ...asking }),
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	};
}

/** Sends a request below the address of a base. */
export async function asked(
	url: string,
	method: string,
	path: string,
	body: unknown,
	{ token, headers = {}, kb }: Required<Pick<Asking, "token" | "kb">> & Asking,
): Promise<Answered> {
	const answer = await fetch(`${url}/api/v1/kbs/${kb}${path}`, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			...(body !== undefined && { "content-type": "application/json" }),
			...headers,
		},
		...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	const text = await answer.text();
	const isJson = answer.headers.get("content-type")?.startsWith("application/json");
	return {
		status: answer.status,
		text,
		body: isJson ? JSON.parse(text) : undefined,
		headers: answer.headers,
	};
}
