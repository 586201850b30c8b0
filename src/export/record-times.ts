import { XSD } from "../rdf/terms.ts";
import { type Instant, tryInstant } from "../time/instant.ts";
import { prov } from "../vocab/well-known.ts";
import type { Description } from "./file-table.ts";
import type { FileRead } from "./read-file.ts";
import type { Refusals } from "./refusals.ts";

/** When a row came into the base and when it left it, both read from the file. */
export interface RecordLife {
	readonly recorded: Instant | undefined;
	readonly invalidated: Instant | undefined;
}

const FINER_THAN_MICROSECONDS = /\.\d{6}\d*[1-9]/;

/** Reads record times, each literal once, and refuses those that cannot be one. */
export class RecordTimes {
	readonly #file: FileRead;
	readonly #refusals: Refusals;
	readonly #now: Instant;
	readonly #known = new Map<number, Instant | undefined>();
	readonly #generated: number;
	readonly #invalidated: number;
	#latest: Instant | undefined;

	/** `now` is the moment of the import: nothing can have been recorded after it. */
	constructor(file: FileRead, refusals: Refusals, now: Instant) {
		this.#file = file;
		this.#refusals = refusals;
		this.#now = now;
		this.#generated = file.name(prov.generatedAtTime);
		this.#invalidated = file.name(prov.invalidatedAtTime);
	}

	/** The latest record time read so far. */
	get latest(): Instant | undefined {
		return this.#latest;
	}

	/** The record life of a row; what cannot be read is refused and missing. */
	of(row: Description): RecordLife {
		const recorded = this.#one(row, this.#generated, "prov:generatedAtTime");
		const invalidated = this.#one(row, this.#invalidated, "prov:invalidatedAtTime");
		if (recorded !== undefined && invalidated !== undefined && invalidated < recorded) {
			this.#refuse(
				row,
				this.#invalidated,
				"invalidated before it was recorded; the later time is the invalidation",
			);
		}
		return { recorded, invalidated };
	}

	#one(row: Description, predicate: number, name: string): Instant | undefined {
		const objects = row.all(predicate);
		if (objects.length > 1) this.#refuse(row, predicate, `two values of ${name}; a row has one`);
		const [object] = objects;
		if (object === undefined) return undefined;
		if (this.#known.has(object)) return this.#known.get(object);
		const before = this.#refusals.count;
		const read = this.#read(row, predicate, object, name);
		// What is refused is refused wherever it stands.
		if (this.#refusals.count === before) this.#known.set(object, read);
		if (read !== undefined && (this.#latest === undefined || this.#latest < read)) this.#latest = read;
		return read;
	}

	#read(row: Description, predicate: number, object: number, name: string): Instant | undefined {
		const { value, datatype } = this.#file.term(object);
		const type = datatype.slice(XSD.length);
		const at = type === "dateTime" || type === "dateTimeStamp" ? tryInstant(value) : undefined;
		const got = `"${value.slice(0, 60)}"`;
		if (at === undefined) {
			this.#refuse(
				row,
				predicate,
				`${name} is a zoned xsd:dateTime such as 2026-03-20T12:00:00.123456Z, not ${got}`,
			);
		} else if (FINER_THAN_MICROSECONDS.test(value)) {
			this.#refuse(row, predicate, `${name} is finer than a microsecond: ${got}; give six fraction digits`);
		} else if (at > this.#now) {
			this.#refuse(
				row,
				predicate,
				`${name} lies in the future: ${got}; nothing is recorded before it happens`,
			);
		}
		return at;
	}

	#refuse(row: Description, predicate: number, reason: string): void {
		this.#refusals.add(reason, {
			line: row.lineOf(predicate),
			subject: this.#file.term(row.subject).value,
		});
	}
}
