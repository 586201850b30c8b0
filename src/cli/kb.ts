import { randomUUID } from "node:crypto";
import type { Visibility } from "../access/bases.ts";
import { UtopiaError } from "../errors.ts";
import { type Command, type Given, needed, textFlag } from "./command.ts";
import { holderOf } from "./first-start.ts";
import { remoteOf } from "./remote.ts";
import { World } from "./world.ts";

function visibilityOf(given: Given): Visibility {
	const visibility = textFlag(given, "visibility") ?? "private";
	if (visibility === "private" || visibility === "public") return visibility;
	throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", "--visibility must be private or public");
}

async function create(given: Given): Promise<void> {
	const id = textFlag(given, "id")?.toLowerCase() ?? randomUUID();
	const wish = { id, name: needed(given, "name"), visibility: visibilityOf(given) };
	const remote = remoteOf(given);
	if (remote !== undefined) await remote.json("POST", "/api/v1/kbs", wish);
	else {
		await using world = await World.open(given.config.data, (line) => console.error(line));
		const administrator = await holderOf(world, given.config);
		await world.access.bases.create(administrator.id, wish);
	}
	console.log(id);
}

async function list(given: Given): Promise<void> {
	const remote = remoteOf(given);
	if (remote !== undefined) {
		const { kbs } = (await remote.json("GET", "/api/v1/kbs")) as {
			kbs: { id: string; visibility: string; name: string }[];
		};
		for (const { id, visibility, name } of kbs) console.log([id, visibility, name].join("\t"));
		return;
	}
	await using world = await World.existing(given.config.data, (line) => console.error(line));
	for (const { id, visibility, name } of await world.access.bases.list())
		console.log([id, visibility, name].join("\t"));
}

async function run(given: Given): Promise<void> {
	const actions: Readonly<Record<string, (asked: Given) => Promise<void>>> = { create, list };
	const action = actions[given.words[0] ?? ""];
	if (action === undefined) throw new UtopiaError("UTOPIA_SETTING_INVALID", "utopia kb takes create or list");
	await action(given);
}

/** `utopia kb` */
export const kb: Command = {
	name: "kb",
	summary: "make and list knowledge bases",
	help: `utopia kb create --name NAME [--id UUID] [--visibility private|public]
utopia kb list

Works on the data folder of a server that does not run (--data DIR), or with a running one (--url, --token). The id of a new
base is printed to standard output.

Examples:
  utopia kb create --name Harbour
  utopia kb list --url http://127.0.0.1:1516`,
	options: { name: { type: "string" }, id: { type: "string" }, visibility: { type: "string" } },
	words: 1,
	settings: ["data", "url", "token"],
	run,
};
