import type { Literal, NamedNode } from "@rdfjs/types";
import type { RelationDeclared } from "../ontology/ontology.ts";
import { ontologyAt } from "../ontology/ontology.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional, type Row, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Bound } from "../time/holds.ts";
import type { Instant } from "../time/instant.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import type { Fact, FactBasis } from "./facts.ts";
import { type Proofs, proofsOf } from "./proofs.ts";
import { type SaidOfThing, saidInDerivations } from "./said-in-derivations.ts";
import { dateTime, derivedBound } from "./stated-date.ts";
import { traits } from "./traits.ts";

/** What a rule concluded, as held at the record instant read, with its proofs held then. */
export interface DerivedFact {
	readonly id: string;
	readonly iri: NamedNode;
	readonly subject: string;
	readonly predicate: NamedNode;
	readonly relation: RelationDeclared | undefined;
	/** An entity, a value as the engine keeps it, or the IRI of a class. */
	readonly object: Fact["object"];
	/** The value as it was spelled, where the engine keeps another form. */
	readonly objectSpelled: Literal | undefined;
	/** Half-open and ready to use (W10). */
	readonly from: Bound | undefined;
	readonly to: Bound | undefined;
	readonly derivedAt: Instant;
	readonly invalidatedAt: Instant | undefined;
	/** Held at the record instant, the first one first. */
	readonly proofs: Proofs;
}

const ofEntities = loadTemplate("ledger/derived-facts-of-entities");
const byId = loadTemplate("ledger/derived-facts-by-id");
const MOST_DERIVED = 10_000_000;
const shape = {
	...{ derived: iri, subject: iri, predicate: iri, object: term },
	...{
		recordedAt: moment,
		invalidatedAt: optional(moment),
		validFrom: optional(term),
		validTo: optional(term),
	},
};

/**
 * The derived facts held at `asOf` that have one of `members` at either end, each once, in no order. A base that never concluded
 * anything is not asked.
 */
export async function derivedFactsOf(
	members: readonly string[],
	basis: FactBasis,
): Promise<readonly DerivedFact[]> {
	const { view, asOf, signal } = basis;
	if (members.length === 0 || !(await view.kept(traits)).derivedFacts) return [];
	const { derivations } = graphsOf(view.kb);
	const entities = members.map((member) => baseIri(view.kb, "entity", member));
	const query = ofEntities.bind({ derivations, entities, asOf: dateTime(asOf) }, { limit: MOST_DERIVED });
	return described(await view.select(query, { signal }), basis);
}

/** The derived facts with these ids that are held at `asOf`, in no order; others are left out. */
export async function derivedFactsById(
	ids: readonly string[],
	basis: FactBasis,
): Promise<readonly DerivedFact[]> {
	const { view, asOf, signal } = basis;
	if (ids.length === 0 || !(await view.kept(traits)).derivedFacts) return [];
	const { derivations } = graphsOf(view.kb);
	const derived = ids.map((id) => baseIri(view.kb, "derived", id));
	const query = byId.bind({ derivations, derived, asOf: dateTime(asOf) }, { limit: MOST_DERIVED });
	return described(await view.select(query, { signal }), basis);
}

type Drawn = ReturnType<typeof drawnIn>;
const drawnIn = (row: Row) => decode(row, shape);

async function described(rows: readonly Row[], basis: FactBasis): Promise<readonly DerivedFact[]> {
	const drawn = new Map(rows.map((row) => drawnIn(row)).map((one) => [one.derived.value, one]));
	if (drawn.size === 0) return [];
	const iris = [...drawn.values()].map(({ derived }) => derived);
	const said = await saidInDerivations(iris, basis);
	const [proofsByFact, { relations }] = await Promise.all([
		proofsOf(iris, said, basis),
		basis.ontology ?? ontologyAt(basis.asOf, basis.view),
	]);
	return [...drawn.values()].map((one) => {
		const proofs = proofsByFact.get(one.derived.value);
		if (proofs === undefined) throw new TypeError(`no proof was read of ${one.derived.value}`);
		const relation = relations.get(one.predicate.value);
		return { ...factIn(one, said.get(one.derived.value), basis), relation, proofs };
	});
}

function factIn(
	one: Drawn,
	said: SaidOfThing | undefined,
	{ merges, asOf }: FactBasis,
): Omit<DerivedFact, "relation" | "proofs"> {
	const id = idOfKind(one.derived.value, "derived");
	const subject = idOfKind(one.subject.value, "entity");
	if (id === undefined || subject === undefined)
		throw new TypeError(`not a derived fact: ${one.derived.value}`);
	const object = one.object.termType === "NamedNode" ? idOfKind(one.object.value, "entity") : undefined;
	const precision = (of: NamedNode) => said?.value(of)?.value;
	return {
		id,
		iri: one.derived,
		subject: merges.owner(subject, asOf),
		predicate: one.predicate,
		object: object === undefined ? { value: one.object } : { entity: merges.owner(object, asOf) },
		objectSpelled: said?.spelled(utopia.lexicalForm),
		from: derivedBound(one.validFrom, precision(utopia.validFromPrecision)),
		to: derivedBound(one.validTo, precision(utopia.validThroughPrecision)),
		derivedAt: one.recordedAt,
		invalidatedAt: one.invalidatedAt,
	};
}

/** The derived fact as a row among facts, to be selected, grouped and walked like one; its interval is the stored one. */
export function asFact(derived: DerivedFact): Fact {
	const { id, iri: own, subject, predicate, relation, object, from, to, derivedAt, invalidatedAt } = derived;
	const date = (bound: Bound | undefined) =>
		bound && { at: bound.at, precision: bound.precision ?? ("second" as const) };
	return {
		...{ id, iri: own, subject, predicate, relation, object, invalidatedAt },
		recordedAt: derivedAt,
		stated: { validFrom: date(from), validTo: date(to), endedUnknown: false },
		attestedBy: undefined,
		interval: { from: from?.at, to: to?.at },
		conclusion: { from, to, confidence: derived.proofs[0].confidence },
	};
}
