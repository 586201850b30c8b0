import type { Blobs } from "../store/port.ts";
import { type PartialDate, partialDate } from "../time/partial-date.ts";
import type { Files, Reading, ReadText } from "./files.ts";
import type { KeptFile, KeptText } from "./ingest.ts";

/** A file as it was brought. */
export interface GivenFile {
	readonly filename: string;
	readonly bytes: Uint8Array;
	/** World time: the document's own date, where its bringer knows it. */
	readonly docTime: PartialDate | undefined;
}

/** What keeping a file takes. */
export interface Keeping {
	readonly files: Files;
	readonly blobs: Blobs;
	readonly signal?: AbortSignal | undefined;
	readonly progress?: Reading | undefined;
}

/** How deep files inside files are looked at. */
const DEPTH = 3;

/**
 * Reads a file and keeps its bytes, its text and the list of its chunks, with the files inside it. Nothing names them yet:
 * where this fails, or nobody goes on, it is as if it had not been.
 * @throws UTOPIA_FILE_UNREADABLE, UTOPIA_FILE_UNSUPPORTED, UTOPIA_STORE_UNAVAILABLE
 */
export async function keepFile(given: GivenFile, keeping: Keeping, depth = 0): Promise<KeptFile> {
	const { files, blobs, signal, progress } = keeping;
	const { filename, bytes } = given;
	const read = await files.read(bytes, filename, { signal, progress });
	const attachments: KeptFile[] = [];
	for (const one of depth < DEPTH ? read.attachments : [])
		attachments.push(await keepFile({ ...one, docTime: undefined }, keeping, depth + 1));
	const found = read.docTime && partialDate(read.docTime.value);
	return {
		filename,
		mime: read.mime,
		bytes: bytes.length,
		sha256: await blobs.put(bytes),
		text: read.text && (await keptText(read.text, blobs)),
		docTime: given.docTime ?? found,
		docTimeSource: given.docTime === undefined ? found && read.docTime?.source : "source",
		attachments,
	};
}

async function keptText({ utf8, figures, layout, replacedBytes }: ReadText, blobs: Blobs): Promise<KeptText> {
	const { chars, lines } = figures;
	const sha256 = await blobs.put(utf8, figures);
	return { sha256, layout: await blobs.put(layout), chars, lines, replacedBytes };
}
