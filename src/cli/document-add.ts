import { readFile } from "node:fs/promises";
import type { Json } from "../api/operation.ts";
import { type ErrorKind, UtopiaError } from "../errors.ts";
import type { Given } from "./command.ts";
import { type FoundFile, filesAt } from "./document-files.ts";
import { machineRefusal } from "./machine-refusal.ts";
import { ProgressBar } from "./progress-bar.ts";
import type { Target } from "./target.ts";
import { type Done, fields, type Verb } from "./verbs.ts";

const NAMES = { key: "external_key", date: "doc_time", "source-url": "source_url" };
/** After these the next file may still go well. */
const OF_ONE_FILE: ReadonlySet<ErrorKind> = new Set(["incorrect", "impossible", "unsupported", "conflict"]);

/** What became of one file. */
type Outcome = { readonly file: string } & (
	| { readonly document: Json }
	| { readonly error: { readonly code: string; readonly message: string } }
);

/** `utopia document add` */
export const addDocuments: Verb = {
	words: ["FILE…"],
	flags: ["key", "date", "tag", "source-url"],
	async run(given, target): Promise<Done> {
		const files = filesAt(given.words.slice(1));
		const said = { ...fields(given, NAMES), ...tags(given) };
		if (files.length > 1 && "external_key" in said)
			throw new UtopiaError("UTOPIA_SETTING_INVALID", "A --key is that of one file, and several are named");
		using bar = new ProgressBar(`${files.length} files`, sizeOf(files));
		const outcomes: Outcome[] = [];
		const refused: UtopiaError[] = [];
		for (const file of files) {
			bar.phase(file.filename, 0);
			try {
				outcomes.push({ file: file.path, document: await added(file, said, { given, target, bar }) });
			} catch (thrown) {
				const error = machineRefusal(thrown);
				if (!(error instanceof UtopiaError) || !OF_ONE_FILE.has(error.kind)) throw told(error, outcomes);
				refused.push(error);
				outcomes.push({ file: file.path, error: { code: error.code, message: error.message } });
			}
			bar.add(file.bytes);
		}
		const failure = failureOf(refused, files);
		return { answer: { files: outcomes }, lines: outcomes.map(lineOf), failure };
	},
};

interface Adding {
	readonly given: Given;
	readonly target: Target;
	readonly bar: ProgressBar;
}

async function added(
	{ path, filename, bytes }: FoundFile,
	said: Readonly<Record<string, unknown>>,
	{ given, target, bar }: Adding,
): Promise<Json> {
	const { upload_limit: most, url } = given.config;
	if (url === undefined && bytes > most)
		throw new UtopiaError(
			"UTOPIA_PAYLOAD_TOO_LARGE",
			`A file may have ${most} bytes here; split it, or raise UTOPIA_UPLOAD_LIMIT`,
		);
	const progress = (stage: string) => bar.phase(`${filename}: ${stage}`, 0);
	const body = { fields: { filename, ...said }, bytes: await readFile(path), progress };
	return target.ask("POST /documents", { body });
}

/** Whatever ends it all says which files are in already. */
function told(error: unknown, outcomes: readonly Outcome[]): unknown {
	for (const outcome of outcomes) console.log(lineOf(outcome));
	return error;
}

function failureOf(refused: readonly UtopiaError[], files: readonly FoundFile[]): UtopiaError | undefined {
	const [first] = refused;
	if (first === undefined || files.length === 1) return first;
	const refusals = new Set(refused.map(({ code, message }) => `${code}: ${message}`));
	const sentence = `${refused.length} of ${files.length} files were not taken; the others are in`;
	return new UtopiaError(first.code, sentence, { refusals: [...refusals] }, { cause: first });
}

function lineOf(outcome: Outcome): string {
	if ("error" in outcome) return `refused    ${outcome.file}: ${outcome.error.message}`;
	const { document } = outcome;
	const left = (document["attachments_left_out"] ?? []) as readonly { filename: string; reason: string }[];
	const inside = ((document["attachments"] ?? []) as readonly unknown[]).length;
	const more = inside === 0 ? "" : `, with ${inside} ${inside === 1 ? "file" : "files"} inside it`;
	return [
		`${String(document["outcome"]).padEnd(10)} ${outcome.file}: ${document["id"]} version ${document["version"]}${more}`,
		...left.map(({ filename, reason }) => `  left out ${filename}: ${reason}`),
	].join("\n");
}

function tags({ flags: { tag } }: Given): { readonly tags?: readonly string[] } {
	return Array.isArray(tag) && tag.length > 0 ? { tags: tag.map(String) } : {};
}

const sizeOf = (files: readonly FoundFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
