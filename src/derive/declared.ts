import { Axioms, type RelationAxioms } from "../closure/axioms.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { byText } from "../timeline/order.ts";
import type { SentAttribute, SentClass } from "./protocol.ts";

/** What of an ontology conclusions are drawn by. */
export interface Declared {
	readonly axioms: readonly RelationAxioms[];
	/** The same, made ready. */
	readonly ready: Axioms;
	readonly classes: readonly SentClass[];
	readonly attributes: readonly SentAttribute[];
	/** Equal where conclusions are drawn by the same. */
	readonly text: string;
}

const known = new WeakMap<Ontology, Declared>();

/** What of an ontology conclusions are drawn by: worked out once, since every commit asks. */
export function declaredIn(ontology: Ontology): Declared {
	const found = known.get(ontology);
	if (found !== undefined) return found;
	const said = {
		axioms: axiomsOf(ontology),
		classes: classesOf(ontology),
		attributes: attributesOf(ontology),
	};
	const text = JSON.stringify([said, disjointIn(ontology)]);
	const declared = { ...said, ready: new Axioms(said.axioms), text };
	known.set(ontology, declared);
	return declared;
}

/** The axioms of an ontology that conclude something, in the order of their relations; attributes have none (I2). */
function axiomsOf({ relations }: Ontology): readonly RelationAxioms[] {
	const found: RelationAxioms[] = [];
	for (const {
		iri,
		kind,
		transitive,
		symmetric,
		inverseOf,
		subPropertyOf,
		...checks
	} of relations.values()) {
		if (kind !== "relation") continue;
		const { functional, inverseFunctional, asymmetric } = checks;
		const draws = { transitive, symmetric, inverseOf, subPropertyOf };
		found.push({ iri: iri.value, ...draws, functional, inverseFunctional, asymmetric });
	}
	return found.sort((a, b) => byText(a.iri, b.iri));
}

/** Each class with those directly above it, by IRI. */
function classesOf({ classes }: Ontology): readonly SentClass[] {
	const found = [...classes.values()].map(({ iri, parents }) => [iri.value, parents] as const);
	return found.sort((a, b) => byText(a[0], b[0]));
}

/** The classes that are declared to be disjoint with others, which concluded types may not be of at once. */
function disjointIn({ classes }: Ontology): readonly (readonly [string, readonly string[]])[] {
	const found = [...classes.values()].map(
		({ iri, disjointWith }) => [iri.value, disjointWith.toSorted()] as const,
	);
	return found.filter(([, others]) => others.length > 0).sort((a, b) => byText(a[0], b[0]));
}

/** What attributes are declared to take, by IRI. */
function attributesOf({ relations }: Ontology): readonly SentAttribute[] {
	const found: SentAttribute[] = [];
	for (const { iri, kind, unit, range } of relations.values())
		if (kind === "attribute") found.push([iri.value, { unit, range }]);
	return found.sort((a, b) => byText(a[0], b[0]));
}
