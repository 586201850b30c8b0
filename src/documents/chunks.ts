import type { View } from "../access/view.ts";
import { type Anchor, type Layout, readLayout } from "../chunking/layout.ts";
import { computedId } from "../rdf/computed-id.ts";
import type { PagedText } from "../text/paged-text.ts";
import { readChars } from "../text/places.ts";
import { Spells } from "../time/turns.ts";
import { placedRows } from "./chunk-rows.ts";
import type { DocumentRow, Version } from "./document-table.ts";
import { keptText } from "./version-text.ts";

/** A piece of the text of a version, where it stands there. */
export interface Chunk {
	/** UUID. The same words at the same repetition keep it over the versions of a document. */
	readonly id: string;
	/** From 0. */
	readonly seq: number;
	/** The headings above it, outermost first. */
	readonly heading: string | undefined;
	readonly text: string;
	/** Code points in the version's text; missing on what was imported without. */
	readonly start: number | undefined;
	readonly end: number | undefined;
	readonly anchor: Anchor | undefined;
	/** How the words came to be text: `stated` where they were written. */
	readonly origin: string | undefined;
}

/** The chunks of a version in order, read as they are asked for. */
export async function* chunksOf(document: DocumentRow, version: Version, view: View): AsyncGenerator<Chunk> {
	const kept = keptText(version, view);
	const layout = layoutOf(version, view);
	if (kept === undefined || layout === undefined) {
		for (const row of await placedRows(document, version, view)) yield { ...row, anchor: undefined };
		return;
	}
	const reader = new ForwardReader(kept);
	const spells = new Spells();
	for (let seq = 0; seq < layout.count; seq++) {
		if (spells.isOver) await spells.next();
		const { start } = layout.place(seq);
		yield chunkOf(document, layout, seq, await reader.next(layout.end(seq) - start));
	}
}

/** One chunk of a version by its number, or `undefined` where there is none. */
export async function chunkAt(
	document: DocumentRow,
	version: Version,
	{ seq, view }: { readonly seq: number; readonly view: View },
): Promise<Chunk | undefined> {
	const kept = keptText(version, view);
	const layout = layoutOf(version, view);
	if (kept === undefined || layout === undefined) {
		const row = (await placedRows(document, version, view)).find((one) => one.seq === seq);
		return row && { ...row, anchor: undefined };
	}
	if (seq >= layout.count) return undefined;
	return chunkOf(document, layout, seq, await readChars(kept, layout.place(seq).start, layout.end(seq)));
}

/** Where a code point of a version stands in the original, as far as that was recorded. */
export function anchorAt(version: Version, char: number, view: Pick<View, "blobs">): Anchor | undefined {
	const layout = layoutOf(version, view);
	if (layout === undefined || char >= layout.chars) return undefined;
	return layout.place(layout.seqAt(char)).anchor;
}

const MOST_LAYOUTS = 8;
/** The layouts that were asked for last. What a digest names never changes. */
const layouts = new Map<string, Layout>();

/** Where the chunks of a version begin; `undefined` where that is not kept here. */
function layoutOf({ layout }: Version, { blobs }: Pick<View, "blobs">): Layout | undefined {
	const info = layout === undefined ? undefined : blobs.info(layout);
	if (layout === undefined || info === undefined) return undefined;
	const known = layouts.get(layout);
	layouts.delete(layout);
	if (known === undefined && layouts.size >= MOST_LAYOUTS) layouts.delete(layouts.keys().next().value ?? "");
	const read = known ?? readLayout(wholeOf(layout, info.pieces, blobs));
	layouts.set(layout, read);
	return read;
}

function wholeOf(sha256: string, pieces: number, blobs: View["blobs"]): Buffer {
	return Buffer.concat(Array.from({ length: pieces }, (_, n) => blobs.piece(sha256, n) ?? Buffer.alloc(0)));
}

function chunkOf(document: DocumentRow, layout: Layout, seq: number, text: string): Chunk {
	const { start, heading, anchor, repeat } = layout.place(seq);
	const said = JSON.stringify([document.id, text, anchor ?? null, repeat]);
	return {
		id: computedId(`chunk ${said}`),
		seq,
		heading: heading.length === 0 ? undefined : heading.join(" › "),
		text,
		start,
		end: layout.end(seq),
		anchor,
		origin: "stated",
	};
}

/** Reads a text from its beginning, some characters at a time. */
class ForwardReader {
	readonly #text: PagedText;
	#page = 0;
	#buffer = "";
	/** Where in the buffer the next character stands, in UTF-16 units. */
	#at = 0;

	constructor(text: PagedText) {
		this.#text = text;
	}

	/** The next characters, counted in code points; fewer at the end of the text. */
	async next(chars: number): Promise<string> {
		let end = this.#at;
		for (let left = chars; left > 0; left--) {
			if (end >= this.#buffer.length) {
				const read = end - this.#at;
				if (!(await this.#more())) break;
				end = read;
			}
			end += (this.#buffer.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
		}
		const text = this.#buffer.slice(this.#at, end);
		this.#at = end;
		return text;
	}

	async #more(): Promise<boolean> {
		if (this.#page >= this.#text.outline.pages.length) return false;
		const bytes = await this.#text.page(this.#page++);
		this.#buffer = this.#buffer.slice(this.#at) + bytes.toString("utf8");
		this.#at = 0;
		return true;
	}
}
