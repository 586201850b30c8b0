import { tokens } from "./fold.ts";
import type { PassageKey } from "./passages.ts";
import type { IndexTables } from "./tables.ts";
import { termOf } from "./terms.ts";

/** Tokens whose terms are remembered, so that they are neither stemmed nor looked up again. */
const REMEMBERED = 300_000;
/** What a token that is no term is remembered as. */
const NO_TERM = -1;

/** The terms of a field with their counts, and how many different tokens it has. */
interface Counted {
	readonly terms: ReadonlyMap<number, number>;
	readonly length: number;
}

/** Adds passages to tables. */
export class PassageWriter {
	readonly #tables: IndexTables;
	#termOf = new Map<string, number>();

	constructor(tables: IndexTables) {
		this.#tables = tables;
	}

	/** The number of a new passage. Its title is the field of the same name. */
	add(key: PassageKey, text: string): number {
		const { passages, postings, vectors } = this.#tables;
		const fields = [key.title, text].map((field) => this.#counted(field));
		const lengths = fields.map(({ length }) => length);
		const passage = passages.add(key, lengths);
		for (const [field, { terms }] of fields.entries())
			for (const [term, count] of terms) postings.add(term, field, passage, count);
		vectors.addPassage();
		return passage;
	}

	#counted(text: string): Counted {
		const found = tokens(text);
		const terms = new Map<number, number>();
		for (const token of found) {
			const term = this.#numberOf(token);
			if (term !== NO_TERM) terms.set(term, (terms.get(term) ?? 0) + 1);
		}
		return { terms, length: new Set(found).size };
	}

	#numberOf(token: string): number {
		const remembered = this.#termOf.get(token);
		if (remembered !== undefined) return remembered;
		const term = termOf(token);
		const number = term === undefined || term === "" ? NO_TERM : this.#tables.dictionary.numberOf(term);
		if (this.#termOf.size >= REMEMBERED) this.#termOf.clear();
		this.#termOf.set(token, number);
		return number;
	}
}
