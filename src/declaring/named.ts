import type { NamedNode } from "@rdfjs/types";
import {
	type ClassDeclared,
	declaredAs,
	type Ontology,
	type RelationWithAxioms,
} from "../ontology/ontology.ts";
import { KEY } from "../ontology/subject-reader.ts";
import { baseIri, readBaseIri } from "../rdf/base-iris.ts";
import { isIri, namedNode } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { refused, unknownThing } from "../writing/refusal.ts";
import type { Standing } from "./standing.ts";
import type { NewDeclared } from "./wishes.ts";

/** Keys and IRIs of the relations that every base has. */
export const BUILT_IN: ReadonlyMap<string, NamedNode> = new Map<string, NamedNode>([
	["known_as", utopia.knownAs],
	["is_a", utopia.isA],
]);
const MOST_NAMED = 12;

function someOf(keys: readonly string[]): string {
	if (keys.length === 0) return "none is declared";
	const rest = keys.length - MOST_NAMED;
	return `one of ${keys.slice(0, MOST_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const KEY_ALLOWED = "1 to 40 of the characters a to z, 0 to 9 and _";

/** @throws UTOPIA_WRITE_REFUSED `bad_key` */
export function checkKey(key: string, field: string): void {
	if (KEY.test(key)) return;
	throw refused("bad_key", "A key is a short name that can stand in an IRI", {
		field,
		found: key,
		allowed: KEY_ALLOWED,
	});
}

/** The label of something new: the one wished for, or its key in words. Everything declared by hand has one. */
export function labelFor({
	key,
	label,
}: {
	readonly key: string;
	readonly label?: string | undefined;
}): string {
	return label ?? key.replaceAll("_", " ");
}

/** @throws UTOPIA_WRITE_REFUSED `blank_name` */
export function checkLabel(label: string | undefined): void {
	if (label === undefined || label.trim() !== "") return;
	throw refused("blank_name", "A label is what people read: it cannot be blank", {
		field: "label",
		found: label,
		allowed: "a text that is not blank, or nothing",
	});
}

/**
 * The IRI of something new: the one wished for, or one made of its key.
 * @throws UTOPIA_WRITE_REFUSED `bad_key`, `key_taken`, `builtin_fixed`, `iri_malformed`, `iri_taken`, `foreign_base`
 */
export function newIri(
	kind: "class" | "relation",
	{ key, iri }: NewDeclared,
	{ state, triples }: Standing,
): string {
	const { view, ontology } = state;
	checkKey(key, "key");
	if (kind === "relation" && BUILT_IN.has(key)) throw builtIn(key);
	const known = kind === "class" ? ontology.classes : ontology.relations;
	const same = [...known.values()].find((one) => one.key === key);
	if (same !== undefined) {
		throw refused("key_taken", `There is a ${kind} with the key ${key} already`, {
			field: "key",
			found: key,
			allowed: `a key that no ${kind} has; ${same.iri.value} has this one`,
		});
	}
	const own = baseIri(view.kb, kind, key).value;
	if (iri !== undefined && iri !== own) checkForeign(iri, view.kb);
	const wanted = iri ?? own;
	if (![...triples.values()].some(({ subject }) => subject === wanted)) return wanted;
	throw refused("iri_taken", "The ontology says something of this IRI already", {
		field: iri === undefined ? "key" : "iri",
		found: wanted,
		allowed: "an IRI of which nothing is declared",
	});
}

function checkForeign(iri: string, kb: string): void {
	if (!isIri(iri)) {
		throw refused("iri_malformed", "Not an absolute IRI", {
			field: "iri",
			found: iri,
			allowed: "an absolute IRI such as http://xmlns.com/foaf/0.1/Person, or nothing",
		});
	}
	if (!iri.startsWith("urn:utopia:")) return;
	const other = readBaseIri(iri)?.kb;
	const isOther = other !== undefined && other !== kb;
	throw refused(
		isOther ? "foreign_base" : "not_of_ontology",
		isOther ? "This IRI is another knowledge base's" : "IRIs below urn:utopia: are made by the base itself",
		{ field: "iri", found: iri, allowed: "an IRI of the world outside, or nothing" },
	);
}

function builtIn(key: string) {
	return refused(
		"builtin_fixed",
		`${key} is built into every knowledge base and cannot be declared or changed`,
		{
			field: "key",
			found: key,
			allowed: "a relation of your own",
		},
	);
}

/** @throws UTOPIA_THING_NOT_FOUND */
export function classCalled(key: string, { classes }: Ontology): ClassDeclared {
	const found = declaredAs(key, classes);
	if (found === undefined) throw unknownThing("class");
	return found;
}

/** @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `builtin_fixed` */
export function relationCalled(key: string, { relations }: Ontology): RelationWithAxioms {
	const found = declaredAs(key, relations);
	if (found !== undefined) return found;
	if ([...BUILT_IN].some(([name, { value }]) => name === key || value === key)) throw builtIn(key);
	throw unknownThing("relation");
}

/** IRIs of classes or relations that a wish names by key or IRI; what is about to be declared counts. */
export class Names {
	readonly #ontology: Ontology;
	readonly #own: ReadonlyMap<string, string>;

	/** `own` is the subject of the wish, which may name itself, by key and IRI. */
	constructor(ontology: Ontology, own: { readonly key: string; readonly iri: string }) {
		this.#ontology = ontology;
		this.#own = new Map([
			[own.key, own.iri],
			[own.iri, own.iri],
		]);
	}

	/** @throws UTOPIA_WRITE_REFUSED `unknown_class` */
	classes(names: readonly string[], field: string, of: "class" | "relation"): readonly NamedNode[] {
		const { classes } = this.#ontology;
		return names.map((name, n) => this.#iri("class", name, { known: classes, field: `${field}.${n}`, of }));
	}

	/** @throws UTOPIA_WRITE_REFUSED `unknown_relation` */
	relation(name: string, field: string): NamedNode {
		return this.#iri("relation", name, { known: this.#ontology.relations, field, of: "relation" });
	}

	#iri(
		kind: "class" | "relation",
		name: string,
		{
			known,
			field,
			of,
		}: {
			readonly known: ReadonlyMap<string, { readonly key: string; readonly iri: NamedNode }>;
			readonly field: string;
			readonly of: "class" | "relation";
		},
	): NamedNode {
		const own = of === kind ? this.#own.get(name) : undefined;
		if (own !== undefined) return namedNode(own);
		const found = declaredAs(name, known);
		if (found !== undefined) return found.iri;
		throw refused(
			kind === "class" ? "unknown_class" : "unknown_relation",
			`No ${kind} ${JSON.stringify(name)} is declared in this knowledge base`,
			{ field, found: name, allowed: someOf([...known.values()].map(({ key }) => key)) },
		);
	}
}

/** @throws UTOPIA_WRITE_REFUSED `self_reference` */
export function checkNotItself(named: readonly NamedNode[], own: string, field: string): void {
	if (!named.some(({ value }) => value === own)) return;
	throw refused("self_reference", "Nothing can stand above itself", {
		field,
		found: own,
		allowed: "others than the one that is declared",
	});
}
