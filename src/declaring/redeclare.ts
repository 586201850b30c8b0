import { randomUUID } from "node:crypto";
import type { Quad } from "@rdfjs/types";
import type { Actor } from "../actions/actor.ts";
import { type Ontology, readOntology } from "../ontology/ontology.ts";
import type { SpelledStatement } from "../ontology/spelled.ts";
import type { OntologyTriple } from "../ontology/statements.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal, namedNode, quad, spell } from "../rdf/terms.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import { Draft } from "../writing/draft.ts";
import { checkNotInUse } from "./in-use.ts";
import { resettle } from "./resettle.ts";
import { grouped, type Standing, type Triples, tripleKey } from "./standing.ts";

/** What a commit makes of an ontology. */
export interface Redeclared {
	readonly draft: Draft;
	readonly added: readonly OntologyTriple[];
	readonly removed: readonly OntologyTriple[];
	readonly before: Ontology;
	readonly after: Ontology;
	/** Rows of facts that were written anew, since their relation is another kind now. */
	readonly rewritten: number;
}

/**
 * Makes an ontology what `after` says: new triples are declared, triples that are gone are held no more, and the timelines of
 * relations that changed are settled. What is there already is not touched. Nobody else may write meanwhile.
 * @throws UTOPIA_WRITE_OVERTAKEN `in_use` with how many facts, typings and declarations use what would be gone
 */
export async function redeclare(standing: Standing, after: Triples, actor: Actor): Promise<Redeclared> {
	const { state, triples } = standing;
	const added = [...after].flatMap(([key, triple]) => (triples.has(key) ? [] : [triple]));
	const removed = [...triples].flatMap(([key, triple]) => (after.has(key) ? [] : [triple]));
	const before = state.ontology;
	const declared = added.length + removed.length === 0 ? before : readOntology(after.values());
	const draft = new Draft(state.view.kb);
	await checkNotInUse({ before, after: declared, triples: after, state });
	end(standing, new Set(removed.map(tripleKey)), draft);
	for (const triple of added) declare(triple, state.view.kb, { draft, actor });
	const rewritten = await resettle(declared, state, draft);
	if (declared !== before) draft.redeclared(declared);
	return { draft, added, removed, before, after: declared, rewritten };
}

function saidOf({ subject, property, value }: OntologyTriple) {
	return [
		[rdf.type, rdf.Statement],
		[rdf.type, utopia.Declaration],
		[rdf.subject, namedNode(subject)],
		[rdf.predicate, namedNode(property)],
		[rdf.object, value],
	] as const;
}

const newDeclaration = (kb: string) => baseIri(kb, "declaration", randomUUID());

function declare(
	triple: OntologyTriple,
	kb: string,
	{ draft, actor }: { readonly draft: Draft; readonly actor: Actor },
): void {
	const said = [...saidOf(triple), [utopia.byPerson, actor.person] as const];
	draft.row(newDeclaration(kb), said, graphsOf(kb).ontology);
}

function end({ statements, state }: Standing, gone: ReadonlySet<string>, draft: Draft): void {
	const { kb } = state.view;
	const isGone = ({ spelled, ...statement }: SpelledStatement) =>
		gone.has(tripleKey({ ...statement, value: spelled }));
	for (const statement of statements)
		if (statement.isDeclared && isGone(statement))
			draft.endRow(namedNode(statement.row), graphsOf(kb).ontology);
	const plain = grouped(
		statements.filter(({ isDeclared }) => !isDeclared),
		tripleKey,
	);
	for (const spellings of plain.values()) {
		const ending = spellings.filter(isGone);
		// The triple stands as long as one of its spellings does.
		withdraw(ending, { isWhole: ending.length === spellings.length, kb, draft });
	}
}

/** Spellings of one plain triple go, and where these were all, the triple. */
function withdraw(
	ending: readonly SpelledStatement[],
	{ isWhole, kb, draft }: { readonly isWhole: boolean; readonly kb: string; readonly draft: Draft },
): void {
	for (const [n, statement] of ending.entries()) {
		const triple = isWhole && n === 0 ? [plainQuad(statement, kb)] : [];
		draft.sinceEver(newDeclaration(kb), saidOf({ ...statement, value: statement.spelled }), {
			graph: graphsOf(kb).ontology,
			gone: [...triple, ...spellingQuads(statement, kb)],
		});
	}
}

function plainQuad({ subject, property, value }: OntologyTriple, kb: string): Quad {
	return quad(namedNode(subject), namedNode(property), value, graphsOf(kb).ontology);
}

function spellingQuads(
	{ subject, property, spelled, isNoted }: SpelledStatement,
	kb: string,
): readonly Quad[] {
	if (!isNoted) return [];
	return [quad(namedNode(subject), namedNode(property), literal(spell(spelled)), graphsOf(kb).spelling)];
}
