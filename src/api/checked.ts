import { z } from "zod";
import { UtopiaError } from "../errors.ts";
import { kindOf, phraseOf } from "../mcp/check.ts";

/** A part of a request that is an object. */
export type Shape = z.ZodObject;

interface Issue {
	readonly path: string;
	readonly got: string;
	readonly accepted: string;
}

/**
 * Reads a part of a request by its schema.
 * @throws UTOPIA_ARGUMENT_INVALID with every bad value, what was got and what is accepted.
 */
export function checked(schema: Shape | undefined, sent: unknown): unknown {
	if (schema === undefined) return {};
	const result = schema.safeParse(sent ?? {});
	if (result.success) return result.data;
	const issues = result.error.issues.flatMap((issue) => issuesOf(issue, sent));
	const named = issues.map(
		({ path, got, accepted }) => `${path || "the body"} must be ${accepted}, got ${got}`,
	);
	throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `${named.join("; ")}.`, { issues });
}

function issuesOf(issue: z.core.$ZodIssue, sent: unknown): readonly Issue[] {
	const accepted = phraseOf(issue).replace(/^must (be )?/, "");
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => ({
			path: [...issue.path, key].join("."),
			got: "a field that is not known",
			accepted,
		}));
	}
	let got: unknown = sent;
	for (const key of issue.path) got = (got as Record<PropertyKey, unknown> | undefined)?.[key];
	return [{ path: issue.path.join("."), got: kindOf(got), accepted }];
}

/** An object in which a field that is not known is refused by its name: a misspelt one must not be dropped in silence. */
export function strict<Fields extends z.ZodRawShape>(fields: Fields) {
	const names = Object.keys(fields).join(", ");
	return z.strictObject(fields, {
		error: ({ code }) => (code === "unrecognized_keys" ? `must be one of ${names}` : "must be an object"),
	});
}

/** What may be left out; `null` is the same as nothing. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
	return schema.nullish().transform((given) => given ?? undefined);
}
