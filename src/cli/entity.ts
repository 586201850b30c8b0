import { type Command, needed } from "./command.ts";
import { candidateLines, entityLines, historyLines, mergeLines } from "./row-lines.ts";
import { BASE_FLAGS, fields, runVerb, unlessNone, type Verb, word } from "./verbs.ts";

const MOMENTS = { "as-of": "as_of", before: "before" };

const verbs: Readonly<Record<string, Verb>> = {
	create: {
		words: ["NAME"],
		flags: ["type", "id"],
		async run(given, target) {
			const body = { name: word(given), ...fields(given, { type: "type", id: "id" }) };
			const answer = await target.ask("POST /entities", { body });
			return { answer, lines: entityLines(answer) };
		},
	},
	find: {
		words: ["NAME"],
		flags: ["as-of", "before", "limit"],
		async run(given, target) {
			const query = { q: word(given), ...fields(given, { ...MOMENTS, limit: "limit" }) };
			const answer = await target.ask("GET /entities", { query });
			return { answer, lines: candidateLines(answer) };
		},
	},
	show: {
		words: ["ENTITY"],
		flags: ["as-of", "before"],
		async run(given, target) {
			const answer = await target.ask("GET /entities/:id", {
				id: word(given),
				query: fields(given, MOMENTS),
			});
			return { answer, lines: entityLines(answer) };
		},
	},
	history: {
		words: ["ENTITY"],
		flags: ["since", "until", "kinds", "limit"],
		async run(given, target) {
			const query = fields(given, { since: "since", until: "until", kinds: "kinds", limit: "limit" });
			const answer = await target.ask("GET /entities/:id/history", { id: word(given), query });
			return { answer, lines: historyLines(answer) };
		},
	},
	rename: {
		words: ["ENTITY", "NAME"],
		flags: [],
		async run(given, target) {
			const body = { name: word(given, 2) };
			const answer = await target.ask("POST /entities/:id/rename", { id: word(given), body });
			return { answer, lines: entityLines(answer) };
		},
	},
	retype: {
		words: ["ENTITY", "TYPE"],
		flags: [],
		async run(given, target) {
			const body = { type: unlessNone(word(given, 2)) };
			const answer = await target.ask("POST /entities/:id/retype", { id: word(given), body });
			return { answer, lines: entityLines(answer) };
		},
	},
	merge: {
		words: ["ENTITY"],
		flags: ["into"],
		async run(given, target) {
			const body = { into: needed(given, "into") };
			const answer = await target.ask("POST /entities/:id/merge", { id: word(given), body });
			return { answer, lines: mergeLines("done:", answer) };
		},
	},
	revert: {
		words: ["MERGE"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask("POST /merges/:id/revert", { id: word(given) });
			return { answer, lines: mergeLines("taken back:", answer) };
		},
	},
};

const string = { type: "string" } as const;

/** `utopia entity` */
export const entity: Command = {
	name: "entity",
	summary: "make, find, show, rename, retype, merge and part entities",
	help: `utopia entity create NAME --kb ID [--type KEY] [--id UUID]
utopia entity find NAME --kb ID [--limit N] [--as-of MOMENT | --before MOMENT]
utopia entity show ENTITY --kb ID [--as-of MOMENT | --before MOMENT]
utopia entity history ENTITY --kb ID [--since MOMENT] [--until MOMENT] [--kinds corrected,merged,…] [--limit N]
utopia entity rename ENTITY NAME --kb ID
utopia entity retype ENTITY TYPE|none --kb ID
utopia entity merge ENTITY --into ENTITY --kb ID
utopia entity revert MERGE --kb ID

ENTITY is an id, as find prints it; MERGE is the id of a merge, as merge, show and history print it. A new name leaves the old
one as a further name. A merge folds the first entity into the one behind --into; facts keep their rows. --json prints the answer of
the API. Works on the data folder of a server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia entity create "Salt House" --type building --kb 7d1f3c52-…
  utopia entity find marigold --kb 7d1f3c52-…
  utopia entity merge e0000000-… --into e1111111-… --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: {
		...BASE_FLAGS,
		type: string,
		id: string,
		into: string,
		limit: string,
		since: string,
		until: string,
		kinds: string,
		"as-of": string,
		before: string,
	},
	words: 3,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("entity", verbs, given),
};
