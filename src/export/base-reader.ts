import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { calendar, type PageKind } from "../ledger/pages.ts";
import { type BaseGraphs, graphsOf } from "../rdf/base-iris.ts";
import { namedNode, spell } from "../rdf/terms.ts";
import type { Said } from "../rdf/turtle-writer.ts";
import { decode, iri, moment, optional, type Row, type StoredTerm, term, text } from "../sparql/rows.ts";
import type { Argument, Template } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { NEVER_EXPORTED } from "./kinds.ts";
import { Spellings } from "./spellings.ts";
import { templates } from "./templates.ts";

const MOST_ROWS = 4_000_000;
const PAGES_A_QUERY = 16;

/** What the base says of one subject, spelled as it was given. */
export interface Described {
	readonly said: readonly Said[];
	readonly spellings: Spellings;
}

/** A claim as its fact's own graph holds it. */
export interface Claim {
	readonly subject: string;
	readonly predicate: string;
	readonly object: StoredTerm;
}

/** A name as the reader of entities needs it. */
export interface NameRow {
	readonly fact: string;
	readonly name: StoredTerm;
	readonly canonical: boolean;
	readonly recorded: Instant;
	readonly invalidated: Instant | undefined;
}

/** Reads a base through a view, some subjects at a time: nothing here grows with the base but the lists of ids. */
export class BaseReader {
	readonly graphs: BaseGraphs;
	readonly #view: View;
	readonly #signal: AbortSignal | undefined;

	constructor(view: View, signal: AbortSignal | undefined) {
		this.#view = view;
		this.#signal = signal;
		this.graphs = graphsOf(view.kb);
	}

	/** What `graph` says of the subjects, each with the spellings that its file gave. */
	async described(graph: NamedNode, subjects: readonly string[]): Promise<ReadonlyMap<string, Described>> {
		const found = new Map<string, { said: Said[]; spellings: Spellings }>();
		if (subjects.length === 0) return found;
		const list = subjects.map((subject) => namedNode(subject));
		const spelled = await this.#spellings(list);
		const shape = { subject: iri, predicate: iri, object: term };
		for (const row of await this.#rows(templates.described, { graph, subjects: list })) {
			const { subject, predicate, object } = decode(row, shape);
			if (NEVER_EXPORTED.has(predicate.value)) continue;
			let own = found.get(subject.value);
			if (own === undefined) {
				own = { said: [], spellings: spelled.get(subject.value) ?? new Spellings() };
				found.set(subject.value, own);
			}
			for (const given of own.spellings.of(predicate.value, object))
				own.said.push({ predicate: predicate.value, object: given });
		}
		return found;
	}

	async #spellings(subjects: readonly NamedNode[]): Promise<Map<string, Spellings>> {
		const found = new Map<string, Spellings>();
		const shape = { subject: iri, predicate: iri, object: text };
		for (const row of await this.#rows(templates.described, { graph: this.graphs.spelling, subjects })) {
			const { subject, predicate, object } = decode(row, shape);
			const own = found.get(subject.value) ?? new Spellings();
			found.set(subject.value, own);
			own.add(predicate.value, object);
		}
		return found;
	}

	async claims(facts: readonly string[]): Promise<ReadonlyMap<string, Claim>> {
		const found = new Map<string, Claim>();
		const shape = { fact: iri, subject: iri, predicate: iri, object: term };
		for (const row of await this.#rows(templates.claims, { facts: facts.map((fact) => namedNode(fact)) })) {
			const { fact, subject, predicate, object } = decode(row, shape);
			found.set(fact.value, { subject: subject.value, predicate: predicate.value, object });
		}
		return found;
	}

	/** What in `graph` names one of `owners` by `link`, by owner, ids ascending. */
	async owned(
		graph: NamedNode,
		link: NamedNode,
		owners: readonly string[],
	): Promise<ReadonlyMap<string, readonly string[]>> {
		const found = new Map<string, string[]>();
		if (owners.length === 0) return found;
		const list = owners.map((owner) => namedNode(owner));
		for (const row of await this.#rows(templates.owned, { graph, link, owners: list })) {
			const { thing, owner } = decode(row, { thing: iri, owner: iri });
			const own = found.get(owner.value);
			if (own === undefined) found.set(owner.value, [thing.value]);
			else own.push(thing.value);
		}
		for (const things of found.values()) things.sort();
		return found;
	}

	/** The names asserted of each entity. */
	async names(entities: readonly string[]): Promise<ReadonlyMap<string, readonly NameRow[]>> {
		const found = new Map<string, NameRow[]>();
		const shape = {
			...{ entity: iri, fact: iri, name: term, canonical: optional(text) },
			...{ recordedAt: moment, invalidatedAt: optional(moment) },
		};
		const list = entities.map((entity) => namedNode(entity));
		for (const row of await this.#rows(templates.names, { ledger: this.graphs.ledger, entities: list })) {
			const { entity, fact, name, canonical, recordedAt, invalidatedAt } = decode(row, shape);
			const own = found.get(entity.value) ?? [];
			found.set(entity.value, own);
			own.push({
				...{ fact: fact.value, name, canonical: canonical === "true" },
				...{ recorded: recordedAt, invalidated: invalidatedAt },
			});
		}
		return found;
	}

	/** The spellings of the objects of facts. */
	async spellingsOf(subjects: readonly string[]): Promise<ReadonlyMap<string, Spellings>> {
		if (subjects.length === 0) return new Map();
		return await this.#spellings(subjects.map((subject) => namedNode(subject)));
	}

	async ofType(graph: NamedNode, type: NamedNode): Promise<readonly string[]> {
		const rows = await this.#rows(templates.ofType, { graph, type });
		return rows.map((row) => decode(row, { thing: iri }).thing.value).sort();
	}

	async subjectsIn(graph: NamedNode): Promise<readonly string[]> {
		const rows = await this.#rows(templates.subjectsIn, { graph });
		return rows.map((row) => decode(row, { subject: iri }).subject.value).sort();
	}

	/** The rows on all pages of some kinds, some pages at a time. */
	async *onPages(kinds: readonly PageKind[]): AsyncGenerator<string> {
		const pages = await this.#view.kept(calendar);
		const iris = kinds.flatMap((kind) => (pages.get(kind) ?? []).map((page) => page.iri));
		for (let start = 0; start < iris.length; start += PAGES_A_QUERY) {
			const some = iris.slice(start, start + PAGES_A_QUERY);
			for (const row of await this.#rows(templates.rowsOnPages, { record: this.graphs.record, pages: some }))
				yield decode(row, { row: iri }).row.value;
		}
	}

	async #rows(template: Template, given: Readonly<Record<string, Argument>>): Promise<readonly Row[]> {
		return await this.#view.select(template.bind(given, { limit: MOST_ROWS }), {
			signal: this.#signal,
			timeout: 120_000,
		});
	}
}

/** The IRIs among what is said by one predicate. */
export function objectsOf(said: readonly Said[], predicate: { readonly value: string }): string[] {
	const found: string[] = [];
	for (const { predicate: own, object } of said) if (own === predicate.value) found.push(object);
	return found;
}

/** The IRI in an N-Triples term, or `undefined` for a literal. */
export function iriIn(object: string): string | undefined {
	return object.startsWith("<") ? object.slice(1, -1) : undefined;
}

/** An IRI as an N-Triples term. */
export function spelledIri(value: string): string {
	return spell(namedNode(value));
}
