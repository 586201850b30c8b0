import { ERROR_CODES, type ErrorCode, UtopiaError } from "../errors.ts";
import type { Given } from "./command.ts";

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
	400: "UTOPIA_ARGUMENT_INVALID",
	401: "UTOPIA_UNAUTHENTICATED",
	403: "UTOPIA_FORBIDDEN",
	404: "UTOPIA_THING_NOT_FOUND",
	409: "UTOPIA_WRITE_OVERTAKEN",
	415: "UTOPIA_MEDIA_TYPE_UNSUPPORTED",
	422: "UTOPIA_WRITE_REFUSED",
	429: "UTOPIA_STORE_BUSY",
};

/** What was not found, where it is no thing of a base. */
const BY_RESOURCE: Readonly<Record<string, ErrorCode>> = {
	knowledge_base: "UTOPIA_KB_NOT_FOUND",
	token: "UTOPIA_TOKEN_NOT_FOUND",
};

interface Envelope {
	readonly error?: {
		readonly message?: string;
		/** The reason is a code, or why a write was refused. */
		readonly details?: { readonly reason?: string; readonly resource?: string };
	};
}

/** A running server, spoken to with a token. */
export interface Remote {
	/** The answer as JSON; `undefined` when it is empty. */
	json(method: string, path: string, body?: unknown): Promise<unknown>;
	/**
	 * The answer as it comes.
	 * @throws UtopiaError with the server's own code where it told one.
	 */
	raw(method: string, path: string, init?: RequestInit): Promise<Response>;
}

/**
 * The server that `--url` names, or `undefined` when the command works on the folder.
 * @throws UTOPIA_UNAUTHENTICATED when there is a server but no token.
 */
export function remoteOf({ config: { url, token } }: Given): Remote | undefined {
	if (url === undefined) return undefined;
	if (token === undefined) throw new UtopiaError("UTOPIA_UNAUTHENTICATED", "A server asks for a token");
	const raw = async (method: string, path: string, init: RequestInit = {}) => {
		const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
		const answer = await reached(fetch(new URL(path, url), { ...init, method, headers }), url);
		if (!answer.ok) throw await failure(answer);
		return answer;
	};
	return {
		raw,
		async json(method, path, body) {
			const init =
				body === undefined
					? {}
					: { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
			const text = await (await raw(method, path, init)).text();
			return text === "" ? undefined : JSON.parse(text);
		},
	};
}

async function reached(answer: Promise<Response>, url: string): Promise<Response> {
	try {
		return await answer;
	} catch (cause) {
		throw new UtopiaError("UTOPIA_STORE_UNAVAILABLE", `No server answers at ${url}`, {}, { cause });
	}
}

async function failure(answer: Response): Promise<UtopiaError> {
	const { error } = (await answer.json().catch(() => ({}))) as Envelope;
	const reason = error?.details?.reason;
	const known =
		reason !== undefined && Object.hasOwn(ERROR_CODES, reason) ? (reason as ErrorCode) : undefined;
	const missing = answer.status === 404 ? BY_RESOURCE[error?.details?.resource ?? ""] : undefined;
	const code = known ?? missing ?? BY_STATUS[answer.status] ?? "UTOPIA_STORE_UNAVAILABLE";
	return new UtopiaError(
		code,
		error?.message ?? `The server answered ${answer.status}`,
		error?.details ?? {},
	);
}
