import { spell } from "../rdf/terms.ts";
import type { Said } from "../rdf/turtle-writer.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, rdfs, skos } from "../vocab/well-known.ts";
import { type Described, type NameRow, objectsOf, spelledIri } from "./base-reader.ts";
import { ascending, type ExportContext, followNodes } from "./export-context.ts";
import { exportThings } from "./export-documents.ts";
import { asHeldAt, isHeld } from "./record-cut.ts";
import type { Spellings } from "./spellings.ts";

type Names = ReadonlyMap<string, readonly NameRow[]>;

interface EntityRows {
	readonly names: Names;
	readonly spelled: ReadonlyMap<string, Spellings>;
	readonly rowsOf: ReadonlyMap<string, readonly string[]>;
	readonly rows: ReadonlyMap<string, Described>;
}

function wasHeld({ recorded, invalidated }: NameRow, cut: Instant): boolean {
	return recorded <= cut && (invalidated === undefined || cut < invalidated);
}

/** The labels of an entity as its names say them at the cut: its own canonical one, all others that it is found by. */
function labels(entity: string, { names, spelled }: EntityRows, context: ExportContext): readonly Said[] {
	const heldOf = (own: string) => (names.get(own) ?? []).filter((name) => wasHeld(name, context.cut));
	const object = ({ fact, name }: NameRow) => spelled.get(fact)?.ofClaim(name) ?? spell(name);
	const say = (predicate: { readonly value: string }, rows: readonly NameRow[]): Said[] =>
		rows.map((row) => ({ predicate: predicate.value, object: object(row) }));
	const own = heldOf(entity);
	const canonical = own.filter((name) => name.canonical);
	if (context.owner(entity) !== entity) return say(skos.prefLabel, canonical);
	const others = own.filter((name) => !name.canonical);
	return [
		...say(rdfs.label, canonical),
		...say(skos.altLabel, [...others, ...context.standsFor(entity).flatMap(heldOf)]),
	];
}

function types(entity: string, { rowsOf, rows }: EntityRows, context: ExportContext): readonly Said[] {
	return (rowsOf.get(entity) ?? []).flatMap((row) => {
		const said = rows.get(row)?.said ?? [];
		if (!isHeld(said, context.cut)) return [];
		return objectsOf(said, utopia.class_).map((object) => ({ predicate: rdf.type.value, object }));
	});
}

function entitySaid(
	entity: string,
	plain: readonly Said[],
	rows: EntityRows,
	context: ExportContext,
): readonly Said[] {
	const own = plain.filter(({ object }) => object !== `<${utopia.Entity.value}>`);
	const owner = context.owner(entity);
	if (owner === entity) return [...types(entity, rows, context), ...own, ...labels(entity, rows, context)];
	const kept = own
		.filter(({ predicate }) => predicate !== rdf.type.value)
		.map((one) => (one.predicate === rdfs.label.value ? { ...one, predicate: skos.prefLabel.value } : one));
	return [
		{ predicate: rdf.type.value, object: spelledIri(utopia.MergedEntity.value) },
		{ predicate: utopia.mergedInto.value, object: spelledIri(owner) },
		...kept,
		...labels(entity, rows, context),
	];
}

/** Entities, each followed by its typings, details and the merges that folded it away. */
export async function* exportEntities(context: ExportContext): AsyncGenerator<void> {
	const { reader, sink, counts, cut } = context;
	const graph = reader.graphs.ledger;
	for await (const batch of ascending(reader.onPages(["entity"]))) {
		const plain = await reader.described(graph, batch);
		const names = await reader.names([...batch, ...batch.flatMap((entity) => context.standsFor(entity))]);
		const facts = [...names.values()].flat().map(({ fact }) => fact);
		const spelled = await reader.spellingsOf(facts);
		const rowsOf = await reader.owned(graph, utopia.entity, batch);
		const rows = await reader.described(graph, [...rowsOf.values()].flat());
		for (const entity of batch) {
			const said = asHeldAt(plain.get(entity)?.said ?? [], cut);
			if (said === undefined) continue;
			sink.subject(entity, entitySaid(entity, said, { names, spelled, rowsOf, rows }, context));
			counts.entity++;
			for (const row of rowsOf.get(entity) ?? []) {
				const own = asHeldAt(rows.get(row)?.said ?? [], cut);
				if (own !== undefined) sink.subject(row, own);
			}
			const merges = context.mergesOf(entity);
			if (merges.length > 0) await exportThings(context, graph, merges);
		}
		await followNodes(context);
		yield;
	}
}
