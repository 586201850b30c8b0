import { z } from "zod";
import type { Access } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import type { Person } from "../access/people.ts";
import type { TokenInfo } from "../access/tokens.ts";
import { UtopiaError } from "../errors.ts";
import { type Instant, instantText } from "../time/instant.ts";
import { unauthenticated } from "./envelope.ts";
import { type AnyRoute, route } from "./route.ts";
import { type Sessions, sessionCookie, sessionValue } from "./sessions.ts";
import * as shapes from "./shapes.ts";

const moment = (at: Instant | undefined) => (at === undefined ? null : instantText(at));

function told(info: TokenInfo) {
	return {
		id: info.id,
		name: info.name,
		prefix: info.prefix,
		scope: info.scope,
		kb_ids: info.bases ?? null,
		created_at: moment(info.createdAt),
		expires_at: moment(info.expiresAt),
		revoked_at: moment(info.revokedAt),
		last_used_at: moment(info.lastUsedAt),
	};
}

const person = ({ id, email, name, serverAdmin }: Person) => ({
	id,
	email,
	display_name: name,
	server_admin: serverAdmin,
});

/** Signing in and out, and who one is. */
export function sessionRoutes(
	access: Access,
	sessions: Sessions,
	options: { secure: boolean },
): readonly AnyRoute[] {
	return [
		route({
			method: "POST",
			url: "/api/v1/session",
			summary: "Sign in",
			needs: "nobody",
			body: shapes.signIn,
			answers: { 200: shapes.signedIn },
			async handle({ body, reply }) {
				const found = await access.people.signIn(body.email, body.password);
				if (found === undefined) throw unauthenticated();
				const { value, csrf } = sessions.open(found.id);
				reply.header("set-cookie", sessionCookie(value, options));
				return { user: person(found), csrf_token: csrf };
			},
		}),
		route({
			method: "DELETE",
			url: "/api/v1/session",
			summary: "Sign out",
			needs: "credential",
			answers: { 204: undefined },
			async handle({ request, reply }) {
				const value = sessionValue(request.headers.cookie);
				if (value !== undefined) sessions.close(value);
				reply.header("set-cookie", sessionCookie(undefined, options));
				return reply.code(204).send();
			},
		}),
		route({
			method: "GET",
			url: "/api/v1/me",
			summary: "Who the credential speaks for",
			needs: "credential",
			answers: { 200: shapes.me },
			async handle({ caller }) {
				const found = (await access.people.list()).find(({ id }) => id === caller.owner);
				if (found === undefined) throw unauthenticated();
				const kind = caller.token === undefined ? "session" : "token";
				return {
					user: person(found),
					credential: { kind, scope: caller.scope, kb_ids: caller.bases ?? null },
				};
			},
		}),
	];
}

/** One's own tokens. */
export function tokenRoutes(access: Access): readonly AnyRoute[] {
	return [
		route({
			method: "POST",
			url: "/api/v1/tokens",
			summary: "Issue a personal access token; its value is in this answer only",
			needs: "write",
			body: shapes.newToken,
			answers: { 201: shapes.issuedToken },
			async handle({ body, caller, reply }) {
				const bases = body.kb_ids ?? undefined;
				await withinReach(access, caller, bases);
				const wish = { name: body.name, scope: body.scope, bases, days: body.expires_in_days };
				const { value, info } = await access.tokens.issue(caller.owner, wish);
				return reply.code(201).send({ token: value, info: told(info) });
			},
		}),
		route({
			method: "GET",
			url: "/api/v1/tokens",
			summary: "Your tokens that reach no further than the credential, revoked ones too",
			needs: "write",
			answers: { 200: shapes.tokens },
			async handle({ caller }) {
				return { tokens: (await access.tokens.list(caller.owner, caller.bases)).map(told) };
			},
		}),
		route({
			method: "DELETE",
			url: "/api/v1/tokens/:id",
			summary: "Revoke a token; its next call is refused",
			needs: "write",
			params: z.object({ id: z.string().max(64) }),
			answers: { 204: undefined },
			async handle({ params, caller, reply }) {
				await access.tokens.revoke(caller.owner, params.id, caller.bases);
				return reply.code(204).send();
			},
		}),
	];
}

/**
 * A token never issues one that reaches further than itself, and nobody names a base they cannot open.
 * @throws UTOPIA_FORBIDDEN, UTOPIA_ARGUMENT_INVALID
 */
async function withinReach(
	access: Access,
	caller: Caller,
	bases: readonly string[] | undefined,
): Promise<void> {
	if (bases === undefined) {
		if (caller.bases === undefined) return;
		throw new UtopiaError(
			"UTOPIA_FORBIDDEN",
			"A token that is narrowed to some bases issues none for all; name kb_ids",
		);
	}
	const reached = new Set((await access.reached(caller)).map(({ id }) => id));
	const issues = bases
		.filter((id) => !reached.has(id))
		.map((id) => ({ path: "kb_ids", got: id, accepted: "ids of bases that you can open" }));
	if (issues.length > 0) {
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", "kb_ids names a knowledge base that you cannot open.", {
			issues,
		});
	}
}
