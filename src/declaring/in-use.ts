import type { NamedNode } from "@rdfjs/types";
import type { BaseState } from "../actions/base-state.ts";
import type { ClassDeclared, Ontology, RelationDeclared } from "../ontology/ontology.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri } from "../sparql/rows.ts";
import { loadTemplate, type Template } from "../sparql/template.ts";
import { overtaken } from "../writing/refusal.ts";
import { factsOfRelations } from "./resettle.ts";
import type { Triples } from "./standing.ts";

const withDetails = loadTemplate("declaring/facts-with-details");
const withObjects = loadTemplate("declaring/facts-with-objects");
const typingsOf = loadTemplate("declaring/typings-of-classes");
const plainTypes = loadTemplate("declaring/plain-types");
const MOST_ROWS = 10_000_000;

/** How much of a base uses a class or relation. */
export interface Uses {
	readonly facts: number;
	readonly typings: number;
	readonly declarations: number;
}

interface Changing {
	readonly before: Ontology;
	readonly after: Ontology;
	/** All that will be declared. */
	readonly triples: Triples;
	readonly state: BaseState;
}

/**
 * Checks that no class and no relation goes, or takes values in place of entities, while something held uses it.
 * @throws UTOPIA_WRITE_OVERTAKEN `in_use` with what, and how many facts, typings and declarations use it
 */
export async function checkNotInUse(changing: Changing): Promise<void> {
	const { before, after, triples } = changing;
	const classes = [...before.classes.values()].filter((one) => !after.classes.has(one.iri.value));
	const gone = [...before.relations.values()].filter((one) => !after.relations.has(one.iri.value));
	const turned = [...before.relations.values()].filter((one) => {
		const kind = after.relations.get(one.iri.value)?.kind;
		return kind !== undefined && kind !== one.kind;
	});
	if (classes.length + gone.length + turned.length === 0) return;
	const uses = new Map<string, { -readonly [Key in keyof Uses]: number }>();
	const count = (thing: string, use: keyof Uses, many: number) => {
		const known = uses.get(thing) ?? { facts: 0, typings: 0, declarations: 0 };
		known[use] += many;
		uses.set(thing, known);
	};
	const removed = new Set([...classes, ...gone].map((one) => one.iri.value));
	for (const { subject, value } of triples.values())
		if (value.termType === "NamedNode" && removed.has(value.value) && subject !== value.value)
			count(value.value, "declarations", 1);
	await countFacts([...gone, ...turned], changing.state, count);
	await countTypings(classes, changing.state, count);
	for (const one of [...classes, ...gone, ...turned]) {
		const used = uses.get(one.iri.value);
		if (used !== undefined) throw inUse(one, used, { isTurned: turned.some((other) => other === one) });
	}
}

type Count = (thing: string, use: keyof Uses, many: number) => void;

async function countFacts(
	relations: readonly RelationDeclared[],
	state: BaseState,
	count: Count,
): Promise<void> {
	const iris = relations.map((relation) => relation.iri);
	for (const [relation, facts] of await factsOfRelations(iris, state)) count(relation, "facts", facts.length);
	for (const { thing, by } of await using(withDetails, "predicate", iris, state))
		if (idOfKind(by, "fact") !== undefined) count(thing, "facts", 1);
}

async function countTypings(
	classes: readonly ClassDeclared[],
	state: BaseState,
	count: Count,
): Promise<void> {
	const { index, asOf } = state;
	const iris = classes.map((one) => one.iri);
	for (const { thing } of await using(typingsOf, "class", iris, state)) count(thing, "typings", 1);
	for (const { thing, by } of await using(plainTypes, "class", iris, state)) {
		const entity = idOfKind(by, "entity");
		// A plain class counts until the first typing.
		if (entity !== undefined && index.type(entity, asOf) === thing) count(thing, "typings", 1);
	}
	for (const { thing } of await using(withObjects, "object", iris, state)) count(thing, "facts", 1);
}

const BY = { predicate: "fact", object: "fact", class: "typing" } as const;
const LISTS = { predicate: "predicates", object: "objects", class: "classes" } as const;

async function using(
	template: Template,
	what: keyof typeof BY,
	iris: readonly NamedNode[],
	{ view, signal }: BaseState,
): Promise<readonly { readonly thing: string; readonly by: string }[]> {
	if (iris.length === 0) return [];
	const { ledger } = graphsOf(view.kb);
	const query = template.bind({ ledger, [LISTS[what]]: iris }, { limit: MOST_ROWS });
	const by = template === plainTypes ? "entity" : BY[what];
	return (await view.select(query, { signal })).map((row) => {
		const found = decode(row, { [what]: iri, [by]: iri }) as Record<string, NamedNode>;
		return { thing: found[what]?.value ?? "", by: found[by]?.value ?? "" };
	});
}

function inUse(
	{ key, ...one }: ClassDeclared | RelationDeclared,
	{ facts, typings, declarations }: Uses,
	{ isTurned }: { readonly isTurned: boolean },
) {
	const sentence = isTurned
		? `${key} cannot become another kind of relation while ${facts} facts of it are held; retract them first`
		: `${key} cannot be removed: ${facts} facts, ${typings} typings and ${declarations} declarations use it; change or retract those first`;
	return overtaken("in_use", sentence, {
		[("kind" in one ? "relation" : "class") as string]: key,
		facts,
		typings,
		declarations,
	});
}
