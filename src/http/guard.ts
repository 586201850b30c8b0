import type { FastifyReply, FastifyRequest } from "fastify";
import { UtopiaError } from "../errors.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const HEADERS: Readonly<Record<string, string>> = {
	"x-content-type-options": "nosniff",
	"x-frame-options": "DENY",
	"referrer-policy": "no-referrer",
	"content-security-policy":
		"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
	"cross-origin-resource-policy": "same-origin",
	"cache-control": "no-store",
};

/** The host names under which the server may be called: the loopback ones and those configured. */
export function allowedNames(configured: readonly string[]): ReadonlySet<string> {
	return new Set([...LOOPBACK, ...configured.map((name) => name.toLowerCase())]);
}

function hostName(text: string): string | undefined {
	if (!URL.canParse(text)) return undefined;
	const { hostname, pathname, search, hash, username, password } = new URL(text);
	const only = pathname === "/" && search === "" && hash === "" && username === "" && password === "";
	return only ? hostname.toLowerCase() : undefined;
}

/**
 * Refuses a request that was meant for another name, or comes from a page of another site, before its credential is looked at.
 * @throws UTOPIA_FORBIDDEN
 */
export function checkHost({ headers }: FastifyRequest, allowed: ReadonlySet<string>): void {
	const host = hostName(`http://${headers.host ?? ""}`);
	const origin = headers.origin === undefined ? host : hostName(headers.origin);
	for (const name of [host, origin]) {
		if (name === undefined || !allowed.has(name)) {
			throw new UtopiaError("UTOPIA_FORBIDDEN", "This host or origin may not be served");
		}
	}
}

/** Headers that every answer carries. */
export function secure(_request: FastifyRequest, reply: FastifyReply): void {
	reply.headers(HEADERS);
}
