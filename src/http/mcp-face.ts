import {
	type AuthInfo,
	createMcpHandler,
	isLegacyRequest,
	WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Access } from "../access/access.ts";
import type { GrantSeal } from "../access/grants.ts";
import { UtopiaError } from "../errors.ts";
import { type ToolSet, toolSets } from "../mcp/registry.ts";
import { type Admitted, HANDSHAKE_VERSIONS, type McpParts, type Session, serverFor } from "../mcp/server.ts";
import { refuseInQuery, tokenCaller } from "./credentials.ts";
import { directAnswer, isPlainRequest } from "./direct-answer.ts";
import { refuse } from "./envelope.ts";
import { linksUnder } from "./grant-route.ts";
import { checkHost } from "./guard.ts";
import { badCall, malformed, parsed, progressToken, rpcError } from "./message.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const ENDPOINTS: readonly (readonly [string, readonly ToolSet[]])[] = [
	["/api/v1/kbs/:kb_id/mcp", ["graph"]],
	["/v1/knowledge_bases/:kb_id/mcp", ["files"]],
];
/** Only read to make a URL of a path; nothing is sent there. */
const ORIGIN = "http://localhost";

/** What the version header of a legacy call may say: a client of 2025-03-26 is served, though not agreed with. */
const HEADER_VERSIONS = [...HANDSHAKE_VERSIONS, "2025-03-26"];

export interface McpFaceOptions {
	readonly access: Access;
	readonly parts: McpParts;
	readonly allowed: ReadonlySet<string>;
	/** Who makes links to the bytes of documents. */
	readonly grants: GrantSeal;
	/** The address under which clients reach the server, where it is not the one they ask. */
	readonly origin: string | undefined;
}

interface Admission extends Admitted {
	readonly sets: readonly ToolSet[];
}

/** Both MCP endpoints: who is calling, then the message, then the SDK of the era it belongs to. */
export function mcpFace(
	app: FastifyInstance,
	{ access, parts, allowed, grants, origin }: McpFaceOptions,
	done: () => void,
): void {
	const admissions = new WeakMap<FastifyRequest, Admission>();
	const modern = createMcpHandler(({ authInfo }) => serverFor(parts, sessionIn(authInfo)), {
		legacy: "reject",
		responseMode: "auto",
	});
	app.addHook("onClose", () => modern.close());
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		"application/json",
		{ parseAs: "string" },
		async (_: FastifyRequest, text: string) => parsed(text),
	);
	app.setErrorHandler(refuse);

	for (const [url, standing] of ENDPOINTS) {
		app.route<{ Params: { kb_id: string }; Querystring: { tools?: string | string[] } }>({
			method: METHODS,
			url,
			onRequest: async (request, reply) => {
				checkHost(request, allowed);
				if (request.method !== "POST") throw notAllowed(reply);
				refuseInQuery(request);
				const caller = await tokenCaller(request, access);
				const view = await access.view(caller, request.params.kb_id.replace(/^vs_/, "").toLowerCase());
				const asked = request.query.tools;
				const sets = toolSets(Array.isArray(asked) ? asked.join(",") : asked, standing);
				if (caller.token !== undefined) access.tokens.used(caller.token);
				admissions.set(request, { caller, view, sets });
			},
			handler,
		});
	}
	done();

	async function handler(request: FastifyRequest, reply: FastifyReply) {
		const admission = admissions.get(request);
		if (admission === undefined) throw new TypeError("a request came past its admission");
		const bad = malformed(request.body);
		if (bad !== undefined) return rpcError(reply, bad);
		const gone = new AbortController();
		reply.raw.on("close", () => reply.raw.writableFinished || gone.abort());
		const session: Session = {
			sets: admission.sets,
			admitted: async () => admission,
			linksFor: linksUnder(origin ?? `${request.protocol}://${request.host}`, grants),
			gone: gone.signal,
			requestId: () => request.id,
		};
		if (isPlainRequest(request.body, request.headers["mcp-protocol-version"])) {
			const nameless = badCall(request.body);
			if (nameless !== undefined) return rpcError(reply, nameless, 200);
			const answer = await directAnswer(serverFor(parts, session), request.body);
			return reply.type("application/json").send(JSON.stringify(answer));
		}
		const message = webRequest(request, gone.signal);
		if (progressToken(request.body) !== undefined) reply.header("x-accel-buffering", "no");
		if (await isLegacyRequest(message, request.body)) {
			const nameless = badCall(request.body);
			if (nameless !== undefined) return rpcError(reply, nameless, 200);
			return legacy(message, request.body, session, reply, parts);
		}
		return reply.send(await modern.fetch(message, { authInfo: carrying(session), parsedBody: request.body }));
	}
}

function notAllowed(reply: FastifyReply): UtopiaError {
	reply.header("allow", "POST");
	return new UtopiaError("UTOPIA_METHOD_NOT_ALLOWED", "Only POST is served here");
}

/** The message as the SDK reads it: without the credential, and taking any answer. */
function webRequest({ headers: sent, url }: FastifyRequest, signal: AbortSignal): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(sent)) {
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
	}
	for (const name of ["authorization", "cookie", "content-length"]) headers.delete(name);
	headers.set("accept", "application/json, text/event-stream");
	return new Request(ORIGIN + url, { method: "POST", headers, signal });
}

/** The SDK hands an `AuthInfo` from the front to the server; ours holds no token, only what was found out about the caller. */
function carrying(session: Session): AuthInfo {
	return { token: "", clientId: "", scopes: [], extra: { session } };
}

function sessionIn(authInfo: AuthInfo | undefined): Session {
	return authInfo?.extra?.["session"] as Session;
}

/** One server and one transport for one message; both are closed before the answer leaves. */
async function legacy(
	message: Request,
	parsedBody: unknown,
	session: Session,
	reply: FastifyReply,
	parts: McpParts,
): Promise<FastifyReply> {
	const streaming = progressToken(parsedBody) !== undefined;
	const server = serverFor(parts, session);
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streaming });
	await server.connect(transport);
	transport.setSupportedProtocolVersions(HEADER_VERSIONS);
	const answer = await transport.handleRequest(message, { parsedBody });
	if (streaming && answer.body !== null && answer.ok) {
		reply.raw.on("close", () => void server.close());
		return reply.send(answer);
	}
	const text = answer.body === null ? "" : await answer.text();
	await server.close();
	if (text === "") return reply.code(answer.status).send();
	return reply.code(answer.status).type("application/json").send(text);
}
