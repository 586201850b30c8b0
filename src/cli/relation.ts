import { type Command, type Given, textFlag } from "./command.ts";
import { declaredListLines, relationLines, removedLines } from "./ontology-lines.ts";
import { BASE_FLAGS, fields, listFields, runVerb, unlessNone, type Verb, word } from "./verbs.ts";

const MOMENTS = { "as-of": "as_of", before: "before" };
const FLAGS = [
	...["functional", "inverse-functional", "transitive", "symmetric", "asymmetric", "irreflexive"],
] as const;
const TEXTS = [
	...["label", "description", "temporal", "inverse-of", "sub-property-of", "domains", "ranges"],
	...["qualifiers", "datatype", "unit"],
] as const;
const SAID = [...TEXTS, ...FLAGS];

function bodyOf(given: Given): Record<string, unknown> {
	const taken = {
		...{ description: "description", "inverse-of": "inverse_of", "sub-property-of": "sub_property_of" },
		...{ datatype: "datatype", unit: "unit" },
	};
	const nullable = Object.entries(fields(given, taken)).map(([name, said]) => [name, unlessNone(said)]);
	const flags = FLAGS.flatMap((name) => {
		const value = given.flags[name];
		return typeof value === "boolean" ? [[name.replace("-", "_"), value]] : [];
	});
	return {
		...fields(given, { label: "label", temporal: "temporal" }),
		...Object.fromEntries([...nullable, ...flags]),
		...listFields(given, { domains: "domains", ranges: "ranges", qualifiers: "qualifiers" }),
	};
}

const verbs: Readonly<Record<string, Verb>> = {
	declare: {
		words: ["KEY"],
		flags: ["iri", "attribute", ...SAID],
		async run(given, target) {
			const iri = textFlag(given, "iri");
			const kind = given.flags["attribute"] === true ? "attribute" : "relation";
			const body = { key: word(given), kind, ...(iri !== undefined && { iri }), ...bodyOf(given) };
			const answer = await target.ask("POST /relations", { body });
			return { answer, lines: relationLines(answer) };
		},
	},
	list: {
		words: [],
		flags: ["as-of", "before", "limit"],
		async run(given, target) {
			const query = fields(given, { ...MOMENTS, limit: "limit" });
			const answer = await target.ask("GET /relations", { query });
			return { answer, lines: declaredListLines(answer, "relations") };
		},
	},
	show: {
		words: ["KEY"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const asking = { id: word(given), query: fields(given, MOMENTS) };
			const answer = await target.ask("GET /relations/:key", asking);
			return { answer, lines: relationLines(answer) };
		},
	},
	change: {
		words: ["KEY"],
		flags: SAID,
		async run(given, target) {
			const answer = await target.ask("PATCH /relations/:key", { id: word(given), body: bodyOf(given) });
			return { answer, lines: relationLines(answer) };
		},
	},
	remove: {
		words: ["KEY"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask("DELETE /relations/:key", { id: word(given) });
			return { answer, lines: removedLines(answer) };
		},
	},
};

const string = { type: "string" } as const;
const boolean = { type: "boolean" } as const;

/** `utopia relation` */
export const relation: Command = {
	name: "relation",
	summary: "declare, list, show, change and remove relations and attributes",
	help: `utopia relation declare KEY --kb ID [--attribute] [--label TEXT] [--description TEXT] [--temporal state|event|eternal]
                      [--functional] [--inverse-functional] [--transitive] [--symmetric] [--asymmetric] [--irreflexive]
                      [--inverse-of KEY] [--sub-property-of KEY] [--domains KEY,KEY] [--ranges KEY,KEY] [--qualifiers KEY,KEY]
                      [--datatype text|number|date|bool] [--unit TEXT] [--iri IRI]
utopia relation list --kb ID [--limit N] [--as-of MOMENT | --before MOMENT]
utopia relation show KEY --kb ID [--as-of MOMENT | --before MOMENT]
utopia relation change KEY --kb ID [the flags of declare but --iri and --attribute]
utopia relation remove KEY --kb ID

What a change does not name stays; none takes a text, and all of a list, away, and --no-transitive a flag. Where facts live in
another way then, their timelines are settled at once. --json prints the answer of the API. Works on the data folder of a
server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia relation declare berths_at --functional --domains ship --kb 7d1f3c52-…
  utopia relation declare draught --attribute --datatype number --unit m --kb 7d1f3c52-…
  utopia relation change berths_at --no-functional --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: {
		...BASE_FLAGS,
		attribute: boolean,
		...Object.fromEntries([...TEXTS, "iri", "limit", "as-of", "before"].map((name) => [name, string])),
		...Object.fromEntries(FLAGS.map((name) => [name, boolean])),
	},
	words: 2,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("relation", verbs, given),
};
