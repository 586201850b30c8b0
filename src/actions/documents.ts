import { randomUUID } from "node:crypto";
import type { NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { allEvidenceOf, attestationOf, type Evidence } from "../ledger/evidence.ts";
import { followedOf, liveRowsOf } from "../ledger/rewritings.ts";
import { baseIri, graphsOf, idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import { decode, iri } from "../sparql/rows.ts";
import { loadTemplate, type Template } from "../sparql/template.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { Draft } from "../writing/draft.ts";
import { overtaken, unknownThing } from "../writing/refusal.ts";
import type { Action } from "../writing/writer.ts";
import { type BaseState, stateOf } from "./base-state.ts";
import { knownDocuments } from "./checked-evidence.ts";
import { rowsOfClaim } from "./claim-changes.ts";
import { isCanonicalName } from "./held-fact.ts";
import { claimKey, type HeldRow, heldRows, rowsWithIds } from "./held-rows.ts";
import type { ClaimChange } from "./plan.ts";
import { settle } from "./settle.ts";

const evidenceOfDocument = loadTemplate("actions/evidence-of-document");
const factsOfDocument = loadTemplate("actions/facts-of-document");
const factsOfEvidence = loadTemplate("actions/facts-of-evidence");
const retiredBy = loadTemplate("actions/retired-by-deletion");
const deletionsOfFacts = loadTemplate("actions/deletions-of-facts");
const MOST_ROWS = 10_000_000;

/** What a deletion or a restoring of a document did to facts. */
export interface DocumentWritten {
	readonly document: string;
	readonly deletion: string;
	/** Facts that ended for want of any other source; or, restoring, the rows that came back. */
	readonly facts: readonly string[];
}

/**
 * Takes a document out of use: its evidence ends, and with it the facts that nothing else supports; a canonical name stays.
 * Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND where it is unknown, or deleted already
 */
export function deleteDocument(id: string, view: View): Action<DocumentWritten> {
	return async () => {
		const state = await stateOf(view);
		const document = (await knownDocuments([id], state)).get(id);
		if (document === undefined || document.deletion !== undefined) throw unknownThing("document");
		const { evidence, facts } = await supportOf(id, state);
		const rows = await heldRows(facts, state);
		const remaining = await livingSources(rows, id, state);
		const retired = rows.filter((row) => !isCanonicalName(row) && remaining(row).length === 0);
		const gone = new Set(retired.map((row) => row.id));
		const draft = new Draft(view.kb);
		for (const piece of evidence) draft.endEvidence(piece);

		for (const row of retired) draft.end({ id: row.id, claim: row.claim }, { isRejected: true });
		const deletion = randomUUID();
		draft.deletion({
			id: deletion,
			document: id,
			facts: [...gone],
			evidence: evidence.map((piece) => piece.id),
		});
		const changes = await changesOf(
			rows,
			state,
			({ id: row }) => !gone.has(row),
			(row) => withEvidence(row, remaining(row)),
		);
		await settle({
			changes: changes.map((change) => ({ ...change, without: [...gone] })),
			cause: "timeline",
			state,
			draft,
		});
		return { draft, answer: () => ({ document: id, deletion, facts: [...gone] }) };
	};
}

/** The evidence held of a document, and all held facts that have it for a source. */
async function supportOf(document: string, { view, signal }: BaseState) {
	const { documents, ledger } = graphsOf(view.kb);
	const own = baseIri(view.kb, "document", document);
	const limit = { limit: MOST_ROWS };
	const [pieces, naming] = await Promise.all([
		view.select(evidenceOfDocument.bind({ graph: documents, document: own }, limit), { signal }),
		view.select(factsOfDocument.bind({ ledger, document: own }, limit), { signal }),
	]);
	const evidence = pieces.flatMap((row) => {
		const found = decode(row, { evidence: iri, fact: iri });
		const [piece, fact] = [idOfKind(found.evidence.value, "evidence"), idOfKind(found.fact.value, "fact")];
		return piece === undefined || fact === undefined ? [] : [{ id: piece, fact }];
	});
	const named = naming.flatMap((row) => idOfKind(decode(row, { fact: iri }).fact.value, "fact") ?? []);
	return { evidence, facts: [...new Set([...evidence.map(({ fact }) => fact), ...named])] };
}

/** The evidence that a row keeps when a document goes: what it has from others that are in use, or from no document. */
async function livingSources(
	rows: readonly HeldRow[],
	going: string,
	state: BaseState,
): Promise<(row: HeldRow) => readonly Evidence[]> {
	const named = rows.flatMap(({ evidence }) => evidence.flatMap((piece) => piece.document ?? []));
	const known = await knownDocuments(named, state);
	const lives = (document: string | undefined) =>
		document === undefined || (document !== going && known.get(document)?.deletion === undefined);
	return ({ evidence }) => evidence.filter(({ document }) => lives(document));
}

/** A row as it stands with other evidence: its attestation is read from that. */
function withEvidence(row: HeldRow, evidence: readonly Evidence[]): HeldRow {
	const { stated } = row.fact;
	const told = row.evidence.some(({ attestedAt }) => attestedAt !== undefined);
	const attestedFrom = told ? attestationOf(evidence, stated)?.at : stated.attestedFrom;
	return { ...row, evidence, fact: { ...row.fact, stated: { ...stated, attestedFrom } } };
}

/** The claims of some rows, each with all its held rows that stay, those named changed. */
async function changesOf(
	rows: readonly HeldRow[],
	state: BaseState,
	stays: (row: HeldRow) => boolean,
	changed: (row: HeldRow) => HeldRow,
): Promise<readonly ClaimChange[]> {
	const byId = new Map(rows.map((row) => [row.id, row]));
	const changes = new Map<string, ClaimChange>();
	for (const row of rows) {
		const key = claimKey(row.claim);
		if (changes.has(key)) continue;
		const all = (await rowsOfClaim(row.claim, state)).filter(stays);
		const given = all.map((one) => (byId.has(one.id) ? changed(one) : one));
		changes.set(key, { claim: row.claim, relation: row.fact.relation, rows: given, added: [] });
	}
	return [...changes.values()];
}

/**
 * Puts a deleted document in use again: its evidence comes back as new evidence, and the facts that were retired for want of
 * it come back as new rows. Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_OVERTAKEN `not_deleted`
 */
export function restoreDocument(id: string, view: View): Action<DocumentWritten> {
	return async () => {
		const state = await stateOf(view);
		const document = (await knownDocuments([id], state)).get(id);
		if (document === undefined) throw unknownThing("document");
		const { deletion } = document;
		if (deletion === undefined)
			throw overtaken("not_deleted", "The document is in use; there is nothing to restore", { document: id });
		const retired = await retiredRows(deletion, state);
		const draft = new Draft(view.kb);
		draft.endDeletion(deletion);
		const changes = await revivals(retired, state);
		const outcomes = await settle({ changes, cause: "restored", state, draft });
		const back = changes
			.flatMap(({ revived = new Set() }) => [...revived])
			.flatMap((row) => outcomes.get(row)?.row ?? []);
		return { draft, answer: () => ({ document: id, deletion, facts: back }) };
	};
}

interface Retired {
	readonly facts: readonly string[];
	/** Evidence that ended with the document, by the fact it spoke for. */
	readonly evidence: ReadonlyMap<string, readonly Evidence[]>;
}

async function retiredRows(deletion: string, state: BaseState): Promise<Retired> {
	const { view, signal } = state;
	const graph = graphsOf(view.kb).documents;
	const query = retiredBy.bind(
		{ graph, deletion: baseIri(view.kb, "deletion", deletion) },
		{ limit: MOST_ROWS },
	);
	const rows = (await view.select(query, { signal })).map((row) => decode(row, { property: iri, row: iri }));
	const named = (property: NamedNode) =>
		rows.filter((one) => one.property.equals(property)).map(({ row }) => row);
	const pieces = named(utopia.retiredEvidence);
	const ids = new Set(pieces.map(({ value }) => readBaseIri(value)?.id));
	const spoken = await related(factsOfEvidence, { graph, evidence: pieces }, state, ["evidence", "fact"]);
	const facts = [...new Set(spoken.map(([, fact]) => fact))];
	const all = await allEvidenceOf(
		facts.map((fact) => baseIri(view.kb, "fact", fact)),
		state,
	);
	const evidence = new Map([...all].map(([fact, list]) => [fact, list.filter((piece) => ids.has(piece.id))]));
	return { facts: named(utopia.retired).flatMap(({ value }) => idOfKind(value, "fact") ?? []), evidence };
}

/** Pairs of ids that a template finds. */
async function related(
	template: Template,
	given: Readonly<Record<string, NamedNode | readonly NamedNode[]>>,
	{ view, signal }: BaseState,
	[first, second]: readonly [string, string],
): Promise<readonly (readonly [string, string])[]> {
	if (Object.values(given).some((value) => Array.isArray(value) && value.length === 0)) return [];
	const rows = await view.select(template.bind(given, { limit: MOST_ROWS }), { signal });
	const idIn = (node: NamedNode | undefined) => readBaseIri(node?.value ?? "")?.id ?? "";
	return rows.map((row) => {
		const found = decode(row, { [first]: iri, [second]: iri });
		return [idIn(found[first]), idIn(found[second])] as const;
	});
}

/**
 * What comes back: evidence whose fact is held still, or was rewritten, joins that; a fact that a deletion retired comes back
 * itself. What a person has retracted since stays retracted.
 */
async function revivals({ facts, evidence }: Retired, state: BaseState): Promise<readonly ClaimChange[]> {
	const { view } = state;
	const concerned = [...new Set([...facts, ...evidence.keys()])];
	const live = await liveRowsOf(concerned, state);
	const iris = concerned.map((fact) => baseIri(view.kb, "fact", fact));
	const byDeletion = await related(
		deletionsOfFacts,
		{ graph: graphsOf(view.kb).documents, facts: iris },
		state,
		["fact", "deletion"],
	);
	// One that came back once and is not held now was given up by somebody since.
	const cameBack = await followedOf(concerned, state);
	const retired = new Set(
		byDeletion.map(([fact]) => fact).filter((fact) => !live.has(fact) && !cameBack.has(fact)),
	);
	const rows = new Map(
		(await rowsWithIds([...retired, ...live.values()], state)).map((row) => [row.id, row]),
	);
	const changes = new Map<
		string,
		{ claim: ClaimChange["claim"]; relation: ClaimChange["relation"]; rows: HeldRow[]; revived: Set<string> }
	>();
	for (const fact of concerned) {
		const row = rows.get(live.get(fact) ?? (retired.has(fact) ? fact : ""));
		if (row === undefined) continue;
		const key = claimKey(row.claim);
		const change = changes.get(key) ?? {
			claim: row.claim,
			relation: row.fact.relation,
			rows: [...(await rowsOfClaim(row.claim, state))],
			revived: new Set(),
		};
		changes.set(key, change);
		const pieces = evidence.get(fact) ?? [];
		if (live.has(fact))
			change.rows = change.rows.map((one) => (one.id === row.id ? withMore(one, pieces) : one));
		else {
			change.rows.push(pieces.length === 0 ? row : withEvidence(row, pieces));
			change.revived.add(fact);
		}
	}
	return [...changes.values()].map((change) => ({ ...change, added: [] }));
}

/** A held row with evidence that comes back to it: what is new on it is written when it is kept. */
function withMore(row: HeldRow, pieces: readonly Evidence[]): HeldRow {
	return pieces.length === 0 ? row : { ...row, returning: [...(row.returning ?? []), ...pieces] };
}
