import { withAncestors } from "../ontology/hierarchy.ts";
import type { RelationDeclared } from "../ontology/ontology.ts";
import type { Claim } from "../writing/rows.ts";
import type { BaseState } from "./base-state.ts";

/** An end of a fact whose class is none that the relation asks for: the fact is recorded, and this is told (ledger 4). */
export interface SignatureViolation {
	readonly end: "subject" | "object";
	/** Key of the class that the end has. */
	readonly found: string;
	/** Keys of the classes of which one would do. */
	readonly allowed: readonly string[];
}

/** Ends whose held type, with the classes above it, meets none of the relation's domains or ranges. An untyped end meets all. */
export function signatureViolations(
	{ subject, object }: Claim,
	relation: RelationDeclared | undefined,
	{ state, types }: { readonly state: BaseState; readonly types: ReadonlyMap<string, string> },
): readonly SignatureViolation[] {
	if (relation === undefined) return [];
	const { ontology, index, asOf } = state;
	const typeOf = (entity: string) =>
		index.type(entity, asOf) ?? (index.exists(entity, asOf) ? undefined : types.get(entity));
	const ends = [
		{ end: "subject" as const, entity: subject, allowed: relation.domains },
		...("entity" in object
			? [{ end: "object" as const, entity: object.entity, allowed: relation.ranges }]
			: []),
	];
	const key = (iri: string) => ontology.classes.get(iri)?.key ?? iri;
	return ends.flatMap(({ end, entity, allowed }) => {
		const type = typeOf(entity);
		if (type === undefined || allowed.length === 0) return [];
		const above = withAncestors(type, ontology.classes);
		return allowed.some((one) => above.has(one))
			? []
			: [{ end, found: key(type), allowed: allowed.map(key) }];
	});
}
