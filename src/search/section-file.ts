import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";

/** Where sections begin is a multiple of this, so that tables of any kind of number can lie on them as they are. */
const ALIGNED = 8;
const MAGIC = "utopia-sections\n";

interface Section {
	readonly name: string;
	readonly from: number;
	readonly bytes: number;
	readonly crc32: number;
}

interface Head {
	readonly kind: string;
	readonly sections: readonly Section[];
}

/** The bytes of a table, not copied. */
export function bytesOf(table: ArrayBufferView): Uint8Array {
	return new Uint8Array(table.buffer, table.byteOffset, table.byteLength);
}

function aligned(bytes: number): number {
	return Math.ceil(bytes / ALIGNED) * ALIGNED;
}

function writeAll(file: number, bytes: Uint8Array): void {
	for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
}

/** Writes named sections into one file, whole or not at all: on disk before it takes the place of the one before. */
export function writeSections(path: string, kind: string, sections: ReadonlyMap<string, Uint8Array>): void {
	let from = 0;
	const placed = Array.from(sections, ([name, bytes]): Section => {
		const section = { name, from, bytes: bytes.length, crc32: crc32(bytes) };
		from += aligned(bytes.length);
		return section;
	});
	const text = JSON.stringify({ kind, sections: placed } satisfies Head);
	const head = Buffer.from(`${MAGIC}${text}`);
	const length = Buffer.alloc(ALIGNED);
	length.writeUInt32LE(head.length, 0);
	length.writeUInt32LE(crc32(head), 4);
	const file = openSync(`${path}.new`, "w");
	try {
		for (const bytes of [length, head, ...sections.values()]) {
			writeAll(file, bytes);
			writeAll(file, new Uint8Array(aligned(bytes.length) - bytes.length));
		}
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	renameSync(`${path}.new`, path);
	const folder = openSync(dirname(path), "r");
	fsyncSync(folder);
	closeSync(folder);
}

/** A file that holds what it should not, or less than it should. */
export class SectionsDamaged extends Error {}

/** A file's sections by name, for tables to be laid on. */
export class SectionReader {
	readonly #bytes: Uint8Array;
	readonly #sections: ReadonlyMap<string, Section>;
	readonly #from: number;

	/** @throws SectionsDamaged of another kind of file, or of any bit that is not as it was written; ENOENT. */
	constructor(path: string, kind: string) {
		const whole = readFileSync(path);
		// Small files lie in a buffer that is shared, and begin anywhere in it: tables could not be laid on them.
		this.#bytes = whole.byteOffset % ALIGNED === 0 ? whole : new Uint8Array(whole);
		const [length, check] = [this.#uint32(0), this.#uint32(4)];
		const head = this.#bytes.subarray(ALIGNED, ALIGNED + length);
		if (head.length !== length || crc32(head) !== check) throw new SectionsDamaged("its head is damaged");
		const text = Buffer.from(head).toString();
		if (!text.startsWith(MAGIC)) throw new SectionsDamaged("it is no file of sections");
		const read = JSON.parse(text.slice(MAGIC.length)) as Head;
		if (read.kind !== kind) throw new SectionsDamaged(`it is of the kind ${read.kind}, not ${kind}`);
		this.#sections = new Map(read.sections.map((section) => [section.name, section]));
		this.#from = ALIGNED + aligned(length);
		for (const section of read.sections) this.#check(section);
	}

	/** @throws SectionsDamaged where there is no such section. */
	bytes(name: string): Uint8Array {
		const section = this.#sections.get(name);
		if (section === undefined) throw new SectionsDamaged(`it has no ${name}`);
		return this.#bytes.subarray(this.#from + section.from, this.#from + section.from + section.bytes);
	}

	json(name: string): unknown {
		return JSON.parse(Buffer.from(this.bytes(name)).toString());
	}

	uint32(name: string): Uint32Array {
		const { buffer, byteOffset, byteLength } = this.bytes(name);
		return new Uint32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4);
	}

	uint16(name: string): Uint16Array {
		const { buffer, byteOffset, byteLength } = this.bytes(name);
		return new Uint16Array(buffer as ArrayBuffer, byteOffset, byteLength / 2);
	}

	float32(name: string): Float32Array {
		const { buffer, byteOffset, byteLength } = this.bytes(name);
		return new Float32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4);
	}

	int8(name: string): Int8Array {
		const { buffer, byteOffset, byteLength } = this.bytes(name);
		return new Int8Array(buffer as ArrayBuffer, byteOffset, byteLength);
	}

	#uint32(at: number): number {
		if (this.#bytes.length < at + 4) throw new SectionsDamaged("it is cut short");
		return new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getUint32(at, true);
	}

	#check(section: Section): void {
		const bytes = this.bytes(section.name);
		if (bytes.length !== section.bytes || crc32(bytes) !== section.crc32)
			throw new SectionsDamaged(`its ${section.name} is damaged`);
	}
}
