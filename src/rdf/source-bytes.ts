import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** A piece of a file as text. `broken` says why nothing follows it, when the bytes after it are no text. */
export interface TextPiece {
	readonly text: string;
	readonly broken?: string;
}

async function* peeked(body: AsyncIterable<Uint8Array>, size: number) {
	let head: Buffer | undefined = Buffer.alloc(0);
	for await (const chunk of body) {
		head = head === undefined ? undefined : Buffer.concat([head, chunk]);
		if (head === undefined) yield chunk;
		else if (head.length >= size) {
			yield head;
			head = undefined;
		}
	}
	if (head !== undefined && head.length > 0) yield head;
}

async function* gunzipped(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const gunzip = createGunzip();
	const fed = pipeline(body, gunzip);
	// The same error comes out of the iteration below; this only keeps it from being reported a second time as unhandled.
	fed.catch(() => undefined);
	yield* gunzip;
	await fed;
}

async function* plain(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const source = peeked(body, 2);
	const first = await source.next();
	if (first.done) return;
	const whole = (async function* () {
		yield first.value;
		yield* source;
	})();
	yield* first.value[0] === 0x1f && first.value[1] === 0x8b ? gunzipped(whole) : whole;
}

/** What of `bytes` is UTF-8 up to the first byte that is not. */
function soundPart(bytes: Uint8Array): string {
	let low = 0;
	let high = bytes.length;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (isSound(bytes.subarray(0, middle))) low = middle;
		else high = middle - 1;
	}
	return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, low), {
		stream: true,
	});
}

function isSound(bytes: Uint8Array): boolean {
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch (error) {
		if (error instanceof TypeError) return false;
		throw error;
	}
}

const UTF8_FAULT = "the bytes from here on are not UTF-8; save the file as UTF-8 and send it again";

/**
 * A file as text: gunzipped where it is gzip, a byte order mark dropped, UTF-8 checked. A piece never ends between CR and LF,
 * and nothing else is changed.
 */
export async function* sourceText(
	body: AsyncIterable<Uint8Array>,
	onBytes?: (count: number) => void,
): AsyncGenerator<TextPiece> {
	const counted = (async function* () {
		for await (const chunk of body) {
			onBytes?.(chunk.length);
			yield chunk;
		}
	})();
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	let rest = new Uint8Array(0);
	let held = "";
	let first = true;
	const ready = (decoded: string): string => {
		const text = held + (first && decoded.startsWith("\ufeff") ? decoded.slice(1) : decoded);
		if (decoded !== "") first = false;
		held = text.endsWith("\r") ? "\r" : "";
		return held === "" ? text : text.slice(0, -1);
	};
	try {
		for await (const chunk of plain(counted)) {
			const decoded = decodedOr(decoder, chunk, () => soundPart(Buffer.concat([rest, chunk])));
			const text = ready(decoded.text);
			if (decoded.broken) {
				yield { text: text + held, broken: UTF8_FAULT };
				return;
			}
			rest = unfinished(chunk, rest);
			if (text !== "") yield { text };
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code?.startsWith("Z_") !== true) throw error;
		yield { text: held, broken: `the gzip data is damaged (${(error as Error).message})` };
		return;
	}
	const last = decodedOr(decoder, undefined, () => "");
	if (last.broken) yield { text: held, broken: UTF8_FAULT };
	else if (held !== "") yield { text: held };
}

function decodedOr(
	decoder: InstanceType<typeof TextDecoder>,
	chunk: Uint8Array | undefined,
	sound: () => string,
) {
	try {
		return { text: decoder.decode(chunk, { stream: chunk !== undefined }), broken: false };
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return { text: sound(), broken: true };
	}
}

/** The bytes at the end of `chunk` that begin a character which the next chunk ends. */
function unfinished(chunk: Uint8Array, before: Uint8Array): Uint8Array<ArrayBuffer> {
	const bytes = chunk.length < 4 ? Buffer.concat([before, chunk]) : chunk;
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) return new Uint8Array(0);
		if (byte >= 0xc0) {
			const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
			return new Uint8Array(needed > back ? bytes.slice(bytes.length - back) : []);
		}
	}
	return new Uint8Array(0);
}
