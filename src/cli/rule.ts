import { readFile } from "node:fs/promises";
import { UtopiaError } from "../errors.ts";
import { type Command, type Given, textFlag } from "./command.ts";
import { deletedRuleLines, ruleLines, ruleListLines, versionLines } from "./rule-lines.ts";
import { BASE_FLAGS, fields, runVerb, unlessNone, type Verb, word } from "./verbs.ts";

const MOMENTS = { "as-of": "as_of", before: "before" };
const SAID = ["name", "description", "enabled", "definition"];

/** What the flags say; class, conditions, conclusion and join stand in a file of JSON. */
async function bodyOf(given: Given): Promise<Record<string, unknown>> {
	const { description, ...named } = fields(given, { name: "name", description: "description" });
	const enabled = given.flags["enabled"];
	const file = textFlag(given, "definition");
	return {
		...(file !== undefined && (await definitionIn(file))),
		...named,
		...(description !== undefined && { description: unlessNone(description) }),
		...(typeof enabled === "boolean" && { enabled }),
	};
}

/** @throws UTOPIA_DATA_NOT_FOUND, UTOPIA_SETTING_INVALID */
async function definitionIn(path: string): Promise<object> {
	const text = await readFile(path, "utf8").catch((cause: unknown) => {
		throw new UtopiaError("UTOPIA_DATA_NOT_FOUND", `${path} cannot be read`, {}, { cause });
	});
	try {
		const read: unknown = JSON.parse(text);
		if (typeof read === "object" && read !== null && !Array.isArray(read)) return read;
	} catch (cause) {
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `${path} is no JSON`, {}, { cause });
	}
	throw new UtopiaError("UTOPIA_SETTING_INVALID", `${path} holds no JSON object`);
}

const verbs: Readonly<Record<string, Verb>> = {
	create: {
		words: [],
		flags: SAID,
		async run(given, target) {
			const answer = await target.ask("POST /rules", { body: await bodyOf(given) });
			return { answer, lines: ruleLines(answer) };
		},
	},
	list: {
		words: [],
		flags: ["as-of", "before", "limit"],
		async run(given, target) {
			const query = fields(given, { ...MOMENTS, limit: "limit" });
			const answer = await target.ask("GET /rules", { query });
			return { answer, lines: ruleListLines(answer) };
		},
	},
	show: {
		words: ["ID"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const asking = { id: word(given), query: fields(given, MOMENTS) };
			const answer = await target.ask("GET /rules/:id", asking);
			return { answer, lines: ruleLines(answer) };
		},
	},
	versions: {
		words: ["ID"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const asking = { id: word(given), query: fields(given, MOMENTS) };
			const answer = await target.ask("GET /rules/:id/versions", asking);
			return { answer, lines: versionLines(answer) };
		},
	},
	change: {
		words: ["ID"],
		flags: SAID,
		async run(given, target) {
			const answer = await target.ask("PATCH /rules/:id", { id: word(given), body: await bodyOf(given) });
			return { answer, lines: ruleLines(answer) };
		},
	},
	delete: {
		words: ["ID"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask("DELETE /rules/:id", { id: word(given) });
			return { answer, lines: deletedRuleLines(answer) };
		},
	},
};

const string = { type: "string" } as const;

/** `utopia rule` */
export const rule: Command = {
	name: "rule",
	summary: "list, show, create, change and delete business rules",
	help: `utopia rule create --name TEXT --definition FILE --kb ID [--description TEXT] [--no-enabled]
utopia rule list --kb ID [--limit N] [--as-of MOMENT | --before MOMENT]
utopia rule show ID --kb ID [--as-of MOMENT | --before MOMENT]
utopia rule versions ID --kb ID [--as-of MOMENT | --before MOMENT]
utopia rule change ID --kb ID [--name TEXT] [--description TEXT] [--enabled | --no-enabled] [--definition FILE]
utopia rule delete ID --kb ID

FILE holds a JSON object with class, conditions, conclusion and perhaps join, all by key; a change may leave some of them out.
Another class, conditions, conclusion or join open the next version of a rule; a name, a description and the switch do not.
--description none takes it away. A deleted rule stays on record. --json prints the answer of the API. Works on the data folder
of a server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia rule create --name "Heavy vessels" --definition heavy.json --kb 7d1f3c52-…
    heavy.json: {"class": "vessel", "conditions": [{"attribute": "tonnage", "operator": "gt", "operand": 1000}],
                 "conclusion": {"kind": "typing", "class": "heavy_vessel"}}
  utopia rule change 5b8a… --no-enabled --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: {
		...BASE_FLAGS,
		...Object.fromEntries(
			["name", "description", "definition", "limit", "as-of", "before"].map((name) => [name, string]),
		),
		enabled: { type: "boolean" },
	},
	words: 2,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("rule", verbs, given),
};
