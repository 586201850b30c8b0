import { constants, gunzipSync } from "node:zlib";

/** How much of a file is looked at, packed as it may be. */
const LOOK = 1024 * 1024;
const BASE = /urn:utopia:kb:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):/;

/** The base whose things a file describes, and the same body to read again from its first byte. */
export interface BaseOfFile {
	readonly kb: string | undefined;
	/** What the beginning of the file is: text, nothing at all, or bytes that are no text. */
	readonly content: "text" | "empty" | "binary";
	readonly body: AsyncIterable<Uint8Array>;
}

/** Looks at the beginning of a file for the id of the base that its IRIs name, gzip included. */
export async function baseOfFile(body: AsyncIterable<Uint8Array>): Promise<BaseOfFile> {
	const source = body[Symbol.asyncIterator]();
	let head = Buffer.alloc(0);
	let kb: string | undefined;
	let done = false;
	while (kb === undefined && !done && head.length < LOOK) {
		const next = await source.next();
		done = next.done === true;
		if (next.done) break;
		head = Buffer.concat([head, next.value]);
		kb = BASE.exec(textOf(head) ?? "")?.[1];
	}
	return { kb, content: contentOf(head), body: replayed(head, source) };
}

function contentOf(head: Buffer): BaseOfFile["content"] {
	const text = textOf(head);
	if (text === undefined) return "binary";
	if (text.trim() === "") return "empty";
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "latin1"), { stream: true });
	} catch (error) {
		if (error instanceof TypeError) return "binary";
		throw error;
	}
	return text.includes("\0") ? "binary" : "text";
}

function textOf(head: Buffer): string | undefined {
	if (head[0] !== 0x1f || head[1] !== 0x8b) return head.toString("latin1");
	try {
		return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * LOOK }).toString(
			"latin1",
		);
	} catch (error) {
		// Damaged data is for the import to report, which can say where.
		if ((error as NodeJS.ErrnoException).code !== undefined) return undefined;
		throw error;
	}
}

async function* replayed(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		if (head.length > 0) yield head;
		for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
	} finally {
		await rest.return?.();
	}
}
