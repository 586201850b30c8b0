import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Config, SettingName } from "../config.ts";
import { readConfig, SETTINGS } from "../config.ts";
import { UtopiaError } from "../errors.ts";
import type { World } from "./world.ts";

/** A server that listens. */
export interface Listening {
	readonly address: string;
	close(grace: number): Promise<void>;
}

/** What the commands need of rooms that they may not know. */
export interface Rooms {
	/** Takes the address at once; requests are answered when `begun` resolves. */
	listen(world: World, config: Config, begun: Promise<void>): Promise<Listening>;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** One command, one file. */
export interface Command {
	readonly name: string;
	readonly summary: string;
	/** How it is called, flags and examples, as `--help` prints it. */
	readonly help: string;
	readonly options: Options;
	/** How many words it takes beside its flags; none when it says nothing. */
	readonly words?: number;
	/** What to say to one word too many. */
	readonly wordsHint?: string;
	/** The settings it takes as flags. */
	readonly settings: readonly SettingName[];
	run(given: Given, rooms: Rooms): Promise<void>;
}

/** A command line, taken apart. */
export interface Given {
	readonly words: readonly string[];
	readonly flags: Readonly<Record<string, unknown>>;
	readonly config: Config;
}

/**
 * Takes a command line apart by what the command declares.
 * @throws UTOPIA_SETTING_INVALID for a flag it does not know.
 */
export function given(
	{ name, options, settings, words = 0, wordsHint = "" }: Command,
	args: readonly string[],
): Given {
	const own = SETTINGS.filter((setting) => settings.includes(setting.name));
	const flags: Options = {};
	for (const { name: setting, flag } of own) {
		flags[flag.slice(2)] = { type: setting === "demo" ? "boolean" : "string" };
	}
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			options: { ...flags, ...options },
			allowPositionals: true,
			allowNegative: true,
		});
		const extra = positionals[words];
		if (extra !== undefined) {
			throw new UtopiaError(
				"UTOPIA_SETTING_INVALID",
				`utopia ${name} does not take ${extra}. ${wordsHint}`.trim(),
			);
		}
		const set = Object.fromEntries(own.map(({ name: setting, flag }) => [setting, values[flag.slice(2)]]));
		return { words: positionals, flags: values, config: readConfig(set) };
	} catch (error) {
		if (error instanceof UtopiaError) throw error;
		const sentence = error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? "") : "";
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `utopia ${name}: ${sentence}.`, {}, { cause: error });
	}
}

/** A flag's text, or `undefined`. */
export function textFlag({ flags }: Given, name: string): string | undefined {
	const value = flags[name];
	return typeof value === "string" ? value : undefined;
}

/** @throws UTOPIA_SETTING_INVALID when the flag is missing. */
export function needed(command: Given, name: string): string {
	const value = textFlag(command, name);
	if (value !== undefined && value !== "") return value;
	throw new UtopiaError("UTOPIA_SETTING_INVALID", `--${name} is missing`);
}

/** A flag that is a whole number, or `undefined`. */
export function numberFlag(command: Given, name: string): number | undefined {
	const value = textFlag(command, name);
	if (value === undefined) return undefined;
	if (/^\d{1,9}$/.test(value)) return Number(value);
	throw new UtopiaError("UTOPIA_SETTING_INVALID", `--${name} must be a whole number`);
}
