import type { UtopiaError } from "../errors.ts";
import { type Reason, refused } from "../writing/refusal.ts";

/** What stands in a field of a rule. */
export interface Found {
	/** Path of the field, such as `conditions.0.operand`. */
	readonly field: string;
	readonly value: unknown;
}

/** A refusal that says what stands in the field and what is allowed there. */
export function refuse(reason: Reason, { field, value }: Found, allowed: string): UtopiaError {
	return refused(reason, `${field} takes ${allowed}`, {
		field,
		found: shown(value),
		allowed,
	});
}

/** Scalars as JSON; of what holds others only the outside, however deep it is. */
function shown(value: unknown): string {
	if (value === undefined || value === null) return "nothing";
	if (typeof value !== "object") return JSON.stringify(value);
	if (!Array.isArray(value)) return `{${Object.keys(value).join(", ")}}`;
	return `[${value.map((one) => (typeof one === "object" ? "…" : JSON.stringify(one))).join(", ")}]`;
}
