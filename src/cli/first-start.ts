import { createReadStream, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Person } from "../access/people.ts";
import { mintPassword } from "../access/secrets.ts";
import type { Config } from "../config.ts";
import { UtopiaError } from "../errors.ts";
import { baseOfFile } from "../export/base-of-file.ts";
import type { World } from "./world.ts";

const DEMO = new URL("../../data/demo.ttl", import.meta.url);

/** What a first start made, to be printed once. */
export interface FirstStart {
	/** Set when a password was made; it is kept nowhere. */
	readonly password?: string | undefined;
	readonly administrator: Person;
	readonly demo?: { readonly kb: string; readonly facts: number; readonly token: string } | undefined;
}

/** The administrator of the folder, made if there is none. */
async function administratorOf(
	{ access }: World,
	config: Config,
): Promise<{
	readonly administrator: Person;
	readonly password?: string | undefined;
	readonly isNew: boolean;
}> {
	const known = await access.people.administrator();
	if (known !== undefined) return { administrator: known, isNew: false };
	const made = config.admin_password === undefined ? mintPassword() : undefined;
	const password = config.admin_password ?? made ?? "";
	const administrator = await access.people.createAdministrator(config.admin_email, password);
	return { administrator, password: made, isNew: true };
}

/** The administrator for a command that is not a start: where one had to be made, their password is told on standard error. */
export async function holderOf(world: World, config: Config): Promise<Person> {
	const { administrator, password } = await administratorOf(world, config);
	if (password !== undefined) {
		console.error(
			`This folder was empty. Its administrator is ${administrator.email}, password ${password} (shown once).`,
		);
	}
	return administrator;
}

/**
 * The administrator for a command that makes none.
 * @throws UTOPIA_DATA_NOT_FOUND when nobody has begun this folder.
 */
export async function knownHolder({ access }: World): Promise<Person> {
	const known = await access.people.administrator();
	if (known === undefined)
		throw new UtopiaError("UTOPIA_DATA_NOT_FOUND", "This folder has no administrator yet");
	return known;
}

/**
 * Makes what an empty folder lacks: the administrator, and the demo base with a token to read it. `undefined` when nothing was empty.
 * `tell` hears of a new administrator before anything else can fail: their password is kept nowhere.
 */
export async function firstStart(
	world: World,
	config: Config,
	tell: (made: Pick<FirstStart, "administrator" | "password">) => void,
): Promise<FirstStart | undefined> {
	const { administrator, password, isNew } = await administratorOf(world, config);
	if (isNew) tell({ administrator, password });
	await bootstrapToken(world, administrator, config);
	if (!isNew) return undefined;
	const empty = (await world.access.bases.list()).length === 0;
	const demo = config.demo && empty && existsSync(DEMO) ? await loadDemo(world, administrator) : undefined;
	return { administrator, password, demo };
}

async function loadDemo(world: World, { id: owner }: Person): Promise<NonNullable<FirstStart["demo"]>> {
	const file = fileURLToPath(DEMO);
	const { kb, body } = await baseOfFile(createReadStream(file));
	if (kb === undefined) throw new TypeError("the demo file names no base");
	const { facts } = await world.importLedger(kb, body, { filename: file });
	await world.access.bases.create(owner, { id: kb, name: "Tolsand (demo)", visibility: "private" });
	const wish = { name: "demo", scope: "read", bases: [kb], days: 90 } as const;
	const { value } = await world.access.tokens.issue(owner, wish);
	return { kb, facts, token: value };
}

/** The token value that comes from outside becomes a write token of the administrator, once. */
async function bootstrapToken({ access }: World, { id: owner }: Person, config: Config): Promise<void> {
	const value = config.bootstrap_token;
	if (value === undefined || (await access.tokens.isKnown(value))) return;
	await access.tokens.issue(owner, { name: "bootstrap", scope: "write", bases: undefined, days: 0, value });
}
