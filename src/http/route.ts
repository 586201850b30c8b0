import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { checked, type Shape } from "../api/checked.ts";
import { UtopiaError } from "../errors.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Read<S> = S extends Shape ? z.output<S> : Record<string, never>;

/** Who may call a route: everyone, anyone with a credential, or one whose credential writes. */
type Needs = "nobody" | "credential" | "write";

/** One route as it is registered and as the API's description tells it. */
export interface Route<P = undefined, Q = undefined, B = undefined, H = undefined> {
	readonly method: Method;
	/** With parameters in Fastify's form, `/api/v1/kbs/:kb`. */
	readonly url: string;
	readonly summary: string;
	readonly needs: Needs;
	readonly params?: P | undefined;
	readonly query?: Q | undefined;
	readonly body?: B | undefined;
	/** Headers that mean something to this route, by their names in lower case. */
	readonly headers?: H | undefined;
	/** How many bytes a body may have, where that is not the standing bound. */
	readonly bodyLimit?: number | undefined;
	/** What a body that is no JSON may be. It is handed on as it comes, however long unless a bound is given. */
	readonly media?: readonly string[];
	/** What is answered, by status: a schema of JSON, or the media type of another body; `undefined` is an empty one. */
	readonly answers: Readonly<Record<number, Shape | string | undefined>>;
	handle(asked: Asked<P, Q, B, H>): Promise<unknown>;
}

/** What a route is given, checked. `caller` is there whenever the route needs one. */
interface Asked<P, Q, B, H> {
	readonly params: Read<P>;
	readonly query: Read<Q>;
	readonly body: Read<B>;
	readonly headers: Read<H>;
	readonly caller: Caller;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** A route of any shape, for the list that the description is made from. */
export type AnyRoute = Route<Shape | undefined, Shape | undefined, Shape | undefined, Shape | undefined>;

/** Keeps the types of a route's parts together while it is written down. */
export function route<
	P extends Shape | undefined,
	Q extends Shape | undefined,
	B extends Shape | undefined,
	H extends Shape | undefined,
>(written: Route<P, Q, B, H>): AnyRoute {
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
	{ method, url, needs, params, query, body, headers, bodyLimit, media, handle }: AnyRoute,
	gate: Gate,
): void {
	const callers = new WeakMap<FastifyRequest, Caller>();
	app.route({
		method,
		url,
		...(media !== undefined && { bodyLimit: Number.MAX_SAFE_INTEGER }),
		...(bodyLimit !== undefined && { bodyLimit }),
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
				headers: checked(headers, request.headers),
				body: checked(body, request.body),
				...{ caller, request, reply },
			} as never);
			if (caller !== undefined) gate.accepted(caller);
			return answer;
		},
	});
}
