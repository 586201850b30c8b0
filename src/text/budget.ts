import { UtopiaError } from "../errors.ts";

/** What bounds a call that matches. Asked between lines; `soFar` is what would be answered if it ended there. */
export interface Budget<Answer> {
	/** Whether to stop here. `ahead` says how many bytes will be looked at before the next question. */
	over(soFar: () => Answer | undefined, ahead: number): boolean;
}

/** For small texts and tests: everything is looked at. */
export const UNBOUNDED: Budget<unknown> = { over: () => false };

/** What a call is refused with that ends before anything was finished (GR-7). */
export function tooCostly(): UtopiaError {
	return new UtopiaError(
		"UTOPIA_PATTERN_TOO_COSTLY",
		"The time for this call was over before one line was finished; use a simpler pattern, or mode literal.",
	);
}
