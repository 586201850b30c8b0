import { deepJson } from "../api/deep-json.ts";
import { UtopiaError } from "../errors.ts";
import type { Command } from "./command.ts";
import { proofLines } from "./proof-lines.ts";
import { targetOf } from "./target.ts";
import { BASE_FLAGS, fields, word } from "./verbs.ts";

const string = { type: "string" } as const;

/** `utopia proof` */
export const proof: Command = {
	name: "proof",
	summary: "shows how a derived fact follows, down to the sentences of documents",
	help: `utopia proof DERIVED --kb ID [--all] [--as-of MOMENT | --before MOMENT]

Prints what was concluded, by which rule, and below it from what, each fact with its sources. --all shows every proof, not the
first alone; --as-of and --before show it as it stood then. --json prints the answer of the API. Works on the data folder of a
server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia proof d0000000-… --kb 7d1f3c52-…
  utopia proof d0000000-… --kb 7d1f3c52-… --all --as-of 2024-05 --url http://127.0.0.1:1516`,
	options: { ...BASE_FLAGS, all: { type: "boolean" }, "as-of": string, before: string },
	words: 1,
	settings: ["data", "url", "token"],
	async run(given) {
		if (given.words.length !== 1)
			throw new UtopiaError("UTOPIA_SETTING_INVALID", "It is called utopia proof DERIVED --kb ID");
		const query = {
			...fields(given, { "as-of": "as_of", before: "before" }),
			...(given.flags["all"] === true && { all: "true" }),
		};
		await using target = await targetOf(given);
		const answer = await target.ask("GET /derived/:id/proof", { id: word(given, 0), query });
		const lines = given.flags["json"] === true ? [deepJson(answer)] : proofLines(answer);
		for (const line of lines) console.log(line);
	},
};
