import type { Scope } from "../access/caller.ts";
import { UtopiaError } from "../errors.ts";
import { type Instant, instantText } from "../time/instant.ts";
import { type Command, type Given, needed, numberFlag, textFlag } from "./command.ts";
import { holderOf, knownHolder } from "./first-start.ts";
import { remoteOf } from "./remote.ts";
import { World } from "./world.ts";

interface Listed {
	readonly id: string;
	readonly name: string;
	readonly prefix: string;
	readonly scope: string;
	readonly kb_ids: readonly string[] | null;
	readonly expires_at: string | null;
	readonly revoked_at: string | null;
	readonly last_used_at: string | null;
}

const moment = (at: Instant | undefined) => (at === undefined ? null : instantText(at));

function scopeOf(given: Given): Scope {
	const scope = textFlag(given, "scope") ?? "read";
	if (scope === "read" || scope === "write") return scope;
	throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", "--scope must be read or write");
}

function basesOf({ flags }: Given): readonly string[] | undefined {
	const bases = flags["kb"];
	return Array.isArray(bases) ? bases.map((id) => String(id).toLowerCase()) : undefined;
}

async function create(given: Given): Promise<void> {
	const wish = { name: needed(given, "name"), scope: scopeOf(given), bases: basesOf(given) };
	const days = numberFlag(given, "expires-in-days") ?? 90;
	const remote = remoteOf(given);
	if (remote !== undefined) {
		const body = { name: wish.name, scope: wish.scope, kb_ids: wish.bases ?? null, expires_in_days: days };
		console.log(((await remote.json("POST", "/api/v1/tokens", body)) as { token: string }).token);
		return;
	}
	await using world = await World.open(given.config.data, (line) => console.error(line));
	const administrator = await holderOf(world, given.config);
	for (const id of wish.bases ?? []) {
		if ((await world.access.bases.find(id)) !== undefined) continue;
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `--kb ${id} is no knowledge base here`);
	}
	console.log((await world.access.tokens.issue(administrator.id, { ...wish, days })).value);
}

async function list(given: Given): Promise<void> {
	const remote = remoteOf(given);
	const tokens = remote === undefined ? await own(given) : await theirs(remote.json("GET", "/api/v1/tokens"));
	for (const { id, name, prefix, scope, kb_ids, expires_at, revoked_at, last_used_at } of tokens) {
		const state = revoked_at === null ? `until ${expires_at ?? "revoked"}` : `revoked ${revoked_at}`;
		const used = last_used_at === null ? "never used" : `used ${last_used_at}`;
		console.log([id, prefix, scope, state, used, kb_ids?.join(",") ?? "all bases", name].join("\t"));
	}
}

async function theirs(answer: Promise<unknown>): Promise<readonly Listed[]> {
	return ((await answer) as { readonly tokens: readonly Listed[] }).tokens;
}

async function own(given: Given): Promise<readonly Listed[]> {
	await using world = await World.existing(given.config.data, (line) => console.error(line));
	const administrator = await knownHolder(world);
	const found = await world.access.tokens.list(administrator.id);
	return found.map(({ id, name, prefix, scope, bases, expiresAt, revokedAt, lastUsedAt }) => ({
		...{ id, name, prefix, scope, kb_ids: bases ?? null },
		expires_at: moment(expiresAt),
		revoked_at: moment(revokedAt),
		last_used_at: moment(lastUsedAt),
	}));
}

async function revoke(given: Given): Promise<void> {
	const id = given.words[1];
	if (id === undefined)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", "utopia token revoke needs the id of a token");
	const remote = remoteOf(given);
	if (remote !== undefined) {
		await remote.json("DELETE", `/api/v1/tokens/${encodeURIComponent(id)}`);
		return;
	}
	await using world = await World.existing(given.config.data, (line) => console.error(line));
	const administrator = await knownHolder(world);
	await world.access.tokens.revoke(administrator.id, id);
}

async function run(given: Given): Promise<void> {
	const actions: Readonly<Record<string, (asked: Given) => Promise<void>>> = { create, list, revoke };
	const action = actions[given.words[0] ?? ""];
	if (action === undefined)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", "utopia token takes create, list or revoke");
	await action(given);
}

/** `utopia token` */
export const token: Command = {
	name: "token",
	summary: "issue, list and revoke personal access tokens",
	help: `utopia token create --name NAME [--scope read|write] [--kb ID]… [--expires-in-days N]
utopia token list
utopia token revoke ID

Works on the data folder of a server that does not run (--data DIR), or with a running one (--url, --token). The value of a
new token is printed to standard output, once. 0 days is for ever; without --kb a token reaches every base.

Examples:
  utopia token create --name laptop
  utopia token create --name importer --scope write --expires-in-days 7
  utopia token revoke 6a0f1c2e-… --url http://127.0.0.1:1516`,
	options: {
		name: { type: "string" },
		scope: { type: "string" },
		kb: { type: "string", multiple: true },
		"expires-in-days": { type: "string" },
	},
	words: 2,
	settings: ["data", "url", "token"],
	run,
};
