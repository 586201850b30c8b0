import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpParts, type Session, serverFor } from "./server.ts";

interface Message {
	readonly id?: unknown;
	readonly method?: string;
	readonly params?: unknown;
}

/**
 * Serves one client over standard input and output, in either era, until it closes its end and has the answers to all that it
 * asked before. Nothing else may be written to standard output.
 */
export async function serveOverStdio(
	parts: McpParts,
	session: Session,
	onError: (error: Error) => void,
): Promise<void> {
	// The transport gives up what is running when its input ends, so it is not told of that end.
	const input = new PassThrough();
	const ended = Promise.race([once(process.stdin, "end"), once(process.stdin, "close")]);
	process.stdin.pipe(input, { end: false });
	const transport = new StdioServerTransport(input);
	const handle = serveStdio(() => serverFor(parts, session), { onerror: onError, transport });
	const open = openCalls(transport);
	await ended;
	while (input.readableLength + input.writableLength > 0) await setImmediate();
	await open.answered();
	await handle.close();
}

/** Keeps the ids of calls that are not answered yet. One that was cancelled gets no answer, and a subscription has none. */
function openCalls(transport: StdioServerTransport): { answered(): Promise<void> } {
	const open = new Set<unknown>();
	let told = () => {};
	const over = (id: unknown) => {
		if (open.delete(id) && open.size === 0) told();
	};
	const deliver = transport.onmessage;
	transport.onmessage = (message) => {
		const { id, method, params }: Message = message;
		if (id !== undefined && method !== undefined && method !== "subscriptions/listen") open.add(id);
		if (method === "notifications/cancelled")
			over((params as { requestId?: unknown } | undefined)?.requestId);
		deliver?.(message);
	};
	const send = transport.send.bind(transport);
	transport.send = async (message) => {
		await send(message);
		const { id, method }: Message = message;
		if (method === undefined) over(id);
	};
	return {
		answered: () =>
			new Promise((resolved) => {
				told = resolved;
				if (open.size === 0) resolved();
			}),
	};
}
