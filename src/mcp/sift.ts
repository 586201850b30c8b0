import { UtopiaError } from "../errors.ts";
import { spellings } from "./arguments.ts";
import type { Tool } from "./tool.ts";

/** What was sent, parted into what the tool knows and what it does not. */
export interface Sifted {
	/** Known arguments under the names the tool reads; `null` was taken as absent. */
	readonly known: Readonly<Record<string, unknown>>;
	/** The names of the rest, sorted. Their values are never looked at. */
	readonly ignored: readonly string[];
	/** Under which name a known argument was sent, where that is a second spelling. */
	readonly sentAs: Readonly<Record<string, string>>;
}

/**
 * Parts arguments into known and unknown ones (graph-tools G1, G2) and folds second spellings into the first (G10).
 * @throws UTOPIA_ARGUMENT_INVALID when both spellings are given and differ.
 */
export function sift({ input }: Pick<Tool, "input">, sent: Readonly<Record<string, unknown>>): Sifted {
	const given = Object.entries(sent).filter(([, value]) => value !== null);
	const knows = (name: string) => Object.hasOwn(input.shape, name);
	const firstOf = (name: string) => spellings.get(input.shape[name] as never)?.of;
	const known = Object.fromEntries(given.filter(([name]) => knows(name) && firstOf(name) === undefined));
	const sentAs: Record<string, string> = {};
	for (const [name, value] of given) {
		const first = knows(name) ? firstOf(name) : undefined;
		if (first === undefined) continue;
		if (known[first] !== undefined && known[first] !== value) throw contradiction(name, first);
		known[first] = value;
		sentAs[first] = name;
	}
	const ignored = given.map(([name]) => name).filter((name) => !knows(name));
	return { known, ignored: ignored.sort(), sentAs };
}

function contradiction(name: string, first: string): UtopiaError {
	return new UtopiaError(
		"UTOPIA_ARGUMENT_INVALID",
		`${name} and ${first} are the same argument and were given different values. Give one of them; nothing was run.`,
		{ argument: name, got: `a value other than that of ${first}`, accepted: `${first} or ${name}, not both` },
	);
}
