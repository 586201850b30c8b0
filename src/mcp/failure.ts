import type { CallToolResult } from "@modelcontextprotocol/server";
import { type ErrorCode, type ErrorKind, UtopiaError } from "../errors.ts";
import { escaped, escapedFileText } from "./escaped.ts";
import type { Tool } from "./tool.ts";

const BY_KIND: Readonly<Record<ErrorKind, string>> = {
	incorrect: "INVALID_ARGUMENT",
	impossible: "INTERNAL",
	unauthenticated: "INTERNAL",
	forbidden: "FORBIDDEN",
	"not-found": "NOT_FOUND",
	conflict: "INTERNAL",
	unsupported: "INTERNAL",
	busy: "INTERNAL",
	unavailable: "INTERNAL",
	interrupted: "INTERNAL",
	fault: "INTERNAL",
};

/** Where a code is finer than its kind. */
const BY_CODE: Partial<Record<ErrorCode, string>> = {
	UTOPIA_CURSOR_INVALID: "CURSOR_INVALID",
	UTOPIA_NAME_AMBIGUOUS: "AMBIGUOUS_NAME",
	UTOPIA_TEXT_MISSING: "NO_TEXT",
	UTOPIA_SOURCE_UNLINKABLE: "SOURCE_UNAVAILABLE",
	UTOPIA_PATTERN_INVALID: "INVALID_PATTERN",
	UTOPIA_PATTERN_UNSUPPORTED: "PATTERN_UNSUPPORTED",
	UTOPIA_PATTERN_TOO_COSTLY: "PATTERN_TOO_COSTLY",
};

/** The code a caller of a tool sees; `INTERNAL` for whatever was not made to be seen. */
export function toolCode(error: unknown): string {
	return error instanceof UtopiaError ? (BY_CODE[error.code] ?? BY_KIND[error.kind]) : "INTERNAL";
}

/**
 * A failure as the result of a call: `isError`, no structure, the code in `_meta.error`; the text of a file tool begins with it
 * (file-tools 3.2). Of an internal failure nothing is told but one fixed sentence, and the id under which the log has the cause.
 */
export function toolFailure(error: unknown, tool: Tool, requestId: string): CallToolResult {
	const code = toolCode(error);
	const known = code !== "INTERNAL" && error instanceof UtopiaError ? error : undefined;
	const message = known?.message ?? unforeseen(tool, requestId);
	const details = known?.details ?? { request_id: requestId };
	const text = tool.set === "files" ? escapedFileText(`${code}: ${message}`) : escaped(message);
	return {
		content: [{ type: "text", text }],
		isError: true,
		_meta: { error: { code, message, ...(Object.keys(details).length > 0 && { details }) } },
	};
}

function unforeseen({ set, failure }: Tool, requestId: string): string {
	if (set === "files") return "the call failed";
	return `${failure} Ask again later; the server's log has the cause under ${requestId}.`;
}
