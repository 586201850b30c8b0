import type { FastifyRequest } from "fastify";
import type { Access } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import { UtopiaError } from "../errors.ts";
import { unauthenticated } from "./envelope.ts";
import { type Sessions, sameSecret, sessionValue } from "./sessions.ts";

const BEARER = /^Bearer +([^\s]+) *$/i;
/** Names under which credentials are known to be put into addresses. */
const IN_QUERY = ["token", "access_token", "api_key", "apikey", "key", "authorization"];

function bearer({ headers }: FastifyRequest): string | undefined {
	return BEARER.exec(headers.authorization ?? "")?.[1];
}

/**
 * Whom the token in the Authorization header speaks for, read from the accounts now.
 * @throws UTOPIA_UNAUTHENTICATED with one message for every reason.
 */
export async function tokenCaller(request: FastifyRequest, access: Access): Promise<Caller> {
	const value = bearer(request);
	const caller = value === undefined ? undefined : await access.tokens.callerOf(value);
	if (caller === undefined) throw unauthenticated();
	return caller;
}

/**
 * As {@link tokenCaller}, or the person of the session cookie. A token in the header goes before a cookie.
 * @throws UTOPIA_UNAUTHENTICATED; UTOPIA_FORBIDDEN when a session would change something without its CSRF token.
 */
export async function caller(request: FastifyRequest, access: Access, sessions: Sessions): Promise<Caller> {
	if (request.headers.authorization !== undefined) return tokenCaller(request, access);
	const value = sessionValue(request.headers.cookie);
	const session = value === undefined ? undefined : sessions.find(value);
	const people = session === undefined ? [] : await access.people.list();
	const person = people.find(({ id }) => id === session?.person);
	if (session === undefined || person === undefined) throw unauthenticated();
	const reads = request.method === "GET" || request.method === "HEAD";
	if (!reads && !sameSecret(request.headers["x-csrf-token"], session.csrf)) {
		throw new UtopiaError(
			"UTOPIA_FORBIDDEN",
			"A signed-in change needs the session's csrf_token in x-csrf-token",
		);
	}
	return { owner: person.id, scope: "write" };
}

/**
 * Refuses a credential in the address: addresses are kept in histories and logs.
 * @throws UTOPIA_ARGUMENT_INVALID
 */
export function refuseInQuery(request: FastifyRequest): void {
	const names = Object.keys(request.query as Record<string, unknown>);
	if (names.some((name) => IN_QUERY.includes(name.toLowerCase()))) {
		throw new UtopiaError(
			"UTOPIA_ARGUMENT_INVALID",
			"A credential belongs in the Authorization header, not in the address",
		);
	}
}
