import type { View } from "../access/view.ts";
import { unknownThing } from "../writing/refusal.ts";
import { documentTable, type Version } from "./document-table.ts";

/** The bytes of a document as they came in. */
export interface Original {
	readonly version: Version;
	readonly bytes: number;
	/** Piece by piece, as they are taken. */
	pieces(): Iterable<Buffer>;
}

/** The original of a version, or of the one in use or used last where no number is given. @throws UTOPIA_THING_NOT_FOUND */
export async function originalOf(id: string, number: number | undefined, view: View): Promise<Original> {
	const row = (await view.kept(documentTable)).get(id.toLowerCase());
	const version =
		number === undefined ? row?.versions.at(-1) : row?.versions.find((one) => one.number === number);
	const { sha256 } = version ?? {};
	const info = sha256 === undefined ? undefined : view.blobs.info(sha256);
	if (row?.isPurged || version === undefined || sha256 === undefined || info === undefined)
		throw unknownThing("document");
	return { version, bytes: info.bytes, pieces: () => piecesOf(sha256, view) };
}

function* piecesOf(sha256: string, { blobs }: View): Generator<Buffer> {
	for (let n = 0; ; n++) {
		const piece = blobs.piece(sha256, n);
		if (piece === undefined) return;
		yield piece;
	}
}
