import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { baseIri, graphsOf, readBaseIri } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional, type Row } from "../sparql/rows.ts";
import { loadTemplate, type Template } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { byText } from "./by-text.ts";
import { type EntityIndex, entityIndex } from "./entity-index.ts";
import type { FactBasis } from "./facts.ts";
import { calendar, kindOfPage, PAGE_SIZE, type Page } from "./pages.ts";

/** What moved on the record axis: fact events and entity events (graph-tools N2, N3). */
export const CHANGE_KINDS = [
	"asserted",
	"corrected",
	"rejected",
	"merged",
	"reverted",
	"renamed",
	"retyped",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One event: the row it happened to (a fact, a name, a merge or a typing), and when. */
export interface Change {
	readonly kind: ChangeKind;
	readonly at: Instant;
	readonly row: NamedNode;
	/** The row's own id. */
	readonly id: string;
	/** The id of what was affected, a fact or an entity: it orders events of one instant. */
	readonly affected: string;
}

/** Where a list of changes goes on: behind this event. */
export type ChangePosition = Pick<Change, "at" | "id" | "affected">;

export interface ChangeWindow {
	/** First instant of the window. */
	readonly since: Instant;
	/** First instant after it. */
	readonly until: Instant;
	readonly kinds: readonly ChangeKind[];
	readonly after?: ChangePosition | undefined;
	readonly limit: number;
}

const recordedOnPages = loadTemplate("ledger/rows-recorded-on-pages");
const invalidatedOnPages = loadTemplate("ledger/rows-invalidated-on-pages");
const ofEntities = loadTemplate("ledger/pages-of-facts-of-entities");
const shape = { page: iri, row: iri, recordedAt: optional(moment), invalidatedAt: optional(moment) };
const eventShape = { page: iri, row: iri, at: moment };
const MOST_ROWS = 10_000_000;

/** Later first; at one instant the smaller affected id first (N5). */
function byOrder(a: ChangePosition, b: ChangePosition): number {
	if (a.at !== b.at) return a.at > b.at ? -1 : 1;
	return byText(a.affected, b.affected) || byText(a.id, b.id);
}

function inWindow(change: Change, { since, until, after }: ChangeWindow): boolean {
	return since <= change.at && change.at < until && (after === undefined || byOrder(after, change) < 0);
}

function readChange(row: Row, index: EntityIndex): Change | undefined {
	const { page, row: of, recordedAt, invalidatedAt } = decode(row, shape);
	const kind = kindOfPage(page);
	if (kind === "name" || kind === "entity") return undefined;
	const at = isEnd(kind) ? invalidatedAt : recordedAt;
	if (at === undefined) throw new TypeError(`an event without its instant: ${of.value}`);
	return changeOf(kind, at, of, index);
}

/** Whether the event is the end of its row, not its beginning. */
function isEnd(kind: ChangeKind): boolean {
	return kind === "rejected" || kind === "reverted";
}

function changeOf(kind: ChangeKind, at: Instant, row: NamedNode, index: EntityIndex): Change {
	const id = readBaseIri(row.value)?.id;
	if (id === undefined) throw new TypeError(`not a row of a base: ${row.value}`);
	return { kind, at, row, id, affected: affectedBy(kind, id, index) };
}

function affectedBy(kind: ChangeKind, row: string, index: EntityIndex): string {
	const entity = {
		asserted: () => undefined,
		corrected: () => undefined,
		rejected: () => undefined,
		merged: () => index.merges.get(row)?.source,
		reverted: () => index.merges.get(row)?.source,
		renamed: () => index.nameOf(row)?.entity,
		retyped: () => index.typing(row)?.entity,
	}[kind]();
	return entity ?? row;
}

/**
 * The latest events of the window, at most `limit`. Pages are read from the window's end backwards until enough is found:
 * the cost is that of the page, wherever in the history the window lies and however long that is.
 */
export async function changesIn(
	window: ChangeWindow,
	view: View,
	signal?: AbortSignal,
): Promise<readonly Change[]> {
	const [pages, index] = await Promise.all([view.kept(calendar), view.kept(entityIndex)]);
	const streams = window.kinds.map((kind) => new Backwards(pages.get(kind) ?? [], window));
	const found: Change[] = [];
	while (found.length < window.limit) {
		await refill(streams, { view, index, signal });
		const next = streams.filter((stream) => stream.head !== undefined).sort(byStream)[0];
		if (next === undefined) break;
		found.push(next.take());
	}
	return found;
}

function byStream(a: Backwards, b: Backwards): number {
	return a.head === undefined || b.head === undefined ? 0 : byOrder(a.head, b.head);
}

interface Reading {
	readonly view: View;
	readonly index: EntityIndex;
	readonly signal: AbortSignal | undefined;
}

/** Reads on where a stream has run out, all streams at once: one query for beginnings and one for ends, not one for each kind. */
async function refill(streams: readonly Backwards[], reading: Reading): Promise<void> {
	for (;;) {
		const wanted = new Map<string, Backwards>();
		const pages = streams.flatMap((stream) => {
			const page = stream.nextPage();
			if (page !== undefined) wanted.set(page.iri.value, stream);
			return page ?? [];
		});
		if (pages.length === 0) return;
		const ends = pages.filter(({ iri: page }) => isEnd(kindOfPage(page) as ChangeKind));
		const beginnings = pages.filter((page) => !ends.includes(page));
		const read = await Promise.all([
			changesOn(beginnings, recordedOnPages, reading),
			changesOn(ends, invalidatedOnPages, reading),
		]);
		for (const [page, stream] of wanted) {
			stream.receive(read.flatMap((changes) => changes.get(page) ?? []));
		}
	}
}

async function changesOn(
	pages: readonly Page[],
	template: Template,
	{ view, index, signal }: Reading,
): Promise<ReadonlyMap<string, readonly Change[]>> {
	const found = new Map<string, Change[]>();
	if (pages.length === 0) return found;
	const { record, ledger } = graphsOf(view.kb);
	const iris = pages.map((page) => page.iri);
	const query = template.bind({ record, ledger, pages: iris }, { limit: PAGE_SIZE * 2 * pages.length });
	for (const row of await view.select(query, { signal })) {
		const { page, row: of, at } = decode(row, eventShape);
		const changes = found.get(page.value) ?? [];
		found.set(page.value, changes);
		changes.push(changeOf(kindOfPage(page) as ChangeKind, at, of, index));
	}
	return found;
}

/** The events of one kind, page by page from the end of the window to its beginning. */
class Backwards {
	readonly #window: ChangeWindow;
	readonly #pages: readonly Page[];
	#next: number;
	#buffer: Change[] = [];

	constructor(pages: readonly Page[], window: ChangeWindow) {
		this.#pages = pages;
		this.#window = window;
		this.#next = lastBefore(pages, window) + 1;
	}

	get head(): Change | undefined {
		return this.#buffer[0];
	}

	take(): Change {
		const change = this.#buffer.shift();
		if (change === undefined) throw new TypeError("nothing left to take");
		return change;
	}

	/** The page to read before there is an event to take; none when there is one, or when no page is left. */
	nextPage(): Page | undefined {
		return this.#buffer.length > 0 || this.#next === 0 ? undefined : this.#pages[this.#next - 1];
	}

	/** Takes what stands on the page that `nextPage` named. */
	receive(changes: readonly Change[]): void {
		this.#buffer = changes.filter((change) => inWindow(change, this.#window)).sort(byOrder);
		const page = this.#pages[this.#next - 1];
		this.#next = page?.from !== undefined && page.from < this.#window.since ? 0 : this.#next - 1;
	}
}

/** The last page that begins before the window ends (or before the position to go on from), by halving. */
function lastBefore(pages: readonly Page[], { until, after }: ChangeWindow): number {
	let low = 0;
	let high = pages.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const from = pages[middle]?.from;
		const before = from === undefined || (after === undefined ? from < until : from <= after.at);
		if (before) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}

/**
 * As {@link changesIn}, for what touches one entity: facts that had it for an owner at either end at the event or have it
 * now, and its own events (N6). The cost is that of the entity's facts.
 */
export async function changesOf(
	entity: string,
	window: ChangeWindow,
	{ view, merges, asOf, signal }: FactBasis,
): Promise<readonly Change[]> {
	const found = new Map<string, Change>();
	for (const member of merges.everMembers(entity)) {
		const standsForItNow = merges.owner(member, asOf) === entity;
		for (const change of await touching(member, view, signal)) {
			if (!window.kinds.includes(change.kind) || !inWindow(change, window)) continue;
			if (standsForItNow || member === entity || merges.owner(member, change.at) === entity) {
				found.set(`${change.kind} ${change.row.value}`, change);
			}
		}
	}
	return [...found.values()].sort(byOrder).slice(0, window.limit);
}

async function touching(
	entity: string,
	view: View,
	signal: AbortSignal | undefined,
): Promise<readonly Change[]> {
	const index = await view.kept(entityIndex);
	const { record, ledger } = graphsOf(view.kb);
	const entities = [baseIri(view.kb, "entity", entity)];
	const query = ofEntities.bind({ record, ledger, entities }, { limit: MOST_ROWS });
	const rows = await view.select(query, { signal });
	return rows.flatMap((row) => readChange(row, index) ?? []);
}
