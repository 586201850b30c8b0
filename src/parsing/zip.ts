import { inflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import type { ParseLimits } from "./parsed-file.ts";
import { unreadable } from "./refusals.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
	readonly name: string;
	readonly encrypted: boolean;
	readonly method: number;
	readonly packed: number;
	readonly unpacked: number;
	readonly offset: number;
}

/**
 * The files of an archive that are `wanted`, by name. What the directory announces for all of them, and what really comes out of
 * those wanted, must both stay within the limits: an announcement may lie.
 * @throws UTOPIA_FILE_UNREADABLE when it does not, or when the archive is damaged or encrypted.
 */
export function unpacked(
	bytes: Buffer,
	limits: ParseLimits,
	wanted: (name: string) => boolean,
): ReadonlyMap<string, Buffer> {
	const room = Math.min(limits.unpackedRatio * bytes.length, limits.unpackedBytes);
	const entries = directory(bytes);
	if (entries.some(({ encrypted }) => encrypted)) {
		throw unreadable("The file is protected by a password: save it without one and upload it again");
	}
	const announced = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
	if (announced > room) throw tooLarge(bytes.length, limits);
	const files = new Map<string, Buffer>();
	let left = room;
	for (const entry of entries) {
		if (!wanted(entry.name)) continue;
		const content = contentOf(bytes, entry, left);
		if (content === undefined) throw tooLarge(bytes.length, limits);
		left -= content.length;
		files.set(entry.name, content);
	}
	return files;
}

/** An archive with just these files, not compressed: what a library reads instead of one that nobody has measured. */
export function repacked(files: ReadonlyMap<string, Buffer>): Buffer {
	const zipped = zipSync(Object.fromEntries(files), { level: 0 });
	return Buffer.from(zipped.buffer, zipped.byteOffset, zipped.byteLength);
}

/** Names in an archive, in the order of its directory. @throws UTOPIA_FILE_UNREADABLE when it is damaged. */
export function namesIn(bytes: Buffer): readonly string[] {
	return directory(bytes).map(({ name }) => name);
}

function directory(bytes: Buffer): readonly Entry[] {
	const end = endOf(bytes);
	const count = bytes.readUInt16LE(end + 10);
	const entries: Entry[] = [];
	let at = bytes.readUInt32LE(end + 16);
	for (let n = 0; n < count; n++) {
		if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw damaged();
		const name = bytes.readUInt16LE(at + 28);
		const after = at + 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
		entries.push({
			name: bytes.toString("utf8", at + 46, at + 46 + name),
			encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
			method: bytes.readUInt16LE(at + 10),
			packed: bytes.readUInt32LE(at + 20),
			unpacked: bytes.readUInt32LE(at + 24),
			offset: bytes.readUInt32LE(at + 42),
		});
		at = after;
	}
	return entries;
}

function endOf(bytes: Buffer): number {
	const first = Math.max(0, bytes.length - END_SIZE - LONGEST_COMMENT);
	for (let at = bytes.length - END_SIZE; at >= first; at--) {
		if (bytes.readUInt32LE(at) === END) return at;
	}
	throw damaged();
}

/** What an entry holds; `undefined` when that is more than `room` bytes. */
function contentOf(bytes: Buffer, entry: Entry, room: number): Buffer | undefined {
	const { offset } = entry;
	if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) throw damaged();
	const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
	const packed = bytes.subarray(start, start + entry.packed);
	if (packed.length < entry.packed) throw damaged();
	if (entry.method === STORED) return packed.length > room ? undefined : packed;
	if (entry.method !== DEFLATED) throw damaged();
	try {
		return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) });
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw damaged(error);
	}
}

function damaged(cause?: unknown): Error {
	return unreadable("The file is damaged: its archive cannot be unpacked; upload an undamaged copy", cause);
}

function tooLarge(size: number, limits: ParseLimits): Error {
	const mebibytes = Math.round(limits.unpackedBytes / 2 ** 20);
	return unreadable(
		`The file unpacks to more than ${limits.unpackedRatio} times its ${size} bytes, or more than ${mebibytes} MiB, and is not read: split it, or upload its text`,
	);
}
