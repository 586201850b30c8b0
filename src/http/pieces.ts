import { Readable } from "node:stream";
import type { View } from "../access/view.ts";

/** The bytes of a digest, piece by piece, as fast as they are taken. */
export function pieces(blobs: View["blobs"], sha256: string): Readable {
	let next = 0;
	return new Readable({
		read() {
			this.push(blobs.piece(sha256, next++) ?? null);
		},
	});
}
