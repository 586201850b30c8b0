import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { ACCOUNTS_KB } from "../access/accounts-base.ts";
import { UtopiaError } from "../errors.ts";
import { baseOfFile } from "../export/base-of-file.ts";
import { type Command, type Given, textFlag } from "./command.ts";
import { holderOf } from "./first-start.ts";
import { machineRefusal } from "./machine-refusal.ts";
import { ProgressBar } from "./progress-bar.ts";
import { type Remote, remoteOf } from "./remote.ts";
import { World } from "./world.ts";

interface Job {
	readonly file: string;
	readonly kb: string;
	readonly name: string;
	readonly format: string | undefined;
	readonly dryRun: boolean;
}

async function run(given: Given): Promise<void> {
	const jobs = await Promise.all(given.words.map((file) => jobOf(file, given)));
	if (jobs.length === 0)
		throw new UtopiaError("UTOPIA_SETTING_INVALID", "utopia import needs at least one file");
	const remote = remoteOf(given);
	const signal = stopped();
	if (remote !== undefined) {
		await oneByOne(jobs, (job) => sent(job, remote, signal));
		return;
	}
	await using world = await World.open(given.config.data, (line) => console.error(line));
	const administrator = await holderOf(world, given.config);
	await oneByOne(jobs, (job) => read(job, world, { owner: administrator.id, signal }));
}

/** Fires at the first request to stop; a second one ends the process at once. */
function stopped(): AbortSignal {
	const stop = new AbortController();
	for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
	return stop.signal;
}

/** Each file is all in or not at all; where one fails, the error says which are and which are not. */
async function oneByOne(jobs: readonly Job[], work: (job: Job) => Promise<unknown>): Promise<void> {
	for (const [n, job] of jobs.entries()) {
		try {
			await told(job, work(job));
		} catch (thrown) {
			const error = machineRefusal(thrown);
			if (!(error instanceof UtopiaError) || jobs.length === 1 || job.dryRun) throw error;
			const message = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
			const names = (some: readonly Job[]) => some.map(({ file }) => file).join(", ") || "none";
			const outcome = `Imported: ${names(jobs.slice(0, n))}. Not imported: ${names(jobs.slice(n))}.`;
			throw new UtopiaError(error.code, `${message} ${outcome}`, error.details, { cause: error });
		}
	}
}

/** The base that a file's IRIs name. */
async function kbOfFile(file: string): Promise<string> {
	const source = createReadStream(file);
	try {
		const { kb, content } = await baseOfFile(source);
		if (content === "empty") throw new UtopiaError("UTOPIA_IMPORT_REFUSED", `${file} is empty`);
		if (content === "binary") {
			const sentence = `${file} is no RDF of a known format: Turtle, TriG, N-Triples, N-Quads or JSON-LD, packed with gzip or not`;
			throw new UtopiaError("UTOPIA_IMPORT_REFUSED", sentence);
		}
		if (kb !== undefined) return kb;
		throw new UtopiaError(
			"UTOPIA_SETTING_INVALID",
			`${file} names no knowledge base; say with --kb which one it goes into`,
		);
	} finally {
		source.destroy();
	}
}

async function jobOf(file: string, given: Given): Promise<Job> {
	if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
		throw new UtopiaError("UTOPIA_SETTING_INVALID", `There is no file ${file}`);
	}
	const kb = textFlag(given, "kb")?.toLowerCase() ?? (await kbOfFile(file));
	if (kb === ACCOUNTS_KB)
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", `${kb} is not the id of a knowledge base`);
	const name = textFlag(given, "name") ?? basename(file).replace(/(\.[a-z0-9]+)(\.gz)?$/i, "");
	return { file, kb, name, format: textFlag(given, "format"), dryRun: given.flags["dry-run"] === true };
}

async function* counted(source: AsyncIterable<Uint8Array>, bar: ProgressBar): AsyncGenerator<Uint8Array> {
	for await (const piece of source) {
		bar.add(piece.length);
		yield piece;
	}
}

/** Into the folder. A base that is missing is made when the file is in. */
async function read(
	{ file, kb, name, format, dryRun }: Job,
	world: World,
	{ owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
): Promise<unknown> {
	using bar = new ProgressBar(basename(file), statSync(file).size);
	const body = counted(createReadStream(file), bar);
	const report = await world.importLedger(kb, body, {
		format,
		filename: file,
		dryRun,
		signal,
		onProgress: ({ phase, quads }) => bar.phase(phase, quads),
	});
	if (!dryRun && (await world.access.bases.find(kb)) === undefined) {
		await world.access.bases.create(owner, { id: kb, name, visibility: "private" });
	}
	return report;
}

/** To a running server. */
async function sent(
	{ file, kb, name, format, dryRun }: Job,
	remote: Remote,
	signal: AbortSignal,
): Promise<unknown> {
	using bar = new ProgressBar(basename(file), statSync(file).size);
	const { kbs } = (await remote.json("GET", "/api/v1/kbs")) as { kbs: { id: string }[] };
	const isNew = !kbs.some(({ id }) => id === kb);
	if (isNew) {
		if (dryRun)
			throw new UtopiaError("UTOPIA_KB_NOT_FOUND", `The server has no base ${kb}, and a dry run makes none`);
		await remote.json("POST", "/api/v1/kbs", { id: kb, name });
	}
	const query = new URLSearchParams({ mode: "ledger", filename: basename(file), dry_run: String(dryRun) });
	const source = Readable.from(counted(createReadStream(file), bar));
	const init = {
		body: Readable.toWeb(source),
		duplex: "half",
		signal,
		headers: { "content-type": format ?? "application/octet-stream" },
	};
	const path = `/api/v1/kbs/${kb}/import?${query}`;
	try {
		return await (await remote.raw("POST", path, init as unknown as RequestInit)).json();
	} catch (error) {
		if (!signal.aborted) throw isNew ? leavingEmpty(kb, error) : error;
		const words = "The import was stopped; unless the server had ended it by then, the base is as it was";
		throw new UtopiaError("UTOPIA_INTERRUPTED", words, {}, { cause: error });
	}
}

/** What a server answers to a file that it does not take. */
const FILE_REFUSED: ReadonlySet<string> = new Set([
	"UTOPIA_ARGUMENT_INVALID",
	"UTOPIA_RDF_MALFORMED",
	"UTOPIA_IMPORT_REFUSED",
	"UTOPIA_MEDIA_TYPE_UNSUPPORTED",
	"UTOPIA_WRITE_REFUSED",
]);

/** A server can only import into a base that there is; when the file is refused, the one made for it stays, and is named. */
function leavingEmpty(kb: string, error: unknown): unknown {
	if (!(error instanceof UtopiaError && FILE_REFUSED.has(error.code))) return error;
	const sentence = `${error.message.replace(/[.]$/, "")}. The base ${kb}, made for this file, is there and empty`;
	return new UtopiaError(error.code, sentence, error.details, { cause: error });
}

const SINGULAR: Readonly<Record<string, string>> = {
	facts: "fact",
	entities: "entity",
	documents: "document",
	classes: "class",
	relations: "relation",
	statements: "statement",
	quads: "quad",
};

async function told({ file, kb, dryRun }: Job, work: Promise<unknown>): Promise<void> {
	const report = (await work) as Readonly<Record<string, unknown>>;
	const counts = Object.entries(report).filter(([, value]) => typeof value === "number");
	const words = counts
		.map(([what, count]) => `${count} ${count === 1 ? (SINGULAR[what] ?? what) : what}`)
		.join(", ");
	console.log(`${file} ${dryRun ? "could be imported into" : "→"} ${kb}: ${words}`);
}

/** `utopia import` */
export const importFiles: Command = {
	name: "import",
	summary: "import files in our own mapping, record times kept",
	help: `utopia import FILE… [--kb ID] [--name NAME] [--format FORMAT] [--dry-run]

Imports Turtle, TriG, N-Triples, N-Quads or JSON-LD, packed with gzip or not, with the record times that the file tells: all of a
file or nothing. Without --kb the base is the one that the file's IRIs name; a base that is missing is made. Works on the data
folder of a server that does not run (--data DIR), or with a running one (--url, --token).

Examples:
  utopia import harbour.ttl
  utopia import congress.ttl.gz --name Congress
  utopia import export.nq --dry-run --url http://127.0.0.1:1516`,
	options: {
		kb: { type: "string" },
		name: { type: "string" },
		format: { type: "string" },
		"dry-run": { type: "boolean" },
	},
	words: Number.POSITIVE_INFINITY,
	settings: ["data", "url", "token"],
	run,
};
