import { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Access } from "../access/access.ts";
import { checked } from "../api/checked.ts";
import { type SentFile, uploadBody } from "../api/document-uploads.ts";
import { type Original, originalOf } from "../documents/original.ts";
import { UtopiaError } from "../errors.ts";
import { type AnyRoute, route } from "./route.ts";
import * as shapes from "./shapes.ts";

/** Fields that a form may have beside the file. */
const MOST_FIELDS = 64;
const LONGEST_FIELD = 8_192;

/** Lets a scope read forms; the file in one has at most so many bytes. */
export function readForms(scope: FastifyInstance, uploadLimit: number): void {
	void scope.register(multipart, {
		limits: { fileSize: uploadLimit, files: 1, fields: MOST_FIELDS, fieldSize: LONGEST_FIELD },
	});
}

/** Refuses a form that is announced as too long before any of it is read. @throws UTOPIA_PAYLOAD_TOO_LARGE */
export function checkLength({ headers }: FastifyRequest, uploadLimit: number): void {
	if (!/^multipart\//i.test(headers["content-type"] ?? "")) return;
	// A form is a little longer than the file in it.
	if (Number(headers["content-length"] ?? 0) > uploadLimit + 1_048_576) throw tooLarge(uploadLimit);
}

function tooLarge(uploadLimit: number): UtopiaError {
	const most =
		uploadLimit >= 1_048_576 ? `${Math.floor(uploadLimit / 1_048_576)} MiB` : `${uploadLimit} bytes`;
	const advice = "split it, or raise --upload-limit (UTOPIA_UPLOAD_LIMIT)";
	return new UtopiaError("UTOPIA_PAYLOAD_TOO_LARGE", `A file may have ${most} here; ${advice}`, {
		limit_bytes: uploadLimit,
	});
}

/** The file of a request: a form with a part `file`, or a text as JSON. @throws UTOPIA_ARGUMENT_INVALID, UTOPIA_PAYLOAD_TOO_LARGE */
export async function sentFile(request: FastifyRequest, uploadLimit: number): Promise<SentFile> {
	if (!request.isMultipart()) return { fields: checked(uploadBody, request.body) };
	const fields: Record<string, unknown> = {};
	let file: { readonly filename: string; readonly bytes: Buffer } | undefined;
	try {
		for await (const part of request.parts()) {
			if (part.type === "file")
				file = { filename: part.filename, bytes: await bytesOf(part.file, uploadLimit) };
			else if (part.fieldname === "tags")
				fields["tags"] = [...((fields["tags"] as string[]) ?? []), part.value];
			else fields[part.fieldname] = part.value;
		}
	} catch (error) {
		throw formFault(error);
	}
	if (file === undefined) {
		throw new UtopiaError(
			"UTOPIA_ARGUMENT_INVALID",
			"The form must have a part named file, with a file name.",
			{
				issues: [{ path: "file", got: "nothing", accepted: "a part with a file name" }],
			},
		);
	}
	return { fields: { filename: file.filename, ...fields }, bytes: file.bytes };
}

/** Reads a file; one that is too long no further than that, however long it goes on. @throws UTOPIA_PAYLOAD_TOO_LARGE */
async function bytesOf(file: Readable, uploadLimit: number): Promise<Buffer> {
	file.once("limit", () => file.destroy(tooLarge(uploadLimit)));
	const pieces: Buffer[] = [];
	for await (const piece of file) pieces.push(piece);
	return Buffer.concat(pieces);
}

function formFault(error: unknown): unknown {
	if (error instanceof UtopiaError) return error;
	const { code = "" } = (error ?? {}) as { readonly code?: string };
	if (!/^FST_|^ERR_STREAM_PREMATURE_CLOSE$/.test(code) && !/form/i.test(String(error))) return error;
	return new UtopiaError(
		"UTOPIA_ARGUMENT_INVALID",
		"The form cannot be read: one file and some short fields are accepted",
		{},
		{ cause: error },
	);
}

const contentQuery = z.object({
	version: z
		.string()
		.regex(/^[1-9]\d{0,8}$/, { error: "must be the number of a version, from 1" })
		.optional()
		.describe("Default: the version in use."),
});

/** The bytes of a document, as they came in. */
export function contentRoute(access: Access): AnyRoute {
	return route({
		method: "GET",
		url: "/api/v1/kbs/:kb/documents/:id/content",
		summary: "The bytes of a document as they came in",
		needs: "credential",
		params: z.object({ kb: shapes.kbId, id: z.string().max(64) }),
		query: contentQuery,
		answers: { 200: "application/octet-stream" },
		async handle({ params: { kb, id }, query, caller, reply }) {
			const view = await access.view(caller, kb);
			const number = query.version === undefined ? undefined : Number(query.version);
			return sendContent(reply, await originalOf(id, number, view));
		},
	});
}

/** Sends the bytes as a file to be saved: nothing of them runs in a browser (file-tools SU-7). */
export function sendContent(reply: FastifyReply, original: Original): FastifyReply {
	const { filename, mime } = original.version;
	reply.headers({
		"cache-control": "private, no-store",
		"content-length": original.bytes,
		"content-disposition": `attachment; filename*=UTF-8''${encoded(filename)}`,
	});
	return reply
		.type(mime ?? "application/octet-stream")
		.send(Readable.from(original.pieces(), { objectMode: false }));
}

/** A name as RFC 8187 spells it: its folders stay behind. */
function encoded(filename: string): string {
	const last = filename.slice(filename.lastIndexOf("/") + 1).toWellFormed();
	return encodeURIComponent(last).replace(
		/['()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}
