import type { LastPage } from "../ledger/last-pages.ts";
import { PAGE_SIZE, type PageKind } from "../ledger/pages.ts";
import type { Instant } from "../time/instant.ts";
import { byInstant } from "../time/instant.ts";

/** A row that goes on a page: what happened to it, when. */
export interface PageRow {
	readonly iri: string;
	readonly at: Instant | undefined;
}

/** A page of an import: new, or the last one of the base, which is filled up. */
export interface MadePage {
	readonly kind: PageKind;
	readonly number: number;
	readonly isNew: boolean;
	readonly rows: readonly PageRow[];
}

/** Collects rows by kind of page and puts them on pages: by instant ascending, then id descending (ledger README). */
export class PageMaker {
	readonly #rows = new Map<PageKind, PageRow[]>();

	add(kind: PageKind, iri: string, at: Instant | undefined): void {
		const rows = this.#rows.get(kind);
		if (rows === undefined) this.#rows.set(kind, [{ iri, at }]);
		else rows.push({ iri, at });
	}

	/** Numbers begin at 1 and go on after `last`. */
	*pages(last: ReadonlyMap<PageKind, LastPage> = new Map()): Generator<MadePage> {
		for (const [kind, rows] of this.#rows) {
			if (kind !== "entity") rows.sort((a, b) => byInstant(a.at, b.at) || (a.iri < b.iri ? 1 : -1));
			const { number = 0, rows: filled = PAGE_SIZE } = last.get(kind) ?? {};
			const room = PAGE_SIZE - filled;
			if (room > 0) yield { kind, number, isNew: false, rows: rows.slice(0, room) };
			let next = number;
			for (let start = room; start < rows.length; start += PAGE_SIZE)
				yield { kind, number: ++next, isNew: true, rows: rows.slice(start, start + PAGE_SIZE) };
		}
	}
}
