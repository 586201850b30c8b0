import type { RelationAxioms } from "../../src/closure/axioms.ts";
import type { Premise } from "../../src/closure/premise.ts";
import { derivedFactsOf } from "../../src/ledger/derived-facts.ts";
import { entityIndex } from "../../src/ledger/entity-index.ts";
import { factsOf } from "../../src/ledger/facts.ts";
import { statedDate } from "../../src/ledger/stated-date.ts";
import { ontologyAt } from "../../src/ontology/ontology.ts";
import {
	decode,
	iri,
	moment,
	optional,
	type Row,
	type StoredTerm,
	term,
	text,
} from "../../src/sparql/rows.ts";
import type { Bound } from "../../src/time/holds.ts";
import { boundsOf } from "../../src/time/holds.ts";
import { type Instant, tryInstant } from "../../src/time/instant.ts";
import { partialDate } from "../../src/time/partial-date.ts";
import { type Naive, type NaiveFact, naiveClosure } from "./naive-closure.ts";
import type { ReadingBase } from "./reading.ts";
import { testQuery } from "./stores.ts";

type Base = Pick<ReadingBase, "kb" | "store" | "view">;

/** One conclusion, as a line, with its ids, and each of its proofs. */
export interface Standing {
	readonly id: string;
	readonly derivedAt: Instant;
	/** By what they say. */
	readonly proofs: ReadonlyMap<string, { readonly id: string; readonly begun: Instant }>;
}

const end = (iriText: string) => iriText.slice(iriText.lastIndexOf(":") + 1);
const fallsInto = (begun: Instant, ended: Instant | undefined, at: Instant) =>
	begun <= at && (ended === undefined || at < ended);

const boundText = (bound: Bound | undefined) =>
	bound === undefined ? "…" : `${bound.at}/${bound.precision ?? "none"}`;
const lineOf = (said: {
	readonly relation: string;
	readonly subject: string;
	readonly object: string;
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
}) =>
	`${end(said.subject)} ${end(said.relation)} ${end(said.object)} ${boundText(said.from)} ${boundText(said.to)}`;

/** As JSON, instants in microseconds. */
export const asText = (said: unknown) =>
	JSON.stringify(said, (_, value) => (typeof value === "bigint" ? String(value) : value));

/** Every fact between two entities that is held at a moment, read as tools read it, with its ends. */
export async function heldFacts(base: Base, asOf = headOf(base)): Promise<readonly Premise[]> {
	const { view, store } = base;
	const [{ merges, entities }, { relations }] = [await index(base), await ontologyAt(asOf, view)];
	const facts = await factsOf(entities, { view, asOf, merges });
	const certain = new Map(
		(await store.select(CONFIDENCES, "all")).map((row) => {
			const { fact, confidence } = decode(row, { fact: iri, confidence: text });
			return [fact.value, Number(confidence)];
		}),
	);
	return facts.flatMap(({ id, iri: own, subject, predicate, object, stated }) => {
		const relation = relations.get(predicate?.value ?? "");
		if (relation?.kind !== "relation" || !("entity" in object)) return [];
		const bounds = boundsOf(relation.temporal, stated);
		if (bounds === undefined) return [];
		const confidence = certain.get(own.value) ?? 1;
		const ends = { subject, relation: relation.iri.value, object: object.entity };
		return [{ id: `fact:${id}`, ...ends, ...bounds, confidence }];
	});
}

/** The axioms declared at a moment. */
export async function axiomsAt({ view }: Base, asOf: Instant): Promise<readonly RelationAxioms[]> {
	const { relations } = await ontologyAt(asOf, view);
	return [...relations.values()]
		.filter(({ kind }) => kind === "relation")
		.map(({ iri: { value }, ...axioms }) => ({ ...axioms, iri: value }));
}

/** What follows from all that is held at a moment, drawn afresh: each conclusion as a line with its proofs as lines. */
export async function recomputed(base: Base, asOf = headOf(base)): Promise<Recomputed> {
	const premises = await heldFacts(base, asOf);
	const holding = premises.filter(({ from, to }) => !from || !to || from.at < to.at);
	const naive = naiveClosure(await axiomsAt(base, asOf), holding);
	const nameOf = (one: NaiveFact) => one.premise?.id ?? lineIn(one, naive);
	const proofs = new Map<string, readonly string[]>();
	const confidences = new Map<string, number>();
	for (const one of naive.conclusions.values()) {
		const ways = naive.proofs.get(one.key) ?? [];
		const lines = ways.map(({ rule, premises: used }) => {
			const [kind = "", on = ""] = rule.split(" ");
			return proofLine(kind, on, used.map(nameOf), Math.min(...used.map(naive.confidence)));
		});
		proofs.set(lineIn(one, naive), lines.sort());
		confidences.set(lineIn(one, naive), naive.confidence(one));
	}
	return { proofs, confidences };
}

export interface Recomputed {
	readonly proofs: ReadonlyMap<string, readonly string[]>;
	readonly confidences: ReadonlyMap<string, number>;
}

function lineIn(one: NaiveFact, naive: Naive): string {
	const [from, to] = naive.bounds(one);
	return lineOf({ ...one, from, to });
}

const proofLine = (kind: string, on: string, premises: readonly string[], confidence: number) =>
	`${kind} ${end(on)}: ${premises.join(" and ")} (${confidence})`;

/** Everything that was ever written of conclusions and proofs, to be looked at as of any moment. */
export class Written {
	readonly #derived: readonly DerivedRow[];
	readonly #proofs: readonly ProofRow[];
	readonly #premises = new Map<string, string[]>();

	private constructor(derived: readonly DerivedRow[], proofs: readonly ProofRow[]) {
		this.#derived = derived;
		this.#proofs = proofs;
	}

	static async of({ store }: Base): Promise<Written> {
		const derived = (await store.select(DERIVED, "all")).map(derivedIn);
		const written = new Written(derived, (await store.select(PROOFS, "all")).map(proofIn));
		for (const row of await store.select(PREMISES, "all")) {
			const { proof, seq, statement } = decode(row, { proof: iri, seq: text, statement: iri });
			const list = written.#premises.get(proof.value) ?? [];
			list[Number(seq) - 1] = statement.value;
			written.#premises.set(proof.value, list);
		}
		return written;
	}

	/** What stands at a moment, by what it says. */
	at(asOf: Instant): ReadonlyMap<string, Standing> {
		const held = this.#derived.filter(({ begun, ended }) => fallsInto(begun, ended, asOf));
		const lines = new Map(held.map((one) => [one.derived.value, one.line]));
		const found = new Map<
			string,
			Standing & { readonly proofs: Map<string, { id: string; begun: Instant }> }
		>();
		for (const { derived, line, begun } of held) {
			if (found.has(line)) throw new Error(`${line} stands twice`);
			found.set(line, { id: end(derived.value), derivedAt: begun, proofs: new Map() });
		}
		for (const proof of this.#proofs) {
			if (!fallsInto(proof.begun, proof.ended, asOf)) continue;
			const of = found.get(lines.get(proof.of.value) ?? "");
			if (of === undefined) throw new Error(`${proof.proof.value} proves what does not stand`);
			const line = this.#lineOf(proof, lines);
			if (of.proofs.has(line)) throw new Error(`${line} stands twice`);
			of.proofs.set(line, { id: end(proof.proof.value), begun: proof.begun });
		}
		return found;
	}

	/** What is written at all, however long it stood. */
	get size(): number {
		return this.#derived.length + this.#proofs.length;
	}

	#lineOf({ proof, kind, on, confidence }: ProofRow, lines: ReadonlyMap<string, string>) {
		const names = (this.#premises.get(proof.value) ?? []).map((statement) => {
			if (statement.includes(":fact:")) return `fact:${end(statement)}`;
			return lines.get(statement) ?? `what does not stand: ${statement}`;
		});
		return proofLine(kind, on.value, names, Number(confidence));
	}
}

/** The conclusions that tools read at a moment: each as a line with its confidence, and its proofs in their order. */
export async function readBack(base: Base, asOf: Instant): Promise<ReadonlyMap<string, ReadBack>> {
	const { view } = base;
	const { merges, entities } = await index(base);
	const found = await derivedFactsOf(entities, { view, asOf, merges });
	return new Map(
		found.map(({ id, subject, predicate, object, from, to, derivedAt, proofs }) => {
			const ends = { subject, relation: predicate.value, object: "entity" in object ? object.entity : "" };
			const told = { id, derivedAt, confidence: proofs[0].confidence };
			return [lineOf({ ...ends, from, to }), { ...told, proofs: proofs.map((one) => one.id ?? "") }];
		}),
	);
}

export interface ReadBack {
	readonly id: string;
	readonly derivedAt: Instant;
	readonly confidence: number;
	readonly proofs: readonly string[];
}

export function headOf({ store }: Pick<ReadingBase, "store">): Instant {
	const { recordedAt } = store.head();
	if (recordedAt === undefined) throw new TypeError("nothing was ever written");
	return recordedAt;
}

async function index({ view, store }: Base) {
	const { merges } = await view.kept(entityIndex);
	const rows = await store.select(ENTITIES, "all");
	return { merges, entities: [...new Set(rows.map((row) => end(decode(row, { e: iri }).e.value)))] };
}

type DerivedRow = ReturnType<typeof derivedIn>;
type ProofRow = ReturnType<typeof proofIn>;

function derivedIn(row: Row) {
	const { validFrom, fromPrecision, validTo, toPrecision, ...one } = decode(row, {
		...{ derived: iri, subject: iri, predicate: iri, object: iri },
		...{ validFrom: optional(term), fromPrecision: optional(text) },
		...{ validTo: optional(term), toPrecision: optional(text) },
		...{ begun: moment, ended: optional(moment) },
	});
	const ends = { subject: one.subject.value, relation: one.predicate.value, object: one.object.value };
	const from = boundIn(validFrom, fromPrecision);
	return { ...one, line: lineOf({ ...ends, from, to: boundIn(validTo, toPrecision) }) };
}

function proofIn(row: Row) {
	return decode(row, {
		...{ proof: iri, of: iri, kind: text, on: iri, confidence: text },
		...{ begun: moment, ended: optional(moment) },
	});
}

function boundIn(value: StoredTerm | undefined, precision: string | undefined): Bound | undefined {
	if (value?.termType !== "Literal") return undefined;
	if (precision !== "none") return statedDate(value, precision);
	const at = tryInstant(value.value) ?? partialDate(value.value)?.at;
	return at && { at, precision: undefined };
}

const PREFIXES = `PREFIX utopia: <urn:utopia:ns:> PREFIX prov: <http://www.w3.org/ns/prov#> PREFIX schema: <https://schema.org/>`;
const ENTITIES = testQuery(
	`${PREFIXES} SELECT DISTINCT ?e WHERE { GRAPH ?g { ?e ?p ?o } FILTER(CONTAINS(STR(?e), ":entity:")) }`,
);
const CONFIDENCES = testQuery(
	`${PREFIXES} SELECT ?fact ?confidence WHERE { GRAPH ?g { ?fact utopia:confidence ?confidence } FILTER(CONTAINS(STR(?fact), ":fact:")) }`,
);
const DERIVED = testQuery(`${PREFIXES}
SELECT ?derived ?subject ?predicate ?object ?validFrom ?fromPrecision ?validTo ?toPrecision ?begun ?ended WHERE {
  GRAPH ?g { ?derived utopia:derived true ; prov:generatedAtTime ?begun
    OPTIONAL { ?derived prov:invalidatedAtTime ?ended }
    OPTIONAL { ?derived schema:validFrom ?validFrom }
    OPTIONAL { ?derived utopia:validFromPrecision ?fromPrecision }
    OPTIONAL { ?derived schema:validThrough ?validTo }
    OPTIONAL { ?derived utopia:validThroughPrecision ?toPrecision } }
  GRAPH ?derived { ?subject ?predicate ?object }
}`);
const PROOFS = testQuery(`${PREFIXES}
SELECT ?proof ?of ?kind ?on ?confidence ?begun ?ended WHERE {
  GRAPH ?g { ?proof a utopia:Proof ; utopia:proofOf ?of ; prov:wasGeneratedBy ?rule ; utopia:confidence ?confidence ; prov:generatedAtTime ?begun
    OPTIONAL { ?proof prov:invalidatedAtTime ?ended }
    ?rule utopia:axiomKind ?kind ; utopia:declaredOn ?on }
}`);
const PREMISES = testQuery(`${PREFIXES}
SELECT ?proof ?seq ?statement WHERE { GRAPH ?g { ?premise utopia:ofProof ?proof ; utopia:seq ?seq ; utopia:statement ?statement } }`);
