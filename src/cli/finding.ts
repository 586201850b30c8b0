import type { Command } from "./command.ts";
import { findingLines, findingListLines } from "./finding-lines.ts";
import { BASE_FLAGS, fields, runVerb, type Verb, word } from "./verbs.ts";

const MOMENTS = { "as-of": "as_of", before: "before" };

const verbs: Readonly<Record<string, Verb>> = {
	list: {
		words: [],
		flags: ["status", "kind", "as-of", "before", "limit"],
		async run(given, target) {
			const query = fields(given, { ...MOMENTS, status: "status", kind: "kind", limit: "limit" });
			const answer = await target.ask("GET /findings", { query });
			return { answer, lines: findingListLines(answer) };
		},
	},
	show: {
		words: ["FINDING"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const answer = await target.ask("GET /findings/:id", {
				id: word(given),
				query: fields(given, MOMENTS),
			});
			return { answer, lines: findingLines(answer) };
		},
	},
	resolve: {
		words: ["FINDING", "RESOLUTION"],
		flags: ["note", "fact", "valid-to", "valid-to-precision"],
		async run(given, target) {
			const said = {
				note: "note",
				fact: "fact_id",
				"valid-to": "valid_to",
				"valid-to-precision": "valid_to_precision",
			};
			const body = { resolution: word(given, 2), ...fields(given, said) };
			const answer = await target.ask("POST /findings/:id/resolve", { id: word(given), body });
			return { answer, lines: findingLines(answer) };
		},
	},
};

const string = { type: "string" } as const;

/** `utopia finding` */
export const finding: Command = {
	name: "finding",
	summary: "list, show and decide what the base found: conflicts, broken axioms, defects, limits",
	help: `utopia finding list --kb ID [--status open|resolved|withdrawn|all] [--kind KIND] [--limit N] [--as-of MOMENT | --before MOMENT]
utopia finding show FINDING --kb ID [--as-of MOMENT | --before MOMENT]
utopia finding resolve FINDING RESOLUTION --kb ID [--fact FACT] [--valid-to DATE] [--note TEXT]

Of a conflict: closed ends the old fact, at --valid-to or where the new one starts; kept_both lets both stand; rejected_new takes
the new fact back. Of a violation: fact_retracted and fact_closed retract or close the fact, which --fact names where there are
several; axiom_relaxed says that the axiom was changed; accepted lets it stand, as it does with defects and limits. reopened
takes the last decision back, and the facts have the intervals that they had before. --kind is conflict, violation, defect,
limit, or one sort of these, such as cycle. --json prints the answer of
the API. Works on the data folder of a server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia finding list --kb 7d1f3c52-…
  utopia finding resolve 62d2622d-… closed --valid-to 2020-03 --note "read the lease" --kb 7d1f3c52-…
  utopia finding resolve 62d2622d-… reopened --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: {
		...BASE_FLAGS,
		status: string,
		kind: string,
		fact: string,
		limit: string,
		note: string,
		"valid-to": string,
		"valid-to-precision": string,
		"as-of": string,
		before: string,
	},
	words: 3,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("finding", verbs, given),
};
