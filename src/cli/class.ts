import type { Given } from "./command.ts";
import { type Command, textFlag } from "./command.ts";
import { classLines, declaredListLines, removedLines } from "./ontology-lines.ts";
import { BASE_FLAGS, fields, listFields, runVerb, unlessNone, type Verb, word } from "./verbs.ts";

const MOMENTS = { "as-of": "as_of", before: "before" };
const SAID = [
	"label",
	"description",
	"parents",
	"primary-parent",
	"disjoint-with",
	"color",
	"shape",
] as const;

function bodyOf(given: Given): Record<string, unknown> {
	const taken = {
		description: "description",
		"primary-parent": "primary_parent",
		color: "color",
		shape: "shape",
	};
	const nullable = Object.entries(fields(given, taken)).map(([name, said]) => [name, unlessNone(said)]);
	return {
		...fields(given, { label: "label" }),
		...Object.fromEntries(nullable),
		...listFields(given, { parents: "parents", "disjoint-with": "disjoint_with" }),
	};
}

const verbs: Readonly<Record<string, Verb>> = {
	declare: {
		words: ["KEY"],
		flags: ["iri", ...SAID],
		async run(given, target) {
			const iri = textFlag(given, "iri");
			const body = { key: word(given), ...(iri !== undefined && { iri }), ...bodyOf(given) };
			const answer = await target.ask("POST /classes", { body });
			return { answer, lines: classLines(answer) };
		},
	},
	list: {
		words: [],
		flags: ["as-of", "before", "limit"],
		async run(given, target) {
			const answer = await target.ask("GET /classes", {
				query: fields(given, { ...MOMENTS, limit: "limit" }),
			});
			return { answer, lines: declaredListLines(answer, "classes") };
		},
	},
	show: {
		words: ["KEY"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const answer = await target.ask("GET /classes/:key", {
				id: word(given),
				query: fields(given, MOMENTS),
			});
			return { answer, lines: classLines(answer) };
		},
	},
	change: {
		words: ["KEY"],
		flags: SAID,
		async run(given, target) {
			const answer = await target.ask("PATCH /classes/:key", { id: word(given), body: bodyOf(given) });
			return { answer, lines: classLines(answer) };
		},
	},
	remove: {
		words: ["KEY"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask("DELETE /classes/:key", { id: word(given) });
			return { answer, lines: removedLines(answer) };
		},
	},
};

const string = { type: "string" } as const;

/** `utopia class` */
export const classCommand: Command = {
	name: "class",
	summary: "declare, list, show, change and remove classes",
	help: `utopia class declare KEY --kb ID [--label TEXT] [--description TEXT] [--parents KEY,KEY] [--primary-parent KEY]
                   [--disjoint-with KEY,KEY] [--color TEXT] [--shape TEXT] [--iri IRI]
utopia class list --kb ID [--limit N] [--as-of MOMENT | --before MOMENT]
utopia class show KEY --kb ID [--as-of MOMENT | --before MOMENT]
utopia class change KEY --kb ID [the flags of declare but --iri]
utopia class remove KEY --kb ID

What a change does not name stays; none takes a text, and all of a list, away. A class that entities have, or that another
declaration names, is not removed. --json prints the answer of the API. Works on the data folder of a server that does not run
(--data DIR), or with a running one (--url, --token).

Examples:
  utopia class declare ferry --label Ferry --parents ship --kb 7d1f3c52-…
  utopia class change ferry --parents ship,vehicle --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: {
		...BASE_FLAGS,
		...Object.fromEntries([...SAID, "iri", "limit", "as-of", "before"].map((name) => [name, string])),
	},
	words: 2,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("class", verbs, given),
};
