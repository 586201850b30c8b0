import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Parcel } from "./protocol.ts";

/** Bytes that are sent as they are; more of them take a file, which a pipe would only copy in small pieces. */
const BY_PIPE = 1 << 20;

/** Makes bytes ready to be sent. */
export async function packed(bytes: Buffer, folder: string): Promise<Parcel> {
	if (bytes.length <= BY_PIPE) return { bytes };
	const path = join(folder, randomUUID());
	await writeFile(path, bytes, { mode: 0o600 });
	return { path };
}

/** Takes what was sent. */
export async function opened(parcel: Parcel): Promise<Buffer> {
	if ("path" in parcel) return await readFile(parcel.path);
	return Buffer.from(parcel.bytes.buffer, parcel.bytes.byteOffset, parcel.bytes.byteLength);
}
