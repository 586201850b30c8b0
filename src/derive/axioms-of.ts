import type { RelationAxioms } from "../closure/axioms.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { byText } from "../timeline/order.ts";
import type { SentAttribute, SentClass } from "./protocol.ts";

/** The axioms of an ontology that conclude something, in the order of their relations; attributes have none (I2). */
export function axiomsOf({ relations }: Ontology): readonly RelationAxioms[] {
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
export function classesOf({ classes }: Ontology): readonly SentClass[] {
	const found = [...classes.values()].map(({ iri, parents }) => [iri.value, parents] as const);
	return found.sort((a, b) => byText(a[0], b[0]));
}

/** What attributes are declared to take, by IRI. */
export function attributesOf({ relations }: Ontology): readonly SentAttribute[] {
	const found: SentAttribute[] = [];
	for (const { iri, kind, unit, range } of relations.values())
		if (kind === "attribute") found.push([iri.value, { unit, range }]);
	return found.sort((a, b) => byText(a[0], b[0]));
}
