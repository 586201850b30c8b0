import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { personIri } from "../access/accounts-base.ts";
import type { SentFile } from "../api/document-uploads.ts";
import type { Json, Operation, SentText } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations.ts";
import { performRead, performWrite } from "../api/perform.ts";
import { originalOf } from "../documents/original.ts";
import { UtopiaError } from "../errors.ts";
import { isUuid } from "../mcp/arguments.ts";
import { CursorSeal } from "../mcp/cursor.ts";
import { type Given, needed } from "./command.ts";
import { knownHolder } from "./first-start.ts";
import { type Remote, remoteOf } from "./remote.ts";
import { World } from "./world.ts";

/** What is asked of a base: the id or key that the path names, what stands behind it, and the body. */
export interface Asking {
	readonly id?: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: unknown;
}

/** One base, wherever it is. */
export interface Target extends AsyncDisposable {
	/** Carries out an operation (`POST /facts/:id/close`) and gives its answer, the same for a folder and a server. */
	ask(operation: string, asking?: Asking): Promise<Json>;
	/** The bytes of a document, of the version with that number or of the latest one. @throws UTOPIA_THING_NOT_FOUND */
	original(document: string, version: number | undefined): Promise<AsyncIterable<Uint8Array>>;
}

/** The base that `--kb` names: behind the server of `--url`, or in the folder, where the administrator acts. */
export async function targetOf(given: Given): Promise<Target> {
	const kb = needed(given, "kb").replace(/^vs_/, "").toLowerCase();
	if (!isUuid(kb)) throw new UtopiaError("UTOPIA_KB_NOT_FOUND", `${kb} is not the id of a knowledge base`);
	const remote = remoteOf(given);
	return remote === undefined ? folder(given, kb) : server(remote, kb);
}

function operationOf(name: string): Operation {
	const found = OPERATIONS.find(({ method, path }) => `${method} ${path}` === name);
	if (found === undefined) throw new TypeError(`no operation ${name}`);
	return found;
}

function server(remote: Remote, kb: string): Target {
	return {
		async ask(name, { id = "", query = {}, body } = {}) {
			const operation = operationOf(name);
			const { method, path, media } = operation;
			const isFile = operation.method !== "GET" && operation.isFile === true;
			const search = new URLSearchParams(query).toString();
			const place = path.replace(/:(id|key)/, encodeURIComponent(id));
			const url = `/api/v1/kbs/${kb}${place}${search === "" ? "" : `?${search}`}`;
			if (isFile) return sentFile(remote, url, body as SentFile);
			if (media === undefined) return (await remote.json(method, url, body)) as Json;
			return method === "GET" ? textAt(remote, url) : sentText(remote, url, body as SentText);
		},
		async original(document, version) {
			const query = version === undefined ? "" : `?version=${version}`;
			const url = `/api/v1/kbs/${kb}/documents/${encodeURIComponent(document)}/content${query}`;
			return Readable.fromWeb((await remote.raw("GET", url)).body as ReadableStream);
		},
		async [Symbol.asyncDispose]() {},
	};
}

/** An answer that is a text, as the operation gives it. */
async function textAt(remote: Remote, url: string): Promise<Json> {
	const answer = await remote.raw("GET", url);
	const [media_type = ""] = (answer.headers.get("content-type") ?? "").split(";");
	return { text: await answer.text(), media_type };
}

async function sentText(remote: Remote, url: string, { bytes, media_type }: SentText): Promise<Json> {
	const headers = { "content-type": media_type ?? "application/octet-stream" };
	return (await (await remote.raw("PUT", url, { body: Buffer.from(bytes), headers })).json()) as Json;
}

/** A file as a form. */
async function sentFile(remote: Remote, url: string, { fields, bytes }: SentFile): Promise<Json> {
	const { filename, ...said } = fields as Readonly<Record<string, string | readonly string[] | undefined>>;
	const form = new FormData();
	for (const [name, value] of Object.entries(said))
		for (const one of value === undefined ? [] : [value].flat()) form.append(name, one);
	form.append("filename", String(filename));
	form.append("file", new Blob([new Uint8Array(bytes ?? [])]), "file");
	return (await (await remote.raw("POST", url, { body: form })).json()) as Json;
}

async function folder(given: Given, kb: string): Promise<Target> {
	const world = await World.existing(given.config.data, (line) => console.error(line), {
		model: given.config.embedding_model,
	});
	try {
		const { id: owner } = await knownHolder(world);
		if ((await world.access.bases.find(kb)) === undefined)
			throw new UtopiaError("UTOPIA_KB_NOT_FOUND", `There is no knowledge base ${kb} here`);
		return inFolder(world, kb, owner);
	} catch (error) {
		await world[Symbol.asyncDispose]();
		throw error;
	}
}

function inFolder(world: World, kb: string, owner: string): Target {
	const cursors = new CursorSeal(randomBytes(32), world.clock);
	return {
		async ask(name, asking = {}) {
			const operation = operationOf(name);
			if (operation.method === "GET") {
				const view = await world.view(kb);
				const cursor = cursors.door({ owner, kb, tool: name, known: {} }, asking.query?.["cursor"]);
				return performRead(operation, asking, { view, signal: new AbortController().signal, cursor });
			}
			const actor = { person: personIri(owner) };
			const { text } = await performWrite(operation, asking, {
				actor,
				writer: await world.writer(kb),
				files: world.files,
			});
			return JSON.parse(text) as Json;
		},
		async original(document, version) {
			const original = await originalOf(document, version, await world.view(kb));
			return Readable.from(original.pieces());
		},
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}
