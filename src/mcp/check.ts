import type { z } from "zod";
import { UtopiaError } from "../errors.ts";
import type { Sifted } from "./sift.ts";
import type { Tool } from "./tool.ts";

const SHOWN = 40;

/** What was got, by kind; its content only where that is short (graph-tools G4). */
export function kindOf(value: unknown): string {
	if (value === undefined) return "nothing";
	if (typeof value === "number") return `the number ${value}`;
	if (typeof value === "boolean") return `the boolean ${value}`;
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value !== "string") return "an object";
	const length = [...value].length;
	return length <= SHOWN ? `the string ${JSON.stringify(value)}` : `a string of ${length} characters`;
}

const PLAIN: Readonly<Record<string, string>> = {
	string: "must be a string",
	number: "must be a number",
	int: "must be a whole number",
	boolean: "must be true or false",
	array: "must be a list",
	object: "must be an object",
};

/** What a refused value must be, as a phrase; where a schema brought none of its own, ours and not zod's. */
export function phraseOf({ code, message, ...issue }: z.core.$ZodIssue): string {
	if (message.startsWith("must ")) return message;
	if (code === "invalid_type" && "expected" in issue)
		return PLAIN[String(issue.expected)] ?? "must be of another kind";
	if (code === "invalid_value" && "values" in issue)
		return `must be one of ${(issue.values as unknown[]).join(", ")}`;
	return "must be within the bounds its description gives";
}

function valueAt(path: readonly PropertyKey[], root: unknown): unknown {
	let value = root;
	for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key];
	return value;
}

/**
 * The known arguments as the tool reads them.
 * @throws UTOPIA_ARGUMENT_INVALID naming the first bad argument, what was got and what is accepted; nothing has run then.
 */
export function checked({ input }: Pick<Tool, "input">, { known, sentAs }: Sifted): unknown {
	const result = input.safeParse(known);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	if (issue === undefined) throw new TypeError("zod refused without a reason");
	const [first] = issue.path;
	if (first === undefined) {
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `${issue.message}; nothing was run.`, {
			got: `the arguments ${Object.keys(known).sort().join(", ")}`,
			accepted: issue.message,
		});
	}
	const argument = sentAs[String(first)] ?? String(first);
	const value = valueAt(issue.path, known);
	const phrase = phraseOf(issue);
	const got = value === undefined ? "nothing" : kindOf(value);
	const required = known[String(first)] === undefined ? "is required and " : "";
	throw new UtopiaError(
		"UTOPIA_ARGUMENT_INVALID",
		`${argument} ${required}${phrase}; got ${got}. Nothing was run.`,
		{ argument, got, accepted: phrase.replace(/^must (be )?/, "") },
	);
}
