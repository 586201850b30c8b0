import { closeSync, openSync, read, readSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import type { Store as Oxistore } from "oxigraph";
import type { EngineModule, WasmTable } from "./engine-module.ts";
import type { ImageHeader, Standing, TableValue } from "./protocol.ts";

/** Raised whenever what stands in an image, or what the store keeps in the engine, is laid out anew. */
export const LAYOUT = 2;
const MAGIC = "UTOPIA IMAGE\n";
const HEADER_BYTES = 65_536;
const STEP_BYTES = 2 ** 23;
const NOTHING = Buffer.alloc(STEP_BYTES);
const PAGE_BYTES = 65_536;

interface Header extends ImageHeader {
	readonly checksum: number;
	/** Steps of the memory that hold nothing but zeros: they are not in the file, which has a hole there. */
	readonly empty: readonly number[];
}

interface Handle {
	__wbg_ptr: number;
}

/** @throws when the engine refers to a JavaScript value that no other process has. */
export function imageHeader(
	kb: string,
	{ exports, binary }: EngineModule,
	store: Oxistore,
	{ sequence, hash }: Standing,
): ImageHeader {
	const table = exports.__wbindgen_externrefs;
	return {
		layout: LAYOUT,
		engine: binary,
		kb,
		sequence,
		hash,
		memoryBytes: exports.memory.buffer.byteLength,
		handle: (store as unknown as Handle).__wbg_ptr,
		tableLength: table.length,
		table: tableValues(table),
	};
}

/**
 * Writes the engine's memory, or a copy of it, beside `path`, flushes it and renames it into place. The engine must not be called
 * meanwhile when it is its own.
 * @throws when the disk refuses.
 */
export async function writeImage(path: string, header: ImageHeader, memory: Uint8Array): Promise<void> {
	const beside = `${path}.part`;
	try {
		await using file = await open(beside, "w");
		const found = await writeSummed(file, memory);
		await writeWhole(file, headerBytes({ ...header, ...found }), 0);
		await file.sync();
	} catch (error) {
		await rm(beside, { force: true });
		throw error;
	}
	await rename(beside, path);
	await using folder = await open(dirname(path), "r");
	await folder.sync();
}

/** Reads an image into a fresh engine. Answers why not when it does not fit; the engine's memory is of no use then. */
export async function readImage(
	path: string,
	kb: string,
	{ oxigraph, exports, binary }: EngineModule,
): Promise<{ readonly store: Oxistore; readonly standing: Standing } | string> {
	const file = openSync(path, "r");
	try {
		const header = readHeader(file);
		if (header === undefined) return "its header cannot be read";
		const { sequence, hash, handle, memoryBytes } = header;
		const misfit = unfit(header, kb, binary);
		if (misfit !== undefined) return misfit;
		const missing = memoryBytes - exports.memory.buffer.byteLength;
		if (missing > 0) exports.memory.grow(missing / PAGE_BYTES);
		const memory = new Uint8Array(exports.memory.buffer);
		if (memory.byteLength !== memoryBytes) return "its memory is smaller than a fresh engine's";
		const sum = await readSummed(file, memory, new Set(header.empty));
		if (sum === undefined) return "it is cut off";
		if (sum !== header.checksum) return "its checksum is wrong";
		restoreTable(exports.__wbindgen_externrefs, header);
		const store = Object.create(oxigraph.Store.prototype) as Oxistore;
		(store as unknown as Handle).__wbg_ptr = handle;
		return { store, standing: { sequence, hash } };
	} finally {
		closeSync(file);
	}
}

function unfit(header: Header, kb: string, binary: string): string | undefined {
	if (header.layout !== LAYOUT) return "it is laid out otherwise";
	if (header.engine !== binary) return "it was made by another engine";
	if (header.kb !== kb) return "it is another base's";
	return undefined;
}

function headerBytes(header: Header): Buffer {
	const text = Buffer.from(JSON.stringify(header));
	const line = Buffer.concat([Buffer.from(`${MAGIC}${crc32(text)}\n`), text, Buffer.from("\n")]);
	if (line.byteLength > HEADER_BYTES) throw new TypeError("the header of an image outgrew its place");
	return Buffer.concat([line], HEADER_BYTES);
}

function readHeader(file: number): Header | undefined {
	const bytes = Buffer.alloc(HEADER_BYTES);
	if (!readWhole(file, bytes, 0)) return undefined;
	const [magic, sum, text] = bytes.toString("utf8").split("\n");
	if (`${magic}\n` !== MAGIC || text === undefined || String(crc32(text)) !== sum) return undefined;
	return JSON.parse(text) as Header;
}

async function writeSummed(
	file: FileHandle,
	memory: Uint8Array,
): Promise<Pick<Header, "checksum" | "empty">> {
	let checksum = 0;
	const empty: number[] = [];
	for (let at = 0; at < memory.byteLength; at += STEP_BYTES) {
		const step = memory.subarray(at, at + STEP_BYTES);
		if (NOTHING.compare(step, 0, step.byteLength, 0, step.byteLength) === 0) {
			empty.push(at / STEP_BYTES);
			continue;
		}
		const writing = writeWhole(file, step, HEADER_BYTES + at);
		checksum = crc32(step, checksum);
		await writing;
	}
	await file.truncate(HEADER_BYTES + memory.byteLength);
	return { checksum, empty };
}

/** Reads the memory and sums it up, the next step being read while the one before is summed. `undefined` when the file ends early. */
async function readSummed(
	file: number,
	memory: Uint8Array,
	empty: ReadonlySet<number>,
): Promise<number | undefined> {
	const steps: number[] = [];
	for (let n = 0; n * STEP_BYTES < memory.byteLength; n++) if (!empty.has(n)) steps.push(n * STEP_BYTES);
	let sum = 0;
	let reading = readStep(file, memory, steps[0]);
	for (const [n] of steps.entries()) {
		const step = await reading;
		if (step === undefined) return undefined;
		reading = readStep(file, memory, steps[n + 1]);
		sum = crc32(step, sum);
	}
	return sum;
}

const readAt = promisify(read);

async function readStep(
	file: number,
	memory: Uint8Array,
	start: number | undefined,
): Promise<Uint8Array | undefined> {
	if (start === undefined) return undefined;
	const step = memory.subarray(start, start + STEP_BYTES);
	for (let at = 0; at < step.byteLength; ) {
		const { bytesRead } = await readAt(file, step, at, step.byteLength - at, HEADER_BYTES + start + at);
		if (bytesRead === 0) return undefined;
		at += bytesRead;
	}
	return step;
}

function tableValues(table: WasmTable): Header["table"] {
	const values: (readonly [number, TableValue])[] = [];
	for (let index = 0; index < table.length; index++) {
		const value: unknown = table.get(index);
		if (value === undefined) continue;
		if (value === globalThis) values.push([index, { global: true }]);
		else if (value === null || typeof value === "boolean" || typeof value === "string") {
			if (value !== null) values.push([index, value]);
		} else throw new TypeError(`the engine holds a ${typeof value} of this process`);
	}
	return values;
}

/** Empty entries are `null` or `undefined`; the engine writes one before it reads it, so only the others come back. */
function restoreTable(table: WasmTable, header: Header): void {
	if (table.length < header.tableLength) table.grow(header.tableLength - table.length);
	for (const [index, value] of header.table) {
		table.set(index, typeof value === "object" && value !== null ? globalThis : value);
	}
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
	for (let at = 0; at < bytes.byteLength; ) {
		const { bytesWritten } = await file.write(bytes, at, bytes.byteLength - at, position + at);
		at += bytesWritten;
	}
}

function readWhole(file: number, into: Uint8Array, from: number): boolean {
	for (let at = 0; at < into.byteLength; ) {
		const length = into.byteLength - at;
		const read = readSync(file, into, at, length, from + at);
		if (read === 0) return false;
		at += read;
	}
	return true;
}
