import { z } from "zod";
import { UtopiaError } from "./errors.ts";

const port = z
	.union([z.string().regex(/^\d{1,5}$/), z.number()])
	.transform(Number)
	.refine((number) => number <= 65_535);
const yes = z.union([
	z.boolean(),
	z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1"),
]);
const words = z
	.union([z.string().transform((text) => text.split(",")), z.array(z.string())])
	.transform((list) => list.map((word) => word.trim()).filter((word) => word !== ""));
const token = z.string().regex(/^utp_pat_[0-9a-f]{64}$/);

/** All settings there are. Each is a flag of `utopia serve` and a variable UTOPIA_…; the flag goes first. */
const settings = {
	data: z.string().min(1).default(".data").describe("folder in which everything the server owns lies"),
	host: z.string().min(1).default("127.0.0.1").describe("address to listen on"),
	port: port.default(1516).describe("port to listen on; 0 picks a free one"),
	demo: yes.default(true).describe("load the demo base into an empty folder (--no-demo, UTOPIA_DEMO=false)"),
	public_url: z
		.url({ protocol: /^https?$/ })
		.transform((text) => text.replace(/\/+$/, ""))
		.optional()
		.describe("address under which clients reach the server, where a proxy stands in front"),
	allow_host: words.default([]).describe("further host names that may be served, separated by commas"),
	log_level: z
		.enum(["fatal", "error", "warn", "info", "debug", "silent"])
		.default("info")
		.describe("how much is written to standard error"),
	grace_seconds: z.coerce
		.number()
		.min(0)
		.max(600)
		.default(10)
		.describe("how long running calls may take at shutdown"),
	upload_limit: z.coerce
		.number()
		.int()
		.min(1)
		.max(4_294_967_296)
		.default(268_435_456)
		.describe("bytes that a file may have that is brought in"),
	embedding_model: z
		.string()
		.min(1)
		.optional()
		.describe("folder of the model that finds by meaning; without it the one that comes along"),
	admin_email: z
		.string()
		.includes("@")
		.default("admin@localhost")
		.describe("the administrator that the first start creates"),
	admin_password: z
		.string()
		.min(8)
		.optional()
		.describe("their password (at least 8 characters); without it one is made and printed once"),
	bootstrap_token: token.optional().describe("a token value that becomes a write token of the administrator"),
	url: z
		.url({ protocol: /^https?$/ })
		.optional()
		.describe("a running server to work against, in place of the folder"),
	token: token.optional().describe("the token for that server"),
} as const;

const schema = z.strictObject(settings);

/** The settings of one run, checked and frozen. */
export type Config = Readonly<z.output<typeof schema>>;
export type SettingName = keyof typeof settings;

/** Only from the environment: a flag can be read by everyone on the machine. */
const SECRET: readonly SettingName[] = ["admin_password", "bootstrap_token", "token"];

/** Every setting with its flag, variable and meaning, for help texts and the manual. */
export const SETTINGS = Object.entries(settings).map(([name, piece]) => ({
	name: name as SettingName,
	flag: `--${name.replaceAll("_", "-")}`,
	variable: `UTOPIA_${name.toUpperCase()}`,
	meaning: piece.description ?? "",
	secret: SECRET.includes(name as SettingName),
}));

/**
 * Puts the settings together: flag, then UTOPIA_ variable, then default.
 * @throws UTOPIA_SETTING_INVALID for a bad value and for a UTOPIA_ variable that is no setting.
 */
export function readConfig(
	flags: Readonly<Record<string, unknown>> = {},
	environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
	const given: Record<string, unknown> = {};
	for (const [variable, value] of Object.entries(environment)) {
		if (!variable.startsWith("UTOPIA_") || value === undefined || value === "") continue;
		const known = SETTINGS.find((setting) => setting.variable === variable);
		if (known === undefined) throw invalid(`${variable} is no setting of Utopia.`, variable);
		given[known.name] = value;
	}
	for (const [name, value] of Object.entries(flags)) if (value !== undefined) given[name] = value;
	const result = schema.safeParse(given);
	if (result.success) return Object.freeze(result.data);
	const name = String(
		result.error.issues[0]?.path[0] ?? result.error.issues.map((issue) => JSON.stringify(issue))[0],
	);
	const setting = SETTINGS.find((known) => known.name === name);
	if (setting === undefined) throw invalid("There is a setting that Utopia does not know.", name);
	throw invalid(
		`${setting.flag} (${setting.variable}) has a value that cannot be used. Its meaning: ${setting.meaning}.`,
		setting.variable,
	);
}

function invalid(message: string, setting: string): UtopiaError {
	return new UtopiaError("UTOPIA_SETTING_INVALID", message, {
		setting,
		known: SETTINGS.map(({ variable }) => variable),
	});
}

/** The settings as lines to read, secrets masked. */
export function shownConfig(config: Config): string {
	return SETTINGS.map(({ name, variable, secret }) => {
		const value = config[name];
		const told =
			value === undefined ? "" : secret ? "********" : Array.isArray(value) ? value.join(",") : String(value);
		return `${variable}=${told}`;
	}).join("\n");
}
