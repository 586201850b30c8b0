import { Growing } from "./growing.ts";
import { FIELDS } from "./postings.ts";

/** Strings by number, each once. */
export class Names {
	readonly list: string[];
	#numbers: Map<string, number> | undefined;

	constructor(list: string[] = []) {
		this.list = list;
	}

	/** The number of a name, which it gets if it has none. */
	numberOf(name: string): number {
		const known = this.known(name);
		if (known !== undefined) return known;
		this.list.push(name);
		this.#numbers?.set(name, this.list.length - 1);
		return this.list.length - 1;
	}

	known(name: string): number | undefined {
		// Only who writes, or narrows by names, needs to find them: a start does not pay for it.
		this.#numbers ??= new Map(this.list.map((one, n) => [one, n]));
		return this.#numbers.get(name);
	}
}

/** What a passage is known by. Two versions that agree in all of it share the passage. */
export interface PassageKey {
	readonly chunk: string;
	readonly document: string;
	/** File name and heading path. */
	readonly title: string;
}

/** The tables that passages are read from, and that a file keeps as they are. */
export interface PassageTables {
	readonly chunks: string[];
	readonly documents: string[];
	readonly titles: string[];
	readonly documentOf: Uint32Array;
	readonly titleOf: Uint32Array;
	/** Distinct tokens, per passage and field. */
	readonly lengths: Uint32Array;
}

/** The passages of an index, numbered in the order they came: nothing that is answered may depend on these numbers. */
export class Passages {
	readonly chunks: string[];
	readonly documents: Names;
	readonly #titles: Names;
	readonly #documentOf: Growing<Uint32Array>;
	readonly #titleOf: Growing<Uint32Array>;
	readonly #lengths: Growing<Uint32Array>;
	#byChunk: Map<string, readonly number[]> | undefined;

	constructor(tables?: PassageTables) {
		this.chunks = tables?.chunks ?? [];
		this.documents = new Names(tables?.documents);
		this.#titles = new Names(tables?.titles);
		this.#documentOf = new Growing(Uint32Array, tables?.documentOf);
		this.#titleOf = new Growing(Uint32Array, tables?.titleOf);
		this.#lengths = new Growing(Uint32Array, tables?.lengths);
	}

	get size(): number {
		return this.chunks.length;
	}

	/** Good until the next `add`. */
	get lengths(): Uint32Array {
		return this.#lengths.room;
	}

	tables(): PassageTables {
		return {
			chunks: this.chunks,
			documents: this.documents.list,
			titles: this.#titles.list,
			documentOf: this.#documentOf.written,
			titleOf: this.#titleOf.written,
			lengths: this.#lengths.written,
		};
	}

	find({ chunk, document, title }: PassageKey): number | undefined {
		const same = this.#chunkIndex().get(chunk) ?? [];
		return same.find(
			(n) => this.documentOf(n) === document && this.#titles.list[this.#titleOf.at(n)] === title,
		);
	}

	add({ chunk, document, title }: PassageKey, lengths: readonly number[]): number {
		const number = this.size;
		const index = this.#chunkIndex();
		index.set(chunk, [...(index.get(chunk) ?? []), number]);
		this.chunks.push(chunk);
		this.#documentOf.push(this.documents.numberOf(document));
		this.#titleOf.push(this.#titles.numberOf(title));
		for (let field = 0; field < FIELDS; field++) this.#lengths.push(lengths[field] ?? 0);
		return number;
	}

	documentOf(passage: number): string {
		return this.documents.list[this.#documentOf.at(passage)] as string;
	}

	key(passage: number): PassageKey {
		const title = this.#titles.list[this.#titleOf.at(passage)] as string;
		return { chunk: this.chunks[passage] as string, document: this.documentOf(passage), title };
	}

	#chunkIndex(): Map<string, readonly number[]> {
		if (this.#byChunk !== undefined) return this.#byChunk;
		const index = new Map<string, readonly number[]>();
		for (const [n, chunk] of this.chunks.entries()) index.set(chunk, [...(index.get(chunk) ?? []), n]);
		this.#byChunk = index;
		return index;
	}
}
