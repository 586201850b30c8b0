import type { Literal, NamedNode } from "@rdfjs/types";
import { readTerm } from "../rdf/read-term.ts";
import { type Instant, tryInstant } from "../time/instant.ts";

/** A term as it can be stored: no blank nodes, no triple terms. */
export type StoredTerm = NamedNode | Literal;

/** One solution: the term of each variable that is bound. */
export interface Row {
	get(variable: string): StoredTerm | undefined;
}

/**
 * Reads SPARQL 1.1 TSV results as the engine prints them. The header names the variables; an empty cell is an unbound one.
 * Tabs and line feeds inside literals are escaped there, so splitting is safe.
 */
export function rowsOfTsv(tsv: string): readonly Row[] {
	const lines = tsv.split("\n");
	const columns = new Map(
		(lines[0] ?? "").split("\t").map((name, index) => [name.replace(/^\?/, "").trimEnd(), index]),
	);
	const rows: Row[] = [];
	for (let n = 1; n < lines.length; n++) {
		const line = lines[n] ?? "";
		if (line === "" && n === lines.length - 1) continue;
		rows.push(new TsvRow(columns, line.split("\t")));
	}
	return rows;
}

class TsvRow implements Row {
	readonly #columns: ReadonlyMap<string, number>;
	readonly #cells: readonly string[];

	constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
		this.#columns = columns;
		this.#cells = cells;
	}

	get(variable: string): StoredTerm | undefined {
		const index = this.#columns.get(variable);
		const cell = index === undefined ? "" : (this.#cells[index] ?? "");
		return cell === "" ? undefined : readTerm(cell);
	}
}

/** How one variable is read: from its term to a value, or `undefined` when the term is not of that kind. */
export type Reading<Value> = ((term: StoredTerm | undefined) => Value | undefined) & {
	readonly optional?: true;
};

type Shape = Readonly<Record<string, Reading<unknown>>>;
type Decoded<S extends Shape> = {
	readonly [Key in keyof S]: S[Key] extends OptionalReading<infer Value>
		? Value | undefined
		: S[Key] extends Reading<infer Value>
			? Value
			: never;
};
export interface OptionalReading<Value> {
	(term: StoredTerm | undefined): Value | undefined;
	readonly optional: true;
}

export const iri: Reading<NamedNode> = (term) => (term?.termType === "NamedNode" ? term : undefined);
export const term: Reading<StoredTerm> = (found) => found;
export const text: Reading<string> = (found) => (found?.termType === "Literal" ? found.value : undefined);
export const moment: Reading<Instant> = (found) =>
	found?.termType === "Literal" ? tryInstant(found.value) : undefined;
export const count: Reading<number> = (found) =>
	found?.termType === "Literal" ? Number(found.value) : undefined;

/** The variable may be unbound; when it is bound it must be of that kind. */
export function optional<Value>(reading: Reading<Value>): OptionalReading<Value> {
	return Object.assign((found: StoredTerm | undefined) => reading(found), { optional: true } as const);
}

const readings = new WeakMap<Shape, readonly (readonly [string, Reading<unknown>])[]>();

/** The entries of a shape, taken apart once and not for each of the rows read by it. */
function readingsOf(shape: Shape): readonly (readonly [string, Reading<unknown>])[] {
	const found = readings.get(shape);
	if (found !== undefined) return found;
	const entries = Object.entries(shape);
	readings.set(shape, entries);
	return entries;
}

/**
 * Reads a row by its shape.
 * @throws TypeError when the row lacks what the shape promises: our own mistake, never a caller's.
 */
export function decode<S extends Shape>(row: Row, shape: S): Decoded<S> {
	const values: Record<string, unknown> = {};
	for (const [key, reading] of readingsOf(shape)) {
		const found = row.get(key);
		const value = reading(found);
		if (value === undefined && (found !== undefined || !reading.optional)) {
			throw new TypeError(`?${key} is ${found === undefined ? "unbound" : found.value.slice(0, 80)}`);
		}
		values[key] = value;
	}
	return values as Decoded<S>;
}
