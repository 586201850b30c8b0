import { JournalReader } from "../store/log/journal-reader.ts";
import { patchLines } from "../store/log/patch-lines.ts";
import { type Command, type Given, needed } from "./command.ts";
import { toStandardOutput } from "./standard-output.ts";

async function run(given: Given): Promise<void> {
	const kb = needed(given, "kb").toLowerCase();
	await using journals = JournalReader.open(given.config.data);
	await toStandardOutput(ended(patchLines(journals.log(kb))));
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
	for await (const line of lines)
		yield `${line}
`;
}

/** `utopia journal` */
export const journal: Command = {
	name: "journal",
	summary: "print the history of a base as RDF Patch",
	help: `utopia journal --kb ID [--data DIR]

Prints every commit of a base, oldest first: its record instant, its hash, and the triples that came and went, as lines of RDF
Patch. Works beside a running server.

Example:
  utopia journal --kb 7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17 | less`,
	options: { kb: { type: "string" } },
	settings: ["data"],
	run,
};
