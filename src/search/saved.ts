import { join } from "node:path";
import { Dictionary } from "./dictionary.ts";
import { Passages } from "./passages.ts";
import { Postings } from "./postings.ts";
import { bytesOf, SectionReader, writeSections } from "./section-file.ts";
import type { IndexTables } from "./tables.ts";
import { Vectors } from "./vectors.ts";
import type { IndexedVersion } from "./versions.ts";

/** Raised with every change of what a file holds, or of how a text becomes terms: older files are then made anew. */
const KIND = "utopia-search-1";

/** The model that vectors are of. */
export interface IndexModel {
	/** Its name and what it is, down to the last bit. */
	readonly id: string;
	readonly dims: number;
}

/** An index as it lies on disk. No `model`: it never had one. */
export interface SavedIndex {
	readonly tables: IndexTables;
	readonly model: IndexModel | undefined;
}

type SavedVersion = readonly [
	version: string,
	document: string,
	group: number,
	passages: number,
	spans: readonly (readonly [from: string, to: string | null])[],
];

interface Names {
	readonly model: IndexModel | null;
	readonly terms: number;
	readonly documents: string[];
	readonly titles: string[];
	readonly chunks: string[];
	readonly versions: readonly SavedVersion[];
}

/** The file of an index in its folder. */
export function indexPath(folder: string): string {
	return join(folder, "search.index");
}

function joined(tables: readonly Uint32Array[]): Uint32Array {
	const all = new Uint32Array(tables.reduce((sum, table) => sum + table.length, 0));
	let at = 0;
	for (const table of tables) {
		all.set(table, at);
		at += table.length;
	}
	return all;
}

function savedVersion({ version, document, group, spans, passages }: IndexedVersion): SavedVersion {
	const lives = spans.map(({ from, to }) => [String(from), to === undefined ? null : String(to)] as const);
	return [version, document, group, passages.length, lives];
}

/** Writes an index into its folder, whole or not at all. @throws of a disk that is full or out of reach. */
export function saveIndex(folder: string, { tables, model }: SavedIndex): void {
	const { dictionary, postings, passages, vectors } = tables;
	const versions = [...tables.versions.values()];
	const { documentOf, titleOf, lengths, ...lists } = passages.tables();
	const names: Names = {
		model: model ?? null,
		terms: dictionary.size,
		...lists,
		versions: versions.map(savedVersion),
	};
	const numbers = {
		...{ documentOf, titleOf, lengths },
		placed: joined(versions.map((version) => version.passages)),
		seqs: joined(versions.map((version) => version.seqs)),
		...prefixed("postings-", postings.merged()),
		...prefixed("vectors-", vectors.tables()),
	};
	const sections = new Map<string, Uint8Array>([
		["names", Buffer.from(JSON.stringify(names))],
		["terms", dictionary.bytes()],
	]);
	for (const [name, table] of Object.entries(numbers)) sections.set(name, bytesOf(table));
	writeSections(indexPath(folder), KIND, sections);
}

function prefixed(prefix: string, tables: object): Record<string, ArrayBufferView> {
	return Object.fromEntries(Object.entries(tables).map(([name, table]) => [prefix + name, table]));
}

function readVersions(names: Names, placed: Uint32Array, seqs: Uint32Array): Map<string, IndexedVersion> {
	let from = 0;
	return new Map(
		names.versions.map(([version, document, group, passages, lives]) => {
			const to = from + passages;
			const spans = lives.map(([start, end]) => ({
				from: BigInt(start),
				to: end === null ? undefined : BigInt(end),
			}));
			const held = { passages: placed.subarray(from, to), seqs: seqs.subarray(from, to) };
			from = to;
			return [version, { version, document, group, spans, ...held }];
		}),
	);
}

/** Reads an index as it was saved. @throws SectionsDamaged of a file that is damaged or of another version; ENOENT. */
export function readIndex(folder: string): SavedIndex {
	const file = new SectionReader(indexPath(folder), KIND);
	const names = file.json("names") as Names;
	const tables: IndexTables = {
		dictionary: Dictionary.read(file.bytes("terms"), names.terms),
		postings: new Postings({
			starts: file.uint32("postings-starts"),
			passages: file.uint32("postings-passages"),
			counts: file.uint16("postings-counts"),
		}),
		passages: new Passages({
			...names,
			documentOf: file.uint32("documentOf"),
			titleOf: file.uint32("titleOf"),
			lengths: file.uint32("lengths"),
		}),
		vectors: new Vectors(names.model?.dims ?? 0, {
			int8: file.int8("vectors-int8"),
			scales: file.float32("vectors-scales"),
			signs: file.uint32("vectors-signs"),
			first: file.uint32("vectors-first"),
			many: file.uint32("vectors-many"),
		}),
		versions: readVersions(names, file.uint32("placed"), file.uint32("seqs")),
	};
	return { tables, model: names.model ?? undefined };
}
