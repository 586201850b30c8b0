import type { Quad } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { lastPages } from "../ledger/last-pages.ts";
import { PAGE_SIZE, type PageKind, pageIri } from "../ledger/pages.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { literal, namedNode, quad } from "../rdf/terms.ts";
import { type Instant, instantText } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { xsd } from "../vocab/well-known.ts";

interface OpenPage {
	readonly number: number;
	readonly from: Instant | undefined;
	rows: number;
	/** Whether a commit that says what the page is has come through; until then each commit says it. */
	isKnown: boolean;
}

/** A row that goes on a page. */
export interface PageRow {
	readonly kind: PageKind;
	readonly iri: string;
}

/**
 * Where the next rows of each kind stand: pages are filled in the order of commits, which are sealed one after the other.
 * What a failed commit has counted is lost room on a page, nothing else.
 */
export class PageBook {
	readonly #kb: string;
	readonly #last: Map<PageKind, OpenPage>;

	private constructor(kb: string, last: Map<PageKind, OpenPage>) {
		this.#kb = kb;
		this.#last = last;
	}

	/** Reads where the base's pages end. Nobody may write meanwhile. */
	static async of(view: View): Promise<PageBook> {
		const found = await lastPages(view);
		const last = new Map([...found].map(([kind, page]) => [kind, { ...page, isKnown: true }] as const));
		return new PageBook(view.kb, last);
	}

	/** Puts the rows of one commit on pages: by id descending, since they share an instant (ledger README). */
	place(
		rows: readonly PageRow[],
		at: Instant,
	): { readonly quads: readonly Quad[]; readonly settled: () => void } {
		const { record } = graphsOf(this.#kb);
		const quads: Quad[] = [];
		const touched = new Set<OpenPage>();
		for (const { kind, iri } of rows.toSorted((a, b) => (a.iri < b.iri ? 1 : -1))) {
			const page = this.#pageFor(kind, kind === "entity" ? undefined : at);
			const own = pageIri(this.#kb, kind, page.number);
			if (!page.isKnown && !touched.has(page)) {
				quads.push(quad(own, utopia.pageKind, literal(kind), record));
				quads.push(quad(own, utopia.pageNumber, literal(String(page.number), xsd.integer), record));
				if (page.from !== undefined)
					quads.push(quad(own, utopia.pageFrom, literal(instantText(page.from), xsd.dateTime), record));
			}
			touched.add(page);
			page.rows++;
			quads.push(quad(namedNode(iri), utopia.onPage, own, record));
		}
		const settled = () => {
			for (const page of touched) page.isKnown = true;
		};
		return { quads, settled };
	}

	#pageFor(kind: PageKind, from: Instant | undefined): OpenPage {
		const last = this.#last.get(kind);
		if (last !== undefined && last.rows < PAGE_SIZE) return last;
		const page = { number: (last?.number ?? 0) + 1, from, rows: 0, isKnown: false };
		this.#last.set(kind, page);
		return page;
	}
}
