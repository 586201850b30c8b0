import type { Command } from "./command.ts";
import { BASE_FLAGS, runVerb, type Verb, word } from "./verbs.ts";

function verb(operation: string, done: string, what: string): Verb {
	return {
		words: ["DOCUMENT"],
		flags: [],
		async run(given, target) {
			const answer = await target.ask(operation, { id: word(given) });
			const facts = (answer["facts"] ?? []) as readonly string[];
			const count = `${facts.length} ${facts.length === 1 ? "fact" : "facts"} ${what}`;
			return {
				answer,
				lines: [`${done} ${answer["document_id"]}: ${count}`, ...facts.map((id) => `  ${id}`)],
			};
		},
	};
}

const verbs: Readonly<Record<string, Verb>> = {
	delete: verb("DELETE /documents/:id", "deleted", "ended"),
	restore: verb("POST /documents/:id/restore", "restored", "came back"),
};

/** `utopia document` */
export const document: Command = {
	name: "document",
	summary: "take documents out of use, and put them back",
	help: `utopia document delete DOCUMENT --kb ID
utopia document restore DOCUMENT --kb ID

A document that goes takes its evidence with it, and the facts that nothing else supports; restored, they come back as new rows.
Nothing is lost: every earlier moment answers as it did. --json prints the answer of the API. Works on the data folder of a server
that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia document delete d0000000-… --kb 7d1f3c52-…
  utopia document restore d0000000-… --kb 7d1f3c52-… --url http://127.0.0.1:1516`,
	options: BASE_FLAGS,
	words: 2,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("document", verbs, given),
};
