import type { View } from "../access/view.ts";
import { ontologyAt } from "../ontology/ontology.ts";
import type { TemporalKind } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { BaseReader, iriIn, objectsOf } from "./base-reader.ts";
import { ExportSink } from "./export-sink.ts";
import { isHeld } from "./record-cut.ts";

/** What all parts of an export share: where they read, where they write, and the moment they read at. */
export interface ExportContext {
	readonly reader: BaseReader;
	readonly sink: ExportSink;
	/** Rows recorded later are not there. */
	readonly cut: Instant;
	/** The moment of the world at which plain triples hold. */
	readonly now: Instant;
	/** Who stands for an entity at the cut. */
	owner(entity: string): string;
	/** The entities that an entity stands for at the cut, itself left out. */
	standsFor(entity: string): readonly string[];
	/** The merges that fold an entity away, whenever they were in effect. */
	mergesOf(source: string): readonly string[];
	temporal(relation: string): TemporalKind;
	readonly counts: Record<CountName, number>;
}

export type CountName =
	| "class"
	| "relation"
	| "document"
	| "entity"
	| "fact"
	| "evidence"
	| "rule"
	| "derived"
	| "finding";

/** Ids and ends of all merges: people make them, one by one, so they fit in memory. */
async function mergesOf(reader: BaseReader, cut: Instant) {
	const ids: string[] = [];
	for await (const merge of reader.onPages(["merged"])) ids.push(merge);
	const steps = new Map<string, string>();
	const bySource = new Map<string, string[]>();
	for (const [merge, { said }] of await reader.described(reader.graphs.ledger, ids)) {
		const [source] = objectsOf(said, utopia.source).map(iriIn);
		const [target] = objectsOf(said, utopia.target).map(iriIn);
		if (source === undefined || target === undefined) throw new TypeError(`${merge} lacks an end`);
		bySource.set(source, [...(bySource.get(source) ?? []), merge].sort());
		if (isHeld(said, cut)) steps.set(source, target);
	}
	return { steps, bySource };
}

/** Reads what an export needs to know before its first line. */
export async function exportContext(
	view: View,
	moments: { readonly cut: Instant; readonly now: Instant },
	options: { readonly base: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<ExportContext> {
	const reader = new BaseReader(view, options.signal);
	const { steps, bySource } = await mergesOf(reader, moments.cut);
	const owner = (entity: string): string => {
		const next = steps.get(entity);
		return next === undefined ? entity : owner(next);
	};
	const stands = new Map<string, string[]>();
	for (const source of steps.keys())
		stands.set(owner(source), [...(stands.get(owner(source)) ?? []), source]);
	const { relations } = await ontologyAt(moments.cut, view);
	return {
		...moments,
		reader,
		owner,
		sink: new ExportSink(view.kb, options.base),
		standsFor: (entity) => stands.get(entity) ?? [],
		mergesOf: (source) => bySource.get(source) ?? [],
		temporal: (relation) => relations.get(relation)?.temporal ?? "state",
		counts: {
			...{ class: 0, relation: 0, document: 0, entity: 0, fact: 0 },
			...{ evidence: 0, rule: 0, derived: 0, finding: 0 },
		},
	};
}

const A_TIME = 200;

export function* batches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
	for (let start = 0; start < items.length; start += A_TIME) yield items.slice(start, start + A_TIME);
}

/** Ids in ascending order, some at a time. They are sorted in small shares, so that nothing stops for it. */
export async function* ascending(ids: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
	const shares = new Map<string, string[]>();
	for await (const id of ids) {
		const start = id.lastIndexOf(":") + 1;
		const share = id.slice(start, start + 2);
		const own = shares.get(share);
		if (own === undefined) shares.set(share, [id]);
		else own.push(id);
	}
	for (const share of [...shares.keys()].sort()) {
		const own = shares.get(share) ?? [];
		shares.delete(share);
		yield* batches(own.sort());
	}
}

/** Writes the nodes that lead on from what was written, and those that lead on from them. */
export async function followNodes({ reader, sink }: ExportContext): Promise<void> {
	for (let nodes = sink.takenNodes(); nodes.length > 0; nodes = sink.takenNodes()) {
		const found = await reader.described(reader.graphs.ledger, nodes);
		for (const node of [...nodes].sort()) {
			const own = found.get(node);
			if (own !== undefined) sink.subject(node, own.said);
		}
	}
}
