import { setImmediate } from "node:timers/promises";
import type { Projection, View } from "../access/view.ts";
import { idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional, type Row, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs } from "../vocab/well-known.ts";
import { fold } from "./fold.ts";
import { Grams } from "./grams.ts";
import { type Merge, Merges } from "./merges.ts";
import { rowsOfPages } from "./pages.ts";

/** A name of an entity and how long it was held on record time. One that no row carries is held since ever and canonical. */
export interface Name extends Interval {
	readonly entity: string;
	readonly text: string;
	readonly canonical: boolean;
	/** The id of the name's fact; missing for a label that no row carries. */
	readonly fact: string | undefined;
}

/** A class given to an entity and how long that was held on record time. */
export interface Typing extends Interval {
	readonly id: string;
	readonly entity: string;
	readonly class: string | undefined;
}

interface Entry {
	createdAt: Instant | undefined;
	disambiguator: string | undefined;
	readonly names: Name[];
	readonly labels: string[];
	readonly typings: Typing[];
	readonly types: string[];
}

const ENTITIES_AT_ONCE = 500;

/** Names, types and merges of all entities in memory, each with its record life, and an index over the folded names. */
export class EntityIndex {
	readonly #entries: ReadonlyMap<string, Entry>;
	readonly #grams = new Grams();
	readonly #numbered: Name[] = [];
	readonly #nameByFact = new Map<string, Name>();
	readonly #typingById = new Map<string, Typing>();
	readonly merges: Merges;

	private constructor(entries: ReadonlyMap<string, Entry>, merges: Merges) {
		this.#entries = entries;
		this.merges = merges;
	}

	/** Indexes the names a few hundred at a time, so that others are served meanwhile. */
	static async of(entries: ReadonlyMap<string, Entry>, merges: Merges): Promise<EntityIndex> {
		const index = new EntityIndex(entries, merges);
		let added = 0;
		for (const entry of entries.values()) {
			index.#add(entry);
			if (++added % ENTITIES_AT_ONCE === 0) await setImmediate();
		}
		return index;
	}

	#add({ names, typings }: Entry): void {
		for (const name of names) {
			this.#grams.add(fold(name.text));
			this.#numbered.push(name);
			if (name.fact !== undefined) this.#nameByFact.set(name.fact, name);
		}
		for (const typing of typings) this.#typingById.set(typing.id, typing);
	}

	/** Whether the base knew of the entity at `asOf`, merged away or not (ledger R5). */
	exists(entity: string, asOf: Instant): boolean {
		const entry = this.#entries.get(entity);
		return entry !== undefined && (entry.createdAt === undefined || entry.createdAt <= asOf);
	}

	/** The canonical name held at `asOf`; else the earliest name held; else the id, so that there always is something to show. */
	name(entity: string, asOf: Instant): string {
		const held = (this.#entries.get(entity)?.names ?? []).filter((name) => contains(name, asOf));
		return (held.find(({ canonical }) => canonical) ?? held[0])?.text ?? entity;
	}

	/** The fact that carries the canonical name at `asOf`, where one does. */
	canonicalFact(entity: string, asOf: Instant): string | undefined {
		return this.#entries.get(entity)?.names.find((name) => name.canonical && contains(name, asOf))?.fact;
	}

	/** The name that this fact carries. */
	nameOf(fact: string): Name | undefined {
		return this.#nameByFact.get(fact);
	}

	typing(id: string): Typing | undefined {
		return this.#typingById.get(id);
	}

	/** The class of the entity at `asOf`, as an IRI; `undefined` when it is untyped. */
	type(entity: string, asOf: Instant): string | undefined {
		const entry = this.#entries.get(entity);
		if (entry === undefined) return undefined;
		if (entry.typings.length === 0) return entry.types[0];
		return entry.typings.findLast((typing) => contains(typing, asOf))?.class;
	}

	disambiguator(entity: string): string | undefined {
		return this.#entries.get(entity)?.disambiguator;
	}

	/** The names that contain the folded piece and were held at `asOf`. */
	namesContaining(piece: string, asOf: Instant): readonly Name[] {
		return this.#grams
			.containing(piece)
			.flatMap((number) => this.#numbered[number] ?? [])
			.filter((name) => contains(name, asOf) && this.exists(name.entity, asOf));
	}
}

const entitiesTemplate = loadTemplate("ledger/entities-on-pages");
const namesTemplate = loadTemplate("ledger/names-of-entities-on-pages");
const typingsTemplate = loadTemplate("ledger/typings-of-entities-on-pages");
const mergesTemplate = loadTemplate("ledger/merges-on-pages");
const life = { recordedAt: optional(moment), invalidatedAt: optional(moment) };

/** The index over all entities of a view. Built from the pages of entities, a few at a time. */
export const entityIndex: Projection<EntityIndex> = {
	name: "entities",
	async build(view) {
		const entries = await readEntities(view);
		await readNames(view, entries);
		await readTypings(view, entries);
		for (const [entity, entry] of entries) settle(entity, entry);
		return EntityIndex.of(entries, await readMerges(view));
	},
};

function uuidOf(entity: string): string {
	const id = idOfKind(entity, "entity");
	if (id === undefined) throw new TypeError(`not an entity: ${entity}`);
	return id;
}

async function readEntities(view: View): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>();
	for await (const rows of rowsOfPages(entitiesTemplate, ["entity"], view)) {
		for (const row of rows) note(row, entries);
	}
	return entries;
}

function note(row: Row, entries: Map<string, Entry>): void {
	const { entity, property, value } = decode(row, { entity: iri, property: iri, value: term });
	const id = uuidOf(entity.value);
	const entry = entries.get(id) ?? {
		createdAt: undefined,
		disambiguator: undefined,
		names: [],
		labels: [],
		typings: [],
		types: [],
	};
	entries.set(id, entry);
	if (property.value === rdfs.label.value) entry.labels.push(value.value);
	else if (property.value === prov.generatedAtTime.value)
		entry.createdAt = decode(row, { value: moment }).value;
	else if (property.value === utopia.disambiguator.value) entry.disambiguator = value.value;
	else if (property.value === rdf.type.value && value.value !== utopia.Entity.value)
		entry.types.push(value.value);
}

async function readNames(view: View, entries: ReadonlyMap<string, Entry>): Promise<void> {
	const shape = { entity: iri, fact: iri, name: text, canonical: optional(text), ...life };
	for await (const rows of rowsOfPages(namesTemplate, ["entity"], view)) {
		for (const row of rows) {
			const { entity, fact, name, canonical, recordedAt, invalidatedAt } = decode(row, shape);
			const id = uuidOf(entity.value);
			entries.get(id)?.names.push({
				entity: id,
				text: name,
				canonical: canonical === "true",
				fact: idOfKind(fact.value, "fact"),
				from: recordedAt,
				to: invalidatedAt,
			});
		}
	}
}

async function readTypings(view: View, entries: ReadonlyMap<string, Entry>): Promise<void> {
	for await (const rows of rowsOfPages(typingsTemplate, ["entity"], view)) {
		for (const row of rows) {
			const {
				entity,
				typing,
				class: type,
				...held
			} = decode(row, { entity: iri, typing: iri, class: optional(iri), ...life });
			const id = uuidOf(entity.value);
			const given = { id: idOfKind(typing.value, "typing") ?? typing.value, entity: id, class: type?.value };
			entries.get(id)?.typings.push({ ...given, from: held.recordedAt, to: held.invalidatedAt });
		}
	}
}

async function readMerges(view: View): Promise<Merges> {
	const merges: Merge[] = [];
	for await (const rows of rowsOfPages(mergesTemplate, ["merged"], view)) {
		for (const row of rows) {
			const found = decode(row, { merge: iri, source: iri, target: iri, ...life });
			merges.push({
				id: idOfKind(found.merge.value, "merge") ?? found.merge.value,
				source: uuidOf(found.source.value),
				target: uuidOf(found.target.value),
				from: found.recordedAt,
				to: found.invalidatedAt,
			});
		}
	}
	return new Merges(merges);
}

/** Where no row carries a canonical name, the plain label is one, held since ever. Rows in record order, the earliest first. */
function settle(entity: string, entry: Entry): void {
	const carried = entry.names.some(({ canonical }) => canonical);
	if (!carried) {
		for (const [n, label] of entry.labels.toSorted().entries()) {
			entry.names.push({ entity, text: label, canonical: n === 0, fact: undefined });
		}
	}
	entry.names.sort((a, b) => byInstant(a.from, b.from) || (a.text < b.text ? -1 : 1));
	entry.typings.sort((a, b) => byInstant(a.from, b.from));
	entry.types.sort();
}
