import { readdirSync, readFileSync } from "node:fs";
import { SearchCore } from "../search/search-core.ts";
import { type Section, sectionsOf } from "./sections.ts";

const FOLDER = new URL("../../data/manual/", import.meta.url);
const ENDING = ".md";

/** The manual, found by words; the same for everybody, and never about what a base holds. */
export interface Manual {
	/** Page by page. */
	readonly sections: readonly Section[];
	/** The sections that fit a query, best first; as many as asked for, from `offset` on. */
	find(
		query: string,
		page: { readonly offset: number; readonly limit: number },
	): { readonly sections: readonly Section[]; readonly more: boolean };
}

let read: Manual | undefined;

/** The manual that comes along: read and indexed at first use. */
export function manual(): Manual {
	read ??= manualOf(pagesIn(FOLDER));
	return read;
}

function pagesIn(folder: URL): ReadonlyMap<string, string> {
	const files = readdirSync(folder).filter((name) => name.endsWith(ENDING));
	return new Map(
		files
			.sort()
			.map((name) => [name.slice(0, -ENDING.length), readFileSync(new URL(name, folder), "utf8")] as const),
	);
}

/** A manual of pages by their names. @throws TypeError of a page that cannot be taken apart */
export function manualOf(pages: ReadonlyMap<string, string>): Manual {
	const core = new SearchCore(undefined, undefined);
	const byPage = new Map<string, readonly Section[]>();
	for (const [page, markdown] of pages) {
		const sections = sectionsOf(page, markdown);
		byPage.set(page, sections);
		// A section is found by its own heading: the page's would be a match of every one of its sections.
		const head = { document: page, version: page, filename: "", group: 0 };
		core.begin({ ...head, spans: [{ from: 0n, to: undefined }] });
		core.place(sections.map(({ heading, text }, seq) => ({ id: `${page}/${seq}`, seq, heading, text })));
		core.finish();
	}
	return {
		sections: [...byPage.values()].flat(),
		find(query, { offset, limit }) {
			const weights = { words: 1, meaning: 0 };
			const { hits, more } = core.search({ query, offset, limit, vector: undefined, weights });
			return { sections: hits.flatMap(({ document, seq }) => byPage.get(document)?.[seq] ?? []), more };
		},
	};
}
