import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import type { View } from "../access/view.ts";
import type { IngestionFeed } from "../ingestion/feed.ts";
import { type Instant, instantText, tryInstant } from "../time/instant.ts";
import { type AnyRoute, type Gate, route } from "./route.ts";
import * as shapes from "./shapes.ts";

/** What the streams of a server have in common. */
export interface EventOptions {
	readonly gate: Gate;
	/** Milliseconds between two signs of life; at each one the credential is looked at again. */
	readonly heartbeat: number;
	/** Fires when the server stops. */
	readonly closing: AbortSignal;
	/** Files on their way into bases. */
	readonly feed: IngestionFeed;
}

const LAST = "must be the id of an event, an instant such as 2026-03-20T12:00:00.123456Z";
/** An empty one is sent by clients that have seen nothing yet. */
const lastEvent = z
	.string({ error: LAST })
	.transform((text, context): Instant | undefined => {
		if (text === "") return undefined;
		const at = tryInstant(text);
		if (at === undefined) context.addIssue({ code: "custom", message: LAST });
		return at;
	})
	.optional()
	.describe(
		"The id of the last event seen: what was committed after it is told first. Default: from now on.",
	);

/** The stream of what is committed into a base. */
export function eventRoute(access: Access, { gate, heartbeat, closing, feed }: EventOptions): AnyRoute {
	return route({
		method: "GET",
		url: "/api/v1/kbs/:kb/events",
		summary:
			"Server-sent events: one `commit` for each commit, its record instant as the id, resumable with Last-Event-ID; between them `ingestion`, how far files have come that are brought in",
		needs: "credential",
		params: z.object({ kb: shapes.kbId }),
		query: z.object({ last_event_id: lastEvent }),
		headers: z.object({ "last-event-id": lastEvent }),
		answers: { 200: "text/event-stream" },
		async handle({ params: { kb }, query, headers, caller, request, reply }) {
			const view = await access.view(caller, kb);
			const after = headers["last-event-id"] ?? query.last_event_id ?? view.head().recordedAt;
			const stillAllowed = async () => access.base(await gate.caller(request), kb);
			const stop = stopping(reply, closing);
			const stream = new PassThrough();
			stream.write(": utopia\n\n");
			const beating = setInterval(() => {
				stillAllowed().then(
					() => stream.writableNeedDrain || stream.write(": heartbeat\n\n"),
					() => stop.abort(),
				);
			}, heartbeat);
			const unfollow = feed.follow(kb, (event) => {
				// Progress is for those who look on: whoever reads slowly misses some of it.
				if (!stream.writableNeedDrain) stream.write(`event: ingestion\ndata: ${JSON.stringify(event)}\n\n`);
			});
			void written(view, after, { stream, signal: stop.signal })
				.catch((error: unknown) => {
					if (!stop.signal.aborted) request.log.error({ err: error }, "events ended");
				})
				.finally(() => {
					clearInterval(beating);
					unfollow();
					stream.end();
				});
			// A connection that is kept for more would hold up the end of a server that stops.
			reply.headers({ "x-accel-buffering": "no", connection: "close" });
			return reply.type("text/event-stream").send(stream);
		},
	});
}

/** Fires when the client goes, also after an answer of which it took only the head, and when the server stops. */
function stopping({ raw }: FastifyReply, closing: AbortSignal): AbortController {
	const stop = new AbortController();
	const abort = () => stop.abort();
	raw.on("close", abort);
	closing.addEventListener("abort", abort);
	stop.signal.addEventListener("abort", () => closing.removeEventListener("abort", abort));
	if (closing.aborted) abort();
	return stop;
}

async function written(
	view: View,
	after: Instant | undefined,
	{ stream, signal }: { readonly stream: PassThrough; readonly signal: AbortSignal },
): Promise<void> {
	for await (const { recordedAt } of view.commits(after, signal)) {
		const at = instantText(recordedAt);
		const data = JSON.stringify({ kb_id: view.kb, recorded_at: at });
		const hasRoom = stream.write(`event: commit\nid: ${at}\ndata: ${data}\n\n`);
		if (!hasRoom) await once(stream, "drain", { signal });
	}
}
