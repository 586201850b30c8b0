import { UtopiaError } from "../errors.ts";
import type { Blobs } from "../store/port.ts";
import { type PartialDate, partialDate } from "../time/partial-date.ts";
import type { Files, Reading, ReadText } from "./files.ts";
import type { KeptFile, KeptText, LeftOut } from "./ingest.ts";

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

/** How deep files inside files are looked at, and how many of them all together. */
const DEPTH = 3;
const MOST_INSIDE = 200;

const TOO_DEEP = `Files are looked at ${DEPTH} levels inside another one: upload it by itself`;
const TOO_MANY = `At most ${MOST_INSIDE} files inside another one are taken: upload it by itself`;

/**
 * Reads a file and keeps its bytes, its text and the list of its chunks, with the files inside it. Nothing names them yet:
 * where this fails, or nobody goes on, it is as if it had not been.
 * @throws UTOPIA_FILE_UNREADABLE, UTOPIA_FILE_UNSUPPORTED, UTOPIA_STORE_UNAVAILABLE
 */
export function keepFile(given: GivenFile, keeping: Keeping): Promise<KeptFile> {
	return kept(given, keeping, { depth: 0, left: { count: MOST_INSIDE } });
}

/** Where a file lies inside another one, and how many more files that one may have. */
interface Inside {
	readonly depth: number;
	readonly left: { count: number };
}

async function kept(given: GivenFile, keeping: Keeping, inside: Inside): Promise<KeptFile> {
	const { files, blobs, signal, progress } = keeping;
	const { filename, bytes } = given;
	const read = await files.read(bytes, filename, { signal, progress });
	const found = read.docTime && partialDate(read.docTime.value);
	progress?.("storing", 0, bytes.length);
	return {
		filename,
		mime: read.mime,
		bytes: bytes.length,
		sha256: await blobs.put(bytes),
		text: read.text && (await keptText(read.text, blobs)),
		docTime: given.docTime ?? found,
		docTimeSource: given.docTime === undefined ? found && read.docTime?.source : "source",
		...(await keptInside(read.attachments, keeping, inside)),
	};
}

/** The files inside a file; those that cannot be taken are told with the reason, and hold up none of the others. */
async function keptInside(
	given: readonly { readonly filename: string; readonly bytes: Uint8Array }[],
	keeping: Keeping,
	{ depth, left }: Inside,
): Promise<Pick<KeptFile, "attachments" | "leftOut">> {
	const attachments: KeptFile[] = [];
	const leftOut: LeftOut[] = [];
	for (const one of given) {
		const { filename } = one;
		if (depth >= DEPTH) leftOut.push({ filename, reason: TOO_DEEP });
		else if (left.count-- <= 0) leftOut.push({ filename, reason: TOO_MANY });
		else {
			try {
				attachments.push(await kept({ ...one, docTime: undefined }, keeping, { depth: depth + 1, left }));
			} catch (error) {
				if (!isRefusal(error)) throw error;
				leftOut.push({ filename, reason: error.message });
			}
		}
	}
	return { attachments, leftOut };
}

/** Whether it is the file that cannot be read. */
function isRefusal(error: unknown): error is UtopiaError {
	return (
		error instanceof UtopiaError &&
		(error.code === "UTOPIA_FILE_UNREADABLE" || error.code === "UTOPIA_FILE_UNSUPPORTED")
	);
}

async function keptText({ utf8, figures, layout, replacedBytes }: ReadText, blobs: Blobs): Promise<KeptText> {
	const { chars, lines } = figures;
	const sha256 = await blobs.put(utf8, figures);
	return { sha256, layout: await blobs.put(layout), chars, lines, replacedBytes };
}
