import { createInterface } from "node:readline";
import { UtopiaError } from "../errors.ts";
import type { Remote } from "./remote.ts";

interface Message {
	readonly id?: string | number;
	readonly method?: string;
	readonly params?: { readonly name?: string; readonly _meta?: Readonly<Record<string, unknown>> };
}

/** What HTTP says by status, as it is said where there is none. */
const REFUSALS: Readonly<Record<string, readonly [number, string]>> = {
	unauthenticated: [-32_050, "UNAUTHENTICATED"],
	forbidden: [-32_051, "FORBIDDEN"],
	busy: [-32_052, "RATE_LIMITED"],
	"not-found": [-32_053, "NOT_FOUND"],
};
const VERSION = "io.modelcontextprotocol/protocolVersion";

/** Headers that the newer protocol wants repeated from the message. */
function headersOf({ method, params }: Message): Record<string, string> {
	const version = params?._meta?.[VERSION];
	const headers: Record<string, string> = { "content-type": "application/json" };
	if (typeof version !== "string") return headers;
	headers["mcp-protocol-version"] = version;
	if (method !== undefined) headers["mcp-method"] = method;
	if (params?.name !== undefined) headers["mcp-name"] = params.name;
	return headers;
}

/** The messages of an answer: one as JSON, or those of an event stream. */
function messagesIn(text: string, mediaType: string): readonly string[] {
	if (!mediaType.startsWith("text/event-stream"))
		return text === "" ? [] : [JSON.stringify(JSON.parse(text))];
	return text
		.split(/\r?\n/)
		.flatMap((line) => (line.startsWith("data:") && line.length > 6 ? [line.slice(5).trim()] : []));
}

function refusal(error: unknown, { id }: Message): string {
	const [code, name] = (error instanceof UtopiaError ? REFUSALS[error.kind] : undefined) ?? [
		-32_603,
		"INTERNAL",
	];
	const message = error instanceof UtopiaError ? error.message : "The call failed";
	return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error: { code, message, data: { code: name } } });
}

/** Passes messages between standard input and output and one base of a running server, adding the token. */
export async function bridge(remote: Remote, path: string): Promise<void> {
	const running = new Set<Promise<void>>();
	for await (const line of createInterface({ input: process.stdin })) {
		if (line.trim() === "") continue;
		const passing = pass(line, remote, path);
		running.add(passing);
		void passing.finally(() => running.delete(passing));
	}
	await Promise.all(running);
}

async function pass(line: string, remote: Remote, path: string): Promise<void> {
	let message: Message = {};
	try {
		message = JSON.parse(line) as Message;
		const answer = await remote.raw("POST", path, { body: line, headers: headersOf(message) });
		const mediaType = answer.headers.get("content-type") ?? "";
		for (const said of messagesIn(await answer.text(), mediaType)) process.stdout.write(`${said}\n`);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		if (message.id !== undefined) process.stdout.write(`${refusal(error, message)}\n`);
	}
}
