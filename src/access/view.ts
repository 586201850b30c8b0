import type { Row } from "../sparql/rows.ts";
import type { BoundQuery } from "../sparql/template.ts";
import type { Head, ReadOptions, Store } from "../store/port.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { RecordClock } from "../time/record-clock.ts";

declare const made: unique symbol;

/** What is kept in memory beside the engine: worked out from a view's rows, once for each head, and never the truth. */
export interface Projection<Value> {
	readonly name: string;
	build(view: View): Promise<Value>;
}

/**
 * A base as one caller may know it. The only way to read; made here, once per request, and it cannot be widened.
 */
export interface View {
	readonly [made]: true;
	/** The base's id, a UUID in lower case. */
	readonly kb: string;
	/** The base's record time: what is now, and when the next commit is. */
	readonly clock: RecordClock;
	/** Where the base stands in this view. */
	head(): Head;
	select(query: BoundQuery, options?: ReadOptions): Promise<readonly Row[]>;
	ask(query: BoundQuery, options?: ReadOptions): Promise<boolean>;
	/** The projection at the view's head, shared by all who see the same rows. A build that fails is tried again by the next caller. */
	kept<Value>(projection: Projection<Value>): Promise<Value>;
}

interface Kept {
	readonly sequence: number;
	readonly value: Promise<unknown>;
}

/** What all views of a store share. */
interface Shared {
	readonly clock: RecordClock;
	readonly projections: Map<Projection<unknown>, Kept>;
}

const shared = new WeakMap<Store, Shared>();

function sharedOf(store: Store, clock: Clock): Shared {
	const found = shared.get(store);
	if (found !== undefined) return found;
	const made = { clock: new RecordClock(clock, () => store.head().recordedAt), projections: new Map() };
	shared.set(store, made);
	return made;
}

/**
 * The view of someone who may read everything in the base: its own store, unfiltered. Of the clocks given for a store, the
 * first one counts.
 */
export function wholeView(store: Store, kb: string, wallClock: Clock = systemClock): View {
	const { clock, projections } = sharedOf(store, wallClock);
	const view = {
		kb,
		clock,
		head: () => store.head(),
		select: (query: BoundQuery, options?: ReadOptions) => store.select(query, "all", options),
		ask: (query: BoundQuery, options?: ReadOptions) => store.ask(query, "all", options),
		kept<Value>(projection: Projection<Value>): Promise<Value> {
			const { sequence } = store.head();
			const found = projections.get(projection);
			if (found?.sequence === sequence) return found.value as Promise<Value>;
			const value = projection.build(view);
			const kept = { sequence, value };
			projections.set(projection, kept);
			value.catch(() => projections.get(projection) === kept && projections.delete(projection));
			return value;
		},
	} as View;
	return view;
}
