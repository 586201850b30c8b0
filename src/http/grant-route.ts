import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import type { Caller } from "../access/caller.ts";
import type { Grant, GrantSeal } from "../access/grants.ts";
import { headMoment } from "../access/view.ts";
import { documentTable, versionAt } from "../documents/document-table.ts";
import { originalOf } from "../documents/original.ts";
import { UtopiaError } from "../errors.ts";
import type { Admitted } from "../mcp/server.ts";
import type { MintLink } from "../mcp/tool.ts";
import { unknownThing } from "../writing/refusal.ts";
import { sendContent } from "./document-routes.ts";
import { type AnyRoute, route } from "./route.ts";
import { sessionValue } from "./sessions.ts";

/** Makes links under an address, each for whoever asked for it with a token. */
export function linksUnder(origin: string, grants: GrantSeal): (admitted: Admitted) => MintLink | undefined {
	return ({ caller: { owner, token }, view: { kb } }) => {
		if (token === undefined) return undefined;
		return (document, version) => {
			const { text, expiresAt } = grants.mint({ kb, document, version, owner, token });
			return {
				url: `${origin}/api/v1/documents/${document}/content?version=${version}&grant=${text}`,
				expiresAt,
			};
		};
	};
}

interface GrantRouteParts {
	readonly grants: GrantSeal;
	/** @throws UTOPIA_UNAUTHENTICATED */
	readonly caller: (request: FastifyRequest) => Promise<Caller>;
}

/** The bytes of a version for who has a link to them. Whatever is wrong with the link, it leads nowhere (file-tools SU-4). */
export function grantRoute(access: Access, { grants, caller }: GrantRouteParts): AnyRoute {
	return route({
		method: "GET",
		url: "/api/v1/documents/:id/content",
		summary: "The bytes of a document, by a link that kb_source_url gave",
		needs: "nobody",
		params: z.object({ id: z.string().max(64) }),
		query: z.object({
			version: z.string().max(32).optional().describe("The version that the link is for."),
			grant: z.string().max(4_096).optional().describe("What makes the link one: it lives 300 seconds."),
		}),
		answers: { 200: "application/octet-stream" },
		async handle({ params: { id }, query: { version = "", grant = "" }, request, reply }) {
			const granted = /^[1-9]\d{0,8}$/.test(version) && grants.open(grant, id, Number(version));
			if (!granted || !(await isOwn(granted, request, caller))) throw unknownThing("document");
			const view = await viewOf(granted, access);
			const row = (await view.kept(documentTable)).get(id);
			const isHeld = row !== undefined && versionAt(row, headMoment(view)) !== undefined;
			if (!isHeld) throw unknownThing("document");
			return sendContent(reply, await originalOf(id, Number(version), view));
		},
	});
}

/** Whether the request comes with no credential, or with one of the person the link was made for. */
async function isOwn(
	{ owner }: Grant,
	request: FastifyRequest,
	caller: GrantRouteParts["caller"],
): Promise<boolean> {
	const { authorization, cookie } = request.headers;
	if (authorization === undefined && sessionValue(cookie) === undefined) return true;
	try {
		return (await caller(request)).owner === owner;
	} catch (error) {
		if (error instanceof UtopiaError && error.kind === "unauthenticated") return false;
		throw error;
	}
}

/** The base as the one who was granted may know it now, with the token that the link was asked for with. */
async function viewOf({ owner, token, kb }: Grant, access: Access) {
	const holder = await access.tokens.callerById(owner, token);
	if (holder === undefined) throw unknownThing("document");
	try {
		return await access.view(holder, kb);
	} catch (error) {
		if (error instanceof UtopiaError && error.kind === "not-found") throw unknownThing("document");
		throw error;
	}
}
