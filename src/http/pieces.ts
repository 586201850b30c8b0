import { Readable } from "node:stream";
import type { Blobs } from "../store/port.ts";

/** The bytes of a digest, piece by piece, as fast as they are taken. */
export function pieces(blobs: Blobs, sha256: string): Readable {
	let next = 0;
	return new Readable({
		read() {
			this.push(blobs.piece(sha256, next++) ?? null);
		},
	});
}
