import { ERROR_CODES, type ErrorCode, type ErrorKind, UtopiaError } from "../errors.ts";
import { machineRefusal } from "./machine-refusal.ts";

const CODES: Readonly<Record<ErrorKind, number>> = {
	incorrect: 64,
	impossible: 65,
	"not-found": 66,
	unsupported: 69,
	unavailable: 69,
	fault: 70,
	conflict: 75,
	busy: 75,
	interrupted: 75,
	unauthenticated: 77,
	forbidden: 77,
};

const ADVICE: Readonly<Record<ErrorKind, string>> = {
	incorrect: "Correct it and run the command again; --help shows examples.",
	impossible: "Correct the input and run the command again.",
	"not-found": "Check the name or id; utopia kb list and utopia token list show what there is.",
	unsupported: "This version does not do it; --help shows what it does.",
	unavailable:
		"See whether the folder is right, the disk has room and the server is up, then run the command again.",
	fault: "This is a fault of the program or of the data. utopia verify checks the data.",
	conflict: "See what is in the way, then run the command again.",
	busy: "Run the command again in a moment.",
	interrupted: "Run the command again.",
	unauthenticated: "Give a token that is valid with --token or UTOPIA_TOKEN.",
	forbidden: "Give a token that may do this with --token or UTOPIA_TOKEN.",
};

/** Where the sentence itself says what to do. */
const ADVICE_BY_CODE: Partial<Record<ErrorCode, string>> = {
	UTOPIA_ADDRESS_UNAVAILABLE: "Then run the command again.",
	UTOPIA_CONCLUSIONS_DIFFER:
		"While an import runs its conclusions are still to come. Else stop the server and draw them anew: utopia kb change ID --materialize-inferences.",
	UTOPIA_DATA_NOT_FOUND:
		"Name the folder of a server with --data (UTOPIA_DATA), or begin one with utopia serve; a running server is asked with --url.",
	UTOPIA_PATH_UNUSABLE: "Then run the command again.",
	UTOPIA_THING_NOT_FOUND: "Check the id and the base; utopia entity find looks names up.",
	UTOPIA_WRITE_OVERTAKEN: "Read it again, then decide again.",
};

/**
 * How a command ended badly: its exit code, and the lines for standard error: code, one sentence, what to do. A command that
 * takes `--url` is told of the server that has the folder.
 */
export function exitOf(
	thrown: unknown,
	{ takesUrl = false }: { readonly takesUrl?: boolean } = {},
): { readonly code: number; readonly lines: readonly string[] } {
	const error = machineRefusal(thrown);
	if (!(error instanceof UtopiaError)) {
		const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
		return { code: CODES.fault, lines: ["UTOPIA_FAULT", stack, ADVICE.fault] };
	}
	const { code, kind, message, details } = error;
	const advice =
		code === "UTOPIA_DATA_LOCKED" ? lockAdvice(details, takesUrl) : (ADVICE_BY_CODE[code] ?? ADVICE[kind]);
	return {
		code: CODES[kind],
		lines: [
			code,
			/[.!?]$/.test(message) ? message : `${message}.`,
			...refusals(details),
			...placeLines(details),
			advice,
		],
	};
}

function lockAdvice({ address }: Readonly<Record<string, unknown>>, takesUrl: boolean): string {
	if (typeof address !== "string" || address === "")
		return "Run the command again when that process has ended.";
	if (!takesUrl) return "Stop that server, then run the command again.";
	return `Stop that server, or add --url ${address} and give a token with --token or UTOPIA_TOKEN.`;
}

const PLACE = ["field", "found", "allowed", "replaced_by", "merged_into", "head"];

/** Why a write was refused and where: the reason, the field, what was found and what is allowed. */
function placeLines(details: Readonly<Record<string, unknown>>): readonly string[] {
	const { reason, fact } = details;
	if (typeof reason !== "string" || Object.hasOwn(ERROR_CODES, reason)) return [];
	const told = PLACE.flatMap((name) =>
		typeof details[name] === "string" ? [`  ${name.replace("_", " ")}: ${details[name]}`] : [],
	);
	const which = typeof fact === "number" ? [`  fact: number ${fact + 1} of the batch`] : [];
	return [`  reason: ${reason}`, ...which, ...told];
}

/** The single reasons of a refused import, where there are some. */
function refusals({ refusals: found }: Readonly<Record<string, unknown>>): readonly string[] {
	if (!Array.isArray(found)) return [];
	return found
		.slice(0, 20)
		.map((refusal) => `  ${typeof refusal === "string" ? refusal : JSON.stringify(refusal)}`);
}
