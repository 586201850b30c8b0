import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { UtopiaError } from "../errors.ts";
import { kindOf, phraseOf } from "../mcp/check.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Shape = z.ZodObject;
type Read<S> = S extends Shape ? z.output<S> : Record<string, never>;

/** Who may call a route: everyone, anyone with a credential, or one whose credential writes. */
type Needs = "nobody" | "credential" | "write";

/** One route as it is registered and as the API's description tells it. */
export interface Route<P = undefined, Q = undefined, B = undefined> {
	readonly method: Method;
	/** With parameters in Fastify's form, `/api/v1/kbs/:kb`. */
	readonly url: string;
	readonly summary: string;
	readonly needs: Needs;
	readonly params?: P;
	readonly query?: Q;
	readonly body?: B;
	/** What a body that is no JSON may be. It is handed on as it comes, however long. */
	readonly media?: readonly string[];
	/** What is answered, by status: a schema of JSON, or the media type of another body; `undefined` is an empty one. */
	readonly answers: Readonly<Record<number, Shape | string | undefined>>;
	handle(asked: Asked<P, Q, B>): Promise<unknown>;
}

/** What a route is given, checked. `caller` is there whenever the route needs one. */
interface Asked<P, Q, B> {
	readonly params: Read<P>;
	readonly query: Read<Q>;
	readonly body: Read<B>;
	readonly caller: Caller;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** A route of any shape, for the list that the description is made from. */
export type AnyRoute = Route<Shape | undefined, Shape | undefined, Shape | undefined>;

/** Keeps the types of a route's parts together while it is written down. */
export function route<P extends Shape | undefined, Q extends Shape | undefined, B extends Shape | undefined>(
	written: Route<P, Q, B>,
): AnyRoute {
	return written as unknown as AnyRoute;
}

/** Who stands at the door of every route. */
export interface Gate {
	/** @throws UTOPIA_UNAUTHENTICATED */
	caller(request: FastifyRequest): Promise<Caller>;
	/** Told of every call that was neither refused nor failed. */
	accepted(caller: Caller): void;
}

/** Registers a route; its schemas check what comes in before `handle` runs. */
export function register(
	app: FastifyInstance,
	{ method, url, needs, params, query, body, media, handle }: AnyRoute,
	gate: Gate,
): void {
	const callers = new WeakMap<FastifyRequest, Caller>();
	app.route({
		method,
		url,
		...(media !== undefined && { bodyLimit: Number.MAX_SAFE_INTEGER }),
		onRequest: async (request) => {
			if (needs === "nobody") return;
			const caller = await gate.caller(request);
			callers.set(request, caller);
			if (needs === "write" && caller.scope !== "write") {
				throw new UtopiaError("UTOPIA_FORBIDDEN", "This needs a credential with the write scope");
			}
		},
		handler: async (request, reply) => {
			const caller = callers.get(request);
			const answer = await handle({
				params: checked(params, request.params),
				query: checked(query, request.query),
				body: checked(body, request.body),
				...{ caller, request, reply },
			} as never);
			if (caller !== undefined) gate.accepted(caller);
			return answer;
		},
	});
}

/**
 * Reads a part of a request by its schema.
 * @throws UTOPIA_ARGUMENT_INVALID with every bad value, what was got and what is accepted.
 */
function checked(schema: Shape | undefined, sent: unknown): unknown {
	if (schema === undefined) return {};
	const result = schema.safeParse(sent ?? {});
	if (result.success) return result.data;
	const issues = result.error.issues.map((issue) => {
		let got: unknown = sent;
		for (const key of issue.path) got = (got as Record<PropertyKey, unknown> | undefined)?.[key];
		return {
			path: issue.path.join("."),
			got: kindOf(got),
			accepted: phraseOf(issue).replace(/^must (be )?/, ""),
		};
	});
	const named = issues.map(
		({ path, got, accepted }) => `${path || "the body"} must be ${accepted}, got ${got}`,
	);
	throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `${named.join("; ")}.`, { issues });
}
