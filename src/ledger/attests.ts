import type { StatedTime } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";

/**
 * W13, W14: whether evidence dated `at` shows the claim. Evidence for the end counts only where the end is unknown; evidence
 * dated at or after a stated end, or after the moment by which something had ended, attests nothing.
 */
export function attests(
	at: Instant,
	role: string | undefined,
	{ validTo, endedUnknown, attestedTo }: Pick<StatedTime, "validTo" | "endedUnknown" | "attestedTo">,
): boolean {
	if (role === "ended" && !endedUnknown) return false;
	if (validTo !== undefined) return at < validTo.at;
	return attestedTo === undefined || at <= attestedTo;
}
