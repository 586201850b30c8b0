import type { View } from "../access/view.ts";
import type { Actor } from "../actions/actor.ts";
import { isNode } from "../ontology/subject-reader.ts";
import { readBaseIri } from "../rdf/base-iris.ts";
import { literal } from "../rdf/terms.ts";
import type { StoredTerm } from "../sparql/rows.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { owl, rdfs, skos } from "../vocab/well-known.ts";
import { refused } from "../writing/refusal.ts";
import type { Action } from "../writing/writer.ts";
import { checkLabel, checkNotItself, classCalled, labelFor, Names, newIri } from "./named.ts";
import { redeclare } from "./redeclare.ts";
import { standingOf } from "./standing.ts";
import { TripleEdit } from "./triple-edit.ts";
import type { ClassWish, NewClass } from "./wishes.ts";

/** What became of a declared class or relation. */
export interface DeclaredWritten {
	readonly iri: string;
	readonly key: string;
	/** Rows of facts that were written anew. */
	readonly rewritten: number;
}

/** Whether a value names something, in place of describing it by a node: those stay as they came. */
export const isNamed = (value: StoredTerm) => value.termType === "NamedNode" && !isNode(value.value);

/**
 * Declares a class. Nobody else may write meanwhile.
 * @throws UTOPIA_WRITE_REFUSED with the field, see {@link newIri}; `unknown_class`, `self_reference`
 */
export function declareClass(wish: NewClass, actor: Actor, view: View): Action<DeclaredWritten> {
	return async () => {
		const standing = await standingOf(view);
		const iri = newIri("class", wish, standing);
		const edit = new TripleEdit(iri, standing.triples);
		edit.flag(owl.Class, true);
		if (readBaseIri(iri) === undefined) edit.set(skos.notation, [literal(wish.key)]);
		const names = new Names(standing.state.ontology, { key: wish.key, iri });
		say(edit, { ...wish, label: labelFor(wish) }, { names, parents: [] });
		const { draft, rewritten } = await redeclare(standing, edit.triples, actor);
		return { draft, answer: () => ({ iri, key: wish.key, rewritten }) };
	};
}

/**
 * Changes what is said of a class. Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `unknown_class`, `self_reference`
 */
export function changeClass(
	name: string,
	wish: ClassWish,
	actor: Actor,
	view: View,
): Action<DeclaredWritten> {
	return async () => {
		const standing = await standingOf(view);
		const { ontology } = standing.state;
		const { iri, key, parents } = classCalled(name, ontology);
		const edit = new TripleEdit(iri.value, standing.triples);
		say(edit, wish, { names: new Names(ontology, { key, iri: iri.value }), parents });
		const { draft, rewritten } = await redeclare(standing, edit.triples, actor);
		return { draft, answer: () => ({ iri: iri.value, key, rewritten }) };
	};
}

/**
 * Takes a class out of the ontology with all that is said of it. Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_OVERTAKEN `in_use`
 */
export function removeClass(name: string, actor: Actor, view: View): Action<DeclaredWritten> {
	return async () => {
		const standing = await standingOf(view);
		const { iri, key } = classCalled(name, standing.state.ontology);
		const edit = new TripleEdit(iri.value, standing.triples);
		edit.remove();
		const { draft, rewritten } = await redeclare(standing, edit.triples, actor);
		return { draft, answer: () => ({ iri: iri.value, key, rewritten }) };
	};
}

function say(
	edit: TripleEdit,
	wish: ClassWish,
	{ names, parents: held }: { readonly names: Names; readonly parents: readonly string[] },
): void {
	checkLabel(wish.label);
	edit.shown(rdfs.label, wish.label);
	edit.shown(rdfs.comment, wish.description);
	const parents = wish.parents && names.classes(wish.parents, "parents", "class");
	if (parents !== undefined) {
		checkNotItself(parents, edit.subject, "parents");
		edit.set(rdfs.subClassOf, parents, isNamed);
	}
	if (wish.disjointWith !== undefined)
		edit.set(owl.disjointWith, names.classes(wish.disjointWith, "disjoint_with", "class"), isNamed);
	sayPrimary(edit, wish, { names, parents: parents?.map(({ value }) => value) ?? held });
	edit.text(utopia.color, wish.color);
	edit.text(utopia.shape, wish.shape);
}

/** The parent under which a class is shown is one that it has; it goes with that. */
function sayPrimary(
	edit: TripleEdit,
	{ primaryParent, parents: given }: ClassWish,
	{ names, parents }: { readonly names: Names; readonly parents: readonly string[] },
): void {
	if (primaryParent === undefined && given !== undefined)
		edit.set(utopia.primaryParent, [], ({ value }) => !parents.includes(value));
	if (primaryParent === undefined) return;
	if (primaryParent === null) {
		edit.set(utopia.primaryParent, []);
		return;
	}
	const [primary] = names.classes([primaryParent], "primary_parent", "class");
	if (primary === undefined || !parents.includes(primary.value)) {
		throw refused("unknown_class", "The primary parent is one of the parents", {
			field: "primary_parent",
			found: primaryParent,
			allowed: "one of parents",
		});
	}
	edit.set(utopia.primaryParent, [primary]);
}
