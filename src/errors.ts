/** What went wrong, from the caller's point of view. Each face maps a kind to its own words; nothing else does. */
export type ErrorKind =
	| "incorrect"
	| "impossible"
	| "unauthenticated"
	| "forbidden"
	| "not-found"
	| "conflict"
	| "unsupported"
	| "busy"
	| "unavailable"
	| "interrupted"
	| "fault";

/** Every code the server can emit. A code is public: it is never renamed and never used again for something else. */
export const ERROR_CODES = {
	UTOPIA_ARGUMENT_INVALID: "incorrect",
	UTOPIA_IRI_MALFORMED: "incorrect",
	UTOPIA_LITERAL_MALFORMED: "incorrect",
	UTOPIA_INSTANT_MALFORMED: "incorrect",
	UTOPIA_CURSOR_INVALID: "incorrect",
	UTOPIA_SETTING_INVALID: "incorrect",
	UTOPIA_RDF_MALFORMED: "incorrect",
	UTOPIA_PATTERN_INVALID: "incorrect",
	UTOPIA_NAME_AMBIGUOUS: "incorrect",
	UTOPIA_IMPORT_REFUSED: "impossible",
	UTOPIA_WRITE_REFUSED: "impossible",
	UTOPIA_BASE_FULL: "impossible",
	UTOPIA_FILE_UNREADABLE: "impossible",
	UTOPIA_TEXT_MISSING: "impossible",
	UTOPIA_SOURCE_UNLINKABLE: "impossible",
	UTOPIA_UNAUTHENTICATED: "unauthenticated",
	UTOPIA_FORBIDDEN: "forbidden",
	UTOPIA_DATA_NOT_FOUND: "not-found",
	UTOPIA_KB_NOT_FOUND: "not-found",
	UTOPIA_ENTITY_NOT_FOUND: "not-found",
	UTOPIA_THING_NOT_FOUND: "not-found",
	UTOPIA_TOKEN_NOT_FOUND: "not-found",
	UTOPIA_ROUTE_NOT_FOUND: "not-found",
	UTOPIA_KB_EXISTS: "conflict",
	UTOPIA_WRITE_OVERTAKEN: "conflict",
	UTOPIA_COMMIT_CONFLICT: "conflict",
	UTOPIA_DATA_LOCKED: "conflict",
	UTOPIA_MEDIA_TYPE_UNSUPPORTED: "unsupported",
	UTOPIA_METHOD_NOT_ALLOWED: "unsupported",
	UTOPIA_PAYLOAD_TOO_LARGE: "unsupported",
	UTOPIA_PATTERN_UNSUPPORTED: "unsupported",
	UTOPIA_FILE_UNSUPPORTED: "unsupported",
	UTOPIA_STORE_BUSY: "busy",
	UTOPIA_PARSER_BUSY: "busy",
	UTOPIA_STORE_UNAVAILABLE: "unavailable",
	UTOPIA_ADDRESS_UNAVAILABLE: "unavailable",
	UTOPIA_PATH_UNUSABLE: "unavailable",
	UTOPIA_MODEL_UNAVAILABLE: "unavailable",
	UTOPIA_QUERY_TIMEOUT: "interrupted",
	UTOPIA_INTERRUPTED: "interrupted",
	UTOPIA_PATTERN_TOO_COSTLY: "interrupted",
	UTOPIA_QUERY_MALFORMED: "fault",
	UTOPIA_JOURNAL_DAMAGED: "fault",
	UTOPIA_CONCLUSIONS_DIFFER: "fault",
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * The one error class of the house. The code decides the kind; `details` holds only what the caller may see, `cause`
 * the rest, for the log.
 */
export class UtopiaError extends Error {
	readonly code: ErrorCode;
	readonly details: Readonly<Record<string, unknown>>;

	constructor(
		code: ErrorCode,
		message: string,
		details: Readonly<Record<string, unknown>> = {},
		options?: ErrorOptions,
	) {
		super(message, options);
		this.name = "UtopiaError";
		this.code = code;
		this.details = details;
	}

	get kind(): ErrorKind {
		return ERROR_CODES[this.code];
	}
}
