import type { NamedNode } from "@rdfjs/types";
import { momentOf, objectOf } from "../access/commit-rows.ts";
import { place } from "../access/place.ts";
import type { Projection, View } from "../access/view.ts";
import { baseIri, graphsOf, readBaseIri } from "../rdf/base-iris.ts";
import { namedNode } from "../rdf/terms.ts";
import { lasting } from "../sparql/lasting.ts";
import { count, decode, iri, moment, optional, type Row, text } from "../sparql/rows.ts";
import { loadTemplate, type Template } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";

/** Rows on a page at most. Every list that is read backwards in record time is read page by page. */
export const PAGE_SIZE = 32;

/** What a page holds: events of one kind, or entities, or canonical names that are no event (ledger README). */
export type PageKind =
	| "asserted"
	| "corrected"
	| "rejected"
	| "merged"
	| "reverted"
	| "renamed"
	| "retyped"
	| "name"
	| "entity";

export interface Page {
	readonly iri: NamedNode;
	readonly number: number;
	/** The first instant on it; missing on pages of entities that carry none. */
	readonly from: Instant | undefined;
}

/** The pages of each kind in record order. */
export type Calendar = ReadonlyMap<PageKind, readonly Page[]>;
type Pages = Map<PageKind, Page[]>;

/** The IRI of a page: `K page:{kind}:{n}`. */
export function pageIri(kb: string, kind: PageKind, number: number): NamedNode {
	return baseIri(kb, "page", `${kind}:${number}`);
}

/** The kind in a page's IRI. */
export function kindOfPage(page: NamedNode): PageKind {
	const id = readBaseIri(page.value)?.id ?? "";
	return id.slice(0, id.indexOf(":")) as PageKind;
}

const byNumber = (a: Page, b: Page) => a.number - b.number;
const pagesTemplate = loadTemplate("ledger/pages");
const MOST_PAGES = 1_000_000;
const shape = { page: iri, kind: text, number: count, from: optional(moment) };

export const calendar: Projection<Calendar> = {
	name: "pages",
	async build(view) {
		const query = pagesTemplate.bind({ record: graphsOf(view.kb).record }, { limit: MOST_PAGES });
		const found: Pages = new Map();
		for (const row of await view.select(query)) {
			const { page, kind, number, from } = decode(row, shape);
			const pages = found.get(kind as PageKind) ?? [];
			found.set(kind as PageKind, pages);
			pages.push({ iri: namedNode(lasting(page.value)), number, from });
		}
		for (const pages of found.values()) pages.sort(byNumber);
		return found;
	},
	advance(found: Pages, { record }) {
		for (const [page, said] of record) {
			const kind = objectOf(said, utopia.pageKind)?.value as PageKind | undefined;
			if (kind === undefined) continue;
			const number = Number(objectOf(said, utopia.pageNumber)?.value);
			const pages = found.get(kind) ?? [];
			found.set(kind, pages);
			if (pages.findLast((known) => known.number <= number)?.number === number) continue;
			place(pages, { iri: namedNode(page), number, from: momentOf(said, utopia.pageFrom) }, byNumber);
		}
	},
};

const PAGES_A_QUERY = 16;
const MOST_ROWS = 10_000_000;

/** The rows of a template over pages of one kind, a few pages a query, so that no query keeps the engine long. */
export async function* rowsOfPages(
	template: Template,
	kinds: readonly PageKind[],
	view: View,
): AsyncGenerator<readonly Row[], void> {
	const { record, ledger } = graphsOf(view.kb);
	const pages = await view.kept(calendar);
	for (const kind of kinds) {
		const iris = (pages.get(kind) ?? []).map((page) => page.iri);
		for (let start = 0; start < iris.length; start += PAGES_A_QUERY) {
			const some = iris.slice(start, start + PAGES_A_QUERY);
			yield await view.select(template.bind({ record, ledger, pages: some }, { limit: MOST_ROWS }));
		}
	}
}
