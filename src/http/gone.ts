import type { FastifyReply } from "fastify";

/** Fires when the client goes away before its answer is written. */
export function goneSignal(reply: FastifyReply): AbortSignal {
	const gone = new AbortController();
	if (reply.raw.destroyed) gone.abort();
	reply.raw.on("close", () => reply.raw.writableFinished || gone.abort());
	return gone.signal;
}
