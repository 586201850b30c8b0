import type { Texts } from "./grep-request.ts";
import type { PageName, PageSent } from "./matching-protocol.ts";
import type { PagedText, TextOutline } from "./paged-text.ts";

/** Pages, and beginnings of texts, that are asked for ahead of their turn. */
const PAGES_AHEAD = 4;
const TEXTS_AHEAD = 32;
/** Pages of one text that are kept: lines around a match are often in the page before. */
const PAGES_KEPT = PAGES_AHEAD + 4;

interface Waiting {
	readonly page: Promise<PageSent>;
	resolve(page: PageSent): void;
	reject(error: Error): void;
}

/** The texts of a job as the matching thread reads them: page by page from the main thread, a few ahead. */
export class FetchedTexts implements Texts {
	readonly count: number;
	readonly #want: (pages: readonly PageName[]) => void;
	readonly #pages = new Map<number, Map<number, Waiting>>();

	constructor(count: number, want: (pages: readonly PageName[]) => void) {
		this.count = count;
		this.#want = want;
	}

	async open(text: number): Promise<PagedText> {
		for (const done of this.#pages.keys()) if (done < text) this.#pages.delete(done);
		if (!this.#pages.has(text)) this.#ask(this.#names(text, { texts: TEXTS_AHEAD }));
		const { outline } = await this.#waiting(text, 0).page;
		if (outline === undefined) throw new TypeError("a text was opened without its outline");
		return { outline, page: (page) => this.#page(text, page, outline) };
	}

	/** Takes pages in that were asked for. */
	arrive(pages: readonly PageSent[]): void {
		for (const sent of pages) this.#waiting(sent.text, sent.page).resolve(sent);
	}

	/** Ends all waiting: nothing comes any more. */
	fail(): void {
		for (const pages of this.#pages.values())
			for (const { reject } of pages.values()) reject(new Error("the texts cannot be read"));
	}

	async #page(text: number, page: number, outline: TextOutline): Promise<Buffer> {
		const held = this.#pages.get(text);
		const last = Math.min(page + PAGES_AHEAD, outline.pages.length - 1);
		if (held?.has(page) !== true || (page < last && !held.has(page + 1)))
			this.#ask(this.#names(text, { from: page, to: last }));
		const { bytes } = await this.#waiting(text, page).page;
		if (bytes === undefined) throw new TypeError("a page came without its bytes");
		this.#drop(text, page);
		return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	}

	#names(text: number, ahead: { texts: number } | { from: number; to: number }): PageName[] {
		if ("texts" in ahead) {
			const most = Math.min(ahead.texts, this.count - text);
			return Array.from({ length: most }, (_, n) => ({ text: text + n, page: 0 }));
		}
		return Array.from({ length: ahead.to - ahead.from + 1 }, (_, n) => ({ text, page: ahead.from + n }));
	}

	#ask(names: readonly PageName[]): void {
		const missing = names.filter(({ text, page }) => this.#pages.get(text)?.has(page) !== true);
		if (missing.length === 0) return;
		for (const { text, page } of missing) this.#waiting(text, page);
		this.#want(missing);
	}

	#waiting(text: number, page: number): Waiting {
		const pages = this.#pages.get(text) ?? new Map<number, Waiting>();
		this.#pages.set(text, pages);
		let waiting = pages.get(page);
		if (waiting === undefined) {
			const { promise, resolve, reject } = withResolvers<PageSent>();
			// A page that nobody comes to read may fail unheard.
			promise.catch(() => undefined);
			waiting = { page: promise, resolve, reject };
			pages.set(page, waiting);
		}
		return waiting;
	}

	/** Forgets the pages furthest from the one in hand. */
	#drop(text: number, page: number): void {
		const pages = this.#pages.get(text);
		if (pages === undefined || pages.size <= PAGES_KEPT) return;
		const far = [...pages.keys()].filter((n) => n !== 0 && (n < page - 2 || n > page + PAGES_AHEAD));
		for (const n of far) pages.delete(n);
	}
}

function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void } {
	let settle: { resolve(value: T): void; reject(error: Error): void } | undefined;
	const promise = new Promise<T>((resolve, reject) => {
		settle = { resolve, reject };
	});
	if (settle === undefined) throw new TypeError("a promise runs its executor at once");
	return { promise, ...settle };
}
