import { setImmediate } from "node:timers/promises";
import { type CommitRows, momentOf, objectOf, type Said } from "../access/commit-rows.ts";
import { place } from "../access/place.ts";
import type { Projection, View } from "../access/view.ts";
import { idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import { lasting } from "../sparql/lasting.ts";
import { decode, iri, moment, optional, type Row, type StoredTerm, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant, instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, rdfs } from "../vocab/well-known.ts";
import { byText } from "./by-text.ts";
import { fold } from "./fold.ts";
import { Grams } from "./grams.ts";
import { type Merge, Merges } from "./merges.ts";
import { rowsOfPages } from "./pages.ts";

/** A name of an entity and how long it was held on record time. One that no row carries is held since ever. */
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
	/** In record order, plain labels first. */
	readonly names: Name[];
	readonly labels: string[];
	/** In record order. */
	readonly typings: Typing[];
	/** Classes that no row carries. */
	readonly types: string[];
}

const ENTITIES_AT_ONCE = 500;

/** Names, types and merges of all entities in memory, each with its record life, and an index over the folded names. */
export class EntityIndex {
	readonly #entries: Map<string, Entry>;
	readonly #grams = new Grams();
	/** By the numbers that the index over the names has given them. */
	readonly #numbered: Name[] = [];
	readonly #numberByFact = new Map<string, number>();
	readonly #typingById = new Map<string, Typing>();
	readonly merges: Merges;

	private constructor(entries: Map<string, Entry>, merges: Merges) {
		this.#entries = entries;
		this.merges = merges;
	}

	/** Indexes the names a few hundred at a time, so that others are served meanwhile. */
	static async of(entries: Map<string, Entry>, merges: Merges): Promise<EntityIndex> {
		const index = new EntityIndex(entries, merges);
		let added = 0;
		for (const { names, typings } of entries.values()) {
			for (const name of names) index.#number(name);
			for (const typing of typings) index.#typingById.set(typing.id, typing);
			if (++added % ENTITIES_AT_ONCE === 0) await setImmediate();
		}
		return index;
	}

	#number(name: Name): void {
		const number = this.#grams.add(fold(name.text));
		this.#numbered[number] = name;
		if (name.fact !== undefined) this.#numberByFact.set(name.fact, number);
	}

	/** Brings the index up to a commit: what it says of entities first, then their rows, then the ends of rows. */
	follow({ ledger, claims }: CommitRows): void {
		for (const [row, said] of ledger) this.#takeEntity(row, said);
		const begun = [...ledger].filter(([, said]) => said.has(prov.generatedAtTime.value)).sort(byRow);
		for (const [row, said] of begun) {
			this.#takeName(row, said, claims);
			this.#takeTyping(row, said);
			this.#takeMerge(row, said);
		}
		for (const [row, said] of ledger) this.#end(row, momentOf(said, prov.invalidatedAtTime));
	}

	#takeEntity(row: string, said: Said): void {
		const id = idOfKind(row, "entity");
		if (id === undefined) return;
		const types = said.get(rdf.type.value) ?? [];
		if (!this.#entries.has(id) && !types.some(({ value }) => value === utopia.Entity.value)) return;
		const entry = entryOf(id, this.#entries);
		for (const [property, values] of said) for (const value of values) noteOnce(entry, property, value);
		if (entry.names.length > 0 || entry.labels.length === 0) return;
		for (const name of labelNames(id, entry)) this.#add(name, entry);
	}

	#takeName(row: string, said: Said, claims: CommitRows["claims"]): void {
		const fact = idOfKind(row, "fact");
		const claim = fact === undefined ? undefined : claims.get(fact);
		if (fact === undefined || claim?.predicate !== utopia.knownAs.value) return;
		const entity = uuidOf(claim.subject);
		const entry = this.#entries.get(entity);
		if (entry === undefined || this.#numberByFact.has(fact)) return;
		const canonical = objectOf(said, utopia.canonical)?.value === "true";
		const from = momentOf(said, prov.generatedAtTime);
		if (canonical && !entry.names.some((name) => name.canonical && name.fact !== undefined))
			this.#makeLabelsAliases(entry, from);
		this.#add({ entity, text: claim.object.value, canonical, fact, from, to: undefined }, entry);
	}

	/** The first canonical name that a row carries takes the place of the plain label, which stays an alias. */
	#makeLabelsAliases(entry: Entry, from: Instant | undefined): void {
		for (const label of entry.names.filter((name) => name.canonical)) {
			this.#replace(label, { ...label, to: from }, entry);
			this.#add({ ...label, canonical: false, from }, entry);
		}
	}

	#add(name: Name, entry: Entry): void {
		place(entry.names, name, byNameOrder);
		this.#number(name);
	}

	#replace(name: Name, by: Name, entry: Entry): void {
		entry.names[entry.names.indexOf(name)] = by;
		const number = name.fact === undefined ? this.#numbered.indexOf(name) : this.#numberByFact.get(name.fact);
		if (number !== undefined) this.#numbered[number] = by;
	}

	#takeTyping(row: string, said: Said): void {
		const of = objectOf(said, utopia.entity);
		const id = idOfKind(row, "typing");
		if (of === undefined || id === undefined || this.#typingById.has(id)) return;
		const entity = uuidOf(of.value);
		const from = momentOf(said, prov.generatedAtTime);
		const typing = { id, entity, class: objectOf(said, utopia.class_)?.value, from, to: undefined };
		const entry = this.#entries.get(entity);
		if (entry === undefined) return;
		this.#typingById.set(id, typing);
		place(entry.typings, typing, byBeginning);
	}

	#takeMerge(row: string, said: Said): void {
		const source = objectOf(said, utopia.source);
		const target = objectOf(said, utopia.target);
		const id = idOfKind(row, "merge");
		if (source === undefined || target === undefined || id === undefined) return;
		if (this.merges.get(id) !== undefined) return;
		const from = momentOf(said, prov.generatedAtTime);
		this.merges.set({ id, source: uuidOf(source.value), target: uuidOf(target.value), from, to: undefined });
	}

	#end(row: string, to: Instant | undefined): void {
		const parts = to === undefined ? undefined : readBaseIri(row);
		if (parts?.kind === "fact") this.#endName(parts.id, to);
		else if (parts?.kind === "typing") this.#endTyping(parts.id, to);
		else if (parts?.kind === "merge") {
			const merge = this.merges.get(parts.id);
			if (merge !== undefined) this.merges.set({ ...merge, to });
		}
	}

	#endName(fact: string, to: Instant | undefined): void {
		const name = this.nameOf(fact);
		if (name === undefined) return;
		this.#replace(name, { ...name, to }, entryOf(name.entity, this.#entries));
	}

	#endTyping(id: string, to: Instant | undefined): void {
		const typing = this.#typingById.get(id);
		if (typing === undefined) return;
		const ended = { ...typing, to };
		const { typings } = entryOf(typing.entity, this.#entries);
		typings[typings.indexOf(typing)] = ended;
		this.#typingById.set(id, ended);
	}

	/** Whether the base knew of the entity at `asOf`, merged away or not (ledger R5). */
	exists(entity: string, asOf: Instant): boolean {
		const entry = this.#entries.get(entity);
		return entry !== undefined && (entry.createdAt === undefined || entry.createdAt <= asOf);
	}

	/** Whether the base ever knew of the entity. */
	isKnown(entity: string): boolean {
		return this.#entries.has(entity);
	}

	/** The canonical name held at `asOf`; else the earliest name held; else the id, so that there always is something to show. */
	name(entity: string, asOf: Instant): string {
		const held = (this.#entries.get(entity)?.names ?? []).filter((name) => contains(name, asOf));
		return (held.find(({ canonical }) => canonical) ?? held[0])?.text ?? entity;
	}

	/** All names held at `asOf`, in record order. */
	names(entity: string, asOf: Instant): readonly Name[] {
		return (this.#entries.get(entity)?.names ?? []).filter((name) => contains(name, asOf));
	}

	/** When the base learned of the entity, where it says so. */
	createdAt(entity: string): Instant | undefined {
		return this.#entries.get(entity)?.createdAt;
	}

	/** The fact that carries the canonical name at `asOf`, where one does. */
	canonicalFact(entity: string, asOf: Instant): string | undefined {
		return this.#entries.get(entity)?.names.find((name) => name.canonical && contains(name, asOf))?.fact;
	}

	/** The name that this fact carries. */
	nameOf(fact: string): Name | undefined {
		const number = this.#numberByFact.get(fact);
		return number === undefined ? undefined : this.#numbered[number];
	}

	/** The id of the typing that the entity has at `asOf`, where a row gives it one. */
	heldTyping(entity: string, asOf: Instant): string | undefined {
		return this.#entries.get(entity)?.typings.findLast((typing) => contains(typing, asOf))?.id;
	}

	typing(id: string): Typing | undefined {
		return this.#typingById.get(id);
	}

	/** The class of the entity at `asOf`, as an IRI; `undefined` when it is untyped. One that no row carries counts until a row begins. */
	type(entity: string, asOf: Instant): string | undefined {
		const entry = this.#entries.get(entity);
		if (entry === undefined) return undefined;
		const { typings, types } = entry;
		if (!typings.some(({ from }) => from === undefined || from <= asOf)) return types[0];
		return typings.findLast((typing) => contains(typing, asOf))?.class;
	}

	/** The entities that have a class at `asOf`, with the row that gives it where one does, in no order. */
	*typed(
		asOf: Instant,
	): Generator<{ readonly entity: string; readonly row: string | undefined; readonly class: string }> {
		for (const entity of this.#entries.keys()) {
			const type = this.exists(entity, asOf) ? this.type(entity, asOf) : undefined;
			if (type !== undefined) yield { entity, row: this.heldTyping(entity, asOf), class: type };
		}
	}

	disambiguator(entity: string): string | undefined {
		return this.#entries.get(entity)?.disambiguator;
	}

	/** The names that contain the folded piece and were held at `asOf`, in no order. */
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
	advance: (index, commit) => index.follow(commit),
};

/** The id of an entity, to be kept. */
function uuidOf(entity: string): string {
	const id = idOfKind(entity, "entity");
	if (id === undefined) throw new TypeError(`not an entity: ${entity}`);
	return lasting(id);
}

/** The id of a row, to be kept. */
function keptId(row: string, kind: string): string {
	return lasting(idOfKind(row, kind) ?? row);
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
	noteOnce(entryOf(uuidOf(entity.value), entries), property.value, value);
}

function entryOf(id: string, entries: Map<string, Entry>): Entry {
	const found = entries.get(id);
	if (found !== undefined) return found;
	const entry: Entry = {
		createdAt: undefined,
		disambiguator: undefined,
		names: [],
		labels: [],
		typings: [],
		types: [],
	};
	entries.set(id, entry);
	return entry;
}

/** What is said of an entity itself; saying it again changes nothing. */
function noteOnce(entry: Entry, property: string, { value }: StoredTerm): void {
	if (property === rdfs.label.value) once(entry.labels, lasting(value));
	else if (property === prov.generatedAtTime.value) entry.createdAt = instant(value);
	else if (property === utopia.disambiguator.value) entry.disambiguator = lasting(value);
	else if (property === rdf.type.value && value !== utopia.Entity.value) once(entry.types, lasting(value));
}

function once(values: string[], value: string): void {
	if (!values.includes(value)) place(values, value, byText);
}

async function readNames(view: View, entries: ReadonlyMap<string, Entry>): Promise<void> {
	const shape = { entity: iri, fact: iri, name: text, canonical: optional(text), ...life };
	for await (const rows of rowsOfPages(namesTemplate, ["entity"], view)) {
		for (const row of rows) {
			const { entity, fact, name, canonical, recordedAt, invalidatedAt } = decode(row, shape);
			const id = uuidOf(entity.value);
			entries.get(id)?.names.push({
				entity: id,
				text: lasting(name),
				canonical: canonical === "true",
				fact: keptId(fact.value, "fact"),
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
			const given = { id: keptId(typing.value, "typing"), entity: id, class: type && lasting(type.value) };
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
				id: keptId(found.merge.value, "merge"),
				source: uuidOf(found.source.value),
				target: uuidOf(found.target.value),
				from: found.recordedAt,
				to: found.invalidatedAt,
			});
		}
	}
	return new Merges(merges.sort(byBeginning));
}

/** Puts the rows in order, and the plain labels before them. */
function settle(entity: string, entry: Entry): void {
	entry.names.push(...labelNames(entity, entry));
	entry.names.sort(byNameOrder);
	entry.typings.sort(byBeginning);
}

/**
 * The plain labels as names held since ever, the first one canonical: up to the first canonical name that a row carries, and
 * an alias from there on.
 */
function labelNames(entity: string, { labels, names }: Entry): Name[] {
	const carried = names.filter(({ canonical }) => canonical).sort(byNameOrder);
	const until = carried[0]?.from;
	return labels.flatMap((text, n) => {
		const label = { entity, text, canonical: n === 0, fact: undefined };
		if (n > 0 || carried.length === 0) return [label];
		return [
			{ ...label, to: until },
			{ ...label, canonical: false, from: until },
		];
	});
}

function byNameOrder(a: Name, b: Name): number {
	return byInstant(a.from, b.from) || byText(a.text, b.text) || byText(a.fact ?? "", b.fact ?? "");
}

/** Rows that begin together stand by id, so that their order is the same however they were read. */
function byBeginning(a: Typing | Merge, b: Typing | Merge): number {
	return byInstant(a.from, b.from) || byText(a.id, b.id);
}

function byRow([a]: readonly [row: string, said: Said], [b]: readonly [row: string, said: Said]): number {
	return byText(a, b);
}
