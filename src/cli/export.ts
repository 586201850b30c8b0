import { createWriteStream, existsSync, renameSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { UtopiaError } from "../errors.ts";
import { timeArgument } from "../time/partial-date.ts";
import { type Command, type Given, needed, textFlag } from "./command.ts";
import { type Remote, remoteOf } from "./remote.ts";
import { toStandardOutput } from "./standard-output.ts";
import { World } from "./world.ts";

async function run(given: Given): Promise<void> {
	const remote = remoteOf(given);
	if (remote !== undefined) {
		await written(await theirs(remote, given), given);
		return;
	}
	const kb = needed(given, "kb").toLowerCase();
	await using world = await World.existing(given.config.data, (line) => console.error(line));
	if ((await world.access.bases.find(kb)) === undefined) {
		throw new UtopiaError("UTOPIA_KB_NOT_FOUND", `There is no knowledge base ${kb} here`);
	}
	const asOf = textFlag(given, "as-of");
	const pieces = world.exportLedger(await world.view(kb), {
		format: textFlag(given, "format"),
		base: textFlag(given, "base"),
		asOf: asOf === undefined ? undefined : timeArgument(asOf).at,
	});
	await written(pieces, given);
}

async function theirs(remote: Remote, given: Given): Promise<AsyncIterable<Uint8Array>> {
	const query = new URLSearchParams();
	for (const [flag, name] of [
		["format", "format"],
		["base", "base"],
		["as-of", "as_of"],
	] as const) {
		const value = textFlag(given, flag);
		if (value !== undefined) query.set(name, value);
	}
	const answer = await remote.raw("GET", `/api/v1/kbs/${needed(given, "kb").toLowerCase()}/export?${query}`);
	return Readable.fromWeb(answer.body as ReadableStream);
}

async function written(pieces: AsyncIterable<string | Uint8Array>, given: Given): Promise<void> {
	const out = textFlag(given, "out");
	if (out === undefined) {
		await toStandardOutput(pieces);
		return;
	}
	if (existsSync(out)) throw new UtopiaError("UTOPIA_SETTING_INVALID", `${out} is there already`);
	const part = `${out}.part`;
	await pipeline(pieces, createWriteStream(part));
	renameSync(part, out);
}

/** `utopia export` */
export const exportBase: Command = {
	name: "export",
	summary: "write a base as RDF",
	help: `utopia export --kb ID [--format turtle] [--base IRI] [--as-of MOMENT] [--out FILE]

Writes a whole base to standard output, or to a file that must not be there yet (.part until it is whole): both clocks, corrected and retracted facts,
evidence and ontology. Works on the data folder of a server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia export --kb 7d1f3c52-9b04-4e8a-b6c1-2f5a90de4b17 > tolsand.ttl
  utopia export --kb 7d1f3c52-… --as-of 2020 --base https://example.org/ --out tolsand-2020.ttl`,
	options: {
		kb: { type: "string" },
		format: { type: "string" },
		base: { type: "string" },
		"as-of": { type: "string" },
		out: { type: "string" },
	},
	settings: ["data", "url", "token"],
	run,
};
