import type { Checked, HeldFact, HeldFacts } from "../../src/findings/checks/held.ts";
import { readOntology } from "../../src/ontology/ontology.ts";
import type { OntologyTriple } from "../../src/ontology/statements.ts";
import { literal, namedNode } from "../../src/rdf/terms.ts";
import type { Instant } from "../../src/time/instant.ts";
import type { Interval } from "../../src/time/interval.ts";
import type { Placed } from "../../src/timeline/drawn-ends.ts";
import { grouped } from "../../src/timeline/order.ts";
import * as utopia from "../../src/vocab/utopia.gen.ts";
import { owl, rdf, rdfs } from "../../src/vocab/well-known.ts";

const FLAGS = {
	functional: owl.FunctionalProperty,
	inverse_functional: owl.InverseFunctionalProperty,
	transitive: owl.TransitiveProperty,
	symmetric: owl.SymmetricProperty,
	asymmetric: owl.AsymmetricProperty,
	irreflexive: owl.IrreflexiveProperty,
} as const;

/** A relation for checks: its flags, what it asks of its ends, whether it is a state. */
export interface RelationSaid {
	readonly flags?: readonly (keyof typeof FLAGS)[];
	readonly domains?: readonly string[];
	readonly ranges?: readonly string[];
	readonly temporal?: "event" | "eternal";
}

/** An ontology in short: relations and classes by local name below `http://x/`, classes with their parents and what they exclude. */
export function ontologyOf(
	relations: Readonly<Record<string, RelationSaid>>,
	classes: Readonly<
		Record<string, { readonly under?: readonly string[]; readonly not?: readonly string[] }>
	> = {},
) {
	const iri = (name: string) => `http://x/${name}`;
	const triples: OntologyTriple[] = [];
	const say = (subject: string, property: { readonly value: string }, value: OntologyTriple["value"]) =>
		triples.push({ subject: iri(subject), property: property.value, value });
	for (const [name, { flags = [], domains = [], ranges = [], temporal }] of Object.entries(relations)) {
		say(name, rdf.type, owl.ObjectProperty);
		for (const flag of flags) say(name, rdf.type, FLAGS[flag]);
		for (const one of domains) say(name, rdfs.domain, namedNode(iri(one)));
		for (const one of ranges) say(name, rdfs.range, namedNode(iri(one)));
		if (temporal !== undefined) say(name, utopia.temporal, literal(temporal));
	}
	for (const [name, { under = [], not = [] }] of Object.entries(classes)) {
		say(name, rdf.type, owl.Class);
		for (const one of under) say(name, rdfs.subClassOf, namedNode(iri(one)));
		for (const one of not) say(name, owl.disjointWith, namedNode(iri(one)));
	}
	return readOntology(triples);
}

/** A span of small numbers as instants; `null` is no bound. */
export function years(from: number | null, to: number | null = null): Interval {
	const at = (year: number | null) => (year === null ? undefined : (BigInt(year) as Instant));
	return { from: at(from), to: at(to) };
}

/** A fact of entities, or of a value where `object` begins with `=`. */
export function fact(
	id: string,
	[subject, predicate, object]: readonly [string, string, string],
	interval: Interval | undefined = {},
	more: { readonly placed?: Placed; readonly isDerived?: boolean } = {},
): HeldFact {
	const isValue = object.startsWith("=");
	return {
		id,
		isDerived: false,
		subject,
		predicate: `http://x/${predicate}`,
		object: isValue ? undefined : object,
		value: isValue ? object.slice(1) : undefined,
		interval,
		...more,
	};
}

/** Facts as checks find them; `looked` counts those that they were handed. */
export function heldFacts(facts: readonly HeldFact[]): HeldFacts & { readonly looked: () => number } {
	let looked = 0;
	function* those(known: readonly HeldFact[] | undefined) {
		for (const one of known ?? []) {
			looked++;
			yield one;
		}
	}
	const by = (keys: (one: HeldFact) => readonly (string | undefined)[]) => {
		const keyed = facts.flatMap((one) => [...new Set(keys(one))].map((key) => [key, one] as const));
		const index = grouped(keyed, ([key]) => key ?? "");
		return (key: string) => those(index.get(key)?.map(([, one]) => one));
	};
	const from = by(({ predicate, subject }) => [`${predicate} ${subject}`]);
	const to = by(({ predicate, object }) => [object === undefined ? undefined : `${predicate} ${object}`]);
	const value = by((one) => [one.value === undefined ? undefined : `${one.predicate} ${one.value}`]);
	const claim = by((one) => [JSON.stringify([one.subject, one.predicate, one.object, one.value])]);
	return {
		ofClaim: (one) => claim(JSON.stringify([one.subject, one.predicate, one.object, one.value])),
		from: (predicate, subject) => from(`${predicate} ${subject}`),
		to: (predicate, object) => to(`${predicate} ${object}`),
		withValue: (predicate, key) => value(`${predicate} ${key}`),
		ofEntity: by(({ subject, object }) => [subject, object]),
		ofRelation: by(({ predicate }) => [predicate]),
		looked: () => looked,
	};
}

/** What facts are checked against. */
export function checkedOf(
	ontology: Checked["ontology"],
	facts: readonly HeldFact[],
	types: Readonly<Record<string, string>> = {},
): Checked & { readonly facts: ReturnType<typeof heldFacts> } {
	return {
		ontology,
		facts: heldFacts(facts),
		classOf: (entity) => (types[entity] === undefined ? undefined : `http://x/${types[entity]}`),
	};
}
