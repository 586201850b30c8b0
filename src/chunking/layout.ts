/** Where a chunk stands in the original, beside its place in the text: a page, a sheet and row, a part of a message. */
export interface Anchor {
	readonly page?: number;
	readonly sheet?: string;
	readonly row?: number;
	readonly part?: string;
}

/** A chunk of a text: where it begins and what it stands under. It ends where the next one begins; offsets are code points. */
export interface ChunkPlace {
	readonly start: number;
	/** Headings above it, outermost first. */
	readonly heading: readonly string[];
	readonly anchor?: Anchor | undefined;
	/** Which one it is of those with its words and anchor in the same text, from 0. */
	readonly repeat: number;
}

/** The chunks of a text in order; together they are the whole text. */
export interface Layout {
	/** Which chunker made it. */
	readonly chunker: string;
	/** Code points of the text. */
	readonly chars: number;
	readonly count: number;
	place(seq: number): ChunkPlace;
	/** Where a chunk ends, just behind its last code point. */
	end(seq: number): number;
	/** The chunk that a code point belongs to. */
	seqAt(char: number): number;
}

interface Head {
	readonly chunker: string;
	readonly chars: number;
	readonly count: number;
	readonly headings: readonly (readonly string[])[];
	/** Without what is a number in them. */
	readonly anchors: readonly (Omit<Anchor, "page" | "row"> | null)[];
}

const COLUMNS = 6;

/** Spells a layout as bytes: a JSON head with each heading once, then columns of whole numbers. */
export function packLayout(
	places: readonly ChunkPlace[],
	{ chunker, chars }: { readonly chunker: string; readonly chars: number },
): Buffer {
	const headings = new Numbered<readonly string[]>();
	const anchors = new Numbered<Omit<Anchor, "page" | "row"> | null>();
	const { length: count } = places;
	const columns = new Uint32Array(COLUMNS * count);
	for (const [seq, { start, heading, anchor, repeat }] of places.entries()) {
		columns[seq] = start;
		columns[count + seq] = headings.numberOf(heading);
		columns[2 * count + seq] = repeat;
		const { page = 0, row = 0, ...rest } = anchor ?? {};
		columns[3 * count + seq] = anchors.numberOf(anchor === undefined ? null : rest);
		columns[4 * count + seq] = page;
		columns[5 * count + seq] = row;
	}
	const head: Head = { chunker, chars, count, headings: headings.list, anchors: anchors.list };
	const json = Buffer.from(JSON.stringify(head));
	const bytes = Buffer.alloc(4 + padded(json.length) + 4 * columns.length);
	bytes.writeUInt32LE(json.length, 0);
	json.copy(bytes, 4);
	for (let n = 0; n < columns.length; n++)
		bytes.writeUInt32LE(columns[n] ?? 0, 4 + padded(json.length) + 4 * n);
	return bytes;
}

const padded = (length: number) => Math.ceil(length / 4) * 4;

/** Things by what they say, each once, numbered in the order in which they came. */
class Numbered<Thing> {
	readonly list: Thing[] = [];
	readonly #numbers = new Map<string, number>();

	numberOf(thing: Thing): number {
		const key = JSON.stringify(thing);
		const known = this.#numbers.get(key);
		if (known !== undefined) return known;
		this.#numbers.set(key, this.list.length);
		return this.list.push(thing) - 1;
	}
}

/** Reads what {@link packLayout} wrote; of the columns only what is asked for. */
export function readLayout(bytes: Buffer): Layout {
	const length = bytes.readUInt32LE(0);
	const head = JSON.parse(bytes.toString("utf8", 4, 4 + length)) as Head;
	const { count, chars } = head;
	const from = 4 + padded(length);
	const cell = (column: number, seq: number) => bytes.readUInt32LE(from + 4 * (column * count + seq));
	return {
		chunker: head.chunker,
		chars,
		count,
		place: (seq) => ({
			start: cell(0, seq),
			heading: head.headings[cell(1, seq)] ?? [],
			anchor: anchorOf(head.anchors[cell(3, seq)], cell(4, seq), cell(5, seq)),
			repeat: cell(2, seq),
		}),
		end: (seq) => (seq + 1 < count ? cell(0, seq + 1) : chars),
		seqAt(char) {
			let [low, high] = [0, count - 1];
			while (low < high) {
				const middle = Math.ceil((low + high) / 2);
				if (cell(0, middle) <= char) low = middle;
				else high = middle - 1;
			}
			return low;
		},
	};
}

/** Pages and rows are counted from 1; 0 says that there is none. */
function anchorOf(
	rest: Omit<Anchor, "page" | "row"> | null | undefined,
	page: number,
	row: number,
): Anchor | undefined {
	if (rest === null || rest === undefined) return undefined;
	const { sheet, part } = rest;
	return {
		...(page === 0 ? {} : { page }),
		...(sheet === undefined ? {} : { sheet }),
		...(row === 0 ? {} : { row }),
		...(part === undefined ? {} : { part }),
	};
}
