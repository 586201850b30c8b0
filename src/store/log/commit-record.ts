import { createHash } from "node:crypto";
import { type Instant, instantText, tryInstant } from "../../time/instant.ts";
import type { Head, PatchChunk } from "../port.ts";

/** What a base without commits stands at: the first commit names this hash as the one before it. */
export const GENESIS: Head = { sequence: 0, recordedAt: undefined, hash: "0".repeat(64) };

const FORMAT = 1;
const LINE_FEED = 10;

/** The sealed part of a commit. Its hash covers everything here, and through `patch` every byte that was written. */
export interface CommitRecord extends Head {
	readonly recordedAt: Instant;
	readonly previous: string;
	/** SHA-256 of the patch, see {@link PatchDigest}. */
	readonly patch: string;
	/** How many pieces of the patch stand in `chunks`; 0 when the patch stands in the record itself. */
	readonly pieces: number;
	/** Bytes of removed and inserted lines inside the record itself. */
	readonly removedBytes: number;
	readonly insertedBytes: number;
}

/** The running SHA-256 of a patch: per block its operation, its length in bytes and its N-Quads lines. Empty blocks do not count. */
export class PatchDigest {
	readonly #hash = createHash("sha256");

	add(op: PatchChunk["op"], nquads: Uint8Array): void {
		if (nquads.byteLength === 0) return;
		this.#hash.update(`${op} ${nquads.byteLength}\n`).update(nquads);
	}

	hex(): string {
		return this.#hash.digest("hex");
	}
}

/** What {@link sealed} makes a record of. */
export interface Sealing {
	readonly kb: string;
	readonly previous: Head;
	readonly recordedAt: Instant;
	readonly patch: string;
	readonly pieces: number;
	readonly remove: Uint8Array;
	readonly insert: Uint8Array;
}

/** The bytes of the commit that follows `previous`, and the head they make. */
export function sealed(sealing: Sealing): { readonly bytes: Buffer; readonly head: Head } {
	const { kb, previous, recordedAt, patch, pieces, remove, insert } = sealing;
	const header = Buffer.from(
		JSON.stringify({
			format: FORMAT,
			kb,
			sequence: previous.sequence + 1,
			recordedAt: instantText(recordedAt),
			previous: previous.hash,
			patch,
			pieces,
			removedBytes: remove.byteLength,
			insertedBytes: insert.byteLength,
		}),
	);
	const hash = createHash("sha256").update(header).digest("hex");
	return {
		bytes: Buffer.concat([header, Buffer.of(LINE_FEED), remove, insert]),
		head: { sequence: previous.sequence + 1, recordedAt, hash },
	};
}

/** A record with the blocks it holds itself, or the reason why the bytes are none. */
export type Opened =
	| { readonly record: CommitRecord; readonly remove: Uint8Array; readonly insert: Uint8Array }
	| { readonly reason: string };

/** Reads a stored commit. Whether it fits the one before it, and whether its patch is what was sealed, is for the caller to compare. */
export function opened(bytes: Uint8Array, kb: string, sequence: number): Opened {
	const end = bytes.indexOf(LINE_FEED);
	if (end < 0) return { reason: "its header is not whole" };
	const header = bytes.subarray(0, end);
	const fields = parsed(header);
	if (fields === undefined) return { reason: "its header cannot be read" };
	const { recordedAt, removedBytes, insertedBytes } = fields;
	if (fields.kb !== kb || fields.sequence !== sequence) return { reason: "it stands in another's place" };
	if (bytes.byteLength !== end + 1 + removedBytes + insertedBytes) return { reason: "its length is wrong" };
	const body = bytes.subarray(end + 1);
	return {
		record: { ...fields, recordedAt, hash: createHash("sha256").update(header).digest("hex") },
		remove: body.subarray(0, removedBytes),
		insert: body.subarray(removedBytes),
	};
}

interface Fields extends Omit<CommitRecord, "hash"> {
	readonly kb: string;
}

function parsed(header: Uint8Array): Fields | undefined {
	let found: Record<string, unknown>;
	try {
		found = JSON.parse(Buffer.from(header).toString("utf8"));
	} catch {
		return undefined; // the caller says where and what to do
	}
	const recordedAt = tryInstant(String(found["recordedAt"]));
	const numbers = ["sequence", "pieces", "removedBytes", "insertedBytes"].every((key) =>
		Number.isSafeInteger(found[key]),
	);
	if (found["format"] !== FORMAT || recordedAt === undefined || !numbers) return undefined;
	return { ...found, recordedAt } as unknown as Fields;
}
