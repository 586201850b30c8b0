import { headMoment, type View } from "../../../access/view.ts";
import {
	type DocumentRow,
	type DocumentTable,
	documentTable,
	type Version,
	versionAt,
} from "../../../documents/document-table.ts";
import { escapedName } from "../../escaped.ts";

/** A document as it stands at present. */
export interface Readable {
	/** UUID. */
	readonly id: string;
	readonly row: DocumentRow;
	readonly version: Version;
	/** Its name as it was brought. */
	readonly name: string;
	/** The same as NFC: what names are compared and sorted by. */
	readonly key: string;
}

/** The documents in use, by name and then id (CM-7). */
export interface Readables {
	readonly list: readonly Readable[];
	get(id: string): Readable | undefined;
	/** Those that bear a name, given as NFC. */
	named(key: string): readonly Readable[];
	/** The name as it begins a line: with the id where several documents bear it (CM-10). */
	label(document: Readable): string;
}

interface Known {
	readonly revision: number;
	readonly found: Readables;
}

/** As they were found last; a table that nothing was said to since gives the same. */
const known = new WeakMap<DocumentTable, Known>();

/** What a caller may read of documents now, whole and in order. */
export async function readables(view: View): Promise<Readables> {
	const table = await view.kept(documentTable);
	const { revision } = table;
	const before = known.get(table);
	if (before?.revision === revision) return before.found;
	const asOf = headMoment(view);
	const list: Readable[] = [];
	for (const row of table.list()) {
		const version = versionAt(row, asOf);
		if (version === undefined) continue;
		const name = version.filename;
		list.push({ id: row.id, row, version, name, key: name.toWellFormed().normalize("NFC") });
	}
	list.sort((a, b) => byPoints(a.key, b.key) || byPoints(a.id, b.id));
	const found = indexed(list);
	known.set(table, { revision, found });
	return found;
}

function indexed(list: readonly Readable[]): Readables {
	const byId = new Map(list.map((one) => [one.id, one]));
	const byName = new Map<string, Readable[]>();
	for (const one of list) byName.set(one.key, [...(byName.get(one.key) ?? []), one]);
	const named = (key: string) => byName.get(key) ?? [];
	return {
		list,
		get: (id) => byId.get(id),
		named,
		label: ({ id, key, name }) =>
			named(key).length > 1 ? `${escapedName(name)} [${fileId(id)}]` : escapedName(name),
	};
}

/** The id as the file tools print it (CM-11). */
export function fileId(id: string): string {
	return `vsf_${id}`;
}

/** The base as the file tools print it (CM-11). */
export function baseId({ kb }: Pick<View, "kb">): string {
	return `vs_${kb}`;
}

/** Comparison in the order of code points, which that of UTF-16 units is not. */
export function byPoints(a: string, b: string): number {
	const most = Math.min(a.length, b.length);
	for (let at = 0; at < most; at++) {
		const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
		if (one !== other) return rank(one) - rank(other);
	}
	return a.length - b.length;
}

/** Units as their characters are ordered: surrogates stand for what lies behind all others. */
function rank(unit: number): number {
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10_000 : unit;
}
