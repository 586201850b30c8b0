import type { Json } from "../api/operation.ts";
import { UtopiaError } from "../errors.ts";
import { type Given, textFlag } from "./command.ts";
import { type Target, targetOf } from "./target.ts";

/** What came of it, for machines and for people, and what it fails with where a part of it failed. */
export interface Done {
	readonly answer: Json;
	readonly lines: readonly string[];
	readonly failure?: UtopiaError | undefined;
}

/** What a command does to a base under one of its words: `correct` of `utopia fact correct ID`. */
export interface Verb {
	/** What it takes beside its own name, as the help calls it; of a last one with an ellipsis, one or more. */
	readonly words: readonly string[];
	/** The flags it takes, beside those that all take. */
	readonly flags: readonly string[];
	run(given: Given, target: Target): Promise<Done>;
}

const EVERYWHERE = ["kb", "json", "data", "url", "token"];

/** Flags that all commands on one base take. */
export const BASE_FLAGS = { kb: { type: "string" }, json: { type: "boolean" } } as const;

/**
 * Does what the first word says and prints the outcome: lines for people, or with --json the answer as a server gives it.
 * @throws UTOPIA_SETTING_INVALID for a word too few or too many, and a flag that means nothing here.
 */
export async function runVerb(
	command: string,
	verbs: Readonly<Record<string, Verb>>,
	given: Given,
): Promise<void> {
	const [name = "", ...words] = given.words;
	const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (verb === undefined)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `utopia ${command} takes ${listed(Object.keys(verbs))}`);
	const call = ["utopia", command, name, ...verb.words].join(" ");
	const isOpen = verb.words.at(-1)?.endsWith("…") === true;
	if (isOpen ? words.length < verb.words.length : words.length !== verb.words.length)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `It is called ${call} --kb ID`);
	for (const [flag, value] of Object.entries(given.flags)) {
		if (value === undefined || EVERYWHERE.includes(flag) || verb.flags.includes(flag)) continue;
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `utopia ${command} ${name} does not take --${flag}`);
	}
	await using target = await targetOf(given);
	const { answer, lines, failure } = await verb.run(given, target);
	for (const line of given.flags["json"] === true ? [JSON.stringify(answer)] : lines) console.log(line);
	if (failure !== undefined) throw failure;
}

function listed(words: readonly string[]): string {
	return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** The word behind the verb. */
export function word({ words }: Given, place = 1): string {
	return words[place] ?? "";
}

/** The flags as fields of a body; a flag that was not given is no field. */
export function fields(given: Given, names: Readonly<Record<string, string>>): Record<string, string> {
	const said: Record<string, string> = {};
	for (const [flag, field] of Object.entries(names)) {
		const value = textFlag(given, flag);
		if (value !== undefined) said[field] = value;
	}
	return said;
}

/** Flags with keys between commas as lists; `none` is an empty one. */
export function listFields(given: Given, names: Readonly<Record<string, string>>): Record<string, string[]> {
	const lists = Object.entries(fields(given, names)).map(([field, said]) => {
		const keys = said.split(",").map((key) => key.trim());
		return [field, said === "none" ? [] : keys] as const;
	});
	return Object.fromEntries(lists);
}

/** `none` on a command line, which takes something away. */
export const unlessNone = (text: string) => (text === "none" ? null : text);
