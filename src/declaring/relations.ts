import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import type { Actor } from "../actions/actor.ts";
import type { RelationWithAxioms } from "../ontology/ontology.ts";
import { readBaseIri } from "../rdf/base-iris.ts";
import { literal } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, rdfs, skos, xsd } from "../vocab/well-known.ts";
import { refused } from "../writing/refusal.ts";
import type { Action } from "../writing/writer.ts";
import { type DeclaredWritten, isNamed } from "./classes.ts";
import { checkLabel, checkNotItself, labelFor, Names, newIri, relationCalled } from "./named.ts";
import { redeclare } from "./redeclare.ts";
import { standingOf } from "./standing.ts";
import { TripleEdit } from "./triple-edit.ts";
import type { NewRelation, RelationWish } from "./wishes.ts";

type Kind = RelationWithAxioms["kind"];
const TYPES = { relation: owl.ObjectProperty, attribute: owl.DatatypeProperty } as const;
const DATATYPES = { text: xsd.string, number: xsd.decimal, date: xsd.date, bool: xsd.boolean } as const;

/**
 * Declares a relation or an attribute. Nobody else may write meanwhile.
 * @throws UTOPIA_WRITE_REFUSED with the field, see {@link newIri}; `unknown_class`, `unknown_relation`, `axiom_on_attribute`,
 * `not_of_kind`, `self_reference`, `self_inverse_asymmetric`
 */
export function declareRelation(wish: NewRelation, actor: Actor, view: View): Action<DeclaredWritten> {
	return async () => {
		const standing = await standingOf(view);
		const { key, kind = "relation" } = wish;
		const iri = newIri("relation", wish, standing);
		const edit = new TripleEdit(iri, standing.triples);
		edit.flag(TYPES[kind], true);
		if (readBaseIri(iri) === undefined) edit.set(skos.notation, [literal(key)]);
		const names = new Names(standing.state.ontology, { key, iri });
		const said = { ...wish, label: labelFor(wish) };
		say(edit, said, { kind, names, held: { asymmetric: false, inverseOf: [] } });
		const { draft, rewritten } = await redeclare(standing, edit.triples, actor);
		return { draft, answer: () => ({ iri, key, rewritten }) };
	};
}

/**
 * Changes what is said of a relation or attribute; where its facts live in another way then, their timelines are settled in
 * the same commit. Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED as {@link declareRelation}
 */
export function changeRelation(
	name: string,
	wish: RelationWish,
	actor: Actor,
	view: View,
): Action<DeclaredWritten> {
	return async () => {
		const standing = await standingOf(view);
		const { ontology } = standing.state;
		const held = relationCalled(name, ontology);
		const { iri, key, kind } = held;
		const edit = new TripleEdit(iri.value, standing.triples);
		say(edit, wish, { kind, names: new Names(ontology, { key, iri: iri.value }), held });
		const { draft, rewritten } = await redeclare(standing, edit.triples, actor);
		return { draft, answer: () => ({ iri: iri.value, key, rewritten }) };
	};
}

/**
 * Takes a relation or attribute out of the ontology with all that is said of it. Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_OVERTAKEN `in_use`; UTOPIA_WRITE_REFUSED `builtin_fixed`
 */
export function removeRelation(name: string, actor: Actor, view: View): Action<DeclaredWritten> {
	return async () => {
		const standing = await standingOf(view);
		const { iri, key } = relationCalled(name, standing.state.ontology);
		const edit = new TripleEdit(iri.value, standing.triples);
		edit.remove();
		const { draft, rewritten } = await redeclare(standing, edit.triples, actor);
		return { draft, answer: () => ({ iri: iri.value, key, rewritten }) };
	};
}

interface Saying {
	readonly kind: Kind;
	readonly names: Names;
	readonly held: Pick<RelationWithAxioms, "asymmetric" | "inverseOf">;
}

function say(edit: TripleEdit, wish: RelationWish, saying: Saying): void {
	const { names, kind } = saying;
	checkKind(wish, kind);
	checkLabel(wish.label);
	edit.shown(rdfs.label, wish.label);
	edit.shown(rdfs.comment, wish.description);
	if (wish.temporal !== undefined)
		edit.text(utopia.temporal, wish.temporal === "state" ? null : wish.temporal);
	edit.flag(owl.FunctionalProperty, wish.functional);
	edit.flag(owl.InverseFunctionalProperty, wish.inverseFunctional);
	edit.flag(owl.TransitiveProperty, wish.transitive);
	edit.flag(owl.SymmetricProperty, wish.symmetric);
	edit.flag(owl.AsymmetricProperty, wish.asymmetric);
	edit.flag(owl.IrreflexiveProperty, wish.irreflexive);
	sayTies(edit, wish, saying);
	if (wish.domains !== undefined) edit.set(rdfs.domain, names.classes(wish.domains, "domains", "relation"));
	if (kind === "relation" && wish.ranges !== undefined)
		edit.set(rdfs.range, names.classes(wish.ranges, "ranges", "relation"));
	if (kind === "attribute" && wish.datatype !== undefined)
		edit.set(rdfs.range, wish.datatype === null ? [] : [DATATYPES[wish.datatype]]);
	edit.text(utopia.unit, wish.unit);
	const qualifiers = wish.qualifiers?.map((name, n) => names.relation(name, `qualifiers.${n}`));
	if (qualifiers !== undefined) edit.set(utopia.allowsQualifier, qualifiers);
}

function sayTies(edit: TripleEdit, wish: RelationWish, { names, held }: Saying): void {
	const one = (name: string | null, field: string): readonly NamedNode[] =>
		name === null ? [] : [names.relation(name, field)];
	const above = wish.subPropertyOf === undefined ? undefined : one(wish.subPropertyOf, "sub_property_of");
	if (above !== undefined) {
		checkNotItself(above, edit.subject, "sub_property_of");
		edit.set(rdfs.subPropertyOf, above, isNamed);
	}
	const inverse = wish.inverseOf === undefined ? undefined : one(wish.inverseOf, "inverse_of");
	if (inverse !== undefined) edit.set(owl.inverseOf, inverse, isNamed);
	const isSaid = wish.asymmetric === true || inverse !== undefined;
	const isOwn = (inverse?.map(({ value }) => value) ?? held.inverseOf).includes(edit.subject);
	if (!isSaid || !isOwn || !(wish.asymmetric ?? held.asymmetric)) return;
	throw refused(
		"self_inverse_asymmetric",
		"A relation that is its own inverse is symmetric: it cannot be asymmetric",
		{
			field: inverse === undefined ? "asymmetric" : "inverse_of",
			found: edit.subject,
			allowed: "another inverse, or asymmetric: false",
		},
	);
}

const AXIOMS = {
	transitive: "transitive",
	symmetric: "symmetric",
	asymmetric: "asymmetric",
	irreflexive: "irreflexive",
	inverseOf: "inverse_of",
} as const;

/** What means something for relations only, or for attributes only. */
function checkKind(wish: RelationWish, kind: Kind): void {
	if (kind === "attribute") {
		checkNoAxiom(wish);
		checkAbsent("ranges", wish.ranges?.join(", "), {
			sentence: "An attribute takes values; say which by its datatype",
			allowed: "datatype: text, number, date or bool",
		});
		return;
	}
	for (const field of ["datatype", "unit"] as const)
		checkAbsent(field, wish[field], {
			sentence: "A relation links entities; only attributes have a datatype and a unit",
			allowed: "nothing, or kind: attribute",
		});
}

function checkNoAxiom(wish: RelationWish): void {
	for (const [name, field] of Object.entries(AXIOMS) as [keyof typeof AXIOMS, string][]) {
		const value = wish[name];
		if (value === undefined || value === null || value === false) continue;
		throw refused(
			"axiom_on_attribute",
			"An attribute takes values: axioms between entities mean nothing on it",
			{
				field,
				found: String(value),
				allowed: "nothing, or kind: relation",
			},
		);
	}
}

function checkAbsent(
	field: string,
	found: string | null | undefined,
	{ sentence, allowed }: { readonly sentence: string; readonly allowed: string },
): void {
	if (found === undefined || found === null || found === "") return;
	throw refused("not_of_kind", sentence, { field, found, allowed });
}
