import { UtopiaError } from "../../errors.ts";
import type { ReadOptions } from "../port.ts";

/**
 * Waits for an answer no longer than the caller wants to. `giveUp` is called once with the reason when the time is up or the
 * caller goes away; the wait ends with it.
 * @throws UTOPIA_QUERY_TIMEOUT, UTOPIA_INTERRUPTED.
 */
export async function patiently<Value>(
	answer: Promise<Value>,
	{ signal, timeout }: { readonly signal?: ReadOptions["signal"]; readonly timeout: number },
	giveUp: (reason: UtopiaError) => void,
): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	let onAbort: (() => void) | undefined;
	const ended = new Promise<never>((_, reject) => {
		const end = (reason: UtopiaError) => {
			giveUp(reason);
			reject(reason);
		};
		timer = setTimeout(() => end(timedOut(timeout)), timeout);
		onAbort = () => end(interrupted());
		if (signal?.aborted) onAbort();
		else signal?.addEventListener("abort", onAbort, { once: true });
	});
	try {
		return await Promise.race([answer, ended]);
	} finally {
		clearTimeout(timer);
		if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
		answer.catch(() => {}); // nobody hears it any more when the wait was ended
		ended.catch(() => {});
	}
}

export function interrupted(): UtopiaError {
	return new UtopiaError("UTOPIA_INTERRUPTED", "The caller went away");
}

function timedOut(timeout: number): UtopiaError {
	return new UtopiaError("UTOPIA_QUERY_TIMEOUT", `No answer within ${timeout} ms`);
}
