import { declaredAs, type RelationDeclared } from "../ontology/ontology.ts";
import { baseIri } from "../rdf/base-iris.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { xsd } from "../vocab/well-known.ts";
import { checkLanguage } from "../writing/checked-text.ts";
import { checkedValue } from "../writing/checked-value.ts";
import { type Place, refused } from "../writing/refusal.ts";
import type { Claim, QualifierRow } from "../writing/rows.ts";
import type { Actor } from "./actor.ts";
import { type BaseState, isNameRelation } from "./base-state.ts";
import { checkNameUndated } from "./checked-dates.ts";
import type { EvidenceReader } from "./checked-evidence.ts";
import type { EntityWishes } from "./entity-wishes.ts";
import { checkedName, nameLiteral, someOf } from "./entity-wishes.ts";
import type { EvidenceBody } from "./observations.ts";
import type { EntityWish, FactWish } from "./wishes.ts";

/** What reading a fact of a request needs. */
export interface Tools {
	readonly actor: Actor;
	readonly state: BaseState;
	readonly entities: EntityWishes;
	readonly evidence: EvidenceReader;
}

/** @throws UTOPIA_WRITE_REFUSED `unknown_relation`, `predicate_missing`, `not_a_state` where a name comes with dates */
export function relationNamed(wish: FactWish, place: Place, { ontology }: BaseState) {
	const { predicate, proposedPredicate } = wish;
	if (predicate === undefined) {
		if (proposedPredicate?.trim()) return undefined;
		throw refused(
			"predicate_missing",
			"A fact needs a predicate, or the source's own word as proposed_predicate",
			{
				...place,
				field: "predicate",
				allowed: someOf([...ontology.relations.values()].map(({ key }) => key)),
			},
		);
	}
	if (predicate === "known_as" || predicate === utopia.knownAs.value) {
		checkNameUndated(wish, place);
		return KNOWN_AS;
	}
	const found = declaredAs(predicate, ontology.relations);
	if (found !== undefined) return found;
	throw refused(
		"unknown_relation",
		`No relation ${JSON.stringify(predicate)} is declared in this knowledge base`,
		{
			...place,
			field: "predicate",
			found: predicate,
			allowed: `${someOf([...ontology.relations.values()].map(({ key }) => key))}; or proposed_predicate for a word that the ontology does not have`,
		},
	);
}

/** The built-in relation of names (ledger 3.3). */
const KNOWN_AS: RelationDeclared = {
	iri: utopia.knownAs,
	key: "known_as",
	label: "known as",
	kind: "attribute",
	temporal: "eternal",
	range: xsd.string.value,
	unit: undefined,
	functional: false,
	inverseFunctional: false,
	domains: [],
	ranges: [],
	qualifiers: [],
};

interface ReadingObject {
	readonly place: Place;
	readonly relation: RelationDeclared | undefined;
	readonly tools: Tools;
	readonly nameBodies: readonly EvidenceBody[];
}

/** @throws UTOPIA_WRITE_REFUSED `object_missing`, `object_twice`, `entity_expected`, `value_expected`, `wrong_datatype` */
export function objectOf(
	{ object, value }: FactWish,
	{ place, relation, tools, nameBodies }: ReadingObject,
): Pick<Claim, "object" | "unit" | "relative"> {
	const at = (field: string) => ({ ...place, field });
	if (object !== undefined && value !== undefined)
		throw refused("object_twice", "A fact says one thing: an object or a value, not both", {
			...at("object"),
			allowed: "object or value",
		});
	if (object === undefined && value === undefined)
		throw refused("object_missing", "A fact says something: it needs an object or a value", {
			...at("object"),
			allowed: "object or value",
		});
	if (value !== undefined) {
		checkLanguage(value.language, at("value.language"));
		if (relation?.kind === "relation")
			throw refused("entity_expected", `${relation.key} links entities and takes no value`, {
				...at("value"),
				found: JSON.stringify(value.value),
				allowed: "object: {id} or {name, type?}",
			});
		if (relation !== undefined && isNameRelation(relation.iri)) {
			const name = checkedName(String(value.value), at("value"));
			return { object: { value: nameLiteral(name, value.language) } };
		}
		const found = checkedValue(value, relation, at("value.value"));
		return { object: { value: found }, unit: value.unit, ...(value.relative === true && { relative: true }) };
	}
	if (relation?.kind === "attribute")
		throw refused("value_expected", `${relation.key} takes a value and links no entities`, {
			...at("object"),
			allowed: "value: {value, unit?}",
		});
	return { object: { entity: tools.entities.find(object as EntityWish, at("object"), nameBodies).id } };
}

export function qualifiersOf(
	{ qualifiers = [] }: FactWish,
	relation: RelationDeclared | undefined,
	{ place, tools }: { readonly place: Place; readonly tools: Tools },
): readonly QualifierRow[] {
	const { relations } = tools.state.ontology;
	return qualifiers.map(({ key, value, entity }, n) => {
		const at = { ...place, field: `qualifiers.${n}` };
		const allowed = (relation?.qualifiers ?? []).flatMap((iri) => relations.get(iri) ?? []);
		const type = allowed.find((one) => one.key === key || one.iri.value === key);
		if (type === undefined) {
			throw refused(
				"unknown_qualifier",
				`${relation?.key ?? "A fact without predicate"} carries no detail ${JSON.stringify(key)}`,
				{
					...at,
					found: key,
					allowed: someOf(
						allowed.map((one) => one.key),
						"none: it declares no details",
					),
				},
			);
		}
		if (type.kind === "attribute") {
			if (value === undefined)
				throw refused("value_expected", `${type.key} takes a value`, { ...at, allowed: "value" });
			return { type: type.iri, value: checkedValue({ value }, type, { ...at, field: `${at.field}.value` }) };
		}
		if (entity === undefined)
			throw refused("entity_expected", `${type.key} links entities`, { ...at, allowed: "entity_id" });
		const found = tools.entities.find({ id: entity }, { ...at, field: `${at.field}.entity_id` }, []);
		return { type: type.iri, value: baseIri(tools.state.view.kb, "entity", found.id) };
	});
}
