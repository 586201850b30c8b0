import { deepStrictEqual } from "node:assert";
import type { Actor } from "../../src/actions/actor.ts";
import { assertFacts, type BatchAsserted } from "../../src/actions/assert-facts.ts";
import {
	type ClosingWish,
	type CorrectionWish,
	closeFact,
	correctFact,
	type Rewritten,
} from "../../src/actions/correct-fact.ts";
import { type DocumentWritten, deleteDocument, restoreDocument } from "../../src/actions/documents.ts";
import { createEntity, type EntityWritten, renameEntity, retypeEntity } from "../../src/actions/entities.ts";
import { type MergeWritten, mergeEntities, revertMerge } from "../../src/actions/merges.ts";
import {
	type FindingWritten,
	type ResolutionWish,
	resolveConflict,
} from "../../src/actions/resolve-conflict.ts";
import { type Retracted, retractFact } from "../../src/actions/retract-fact.ts";
import type { FactWish } from "../../src/actions/wishes.ts";
import { UtopiaError } from "../../src/errors.ts";
import { Consequences } from "../../src/findings/consequences.ts";
import { namedNode } from "../../src/rdf/terms.ts";
import { instant, instantText } from "../../src/time/instant.ts";
import { dateText, type Precision } from "../../src/time/partial-date.ts";
import { type Action, type WriteOptions, Writer } from "../../src/writing/writer.ts";
import { type ReadingBase, readingBase } from "./reading.ts";
import { type Windable, windable } from "./windable.ts";

export type Json = Readonly<Record<string, unknown>>;

/** Edo, who writes. */
export const EDO: Actor = {
	person: namedNode(
		"urn:utopia:kb:00000000-0000-0000-0000-000000000000:person:a0000000-0000-4000-8000-000000000001",
	),
};

/** The actions, each in a commit of its own. */
export interface Acts {
	assert(...wishes: FactWish[]): Promise<BatchAsserted>;
	correct(fact: string, wish: CorrectionWish): Promise<Rewritten>;
	close(fact: string, wish: ClosingWish): Promise<Rewritten>;
	retract(fact: string): Promise<Retracted>;
	merge(a: string, b: string, survivor?: string): Promise<MergeWritten>;
	revert(merge: string): Promise<MergeWritten>;
	delete(document: string): Promise<DocumentWritten>;
	restore(document: string): Promise<DocumentWritten>;
	create(wish: Parameters<typeof createEntity>[0]): Promise<EntityWritten>;
	rename(entity: string, name: string): Promise<EntityWritten>;
	retype(entity: string, type: string | null): Promise<EntityWritten>;
	resolve(finding: string, wish: ResolutionWish): Promise<FindingWritten>;
}

/** A base that people write to, and read with its tools. Gone at the end of the block. */
export interface ActingBase extends ReadingBase {
	readonly clock: Windable;
	readonly act: Acts;
	readonly writer: Writer;
	/** The rows that an entity has now, or as asked; of one relation where one is named. */
	facts(entity: string, predicate?: string, args?: Json): Promise<readonly Json[]>;
	/** As `facts`, each row as a line (see {@link rowText}). */
	rows(entity: string, predicate?: string, args?: Json): Promise<readonly string[]>;
}

/** Lets a base be written to; `clock` is the one that it was opened with. */
export function acting(base: ReadingBase, clock: Windable): ActingBase {
	const { view } = base;
	const derivations = new Consequences(view);
	const writer = new Writer(base.store, view, derivations);
	const run = async <Answer>(action: Action<Answer>, options: WriteOptions = {}): Promise<Answer> =>
		JSON.parse(await writer.write(action, (answer) => JSON.stringify(answer), options)) as Answer;
	const alone = { alone: true };
	const act: Acts = {
		assert: (...wishes) => run(assertFacts(wishes, EDO, view)),
		correct: (fact, wish) => run(correctFact(fact, wish, EDO, view)),
		close: (fact, wish) => run(closeFact(fact, wish, EDO, view)),
		retract: (fact) => run(retractFact(fact, view)),
		merge: (a, b, survivor) => run(mergeEntities(a, b, { survivor }, view), alone),
		revert: (merge) => run(revertMerge(merge, view), alone),
		delete: (document) => run(deleteDocument(document, view), alone),
		restore: (document) => run(restoreDocument(document, view), alone),
		create: (wish) => run(createEntity(wish, EDO, view)),
		rename: (entity, name) => run(renameEntity(entity, { name }, EDO, view)),
		retype: (entity, type) => run(retypeEntity(entity, { type }, view)),
		resolve: (finding, wish) => run(resolveConflict(finding, wish, EDO, view)),
	};
	const facts: ActingBase["facts"] = async (entity, predicate, args = {}) => {
		const answer = await base.read("entity_facts", { entity_id: entity, limit: 300, ...args });
		const rows = answer["facts"] as readonly Json[];
		return predicate === undefined ? rows : rows.filter((row) => row["predicate_key"] === predicate);
	};
	return {
		...base,
		clock,
		act,
		facts,
		rows: async (entity, predicate, args) => (await facts(entity, predicate, args)).map(rowText).sort(),
		writer,
		async [Symbol.asyncDispose]() {
			await derivations.close();
			await base[Symbol.asyncDispose]();
		},
	};
}

const NOW = "2026-07-01T00:00:00.000000Z";

/** An empty base with this ontology and these documents, in Turtle with the prefixes of {@link TURTLE}. */
export async function actingBase(text: string): Promise<ActingBase> {
	const clock = windable(instant(NOW));
	return acting(await readingBase(ACTING_KB, `${TURTLE}${text}`, { clock }), clock);
}

export const ACTING_KB = "2b6c8d00-5e3f-4a7b-9c0d-1e2f3a4b5c6d";
const TURTLE = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix schema: <https://schema.org/> .
@prefix utopia: <urn:utopia:ns:> .
@prefix c: <urn:utopia:kb:${ACTING_KB}:class:> .
@prefix r: <urn:utopia:kb:${ACTING_KB}:relation:> .
@prefix e: <urn:utopia:kb:${ACTING_KB}:entity:e0000000-0000-4000-8000-0000000000> .
@prefix f: <urn:utopia:kb:${ACTING_KB}:fact:f0000000-0000-4000-8000-0000000000> .
@prefix doc: <urn:utopia:kb:${ACTING_KB}:document:d0000000-0000-4000-8000-0000000000> .
@prefix chunk: <urn:utopia:kb:${ACTING_KB}:chunk:c0000000-0000-4000-8000-0000000000> .
`;

/** A document of {@link actingBase} in Turtle, dated where it is. */
export function document(n: number, date?: string): string {
	const published = date === undefined ? "" : `schema:datePublished "${date}"^^xsd:date ; `;
	const number = String(n).padStart(2, "0");
	return `doc:${number} a prov:Entity ; rdfs:label "doc-${number}.md" ; ${published}prov:generatedAtTime "2026-01-15T09:00:00.000000Z"^^xsd:dateTime .\n`;
}
export const documentId = (n: number) => `d0000000-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;

const brief = (at: unknown) => String(at).replace(/(T00:00)?:00\.000000Z$/, "");

function dateOf(row: Json, end: "from" | "to"): string | undefined {
	const at = row[`valid_${end}`];
	if (at === null) return undefined;
	return dateText({ at: instant(String(at)), precision: row[`valid_${end}_precision`] as Precision });
}

/**
 * A row as a line: `Quay Estates: 2016 → AT 2020-08-13 (timeline)`. `AF` and `AT` stand for attestations, `…` for a start
 * that nothing tells, and behind an end whoever set it where it is not stated.
 */
export function rowText(row: Json): string {
	const { other_name: name, object_value: value, valid_to_origin: origin } = row;
	const begun = row["attested_from"] === null ? "…" : `AF ${brief(row["attested_from"])}`;
	const ended = row["valid_to_precision"] === "unknown" ? `AT ${brief(row["attested_to"])}` : "open";
	const set = [
		...(row["valid_from_origin"] === "person" ? ["start person"] : []),
		...(origin === null || origin === "stated" ? [] : [origin]),
	];
	const end = name ?? (value as Json)["value"];
	return `${end}: ${dateOf(row, "from") ?? begun} → ${dateOf(row, "to") ?? ended}${set.length === 0 ? "" : ` (${set.join(", ")})`}`;
}

/** All orders of a few things. */
export function* permutations<Item>(items: readonly Item[]): Generator<readonly Item[]> {
	if (items.length < 2) yield items;
	else
		for (const [n, item] of items.entries())
			for (const rest of permutations(items.toSpliced(n, 1))) yield [item, ...rest];
}

/** What a refused action was refused with. */
export async function refusalOf(action: () => Promise<unknown>): Promise<Json> {
	try {
		await action();
	} catch (error) {
		if (!(error instanceof UtopiaError)) throw error;
		return { code: error.code, message: error.message, ...error.details };
	}
	throw new Error("it was not refused");
}

/** Everything that the graph tools answer about some entities, spelled out, as of a moment or now. */
export async function everything(
	base: ReadingBase,
	entities: readonly string[],
	args: Json = {},
): Promise<readonly string[]> {
	const calls: (readonly [string, Json])[] = entities.flatMap((entity) => [
		["entity_facts", { entity_id: entity, limit: 300, ...args }],
		["entity_facts", { entity_id: entity, limit: 300, at: "2024-07-01", ...args }],
		["neighbors", { entity, ...args }],
		["timeline", { entity, ...args }],
		["find_entities", { name: entity, ...args }],
	]);
	const answers = [];
	for (const [tool, given] of calls) answers.push(JSON.stringify(await base.call(tool, given)));
	return answers;
}

/** Runs what must change nothing: the head, the hash of the journal and every answer stay as they were. */
export async function unchanged<Value>(
	base: ReadingBase,
	entities: readonly string[],
	work: () => Promise<Value>,
): Promise<Value> {
	const state = async () => ({
		head: { ...base.store.head(), at: instantText(base.store.head().recordedAt ?? instant(NOW)) },
		answers: await everything(base, entities),
		changes: JSON.stringify(await base.call("changes", { since: "2026" })),
	});
	const before = await state();
	const value = await work();
	deepStrictEqual(await state(), before);
	return value;
}
