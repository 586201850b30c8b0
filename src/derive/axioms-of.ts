import type { RelationAxioms } from "../closure/axioms.ts";
import type { Ontology } from "../ontology/ontology.ts";
import { byText } from "../timeline/order.ts";

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
