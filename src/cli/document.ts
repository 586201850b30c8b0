import { createWriteStream, existsSync, renameSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Json } from "../api/operation.ts";
import { UtopiaError } from "../errors.ts";
import { type Command, numberFlag, textFlag } from "./command.ts";
import { addDocuments } from "./document-add.ts";
import { toStandardOutput } from "./standard-output.ts";
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

const PAGE = "200";

const list: Verb = {
	words: [],
	flags: [],
	async run(_, target) {
		const documents: Json[] = [];
		for (let cursor: string | undefined; ; ) {
			const page = await target.ask("GET /documents", {
				query: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
			});
			documents.push(...(page["documents"] as readonly Json[]));
			cursor = (page["next_cursor"] as string | null | undefined) ?? undefined;
			if (cursor === undefined) break;
		}
		return { answer: { documents, total: documents.length }, lines: documents.map(line) };
	},
};

const show: Verb = {
	words: ["DOCUMENT"],
	flags: [],
	async run(given, target) {
		const asking = { id: word(given) };
		const document = await target.ask("GET /documents/:id", asking);
		const { versions } = await target.ask("GET /documents/:id/versions", asking);
		const lines = [line(document)];
		for (const name of ["external_key", "doc_time", "source_url", "deleted_at", "sha256"])
			if (document[name] !== null) lines.push(`  ${name.replaceAll("_", " ")}: ${document[name]}`);
		const tags = document["tags"] as readonly string[];
		if (tags.length > 0) lines.push(`  tags: ${tags.join(", ")}`);
		for (const one of versions as readonly Json[])
			lines.push(`  version ${one["version"]} of ${one["ingested_at"]}: ${figures(one)}`);
		return { answer: { ...document, versions }, lines };
	},
};

const get: Verb = {
	words: ["DOCUMENT"],
	flags: ["out", "version"],
	async run(given, target) {
		const out = textFlag(given, "out");
		if (out === undefined && given.flags["json"] === true)
			throw new UtopiaError("UTOPIA_SETTING_INVALID", "With --json the file goes to --out FILE");
		if (out !== undefined && existsSync(out))
			throw new UtopiaError("UTOPIA_SETTING_INVALID", `${out} is there already`);
		const pieces = await target.original(word(given), numberFlag(given, "version"));
		if (out === undefined) {
			await toStandardOutput(pieces);
			return { answer: {}, lines: [] };
		}
		const part = `${out}.part`;
		await pipeline(pieces, createWriteStream(part));
		renameSync(part, out);
		return { answer: { file: out, size_bytes: statSync(out).size }, lines: [`written to ${out}`] };
	},
};

function line(document: Json): string {
	return `${document["id"]}  ${document["filename"]}: version ${document["version"]}, ${figures(document)}`;
}

function figures({ mime_type, size_bytes, chars, text_available }: Json): string {
	const text = text_available === true ? `${chars} characters of text` : "no text in it";
	return [mime_type, size_bytes === null ? null : `${size_bytes} bytes`, text]
		.filter((one) => typeof one === "string")
		.join(", ");
}

const verbs: Readonly<Record<string, Verb>> = {
	add: addDocuments,
	list,
	show,
	get,
	delete: verb("DELETE /documents/:id", "deleted", "ended"),
	restore: verb("POST /documents/:id/restore", "restored", "came back"),
};

/** `utopia document` */
export const document: Command = {
	name: "document",
	summary: "bring documents in, look at them, take them out of use, and put them back",
	help: `utopia document add FILE… --kb ID [--key KEY] [--date DATE] [--tag TAG]… [--source-url URL] [--json]
utopia document list --kb ID
utopia document show DOCUMENT --kb ID
utopia document get DOCUMENT --kb ID [--out FILE] [--version N]
utopia document delete DOCUMENT --kb ID
utopia document restore DOCUMENT --kb ID

add takes files and folders; of a folder, all files in it and below, called by their path in it (names that begin with a dot are
passed over). The same --key is a further version of the same document; without one, the same bytes are the same document. --date
is the document's own date (2023, 2023-06 …), --tag may be said several times. A file that is refused holds up none of the others:
all are told, and the command ends as the first refusal does. get writes the bytes as they came in, to standard output or to a file
that must not be there yet.

A document that goes takes its evidence with it, and the facts that nothing else supports; restored, they come back as new rows.
Nothing is lost: every earlier moment answers as it did. --json prints the answer of the API. Works on the data folder of a server
that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia document add notes/ minutes.pdf --kb 7d1f3c52-… --tag harbour
  utopia document add rules.docx --key port-rules --date 2023-06 --kb 7d1f3c52-… --url http://127.0.0.1:1516
  utopia document get d0000000-… --kb 7d1f3c52-… --out rules.docx
  utopia document delete d0000000-… --kb 7d1f3c52-…`,
	options: {
		...BASE_FLAGS,
		key: { type: "string" },
		date: { type: "string" },
		tag: { type: "string", multiple: true },
		"source-url": { type: "string" },
		out: { type: "string", short: "o" },
		version: { type: "string" },
	},
	words: Number.POSITIVE_INFINITY,
	settings: ["data", "url", "token"],
	run: (given) => runVerb("document", verbs, given),
};
