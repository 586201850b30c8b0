import type { Row } from "../sparql/rows.ts";
import type { BoundQuery } from "../sparql/template.ts";
import type { Blobs, CommitEvent, Head, PastCommit, ReadOptions, Store } from "../store/port.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { FIRST_INSTANT, type Instant } from "../time/instant.ts";
import { RecordClock } from "../time/record-clock.ts";
import { type CommitRows, commitRows } from "./commit-rows.ts";
import { following } from "./following.ts";
import { Kept } from "./kept.ts";

declare const made: unique symbol;

/** What is kept in memory beside the engine: worked out from a view's rows, and never the truth. */
export interface Projection<Value> {
	readonly name: string;
	build(view: View): Promise<Value>;
	/**
	 * Brings a value up to the next commit, in place. Rows that the value has already are taken once: a build may have seen
	 * them. Without it the value is built anew after each commit.
	 */
	advance?(value: Value, commit: CommitRows): void;
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
	/** The files of its documents: their digests are learnt from rows that this view shows. */
	readonly blobs: Blobs;
	/** Where the base stands in this view. */
	head(): Head;
	/** The commits after an instant, or from the first one on, past ones and then each as it comes, until the signal says so. */
	commits(after: Instant | undefined, signal: AbortSignal): AsyncIterable<PastCommit>;
	select(query: BoundQuery, options?: ReadOptions): Promise<readonly Row[]>;
	ask(query: BoundQuery, options?: ReadOptions): Promise<boolean>;
	/**
	 * The projection, shared by all who see the same rows, and moving on with the base while it is used. That disturbs no read
	 * under way: a read asks for a moment of the record clock, and what is committed after that lies after the moment. A build
	 * that fails is tried again by the next caller.
	 */
	kept<Value>(projection: Projection<Value>): Promise<Value>;
}

/** The record moment of all that a view shows; of an empty base, the first moment there is. */
export function headMoment(view: Pick<View, "head">): Instant {
	return view.head().recordedAt ?? FIRST_INSTANT;
}

/** What all views of a store share: its record time, and the projections in step with its commits. */
class Shared {
	readonly clock: RecordClock;
	readonly #kept = new Map<Projection<unknown>, Kept<unknown>>();

	constructor(store: Store, kb: string, wallClock: Clock) {
		this.clock = new RecordClock(wallClock, () => store.head().recordedAt);
		store.onCommit((event) => this.#follow(event, kb));
	}

	async kept<Value>(projection: Projection<Value>, view: View): Promise<Value> {
		for (;;) {
			const kept = this.#keptOf(projection, view);
			const value = await kept.value;
			if (!kept.isTorn) return value;
		}
	}

	#keptOf<Value>(projection: Projection<Value>, view: View): Kept<Value> {
		const found = this.#kept.get(projection);
		if (found !== undefined) return found as Kept<Value>;
		const kept = new Kept(() => projection.build(view), projection.advance);
		this.#kept.set(projection, kept as Kept<unknown>);
		kept.value.catch(() => this.#kept.get(projection) === kept && this.#kept.delete(projection));
		return kept;
	}

	#follow({ changes }: CommitEvent, kb: string): void {
		if (this.#kept.size === 0) return;
		const commit = changes && commitRows(changes, kb);
		const failures: unknown[] = [];
		for (const [projection, kept] of this.#kept) {
			try {
				if (!kept.follow(commit)) this.#kept.delete(projection);
			} catch (error) {
				this.#kept.delete(projection);
				failures.push(error);
			}
		}
		if (failures.length > 0) throw failures[0];
	}
}

const shared = new WeakMap<Store, Shared>();

/**
 * The view of someone who may read everything in the base: its own store, unfiltered. Of the clocks given for a store, the
 * first one counts.
 */
export function wholeView(store: Store, kb: string, wallClock: Clock = systemClock): View {
	const found = shared.get(store) ?? new Shared(store, kb, wallClock);
	shared.set(store, found);
	const view = {
		kb,
		clock: found.clock,
		blobs: store.blobs,
		head: () => store.head(),
		commits: (after: Instant | undefined, signal: AbortSignal): AsyncIterable<PastCommit> =>
			following(store, after, signal),
		select: (query: BoundQuery, options?: ReadOptions) => store.select(query, "all", options),
		ask: (query: BoundQuery, options?: ReadOptions) => store.ask(query, "all", options),
		kept: <Value>(projection: Projection<Value>) => found.kept(projection, view),
	} as View;
	return view;
}
