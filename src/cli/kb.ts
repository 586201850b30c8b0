import { randomUUID } from "node:crypto";
import { type Base, noSuchBase, type Visibility } from "../access/bases.ts";
import { DEFAULT_SETTINGS, MOST } from "../access/derivation-settings.ts";
import { UtopiaError } from "../errors.ts";
import { isUuid } from "../mcp/arguments.ts";
import type { ConclusionCount } from "../writing/conclusions.ts";
import { type Command, type Given, needed, numberFlag, textFlag } from "./command.ts";
import { holderOf } from "./first-start.ts";
import { conclusionLines } from "./ontology-lines.ts";
import { remoteOf } from "./remote.ts";
import { line } from "./row-lines.ts";
import { World } from "./world.ts";

const { caps } = DEFAULT_SETTINGS;

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

/** A base as a server tells it. */
interface ToldBase {
	readonly id: string;
	readonly name: string;
	readonly visibility: string;
	readonly materialize_inferences: boolean;
	readonly caps: Readonly<Record<CapName, number>>;
	readonly conclusions?: ConclusionCount;
}
type CapName = "per_predicate" | "rule_combinations" | "contradictions_per_predicate";

function toldOf({ id, name, visibility, derivation }: Base): ToldBase {
	const { perPredicate, ruleCombinations, contradictionsPerPredicate } = derivation.caps;
	const caps = {
		per_predicate: perPredicate,
		rule_combinations: ruleCombinations,
		contradictions_per_predicate: contradictionsPerPredicate,
	};
	return { id, name, visibility, materialize_inferences: derivation.materialize, caps };
}

function print({ id, name, visibility, materialize_inferences, caps, conclusions }: ToldBase): void {
	const lines = [
		`${name} · ${visibility}`,
		line("base", id),
		line("concludes", materialize_inferences ? "yes" : "nothing"),
		...Object.entries(caps).map(([cap, most]) => line("at most", `${most} ${cap.replaceAll("_", " ")}`)),
		...(conclusions === undefined ? [] : conclusionLines({ conclusions })),
	];
	for (const one of lines) console.log(one);
}

/** The id that the command line names. */
function named({ words }: Given, verb: string): string {
	const id = (words[1] ?? "").replace(/^vs_/, "").toLowerCase();
	if (id === "") throw new UtopiaError("UTOPIA_SETTING_INVALID", `It is called utopia kb ${verb} ID`);
	if (isUuid(id)) return id;
	throw new UtopiaError("UTOPIA_KB_NOT_FOUND", `${id} is not the id of a knowledge base`);
}

async function show(given: Given): Promise<void> {
	const id = named(given, "show");
	const remote = remoteOf(given);
	if (remote !== undefined) {
		print((await remote.json("GET", `/api/v1/kbs/${id}`)) as ToldBase);
		return;
	}
	await using world = await World.existing(given.config.data, (text) => console.error(text));
	const base = await world.access.bases.find(id);
	if (base === undefined) throw noSuchBase();
	print(toldOf(base));
}

/** What is to change, as the API takes it. */
function wishOf(given: Given) {
	const name = textFlag(given, "name");
	const materialize = given.flags["materialize-inferences"] as boolean | undefined;
	const asked = {
		per_predicate: numberFlag(given, "cap-per-predicate"),
		rule_combinations: numberFlag(given, "cap-rule-combinations"),
		contradictions_per_predicate: numberFlag(given, "cap-contradictions"),
	};
	const caps = Object.fromEntries(Object.entries(asked).filter(([, most]) => most !== undefined));
	return {
		...(name !== undefined && { name }),
		...(textFlag(given, "visibility") !== undefined && { visibility: visibilityOf(given) }),
		...(materialize !== undefined && { materialize_inferences: materialize }),
		...(Object.keys(caps).length > 0 && { caps: caps as Partial<Record<CapName, number>> }),
	};
}

async function change(given: Given): Promise<void> {
	const id = named(given, "change");
	const wish = wishOf(given);
	if (Object.keys(wish).length === 0)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", "utopia kb change takes what is to change; see --help");
	const remote = remoteOf(given);
	if (remote !== undefined) {
		print((await remote.json("PATCH", `/api/v1/kbs/${id}`, wish)) as ToldBase);
		return;
	}
	await using world = await World.existing(given.config.data, (text) => console.error(text));
	print(await changed(world, id, wish));
}

async function changed(world: World, id: string, wish: ReturnType<typeof wishOf>): Promise<ToldBase> {
	const { name, visibility, materialize_inferences: materialize, caps = {} } = wish;
	const derivation = {
		materialize,
		caps: {
			perPredicate: caps.per_predicate,
			ruleCombinations: caps.rule_combinations,
			contradictionsPerPredicate: caps.contradictions_per_predicate,
		},
	};
	const { bases } = world.access;
	if ((await bases.find(id)) === undefined) throw noSuchBase();
	const apply = () => bases.change(id, { name, visibility, derivation });
	if (materialize === undefined && wish.caps === undefined) return toldOf(await apply());
	const { value, concluded } = await (await world.writer(id)).conclude(apply);
	return { ...toldOf(value), conclusions: concluded };
}

async function run(given: Given): Promise<void> {
	const actions: Readonly<Record<string, (asked: Given) => Promise<void>>> = { create, list, show, change };
	const [verb = "", extra] = given.words;
	const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
	if (action === undefined)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", "utopia kb takes create, list, show or change");
	const takesId = verb === "show" || verb === "change";
	if (!takesId && extra !== undefined)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `utopia kb ${verb} does not take ${extra}`);
	for (const flag of OWN) {
		if (given.flags[flag] === undefined || FLAGS[verb]?.includes(flag)) continue;
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `utopia kb ${verb} does not take --${flag}`);
	}
	await action(given);
}

const CHANGES = [
	"materialize-inferences",
	"cap-per-predicate",
	"cap-rule-combinations",
	"cap-contradictions",
];
const OWN = ["name", "id", "visibility", ...CHANGES];
const FLAGS: Readonly<Record<string, readonly string[]>> = {
	create: ["name", "id", "visibility"],
	list: [],
	show: [],
	change: ["name", "visibility", ...CHANGES],
};
const string = { type: "string" } as const;

/** `utopia kb` */
export const kb: Command = {
	name: "kb",
	summary: "make, list, show and change knowledge bases",
	help: `utopia kb create --name NAME [--id UUID] [--visibility private|public]
utopia kb list
utopia kb show ID
utopia kb change ID [--name NAME] [--visibility private|public] [--[no-]materialize-inferences]
    [--cap-per-predicate N] [--cap-rule-combinations N] [--cap-contradictions N]

Works on the data folder of a server that does not run (--data DIR), or with a running one (--url, --token). The id of a new
base is printed to standard output.

--no-materialize-inferences withdraws every derived fact of the base, --materialize-inferences draws what follows again.
Caps are whole numbers from 1 to ${MOST}: how many derived facts of one relation may stand (${caps.perPredicate} unless changed),
how many combinations of readings a rule looks at for one entity and group (${caps.ruleCombinations}), and how many contradictions of
one relation are listed (${caps.contradictionsPerPredicate}). Each acts at once, in a commit of the base.

Examples:
  utopia kb create --name Harbour
  utopia kb list --url http://127.0.0.1:1516
  utopia kb change 7d1f3c52-… --cap-per-predicate 1000000`,
	options: {
		name: string,
		id: string,
		visibility: string,
		"materialize-inferences": { type: "boolean" },
		"cap-per-predicate": string,
		"cap-rule-combinations": string,
		"cap-contradictions": string,
	},
	words: 2,
	settings: ["data", "url", "token"],
	run,
};
