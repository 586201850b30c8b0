import type { JSONRPCMessage, Server, Transport } from "@modelcontextprotocol/server";

const METHODS: ReadonlySet<unknown> = new Set(["tools/call", "tools/list", "ping"]);
const VERSIONS: ReadonlySet<unknown> = new Set([undefined, "2025-03-26", "2025-06-18", "2025-11-25"]);
const MODERN_MARK = "io.modelcontextprotocol/protocolVersion";

/**
 * Whether one answer is all that the message can get: a request of the legacy era for one of the plain methods, with a known
 * version header or none. Everything else, the handshake and event streams among it, goes the SDK's whole way over HTTP.
 */
export function isPlainRequest(body: unknown, version: unknown): boolean {
	const { id, method, params } = body as { id?: unknown; method?: unknown; params?: unknown };
	if (id === undefined || !METHODS.has(method) || !VERSIONS.has(version)) return false;
	if (params === undefined) return true;
	if (typeof params !== "object" || params === null || Array.isArray(params)) return false;
	const { _meta: meta } = params as { _meta?: unknown };
	if (meta === undefined) return true;
	return typeof meta === "object" && meta !== null && !(MODERN_MARK in meta) && !("progressToken" in meta);
}

/** The server's answer to one request, over a transport that is nothing but the call. The server is closed when it is there. */
export async function directAnswer(server: Server, body: unknown): Promise<JSONRPCMessage> {
	const { promise, resolve, reject } = pending();
	const transport: Transport = {
		start: async () => undefined,
		send: async (message) => resolve(message),
		close: async () => transport.onclose?.(),
	};
	transport.onerror = reject;
	try {
		await server.connect(transport);
		transport.onmessage?.(body as JSONRPCMessage);
		return await promise;
	} finally {
		await server.close();
	}
}

function pending() {
	let resolve: (message: JSONRPCMessage) => void = () => undefined;
	let reject: (reason: unknown) => void = () => undefined;
	const promise = new Promise<JSONRPCMessage>((one, other) => {
		resolve = one;
		reject = other;
	});
	return { promise, resolve, reject };
}
