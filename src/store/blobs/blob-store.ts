import { createHash } from "node:crypto";
import { PAGE_BYTES, pagesOf } from "../../text/paged-text.ts";
import { Spells } from "../../time/turns.ts";
import type { BlobKey, LogEnvironment } from "../log/log-environment.ts";
import type { BlobInfo, Blobs, TextFigures } from "../port.ts";

/** Bytes of a piece at most: those of a page of a text, so that both are cut at the same places. */
export const PIECE = PAGE_BYTES;
/** Pieces that go into one transaction. */
const AT_ONCE = 4;
const WHOLE = -1;

/**
 * Bytes by their SHA-256, in pieces: the originals of documents and their texts. They are on disk before anything names them,
 * and what nobody names is as if it were not there.
 */
export class BlobStore implements Blobs {
	readonly #environment: LogEnvironment;

	constructor(environment: LogEnvironment) {
		this.#environment = environment;
	}

	info(sha256: string): BlobInfo | undefined {
		const found = this.#environment.blobs.get([sha256, WHOLE]);
		return found === undefined ? undefined : (JSON.parse(found.toString("utf8")) as BlobInfo);
	}

	piece(sha256: string, piece: number): Buffer | undefined {
		return this.#environment.blobs.get([sha256, piece]);
	}

	async put(bytes: Uint8Array, text?: TextFigures): Promise<string> {
		const pieces = pagesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), PIECE);
		const sha256 = await digestOf(pieces);
		const known = this.info(sha256);
		if (known === undefined) await this.#write(sha256, pieces);
		const figures = text ?? known?.text;
		const info: BlobInfo = { bytes: bytes.length, pieces: pieces.length, ...(figures && { text: figures }) };
		await this.#environment.write(() => {
			void this.#environment.blobs.put([sha256, WHOLE], Buffer.from(JSON.stringify(info)));
		});
		return sha256;
	}

	/** The digests of all that is kept. */
	*digests(): Generator<string> {
		for (let last: string | undefined; ; ) {
			const start: BlobKey | undefined = last === undefined ? undefined : [last, Number.MAX_SAFE_INTEGER];
			const [next] = this.#environment.blobs.getKeys({ limit: 1, ...(start && { start }) });
			if (next === undefined) return;
			[last] = next;
			yield last;
		}
	}

	/** Whether the bytes of a digest are what it says. */
	isSound(sha256: string): boolean {
		const { bytes = -1, pieces = 0 } = this.info(sha256) ?? {};
		const hash = createHash("sha256");
		let read = 0;
		for (let n = 0; n < pieces; n++) {
			const piece = this.piece(sha256, n) ?? Buffer.alloc(0);
			hash.update(piece);
			read += piece.length;
		}
		return read === bytes && hash.digest("hex") === sha256;
	}

	async remove(sha256: string): Promise<void> {
		const { pieces = 0 } = this.info(sha256) ?? {};
		await this.#environment.write(() => {
			for (let piece = WHOLE; piece < pieces; piece++) void this.#environment.blobs.remove([sha256, piece]);
		});
	}

	async #write(sha256: string, pieces: readonly Buffer[]): Promise<void> {
		for (let from = 0; from < pieces.length; from += AT_ONCE) {
			const some = pieces.slice(from, from + AT_ONCE);
			await this.#environment.write(() => {
				for (const [at, piece] of some.entries())
					void this.#environment.blobs.put([sha256, from + at], Buffer.from(piece));
			});
		}
	}
}

/** Piece by piece, so that a large file holds up nobody. */
async function digestOf(pieces: readonly Buffer[]): Promise<string> {
	const spells = new Spells();
	const hash = createHash("sha256");
	for (const piece of pieces) {
		hash.update(piece);
		await spells.next();
	}
	return hash.digest("hex");
}
