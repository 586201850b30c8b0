import type { Literal, NamedNode } from "@rdfjs/types";
import type { Ontology } from "../ontology/ontology.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { readTerm } from "../rdf/read-term.ts";
import { decode, iri, optional, type StoredTerm, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf } from "../vocab/well-known.ts";
import { byText } from "./by-text.ts";
import { allEvidenceOf, type Evidence, evidenceOf } from "./evidence.ts";
import { attestedBy, type Fact, type FactBasis, factsSaid } from "./facts.ts";

/** An attribute or relation attached to a fact itself. */
export interface Qualifier {
	readonly type: NamedNode;
	readonly value: StoredTerm;
	/** The literal as it was spelled, where the engine keeps another form. */
	readonly spelled: Literal | undefined;
}

/** What is said about a fact beside its claim and its times. */
export interface FactDetails {
	/** 0 to 1; facts that came without one are certain. */
	readonly confidence: number;
	/** The confidence in the spelling that is kept. */
	readonly confidenceText: string;
	/** On names: whether the entity is called so. */
	readonly canonical: boolean;
	readonly supersedes: string | undefined;
	readonly restores: string | undefined;
	readonly startGrade: string | undefined;
	readonly startOrigin: string | undefined;
	readonly endOrigin: string | undefined;
	readonly drawnBy: string | undefined;
	readonly correctedEnds: string | undefined;
	readonly note: string | undefined;
	readonly cause: string | undefined;
	readonly unit: string | undefined;
	readonly relative: boolean;
	/** The value as it was spelled, where the engine keeps another form. */
	readonly objectSpelled: Literal | undefined;
	readonly qualifiers: readonly Qualifier[];
	/** Held at the record instant: evidence rows, or what the fact itself says of its sources. Ordered by document. */
	readonly evidence: readonly Evidence[];
	/** The sources' most frequent word for a predicate nobody accepted; ties by alphabet. */
	readonly proposedPredicate: string | undefined;
}

const template = loadTemplate("ledger/what-is-said-of-facts");
const claimsTemplate = loadTemplate("ledger/claims-of-facts");
const MOST_SAID = 10_000_000;
const shape = { fact: iri, property: iri, value: optional(term), spelled: optional(text) };

interface Said {
	readonly values: Map<string, StoredTerm[]>;
	readonly spelled: Map<string, Literal[]>;
}

/** What is said of each of these facts, by fact id, with the evidence held at the record instant read. A page costs two queries. */
export async function detailsOf(
	facts: readonly Fact[],
	ontology: Ontology,
	basis: FactBasis,
): Promise<ReadonlyMap<string, FactDetails>> {
	if (facts.length === 0) return new Map();
	const iris = facts.map((fact) => fact.iri);
	const [said, evidence] = await Promise.all([saidOf(iris, basis), evidenceOf(iris, basis)]);
	return new Map(
		facts.map(({ id, iri: fact }) => {
			const details = detailsIn(said.get(fact.value) ?? missing(id), evidence.get(id) ?? [], ontology);
			return [id, details] as const;
		}),
	);
}

/** A fact with all that is said of it. */
export interface DescribedFact {
	readonly fact: Fact;
	readonly details: FactDetails;
}

/** A fact as it stood at a record instant. */
export interface FactMoment {
	readonly id: string;
	readonly at: Instant;
}

/**
 * Facts at record instants, in the order asked for, with all that is said of them: each with the evidence held then, and with
 * what that attests. What is said of a fact holds its times, so they are not asked for twice.
 */
export async function describedFacts(
	moments: readonly FactMoment[],
	ontology: Ontology,
	basis: FactBasis,
): Promise<readonly DescribedFact[]> {
	if (moments.length === 0) return [];
	const ids = [...new Set(moments.map(({ id }) => id))];
	const iris = ids.map((id) => baseIri(basis.view.kb, "fact", id));
	const claims = claimsTemplate.bind({ facts: iris }, { limit: MOST_SAID });
	const [rows, said, evidence] = await Promise.all([
		basis.view.select(claims, { signal: basis.signal }),
		saidOf(iris, basis),
		allEvidenceOf(iris, basis),
	]);
	const values = new Map([...said].map(([fact, of]) => [fact, of.values]));
	const facts = new Map((await factsSaid(values, rows, basis)).map((fact) => [fact.id, fact]));
	return moments.map(({ id, at }) => {
		const fact = facts.get(id) ?? missing(id);
		const held = (evidence.get(id) ?? []).filter((one) => contains(one, at));
		const details = detailsIn(said.get(fact.iri.value) ?? missing(id), held, ontology);
		return { fact: attestedBy(fact, held), details };
	});
}

async function saidOf(
	facts: readonly NamedNode[],
	{ view, signal }: FactBasis,
): Promise<ReadonlyMap<string, Said>> {
	const { ledger, spelling } = graphsOf(view.kb);
	const query = template.bind({ ledger, spelling, facts }, { limit: MOST_SAID });
	const said = new Map<string, Said>(
		facts.map(({ value }) => [value, { values: new Map(), spelled: new Map() }]),
	);
	for (const row of await view.select(query, { signal })) note(decode(row, shape), said);
	return said;
}

function missing(id: string): never {
	throw new TypeError(`fact ${id} was not asked for`);
}

function note(
	{
		fact,
		property,
		value,
		spelled,
	}: { fact: NamedNode; property: NamedNode; value: StoredTerm | undefined; spelled: string | undefined },
	said: ReadonlyMap<string, Said>,
): void {
	const of = said.get(fact.value);
	if (of === undefined) return;
	if (value !== undefined) push(of.values, property.value, value);
	if (spelled === undefined) return;
	const literal = readTerm(spelled);
	if (literal.termType === "Literal") push(of.spelled, property.value, literal);
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
	const list = lists.get(key);
	if (list) list.push(value);
	else lists.set(key, [value]);
}

function detailsIn({ values, spelled }: Said, rows: readonly Evidence[], ontology: Ontology): FactDetails {
	const one = (property: NamedNode) => values.get(property.value)?.[0];
	const evidence = rows.length > 0 ? rows : evidenceSaid(values);
	return {
		confidence: Number(one(utopia.confidence)?.value ?? "1"),
		confidenceText:
			spelled.get(utopia.confidence.value)?.[0]?.value ?? one(utopia.confidence)?.value ?? "1.00",
		canonical: one(utopia.canonical)?.value === "true",
		supersedes: factIn(one(utopia.supersedes)),
		restores: factIn(one(utopia.restores)),
		startGrade: one(utopia.startGrade)?.value,
		startOrigin: one(utopia.startOrigin)?.value,
		endOrigin: one(utopia.endOrigin)?.value,
		drawnBy: factIn(one(utopia.drawnBy)),
		correctedEnds: one(utopia.correctedEnds)?.value,
		note: one(utopia.note)?.value,
		cause: one(utopia.cause)?.value,
		unit: one(utopia.unit)?.value,
		relative: one(utopia.relativeValue)?.value === "true",
		objectSpelled: spelled.get(utopia.lexicalForm.value)?.[0],
		qualifiers: qualifiersIn(values, spelled, ontology),
		evidence,
		proposedPredicate: mostFrequent([
			...evidence.flatMap(({ proposedPredicate }) => proposedPredicate ?? []),
			...(values.get(utopia.proposedPredicate.value) ?? []).map(({ value }) => value),
		]),
	};
}

function factIn(found: StoredTerm | undefined): string | undefined {
	return found && idOfKind(found.value, "fact");
}

/** A fact without evidence rows says itself where it was read: documents, and quotes that name none. */
function evidenceSaid(values: ReadonlyMap<string, readonly StoredTerm[]>): readonly Evidence[] {
	const texts = (property: NamedNode) => (values.get(property.value) ?? []).map(({ value }) => value).sort();
	const documents = texts(prov.wasDerivedFrom).map((document) => idOfKind(document, "document"));
	const [quote] = texts(utopia.quote);
	const [origin] = texts(utopia.evidenceOrigin);
	return documents.map((document, n) => ({
		id: undefined,
		document,
		quote: n === 0 ? quote : undefined,
		quoteStart: undefined,
		quoteEnd: undefined,
		chunk: undefined,
		version: undefined,
		origin,
		proposedPredicate: undefined,
		role: undefined,
		attestedAt: undefined,
		attestedBy: undefined,
		person: undefined,
		says: undefined,
	}));
}

/** Every property of the fact that the ontology declares is a qualifier: nothing else of a fact has an IRI of the base's ontology. */
function qualifiersIn(
	values: ReadonlyMap<string, readonly StoredTerm[]>,
	spelled: ReadonlyMap<string, readonly Literal[]>,
	{ relations }: Ontology,
): readonly Qualifier[] {
	const found: Qualifier[] = [];
	for (const [property, terms] of values) {
		const relation = relations.get(property);
		if (relation === undefined || property === rdf.subject.value || property === rdf.object.value) continue;
		for (const value of terms) {
			found.push({ type: relation.iri, value, spelled: spellingOf(value, spelled.get(property) ?? []) });
		}
	}
	return found.sort((a, b) => byText(a.type.value, b.type.value) || byText(a.value.value, b.value.value));
}

/** Which of the spellings kept for a property belongs to this value: equal as a number or as text without regard to case of the tag. */
function spellingOf(value: StoredTerm, spellings: readonly Literal[]): Literal | undefined {
	if (value.termType !== "Literal") return undefined;
	return spellings.find(
		(spelling) =>
			spelling.datatype.value === value.datatype.value &&
			spelling.language.toLowerCase() === value.language &&
			(spelling.value === value.value || Number(spelling.value) === Number(value.value)),
	);
}

function mostFrequent(words: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1] || byText(a[0], b[0]))[0]?.[0];
}
