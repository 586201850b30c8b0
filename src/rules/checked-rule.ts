import { declaredAs, type Ontology, type RelationWithAxioms } from "../ontology/ontology.ts";
import { xsd } from "../vocab/well-known.ts";
import { checkedValue } from "../writing/checked-value.ts";
import { isNumeric } from "./decimal.ts";
import type { Definition } from "./definition.ts";
import { type Doors, readDefinition } from "./read-definition.ts";
import { type Found, refuse } from "./refuse.ts";

/** What a caller says a rule is: keys or IRIs of this base's ontology. Everything in it is checked here. */
export interface DefinitionWish {
	readonly class: unknown;
	readonly conditions: unknown;
	readonly conclusion: unknown;
	readonly join?: unknown;
}

/**
 * A rule as it is kept, once everything it names is declared and fits (U1). What the wish leaves out is as in `standing`.
 * @throws UTOPIA_WRITE_REFUSED with the field, what was found there and what is allowed.
 */
export function checkedDefinition(
	wish: Partial<DefinitionWish>,
	ontology: Ontology,
	standing?: Definition,
): Definition {
	return readDefinition(wish, doorsOf(ontology), standing);
}

function doorsOf(ontology: Ontology): Doors {
	const property = (found: Found, kind: RelationWithAxioms["kind"]) => {
		const declared =
			typeof found.value === "string" ? declaredAs(found.value, ontology.relations) : undefined;
		return declared?.kind === kind ? declared : undefined;
	};
	const attribute = (found: Found): RelationWithAxioms => {
		const declared = property(found, "attribute");
		if (declared === undefined)
			throw refuse("unknown_attribute", found, "an attribute of this base, by its key");
		return declared;
	};
	const relation = (reason: "unknown_relation" | "join_not_a_relation") => (found: Found) => {
		const declared = property(found, "relation");
		if (declared === undefined) throw refuse(reason, found, "a relation of this base, by its key");
		return declared.iri.value;
	};
	return {
		class: (found) => {
			const declared =
				typeof found.value === "string" ? declaredAs(found.value, ontology.classes) : undefined;
			if (declared === undefined) throw refuse("unknown_class", found, "a class of this base, by its key");
			return declared.iri.value;
		},
		attribute: (found) => attribute(found).iri.value,
		number: (found) => {
			const { iri, range } = attribute(found);
			if (!canBeNumber(range)) throw refuse("not_comparable", found, "an attribute whose values are numbers");
			return iri.value;
		},
		relation: relation("unknown_relation"),
		join: relation("join_not_a_relation"),
		value: (iri, found) => {
			const { value } = found;
			if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
				throw refuse("wrong_datatype", found, "a text, a number, true or false");
			return checkedValue({ value }, ontology.relations.get(iri), { field: found.field });
		},
	};
}

/** Values of an attribute without a declared datatype may be numbers; booleans compare as 1 and 0. */
function canBeNumber(range: string | undefined): boolean {
	return range === undefined || range === xsd.boolean.value || isNumeric(range);
}
