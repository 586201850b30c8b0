import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, type ErrorKind, UtopiaError } from "../errors.ts";

interface Said {
	readonly status: number;
	readonly code: string;
}

const BY_KIND: Readonly<Record<ErrorKind, Said>> = {
	incorrect: { status: 400, code: "VALIDATION_ERROR" },
	impossible: { status: 422, code: "UNPROCESSABLE" },
	unauthenticated: { status: 401, code: "UNAUTHENTICATED" },
	forbidden: { status: 403, code: "FORBIDDEN" },
	"not-found": { status: 404, code: "NOT_FOUND" },
	conflict: { status: 409, code: "CONFLICT" },
	unsupported: { status: 415, code: "UNSUPPORTED_MEDIA_TYPE" },
	busy: { status: 429, code: "RATE_LIMITED" },
	unavailable: { status: 503, code: "UNAVAILABLE" },
	interrupted: { status: 503, code: "QUERY_BUDGET" },
	fault: { status: 500, code: "INTERNAL" },
};

/** Where a code is finer than its kind. */
const BY_CODE: Partial<Record<ErrorCode, Said>> = {
	UTOPIA_METHOD_NOT_ALLOWED: { status: 405, code: "METHOD_NOT_ALLOWED" },
	UTOPIA_PAYLOAD_TOO_LARGE: { status: 413, code: "PAYLOAD_TOO_LARGE" },
};

/** What Fastify itself refuses, in our codes. */
const BY_FRAMEWORK: Readonly<Record<string, UtopiaError>> = {
	FST_ERR_CTP_INVALID_MEDIA_TYPE: new UtopiaError(
		"UTOPIA_MEDIA_TYPE_UNSUPPORTED",
		"This media type is not read here",
	),
	FST_ERR_CTP_BODY_TOO_LARGE: new UtopiaError(
		"UTOPIA_PAYLOAD_TOO_LARGE",
		"The body is too large: split it, or send a text as a file in a form",
	),
	FST_ERR_CTP_INVALID_JSON_BODY: new UtopiaError("UTOPIA_ARGUMENT_INVALID", "The body is not JSON"),
	FST_ERR_CTP_EMPTY_JSON_BODY: new UtopiaError("UTOPIA_ARGUMENT_INVALID", "The body is not JSON"),
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: new UtopiaError(
		"UTOPIA_ARGUMENT_INVALID",
		"The body is not as long as announced",
	),
	FST_ERR_BAD_URL: new UtopiaError("UTOPIA_ARGUMENT_INVALID", "The address cannot be read"),
};

/** Whoever is not known is told this, whatever the reason. */
export function unauthenticated(): UtopiaError {
	return new UtopiaError("UTOPIA_UNAUTHENTICATED", "Authentication required.");
}

/** No route, no thing: told when nothing more may be said. */
export function notFound(): UtopiaError {
	return new UtopiaError("UTOPIA_ROUTE_NOT_FOUND", "Not found.");
}

/**
 * Answers with the one envelope of all errors outside JSON-RPC. Of a failure of ours nothing leaves but the request's id; the
 * log has the rest.
 */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const known = knownError(error);
	const { status, code } = known === undefined ? BY_KIND.fault : (BY_CODE[known.code] ?? BY_KIND[known.kind]);
	if (status >= 500 && isGone(request, error))
		request.log.info({ err: error }, "request ended with its client");
	else if (status >= 500) request.log.error({ err: error }, "request failed");
	if (status === 401) reply.header("www-authenticate", "Bearer");
	// What is still being sent will not be read.
	if (status === 413) reply.header("connection", "close");
	if (status === 429 || status === 503) reply.header("retry-after", "1");
	return reply.code(status).send({ error: { code, ...body(known, status, request.id) } });
}

/** Whether the request ended because its client went away: a body that broke off, or work that was stopped for it. */
function isGone({ raw }: FastifyRequest, error: unknown): boolean {
	const { code } = (error ?? {}) as { readonly code?: unknown };
	return (code === "ECONNRESET" || code === "UTOPIA_INTERRUPTED") && raw.socket.destroyed;
}

function knownError(error: unknown): UtopiaError | undefined {
	if (error instanceof UtopiaError) return error;
	return BY_FRAMEWORK[(error as FastifyError | undefined)?.code ?? ""];
}

function body(error: UtopiaError | undefined, status: number, requestId: string) {
	if (error === undefined || status === 500) {
		return {
			message: "The request failed; the server's log has the cause.",
			details: { request_id: requestId },
		};
	}
	const silent = status === 401 || status === 404;
	const details = silent ? error.details : { reason: error.code, ...error.details };
	return Object.keys(details).length === 0 ? { message: error.message } : { message: error.message, details };
}
