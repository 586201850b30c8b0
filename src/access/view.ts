import type { Row } from "../sparql/rows.ts";
import type { BoundQuery } from "../sparql/template.ts";
import type { Head, ReadOptions, Store } from "../store/port.ts";

declare const made: unique symbol;

/**
 * A base as one caller may know it. The only way to read; made here, once per request, and it cannot be widened.
 */
export interface View {
	readonly [made]: true;
	/** The base's id, a UUID in lower case. */
	readonly kb: string;
	/** Where the base stands in this view. */
	head(): Head;
	select(query: BoundQuery, options?: ReadOptions): Promise<readonly Row[]>;
	ask(query: BoundQuery, options?: ReadOptions): Promise<boolean>;
}

/** The view of someone who may read everything in the base: its own store, unfiltered. */
export function wholeView(store: Store, kb: string): View {
	return {
		kb,
		head: () => store.head(),
		select: (query, options) => store.select(query, "all", options),
		ask: (query, options) => store.ask(query, "all", options),
	} as View;
}
