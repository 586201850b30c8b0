import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from "fastify";
import type { Access } from "../access/access.ts";
import type { GrantSeal } from "../access/grants.ts";
import type { SearchHealth } from "../indexing/shelves.ts";
import { IngestionFeed } from "../ingestion/feed.ts";
import type { Files } from "../ingestion/files.ts";
import { INFO, type McpParts } from "../mcp/server.ts";
import type { Clock } from "../time/clock.ts";
import { sessionRoutes, tokenRoutes } from "./account-routes.ts";
import { caller } from "./credentials.ts";
import { checkLength, contentRoute, readForms } from "./document-routes.ts";
import { notFound, refuse } from "./envelope.ts";
import { eventRoute } from "./event-routes.ts";
import { grantRoute } from "./grant-route.ts";
import { allowedNames, checkHost, secure } from "./guard.ts";
import { kbRoutes } from "./kb-routes.ts";
import { mcpFace } from "./mcp-face.ts";
import { openApi } from "./openapi.ts";
import { operationRoutes, type Writers } from "./operation-routes.ts";
import { type Gate, register } from "./route.ts";
import { Sessions } from "./sessions.ts";
import { type Readiness, SEARCH_REASONS, startPage, systemRoutes } from "./system-routes.ts";
import {
	bufferBodies,
	type ExportTurtle,
	exportRoute,
	type ImportLedger,
	importRoute,
	streamBodies,
} from "./transfer-routes.ts";

const MEBIBYTE = 1_048_576;

export interface ServerOptions {
	readonly access: Access;
	readonly clock: Clock;
	readonly mcp: Omit<McpParts, "report">;
	/** Who makes links to the bytes of documents, and reads them. */
	readonly grants: GrantSeal;
	readonly importLedger: ImportLedger;
	readonly exportTurtle: ExportTurtle;
	readonly writers: Writers;
	/** Who reads the files that are brought in. */
	readonly files: Files;
	/** Resolves when what was brought in last can be found. */
	readonly indexed: (kb: string) => Promise<void>;
	/** Bytes that a file may have. */
	readonly uploadLimit: number;
	/** Milliseconds between two signs of life of an event stream. */
	readonly heartbeat: number;
	/** How many bases are open. */
	readonly openBases: () => number;
	/** What the data folder cannot do at present. */
	readonly troubles: () => { readonly readOnly: boolean; readonly imagesOff: boolean };
	/** How searching is; nothing as long as that is not known. */
	readonly search: () => SearchHealth | undefined;
	/** Requests wait for it: the address is taken before there is something to answer from. */
	readonly begun?: Promise<void> | undefined;
	/** Host names beside the loopback ones. */
	readonly hosts: readonly string[];
	/** The address under which clients reach the server, where it is not the one they ask. */
	readonly origin: string | undefined;
	readonly log: { readonly level: string; readonly stream: { write(line: string): void } };
}

/** The HTTP server, ready to listen: MCP, the API, and the words at the root. */
export async function httpServer(options: ServerOptions): Promise<FastifyInstance> {
	const { access, clock, origin, grants } = options;
	const app = framework(options);
	const sessions = new Sessions(clock);
	const allowed = allowedNames(options.hosts);
	const gate: Gate = {
		caller: (request) => caller(request, access, sessions),
		accepted: ({ token }) => token !== undefined && access.tokens.used(token),
	};
	const system = systemRoutes(() => readiness(app, options), options.search);
	const streamed = importRoute(access, options.importLedger);
	const { writers, heartbeat, files, indexed, uploadLimit } = options;
	const feed = new IngestionFeed();
	const operations = operationRoutes({
		access,
		writers,
		cursors: options.mcp.cursors,
		files,
		indexed,
		feed,
		uploadLimit,
	});
	const buffered = operations.filter(({ media }) => media !== undefined);
	const plain = [
		...sessionRoutes(access, sessions, { secure: origin?.startsWith("https:") === true }),
		...tokenRoutes(access),
		...kbRoutes(access, options.writers),
		...operations.filter(({ media }) => media === undefined),
		eventRoute(access, { gate, heartbeat, closing: closingOf(app), feed }),
		exportRoute(access, options.exportTurtle),
		contentRoute(access),
		grantRoute(access, { grants, caller: gate.caller }),
	];
	const described = openApi([...system, ...plain, ...buffered, streamed], INFO.version);

	for (const one of system) register(app, one, gate);
	await app.register(mcpFace, { access, parts: partsOf(app, options), allowed, grants, origin });
	await app.register((scope, _none, done) => {
		readForms(scope, uploadLimit);
		scope.addHook("onRequest", async (request) => {
			checkHost(request, allowed);
			checkLength(request, uploadLimit);
		});
		for (const one of plain) register(scope, one, gate);
		scope.get("/api/v1/openapi.json", async () => described);
		scope.get("/", async ({ protocol, host }, reply) => {
			reply.type("text/html; charset=utf-8");
			return startPage(origin ?? `${protocol}://${host}`);
		});
		done();
	});
	await app.register((scope, _none, done) => {
		scope.addHook("onRequest", async (request) => checkHost(request, allowed));
		bufferBodies(scope);
		for (const one of buffered) register(scope, one, gate);
		done();
	});
	await app.register((scope, _none, done) => {
		scope.addHook("onRequest", async (request) => checkHost(request, allowed));
		streamBodies(scope);
		register(scope, streamed, gate);
		done();
	});
	return app;
}

/** Fires when the server takes no more calls: streams that would never end by themselves end then. */
function closingOf(app: FastifyInstance): AbortSignal {
	const closing = new AbortController();
	setMaxListeners(0, closing.signal);
	app.addHook("preClose", async () => closing.abort());
	return closing.signal;
}

/** Ready is who can read the accounts, without which no call is let in, and can write. Slow starts are told, and hold up nobody. */
async function readiness(
	app: FastifyInstance,
	{ access, openBases, troubles, search }: ServerOptions,
): Promise<Readiness> {
	const { readOnly, imagesOff } = troubles();
	const reasons: string[] = [];
	try {
		await access.people.list();
	} catch (error) {
		app.log.error({ err: error }, "accounts not readable");
		reasons.push("The accounts cannot be read, so no call is let in.");
	}
	if (readOnly)
		reasons.push("The journal takes no writes until the server is started again with room on the disk.");
	const isReady = reasons.length === 0;
	if (imagesOff) reasons.push("Memory images are off, so the next start will be slow.");
	const reason = search()?.reason;
	if (reason !== undefined) reasons.push(SEARCH_REASONS[reason]);
	return { openBases: openBases(), isReady, degraded: reasons };
}

/** Takes no more calls, lets the running ones end, and after so many seconds aborts those that have not. */
export async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
	const late = setTimeout(() => app.server.closeAllConnections(), seconds * 1_000);
	try {
		await app.close();
	} finally {
		clearTimeout(late);
	}
}

/** Fastify with what holds for every answer: headers, the envelope, one line in the log without the query string. */
function framework({ log, begun }: ServerOptions): FastifyInstance {
	const app = fastify({
		bodyLimit: MEBIBYTE,
		genReqId: () => randomUUID(),
		requestIdHeader: false,
		forceCloseConnections: "idle",
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
		frameworkErrors: refuse,
		logger: {
			level: log.level,
			stream: log.stream,
			base: null,
			redact: ["req.headers.authorization", "req.headers.cookie"],
			serializers: { req: ({ method, url }) => ({ method, path: pathOf(url ?? "") }) },
		},
	});
	if (begun !== undefined) app.addHook("onRequest", () => begun);
	app.addHook("onRequest", async (request, reply) => secure(request, reply));
	app.setErrorHandler(refuse);
	app.setNotFoundHandler((request, reply) => refuse(notFound(), request, reply));
	const line = ({ method, url }: FastifyRequest) => ({ method, path: pathOf(url) });
	app.addHook("onResponse", async (request, reply) => {
		const milliseconds = Math.round(reply.elapsedTime);
		request.log.info({ ...line(request), status: reply.statusCode, milliseconds }, "answered");
	});
	app.addHook("onRequestAbort", async (request) => request.log.info(line(request), "client went away"));
	return app;
}

function pathOf(url: string): string {
	return url.split("?", 1)[0] ?? "";
}

function partsOf(app: FastifyInstance, { mcp }: ServerOptions): McpParts {
	return {
		...mcp,
		report: (record, cause) => {
			if (cause === undefined) app.log.info(record, "tool called");
			else app.log.error({ ...record, err: cause }, "tool failed");
		},
	};
}
