import { createHash } from "node:crypto";
import type { BlobKey, LogEnvironment } from "../log/log-environment.ts";
import type { BlobInfo, Blobs, TextFigures } from "../port.ts";

/** Bytes of a piece at most. */
export const PIECE = 1 << 20;
/** Bytes that go into one transaction. */
const AT_ONCE = 16 * PIECE;
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
		const sha256 = createHash("sha256").update(bytes).digest("hex");
		const known = this.info(sha256);
		const cuts = known === undefined ? cutsOf(bytes) : [];
		for (let from = 0; from < cuts.length; from += AT_ONCE / PIECE) {
			const some = cuts.slice(from, from + AT_ONCE / PIECE);
			await this.#environment.write(() => {
				for (const [at, { start, end }] of some.entries())
					void this.#environment.blobs.put([sha256, from + at], Buffer.from(bytes.subarray(start, end)));
			});
		}
		const info: BlobInfo = {
			bytes: bytes.length,
			pieces: known?.pieces ?? cuts.length,
			...((text ?? known?.text) && { text: text ?? known?.text }),
		};
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
}

/** Where pieces begin and end: never inside a UTF-8 sequence. */
function cutsOf(bytes: Uint8Array): readonly { readonly start: number; readonly end: number }[] {
	const cuts: { start: number; end: number }[] = [];
	for (let start = 0; start < bytes.length; ) {
		const end = start + PIECE >= bytes.length ? bytes.length : borderBefore(bytes, start + PIECE);
		cuts.push({ start, end });
		start = end;
	}
	return cuts;
}

const CONTINUATION = 0b1000_0000;

/** The place itself, or up to three bytes before it where a sequence would be cut. */
export function borderBefore(bytes: Uint8Array, place: number): number {
	for (let back = 0; back < 4; back++) {
		if (((bytes[place - back] ?? 0) & 0b1100_0000) !== CONTINUATION) return place - back;
	}
	return place;
}
