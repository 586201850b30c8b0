import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { type Ontology, ontologyAt, type RelationDeclared } from "../ontology/ontology.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";

import { namedNode } from "../rdf/terms.ts";
import { decode, iri, moment, optional, type Row, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate, type Template } from "../sparql/template.ts";
import { type Bound, holds, type StatedTime, type TemporalKind } from "../time/holds.ts";
import { byInstant, earlier, type Instant, instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf, schema } from "../vocab/well-known.ts";

import { type Attesting, attestationOf, type Evidence, evidenceOf } from "./evidence.ts";
import type { Merges } from "./merges.ts";
import { dateTime, statedDate } from "./stated-date.ts";
import { traits } from "./traits.ts";

/** A fact as it is selected, ordered and paged: its claim with owners for ends, both its clocks, nothing that is said about it. */
export interface Fact {
	readonly id: string;
	readonly iri: NamedNode;
	/** The entity that stands for the subject at the record instant read. */
	readonly subject: string;
	/** Missing when the base has only the sources' own word. */
	readonly predicate: NamedNode | undefined;
	readonly relation: RelationDeclared | undefined;
	/** The entity that stands for the object, or the value as the engine keeps it. */
	readonly object: { readonly entity: string } | { readonly value: StoredTerm };
	readonly recordedAt: Instant;
	readonly invalidatedAt: Instant | undefined;
	readonly stated: StatedTime;
	readonly attestedBy: string | undefined;
	/** The interpreted interval (W1 to W4); `undefined` for an event without any date, which holds at no moment. */
	readonly interval: Interval | undefined;
	/** Where the row is a derived fact: what a rule concluded in the place of what sources state. */
	readonly conclusion?: Conclusion;
}

/** When a derived fact holds, half-open and ready to use (W10), and how sure its first proof makes it. */
export interface Conclusion {
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
	/** 0 to 1. */
	readonly confidence: number;
}

const ofEntities = loadTemplate("ledger/facts-of-entities");
const byId = loadTemplate("ledger/facts-by-id");
const wordlessOfEntities = loadTemplate("ledger/wordless-facts-of-entities");
const wordlessById = loadTemplate("ledger/wordless-facts-by-id");
const finerOfEntities = loadTemplate("ledger/finer-times-of-entities");
const finerOfFacts = loadTemplate("ledger/finer-times-of-facts");
const MOST_FACTS = 10_000_000;
const shape = {
	fact: iri,
	subject: iri,
	predicate: optional(iri),
	object: term,
	recordedAt: moment,
	invalidatedAt: optional(moment),
	validFrom: optional(term),
	validTo: optional(term),
};

const finerShape = { fact: iri, property: iri, value: term };
const claimShape = { fact: iri, subject: iri, predicate: iri, object: term };

/** What a read of facts stands on: the view, the record instant, who stands for whom then, and the ontology of then. */
export interface FactBasis {
	readonly view: View;
	readonly asOf: Instant;
	readonly merges: Merges;
	readonly signal?: AbortSignal | undefined;
	/** The ontology to read by, where that is not the one declared at `asOf`: one that is about to be. */
	readonly ontology?: Ontology;
	/** What speaks for a fact, by its id, where that is not what is held: what is about to be. */
	readonly speaking?: ((fact: string, held: readonly Evidence[]) => readonly Attesting[]) | undefined;
}

/**
 * The facts held at `asOf` that have one of `members` at either end, as asserted, names among them, each once.
 * The cost is that of the facts of these entities, whatever else the base holds.
 */
export async function factsOf(members: readonly string[], basis: FactBasis): Promise<readonly Fact[]> {
	const { view, asOf, signal } = basis;
	const { ledger } = graphsOf(view.kb);
	const entities = members.map((member) => baseIri(view.kb, "entity", member));
	const limit = MOST_FACTS;
	const has = await view.kept(traits);
	const [rows, finer, wordless] = await Promise.all([
		view.select(ofEntities.bind({ ledger, entities, asOf: dateTime(asOf) }, { limit }), { signal }),
		has.finerTimes ? view.select(finerOfEntities.bind({ ledger, entities }, { limit }), { signal }) : [],
		has.wordlessFacts
			? view.select(wordlessOfEntities.bind({ ledger, entities }, { limit }), { signal })
			: [],
	]);
	const ids = new Set(
		wordless.flatMap((row) => idOfKind(decode(row, { fact: iri }).fact.value, "fact") ?? []),
	);
	const others = ids.size === 0 ? [] : await readWordless([...ids], basis);
	const held = others.filter(({ recordedAt, invalidatedAt }) =>
		contains({ from: recordedAt, to: invalidatedAt }, asOf),
	);
	return [...(await readFacts(rows, finer, basis)), ...held];
}

/** The facts with these ids, in no order, whenever they were held; unknown ids are left out. */
export async function factsById(ids: readonly string[], basis: FactBasis): Promise<readonly Fact[]> {
	if (ids.length === 0) return [];
	const facts = await readById(byId, ids, basis);
	const found = new Set(facts.map(({ id }) => id));
	const missing = ids.filter((id) => !found.has(id));
	return missing.length === 0 ? facts : [...facts, ...(await readWordless(missing, basis))];
}

function readWordless(ids: readonly string[], basis: FactBasis): Promise<readonly Fact[]> {
	return readById(wordlessById, ids, basis);
}

async function readById(
	template: Template,
	ids: readonly string[],
	basis: FactBasis,
): Promise<readonly Fact[]> {
	const { view, signal } = basis;
	const { ledger } = graphsOf(view.kb);
	const facts = ids.map((id) => baseIri(view.kb, "fact", id));
	const has = await view.kept(traits);
	const [rows, finer] = await Promise.all([
		view.select(template.bind({ ledger, facts }, { limit: MOST_FACTS }), { signal }),
		has.finerTimes
			? view.select(finerOfFacts.bind({ ledger, facts }, { limit: MOST_FACTS }), { signal })
			: [],
	]);
	return readFacts(rows, finer, basis);
}

/** What only few facts state of time, by fact and property. */
type FinerTimes = ReadonlyMap<string, ReadonlyMap<string, StoredTerm>>;

function finerTimes(rows: readonly Row[]): FinerTimes {
	const found = new Map<string, Map<string, StoredTerm>>();
	for (const row of rows) {
		const { fact, property, value } = decode(row, finerShape);
		const said = found.get(fact.value) ?? new Map<string, StoredTerm>();
		found.set(fact.value, said.set(property.value, value));
	}
	return found;
}

async function readFacts(
	rows: readonly Row[],
	finer: readonly Row[],
	basis: FactBasis,
): Promise<readonly Fact[]> {
	const ontology = basis.ontology ?? (await ontologyAt(basis.asOf, basis.view));
	const said = finerTimes(finer);
	const facts = new Map<string, Fact>();
	for (const row of rows) {
		const fact = readFact(row, said, ontology, basis);
		facts.set(fact.id, fact);
	}
	return attested([...facts.values()], basis);
}

function readFact(row: Row, finer: FinerTimes, ontology: Ontology, basis: FactBasis): Fact {
	const { fact, subject, predicate, object, recordedAt, invalidatedAt, validFrom, validTo } = decode(
		row,
		shape,
	);
	const said = (property: NamedNode) => finer.get(fact.value)?.get(property.value);
	const stated: StatedTime = {
		validFrom: dateIn(validFrom, said(utopia.validFromPrecision)),
		validTo: dateIn(validTo, said(utopia.validThroughPrecision)),
		endedUnknown: said(utopia.endedUnknown)?.value === "true",
		attestedFrom: momentIn(said(utopia.attestedFrom)),
		attestedTo: momentIn(said(utopia.attestedTo)),
	};
	return factFrom({ fact, subject, predicate, object, recordedAt, invalidatedAt, stated }, ontology, basis);
}

/** The parts of a fact as they are kept, its ends as asserted. */
interface Kept {
	readonly fact: NamedNode;
	readonly subject: NamedNode;
	readonly predicate: NamedNode | undefined;
	readonly object: StoredTerm;
	readonly recordedAt: Instant;
	readonly invalidatedAt: Instant | undefined;
	readonly stated: StatedTime;
}

function factFrom(kept: Kept, { relations }: Ontology, { merges, asOf }: FactBasis): Fact {
	const { fact, predicate, stated, recordedAt, invalidatedAt } = kept;
	const id = idOfKind(fact.value, "fact");
	const subject = idOfKind(kept.subject.value, "entity");
	if (id === undefined || subject === undefined)
		throw new TypeError(`not a fact of an entity: ${fact.value}`);
	const object = kept.object.termType === "NamedNode" ? idOfKind(kept.object.value, "entity") : undefined;
	const relation = predicate && relations.get(predicate.value);
	return {
		id,
		iri: fact,
		subject: merges.owner(subject, asOf),
		predicate,
		relation,
		object: object === undefined ? { value: kept.object } : { entity: merges.owner(object, asOf) },
		recordedAt,
		invalidatedAt,
		stated,
		attestedBy: undefined,
		interval: holds(temporalOf(relation), stated),
	};
}

/** All that the ledger says of facts beside their claims, by fact IRI and property. */
export type SaidOfFacts = ReadonlyMap<string, ReadonlyMap<string, readonly StoredTerm[]>>;

/**
 * The facts of which this is said, read without asking for their times again: with what is stated of them, not yet with what
 * evidence attests. A fact without a claim of its own says its ends itself.
 */
export async function factsSaid(
	said: SaidOfFacts,
	claims: readonly Row[],
	basis: FactBasis,
): Promise<readonly Fact[]> {
	const ontology = basis.ontology ?? (await ontologyAt(basis.asOf, basis.view));
	const claimed = new Map(
		claims.map((row) => {
			const claim = decode(row, claimShape);
			return [claim.fact.value, claim] as const;
		}),
	);
	return [...said].map(([fact, values]) => {
		const one = (property: NamedNode) => values.get(property.value)?.[0];
		const claim = claimed.get(fact);
		const subject = claim?.subject ?? one(rdf.subject);
		const object = claim?.object ?? one(rdf.object);
		const recordedAt = momentIn(one(prov.generatedAtTime));
		if (subject?.termType !== "NamedNode" || object === undefined || recordedAt === undefined) {
			throw new TypeError(`not a whole fact: ${fact}`);
		}
		const stated: StatedTime = {
			validFrom: dateIn(one(schema.validFrom), one(utopia.validFromPrecision)),
			validTo: dateIn(one(schema.validThrough), one(utopia.validThroughPrecision)),
			endedUnknown: one(utopia.endedUnknown)?.value === "true",
			attestedFrom: momentIn(one(utopia.attestedFrom)),
			attestedTo: momentIn(one(utopia.attestedTo)),
		};
		const invalidatedAt = momentIn(one(prov.invalidatedAtTime));
		const kept = {
			fact: namedNode(fact),
			subject,
			predicate: claim?.predicate,
			object,
			recordedAt,
			invalidatedAt,
			stated,
		};
		return factFrom(kept, ontology, basis);
	});
}

function dateIn(value: StoredTerm | undefined, precision: StoredTerm | undefined): PartialDate | undefined {
	return value?.termType === "Literal" ? statedDate(value, precision?.value) : undefined;
}

function momentIn(value: StoredTerm | undefined): Instant | undefined {
	return value === undefined ? undefined : instant(value.value);
}

/** A fact whose predicate nobody accepted reads as a state (ledger 6). */
export function temporalOf(relation: RelationDeclared | undefined): TemporalKind {
	return relation?.temporal ?? "state";
}

/** W13: a start that nobody stated is read from the evidence held at the record instant. Stated starts need none of it. */
async function attested(facts: readonly Fact[], basis: FactBasis): Promise<readonly Fact[]> {
	const open = facts.filter(({ stated, predicate }) => stated.validFrom === undefined && !isName(predicate));
	if (open.length === 0) return facts;
	const evidence = await evidenceOf(
		open.map((fact) => fact.iri),
		basis,
	);
	const { speaking = (_: string, held: readonly Attesting[]) => held } = basis;
	return facts.map((fact) => attestedBy(fact, speaking(fact.id, evidence.get(fact.id) ?? [])));
}

/** The fact with the start that this evidence shows, where none is stated (W13). */
export function attestedBy(fact: Fact, evidence: readonly Attesting[]): Fact {
	if (fact.stated.validFrom !== undefined || isName(fact.predicate)) return fact;
	const found = attestationOf(evidence, fact.stated);
	if (found === undefined) return fact;
	const attestedFrom = earlier(fact.stated.attestedFrom, found.at);
	const stated = { ...fact.stated, attestedFrom };
	return {
		...fact,
		stated,
		attestedBy: attestedFrom === found.at ? found.by : undefined,
		interval: holds(temporalOf(fact.relation), stated),
	};
}

/** Whether the predicate is the one that carries names, which are no neighbours and no facts of a list (ledger 3.5). */
export function isName(predicate: NamedNode | undefined): boolean {
	return predicate?.value === utopia.knownAs.value;
}

/** The end of a fact that is not `entity`, and which end that is. A self-link is `out`. */
export function seenFrom(
	entity: string,
	fact: Fact,
): { readonly direction: "out" | "in"; readonly other: string | undefined } {
	const object = "entity" in fact.object ? fact.object.entity : undefined;
	return fact.subject === entity
		? { direction: "out", other: object }
		: { direction: "in", other: fact.subject };
}

/** Whether the fact holds in the world at `at`; without `at`, always (P6). */
export function holdsAt(fact: Fact, at: Instant | undefined): boolean {
	return at === undefined || (fact.interval !== undefined && contains(fact.interval, at));
}

/** Facts by the start of their interval, those without one first, then by id. */
export function byHolding(a: Fact, b: Fact): number {
	return byInstant(a.interval?.from, b.interval?.from) || (a.id < b.id ? -1 : 1);
}
