import type { FastifyReply } from "fastify";

/** A JSON-RPC error before there is a server to give it. */
export interface Malformed {
	readonly code: number;
	readonly message: string;
	readonly id: string | number | null;
}

const DEEPEST = 32;

/** Text that is no JSON, kept as a value until the handler answers it. */
const NOT_JSON: unique symbol = Symbol("not JSON");

/** Reads the text of a body; never throws. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return NOT_JSON;
	}
}

function tooDeep(value: unknown, left: number): boolean {
	if (typeof value !== "object" || value === null) return false;
	return left === 0 || Object.values(value).some((child) => tooDeep(child, left - 1));
}

function idOf(body: Readonly<Record<string, unknown>>): string | number | null {
	const { id } = body;
	return typeof id === "string" || (typeof id === "number" && Number.isInteger(id)) ? id : null;
}

/** Why the body is not one JSON-RPC request or notification, or `undefined` when it is. */
export function malformed(body: unknown): Malformed | undefined {
	if (body === NOT_JSON || body === undefined) return { code: -32_700, message: "Parse error", id: null };
	const invalid = (message: string, id: Malformed["id"] = null) => ({ code: -32_600, message, id });
	if (Array.isArray(body)) return invalid("One message per request");
	if (typeof body !== "object" || body === null) return invalid("Not a message");
	const message = body as Readonly<Record<string, unknown>>;
	const id = idOf(message);
	if (tooDeep(message, DEEPEST)) return invalid("Nested too deep", id);
	if (message["jsonrpc"] !== "2.0") return invalid('jsonrpc must be "2.0"', id);
	if ("id" in message && id === null) return invalid("id must be a string or an integer");
	if (typeof message["method"] !== "string") return invalid("method must be a string", id);
	return undefined;
}

/**
 * Why a call names no tool or brings no arguments that could be read, or `undefined`. Said here in the words of any unknown
 * tool: the SDK would answer with the text of its own validator.
 */
export function badCall(body: unknown): Malformed | undefined {
	const { method, params, ...message } = body as { method: string; params?: unknown };
	const id = idOf(message);
	if (method !== "tools/call" || id === null) return undefined;
	const { name, arguments: sent } = (params ?? {}) as { name?: unknown; arguments?: unknown };
	if (typeof name !== "string") return { code: -32_602, message: "Unknown tool", id };
	const plain = sent === undefined || (typeof sent === "object" && sent !== null && !Array.isArray(sent));
	return plain ? undefined : { code: -32_602, message: "arguments must be an object", id };
}

/** Answers with a JSON-RPC error. */
export function rpcError(reply: FastifyReply, { code, message, id }: Malformed, status = 400): FastifyReply {
	return reply.code(status).type("application/json").send({ jsonrpc: "2.0", id, error: { code, message } });
}

/** The progress token of a request, or `undefined`. */
export function progressToken(body: unknown): unknown {
	const params = (body as { params?: { _meta?: { progressToken?: unknown } } | null }).params;
	return params?._meta?.progressToken;
}
