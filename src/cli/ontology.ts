import { readFileSync } from "node:fs";
import { formatOfFile } from "../rdf/format.ts";
import { type Command, textFlag } from "./command.ts";
import { defectLines, reportLines } from "./ontology-lines.ts";
import { BASE_FLAGS, fields, runVerb, type Verb, word } from "./verbs.ts";

const MOMENTS = { "as-of": "as_of", before: "before" };
const MEDIA = { turtle: "text/turtle", ntriples: "application/n-triples", jsonld: "application/ld+json" };

const verbs: Readonly<Record<string, Verb>> = {
	show: {
		words: [],
		flags: ["format", "as-of", "before"],
		async run(given, target) {
			const query = fields(given, { ...MOMENTS, format: "format" });
			const answer = await target.ask("GET /ontology", { query });
			return { answer, lines: [String(answer["text"]).trimEnd()] };
		},
	},
	put: {
		words: ["FILE"],
		flags: ["format", "dry-run"],
		async run(given, target) {
			const file = word(given);
			const bytes = file === "-" ? await bytesOf(process.stdin) : readFileSync(file);
			const named = textFlag(given, "format") ?? formatOfFile(file);
			const media_type = Object.hasOwn(MEDIA, named ?? "") ? MEDIA[named as keyof typeof MEDIA] : named;
			const query = given.flags["dry-run"] === true ? { dry_run: "true" } : {};
			const answer = await target.ask("PUT /ontology", { query, body: { bytes, media_type } });
			return { answer, lines: reportLines(answer) };
		},
	},
	defects: {
		words: [],
		flags: ["as-of", "before"],
		async run(given, target) {
			const answer = await target.ask("GET /ontology/defects", { query: fields(given, MOMENTS) });
			const lines = defectLines(answer);
			return { answer, lines: lines.length === 0 ? ["Nothing is wrong with it."] : lines };
		},
	},
};

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const pieces: Uint8Array[] = [];
	for await (const piece of stream) pieces.push(piece);
	return Buffer.concat(pieces);
}

const string = { type: "string" } as const;

/** `utopia ontology` */
export const ontology: Command = {
	name: "ontology",
	summary: "show a base's ontology, put a file in its place, and find what is wrong with it",
	help: `utopia ontology show --kb ID [--format turtle|jsonld] [--as-of MOMENT | --before MOMENT]
utopia ontology put FILE --kb ID [--format turtle|ntriples|jsonld] [--dry-run]
utopia ontology defects --kb ID [--as-of MOMENT | --before MOMENT]

put makes the ontology what the file says: what is there already stays untouched, what the file does not say is declared no
more, and the report names what was added, changed and removed; --dry-run tells it and writes nothing. FILE may be - for
standard input. --json prints the answer of the API. Works on the data folder of a server that does not run (--data DIR), or
with a running one (--url, --token).

Examples:
  utopia ontology put foaf.ttl --kb 7d1f3c52-… --dry-run
  utopia ontology show --kb 7d1f3c52-… --as-of 2015 > then.ttl`,
	options: { ...BASE_FLAGS, format: string, "dry-run": { type: "boolean" }, "as-of": string, before: string },
	words: 2,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("ontology", verbs, given),
};
