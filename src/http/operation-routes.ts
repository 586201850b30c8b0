import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import { personIri } from "../access/accounts-base.ts";
import type { Caller } from "../access/caller.ts";
import { deepJson } from "../api/deep-json.ts";
import type { SentFile } from "../api/document-uploads.ts";
import {
	type Operation,
	parameterOf,
	type ReadOperation,
	type SentText,
	type TextAnswer,
	type WriteOperation,
} from "../api/operation.ts";
import { OPERATIONS } from "../api/operations.ts";
import { performRead, performWrite } from "../api/perform.ts";
import { UtopiaError } from "../errors.ts";
import type { IngestionFeed, Stage } from "../ingestion/feed.ts";
import type { Files } from "../ingestion/files.ts";
import type { CursorSeal } from "../mcp/cursor.ts";
import { canonical } from "../rdf/canonical-json.ts";
import { Spells } from "../time/turns.ts";
import { headText, type WriteOptions, type Writer } from "../writing/writer.ts";
import { sentFile } from "./document-routes.ts";
import { goneSignal } from "./gone.ts";
import { type AnyRoute, route } from "./route.ts";
import * as shapes from "./shapes.ts";
import { etag, writeHeaders } from "./write-headers.ts";

/** Who writes into a base, one for each. */
export type Writers = (kb: string) => Promise<Writer>;

interface Doors {
	readonly access: Access;
	readonly writers: Writers;
	readonly cursors: CursorSeal;
	readonly files: Files;
	/** Resolves when what was brought in last can be found. */
	readonly indexed: (kb: string) => Promise<void>;
	/** Who is told of files on their way. */
	readonly feed: IngestionFeed;
	/** Bytes that a file may have. */
	readonly uploadLimit: number;
}

const id = z.string().max(64);
/** Keys are short; an IRI in the place of one need not be. */
const key = z.string().max(4_096);
/** `id` or `key` only where the path has one. */
type Params = z.ZodObject<{
	kb: typeof shapes.kbId;
	id: z.ZodOptional<typeof id>;
	key: z.ZodOptional<typeof key>;
}>;

function paramsOf({ of }: Operation): Params {
	const shape = { kb: shapes.kbId };
	if (of === undefined) return z.object(shape) as unknown as Params;
	const isKeyed = parameterOf(of) === "key";
	const named = isKeyed
		? { key: key.describe(`The key of the ${of}, or its IRI.`) }
		: { id: id.describe(`The id of the ${of === "derived" ? "derived fact" : of}.`) };
	return z.object({ ...shape, ...named }) as unknown as Params;
}

/** Bytes that a text may have as JSON, which is read in one go; as a file in a form it may be longer. */
const LONGEST_TEXT = 8 * 2 ** 20;
const urlOf = ({ path }: Operation) => `/api/v1/kbs/:kb${path}`;
const headed = z.object({ head: z.string().describe("The record instant of the commit; the ETag too.") });

/** A route for each thing that may be asked of a base. */
export function operationRoutes(doors: Doors): readonly AnyRoute[] {
	return OPERATIONS.map((operation) =>
		operation.method === "GET" ? readRoute(operation, doors) : writeRoute(operation, doors),
	);
}

function readRoute(operation: ReadOperation, { access, cursors }: Doors): AnyRoute {
	const { method, path, summary, query, answer, media, deep } = operation;
	return route({
		method,
		url: urlOf(operation),
		summary,
		needs: "credential",
		params: paramsOf(operation),
		query,
		answers: { 200: media?.[0] ?? answer },
		async handle({ params, caller, request, reply }) {
			const view = await access.view(caller, params.kb);
			const { cursor, ...known } = request.query as Readonly<Record<string, unknown>>;
			const thing = params.id ?? params.key;
			const binding = { owner: caller.owner, kb: params.kb, tool: path, known: { ...known, id: thing } };
			const door = cursors.door(binding, typeof cursor === "string" ? cursor : undefined);
			const sent = { id: thing, query: request.query };
			if (media !== undefined) {
				const head = headText(view.head());
				const asked = { format: preferredOf(request), ...known };
				const context = { view, signal: goneSignal(reply), cursor: door };
				const text = (await performRead(operation, { ...sent, query: asked }, context)) as TextAnswer;
				reply.header("vary", "accept").header("etag", etag(head));
				return reply.type(`${text.media_type}; charset=utf-8`).send(text.text);
			}
			const told = await performRead(operation, sent, { view, signal: goneSignal(reply), cursor: door });
			return deep === true ? reply.type("application/json; charset=utf-8").send(deepJson(told)) : told;
		},
	});
}

function writeRoute(
	operation: WriteOperation,
	{ access, writers, files, indexed, feed, uploadLimit }: Doors,
): AnyRoute {
	const { method, summary, query, body, media, status, answer, bodyLimit, isFile } = operation;
	return route({
		method,
		url: urlOf(operation),
		summary,
		needs: "write",
		params: paramsOf(operation),
		query,
		body,
		headers: writeHeaders,
		bodyLimit,
		...(media !== undefined && { media }),
		...(isFile && { bodyLimit: Math.min(uploadLimit, LONGEST_TEXT) }),
		answers: { [status]: answer.extend(headed.shape), ...(isFile && { 200: answer.extend(headed.shape) }) },
		async handle({ params: { kb, ...named }, headers, caller, request, reply }) {
			await access.base(caller, kb);
			access.mayWrite(caller);
			const id = named.id ?? named.key;
			const told = isFile && telling(feed, kb, request.id);
			const file = told && told.of(await sentFile(request, uploadLimit));
			const given = file ?? (media && textOf(request));
			const key = headers["idempotency-key"];
			const said = key !== undefined && file ? await saidOfFile(file) : saidOf(request);
			const options: WriteOptions = {
				ifMatch: headers["if-match"],
				request: repeatable(key, { operation, id, caller, said }),
			};
			const sent = { id, query: request.query, body: given ?? request.body };
			const actor = { person: personIri(caller.owner) };
			const writer = await writers(kb);
			const asked = { ...options, actor, writer, files, signal: goneSignal(reply) };
			const writing = performWrite(operation, sent, asked);
			if (told) await told.through(writing, () => indexed(kb));
			return answered(reply, operation, writing);
		},
	});
}

/** Tells those who follow a base how far a file has come that is brought in with this request. */
function telling(feed: IngestionFeed, kb: string, upload: string) {
	let filename = "";
	const tell = (stage: Stage, total?: number) =>
		feed.tell(kb, { upload, filename, stage, ...(total !== undefined && { total }) });
	return {
		of(file: SentFile): SentFile {
			filename = String((file.fields as { readonly filename?: unknown }).filename ?? "");
			tell("queued");
			return {
				...file,
				progress: (stage, _done, total) => tell(stage as Stage, total > 0 ? total : undefined),
			};
		},
		async through(writing: Promise<unknown>, indexed: () => Promise<void>): Promise<void> {
			try {
				await writing;
				tell("indexing");
				await indexed();
			} catch (error) {
				tell("refused");
				throw error;
			}
			tell("done");
		},
	};
}

async function answered(
	reply: FastifyReply,
	{ status, statusOf }: WriteOperation,
	writing: ReturnType<typeof performWrite>,
): Promise<FastifyReply> {
	const { text, head, kept } = await writing;
	const code = statusOf?.(kept) ?? status;
	return reply.code(code).header("etag", etag(head)).type("application/json").send(text);
}

interface Repeating {
	readonly operation: WriteOperation;
	readonly id: string | undefined;
	readonly caller: Caller;
	/** What was asked for. */
	readonly said: unknown;
}

/** The request as it is known again: whose key it is, and what was asked for. */
function repeatable(
	key: string | undefined,
	{ operation: { method, path }, id = "", caller: { owner, token = "session" }, said }: Repeating,
): WriteOptions["request"] {
	if (key === undefined) return undefined;
	const asked = canonical([method, path, id.toLowerCase(), said ?? null]);
	return { caller: `${owner} ${token}`, key, asked };
}

function saidOf(request: FastifyRequest): unknown {
	const { body } = request;
	return body instanceof Uint8Array
		? [digest(body), request.query, textOf(request).media_type ?? null]
		: body;
}

/** A file may be large: it is read in spells. */
async function saidOfFile({ fields, bytes }: SentFile): Promise<unknown> {
	if (bytes === undefined) return fields;
	const hash = createHash("sha256");
	const spells = new Spells();
	for (let from = 0; from < bytes.length; from += AT_ONCE) {
		hash.update(bytes.subarray(from, from + AT_ONCE));
		await spells.next();
	}
	return [fields, hash.digest("hex")];
}

const AT_ONCE = 1 << 20;
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Media types that say nothing of a body. */
const SILENT: ReadonlySet<string> = new Set([
	"",
	"application/octet-stream",
	"application/x-www-form-urlencoded",
]);

/** @throws UTOPIA_ARGUMENT_INVALID for an empty body */
function textOf({ body, headers }: FastifyRequest): SentText {
	if (!(body instanceof Uint8Array) || body.length === 0)
		throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", "The body is empty");
	const type = (headers["content-type"]?.split(";")[0] ?? "").trim().toLowerCase();
	return { bytes: body, media_type: SILENT.has(type) ? undefined : type };
}

/** What the client would rather have: JSON-LD where it asks for that first. */
function preferredOf({ headers: { accept = "" } }: FastifyRequest): "turtle" | "jsonld" {
	const wishes = accept.split(",").map((wish) => {
		const [type = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
		const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
		return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
	});
	const best = (...types: readonly string[]) =>
		Math.max(0, ...wishes.filter(({ type }) => types.includes(type)).map(({ weight }) => weight));
	return best("application/ld+json", "application/json") > best("text/turtle") ? "jsonld" : "turtle";
}
