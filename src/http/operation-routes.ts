import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import { personIri } from "../access/accounts-base.ts";
import type { Caller } from "../access/caller.ts";
import type { Operation, ReadOperation, WriteOperation } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations.ts";
import { performRead, performWrite } from "../api/perform.ts";
import { canonical } from "../mcp/canonical.ts";
import type { CursorSeal } from "../mcp/cursor.ts";
import type { WriteOptions, Writer } from "../writing/writer.ts";
import { goneSignal } from "./gone.ts";
import { type AnyRoute, route } from "./route.ts";
import * as shapes from "./shapes.ts";
import { etag, writeHeaders } from "./write-headers.ts";

/** Who writes into a base, one for each. */
export type Writers = (kb: string) => Promise<Writer>;

interface Doors {
	readonly access: Access;
	readonly writers: Writers;
	readonly cursors: CursorSeal;
}

const id = z.string().max(64);
/** `id` only where the path has one. */
type Params = z.ZodObject<{ kb: typeof shapes.kbId; id: z.ZodOptional<typeof id> }>;

function paramsOf({ of }: Operation): Params {
	const named = of === undefined ? {} : { id: id.describe(`The id of the ${of}.`) };
	return z.object({ kb: shapes.kbId, ...named }) as unknown as Params;
}

const urlOf = ({ path }: Operation) => `/api/v1/kbs/:kb${path}`;
const headed = z.object({ head: z.string().describe("The record instant of the commit; the ETag too.") });

/** A route for each thing that may be asked of a base. */
export function operationRoutes(doors: Doors): readonly AnyRoute[] {
	return OPERATIONS.map((operation) =>
		operation.method === "GET" ? readRoute(operation, doors) : writeRoute(operation, doors),
	);
}

function readRoute(operation: ReadOperation, { access, cursors }: Doors): AnyRoute {
	const { method, path, summary, query, answer } = operation;
	return route({
		method,
		url: urlOf(operation),
		summary,
		needs: "credential",
		params: paramsOf(operation),
		query,
		answers: { 200: answer },
		async handle({ params, caller, request, reply }) {
			const view = await access.view(caller, params.kb);
			const { cursor, ...known } = request.query as Readonly<Record<string, unknown>>;
			const binding = { owner: caller.owner, kb: params.kb, tool: path, known: { ...known, id: params.id } };
			const door = cursors.door(binding, typeof cursor === "string" ? cursor : undefined);
			const sent = { id: params.id, query: request.query };
			return performRead(operation, sent, { view, signal: goneSignal(reply), cursor: door });
		},
	});
}

function writeRoute(operation: WriteOperation, { access, writers }: Doors): AnyRoute {
	const { method, summary, body, status, answer, bodyLimit } = operation;
	return route({
		method,
		url: urlOf(operation),
		summary,
		needs: "write",
		params: paramsOf(operation),
		body,
		headers: writeHeaders,
		bodyLimit,
		answers: { [status]: answer.extend(headed.shape) },
		async handle({ params: { kb, id }, headers, caller, request, reply }) {
			await access.base(caller, kb);
			access.mayWrite(caller);
			const options: WriteOptions = {
				ifMatch: headers["if-match"],
				request: repeatable(headers["idempotency-key"], { operation, id, caller, request }),
			};
			const sent = { id, body: request.body };
			const actor = { person: personIri(caller.owner) };
			return answered(
				reply,
				status,
				performWrite(operation, sent, { ...options, actor, writer: await writers(kb) }),
			);
		},
	});
}

async function answered(
	reply: FastifyReply,
	status: number,
	writing: Promise<{ readonly text: string; readonly head: string }>,
): Promise<FastifyReply> {
	const { text, head } = await writing;
	return reply.code(status).header("etag", etag(head)).type("application/json").send(text);
}

interface Repeating {
	readonly operation: WriteOperation;
	readonly id: string | undefined;
	readonly caller: Caller;
	readonly request: FastifyRequest;
}

/** The request as it is known again: whose key it is, and what was asked for. */
function repeatable(
	key: string | undefined,
	{ operation: { method, path }, id = "", caller: { owner, token = "session" }, request }: Repeating,
): WriteOptions["request"] {
	if (key === undefined) return undefined;
	const asked = canonical([method, path, id.toLowerCase(), request.body ?? null]);
	return { caller: `${owner} ${token}`, key, asked };
}
