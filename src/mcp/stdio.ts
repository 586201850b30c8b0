import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpParts, type Session, serverFor } from "./server.ts";

/** Serves one client over standard input and output, in either era, until it closes its end. Nothing else may be written to standard output. */
export async function serveOverStdio(
	parts: McpParts,
	session: Session,
	onError: (error: Error) => void,
): Promise<void> {
	const ended = new Promise<void>((resolved) => {
		process.stdin.once("end", resolved);
		process.stdin.once("close", resolved);
	});
	const handle = serveStdio(() => serverFor(parts, session), { onerror: onError });
	await ended;
	await handle.close();
}
