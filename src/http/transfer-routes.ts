import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import type { ExportOptions } from "../export/export-ledger.ts";
import type { ImportOptions, ImportReport } from "../export/import-ledger.ts";
import { filterText, when } from "../mcp/arguments.ts";
import { formatNamed, formatOfFile } from "../rdf/format.ts";
import { isIri } from "../rdf/terms.ts";
import { instantText } from "../time/instant.ts";
import { goneSignal } from "./gone.ts";
import { type AnyRoute, route } from "./route.ts";
import * as shapes from "./shapes.ts";

/** Imports a file in our own mapping, record times kept, all or nothing. Gzip is known by its first bytes. */
export type ImportLedger = (
	kb: string,
	body: AsyncIterable<Uint8Array>,
	options: Omit<ImportOptions, "onProgress">,
) => Promise<ImportReport>;

/** Writes a base as Turtle, piece by piece. */
export type ExportTurtle = (view: View, options: ExportOptions) => AsyncIterable<string>;

const MEDIA = [
	"text/turtle",
	"application/trig",
	"application/n-triples",
	"application/n-quads",
	"application/ld+json",
];
const params = z.object({ kb: shapes.kbId });

const MODE = "must be ledger, the only mode of this version (assert, for foreign RDF, is not in it)";
const importQuery = z.object({
	mode: z.enum(["ledger"], { error: MODE }).describe("ledger: our own mapping, record times kept."),
	filename: filterText
		.optional()
		.describe("The file's name; its extension tells the format where the media type does not."),
	dry_run: z
		.enum(["true", "false"], { error: "must be true or false" })
		.default("false")
		.describe("true reads and checks everything and writes nothing."),
});

const count = z.int().min(0);
const imported = z.object({
	facts: count,
	entities: count,
	documents: count,
	classes: count,
	relations: count,
	statements: count,
	quads: count.describe("Quads written; 0 in a dry run."),
	skipped: z
		.array(z.object({ subject: z.string(), reason: z.string() }))
		.describe("Empty in mode ledger: all of a file is imported or nothing."),
	head: z
		.object({ sequence: count, recorded_at: z.string().nullable(), hash: z.string() })
		.describe("Where the base stands now."),
});

const BASE = "must be an absolute http or https address such as https://example.org/";
const exportQuery = z.object({
	format: z
		.enum(["turtle", "ttl"], { error: "must be turtle (or ttl), the only format of this version" })
		.default("turtle")
		.describe("turtle by default."),
	base: z
		.string({ error: BASE })
		.max(512, { error: BASE })
		.refine((text) => /^https?:\/\//.test(text) && isIri(text) && URL.canParse(text), { error: BASE })
		.optional()
		.describe("Mints {base}kb/{kb}/{kind}/{id} in place of urn:utopia:kb: addresses."),
	as_of: when.optional().describe("Record time: the base as it stood then."),
});

/** The import route, for a scope in which bodies are not read but handed on. */
export function importRoute(access: Access, importLedger: ImportLedger): AnyRoute {
	return route({
		method: "POST",
		url: "/api/v1/kbs/:kb/import",
		summary: "Import a file; all of it or nothing",
		needs: "credential",
		params,
		query: importQuery,
		media: MEDIA,
		answers: { 200: imported },
		async handle({ params: { kb }, query, caller, request, reply }) {
			await access.base(caller, kb);
			access.mayWrite(caller);
			const body = request.body;
			if (!(body instanceof Readable)) throw new UtopiaError("UTOPIA_ARGUMENT_INVALID", "The body is empty");
			const { head, ...counts } = await importLedger(kb, body, {
				format: formatOf(request.headers["content-type"], query.filename),
				filename: query.filename,
				dryRun: query.dry_run === "true",
				signal: goneSignal(reply),
			});
			const { sequence, recordedAt, hash } = head;
			const recorded_at = recordedAt === undefined ? null : instantText(recordedAt);
			return { ...counts, skipped: [], head: { sequence, recorded_at, hash } };
		},
	});
}

/** What the media type says; nothing or a type that names no format leaves it to the file's name, or to the file itself. */
function formatOf(mediaType: string | undefined, filename: string | undefined): string | undefined {
	const named = (mediaType?.split(";")[0] ?? "").trim().toLowerCase();
	const silent = ["", "application/octet-stream", "application/x-www-form-urlencoded", "application/gzip"];
	if (!silent.includes(named)) return formatNamed(named);
	return filename === undefined ? undefined : formatOfFile(filename);
}

/** The export route. What fails before the first byte is answered in the envelope; later the connection is cut. */
export function exportRoute(access: Access, exportTurtle: ExportTurtle): AnyRoute {
	return route({
		method: "GET",
		url: "/api/v1/kbs/:kb/export",
		summary: "The whole base as RDF",
		needs: "credential",
		params,
		query: exportQuery,
		answers: { 200: "text/turtle" },
		async handle({ params: { kb }, query, caller, reply }) {
			const { name } = await access.base(caller, kb);
			const view = await access.view(caller, kb);
			const options = { base: query.base, asOf: query.as_of?.at, signal: goneSignal(reply) };
			const pieces = exportTurtle(view, options)[Symbol.asyncIterator]();
			const first = await pieces.next();
			reply.type("text/turtle; charset=utf-8");
			reply.header("content-disposition", `attachment; filename="${slug(name)}.ttl"`);
			return reply.send(Readable.from(joined(first, pieces)));
		},
	});
}

async function* joined(
	first: IteratorResult<string, unknown>,
	rest: AsyncIterator<string>,
): AsyncIterable<string> {
	try {
		for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value as string;
	} finally {
		await rest.return?.();
	}
}

function slug(name: string): string {
	const plain = name
		.normalize("NFKD")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "");
	return plain.slice(0, 80) || "knowledge-base";
}

/** In this scope a body of any kind and size is handed on as a stream. */
export function streamBodies(scope: FastifyInstance): void {
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
}

/** In this scope a body of any kind is handed on as its bytes, within the bound of its route. */
export function bufferBodies(scope: FastifyInstance): void {
	scope.removeAllContentTypeParsers();
	scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}
