import type { View } from "../access/view.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { loadTemplate } from "../sparql/template.ts";
import { calendar, PAGE_SIZE, type Page, type PageKind } from "./pages.ts";

const template = loadTemplate("ledger/rows-on-pages");

/** The last page of a kind, and how many rows it has: what comes next is put behind them. */
export interface LastPage extends Pick<Page, "number" | "from"> {
	readonly rows: number;
}

/** The last page of each kind of the base. */
export async function lastPages(view: View): Promise<ReadonlyMap<PageKind, LastPage>> {
	const { record } = graphsOf(view.kb);
	const last = new Map<PageKind, LastPage>();
	for (const [kind, pages] of await view.kept(calendar)) {
		const page = pages.at(-1);
		if (page === undefined) continue;
		const rows = await view.select(template.bind({ record, pages: [page.iri] }, { limit: 2 * PAGE_SIZE }));
		last.set(kind, { number: page.number, from: page.from, rows: rows.length });
	}
	return last;
}
