import { Readable } from "node:stream";
import type { Quad } from "@rdfjs/types";
import { wholeView } from "../../src/access/view.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { namedNode, quad } from "../../src/rdf/terms.ts";
import { decode, iri, term } from "../../src/sparql/rows.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { type Instant, instant } from "../../src/time/instant.ts";
import { Writer } from "../../src/writing/writer.ts";
import { type ReadingBase, readerOf } from "./reading.ts";
import { temporaryFolder, testQuery } from "./stores.ts";
import { PREFIXES } from "./turtle.ts";
import { type Windable, windable } from "./windable.ts";

export const HISTORY_KB = "5e9c1a40-3b7d-4c2e-8f10-6a7b8c9d0e1f";
/** When the first action of a history comes; everything imported is older. */
export const HISTORY_START = "2026-07-01T00:00:00.000000Z";

const number = (n: number) => String(n).padStart(2, "0");
export const importedEntity = (n: number) => `e0000000-0000-4000-8000-0000000000${number(n)}`;
export const importedDocument = (n: number) => `d0000000-0000-4000-8000-0000000000${number(n)}`;
export const importedChunk = (n: number) => `c0000000-0000-4000-8000-0000000000${number(n)}`;

export type HistoryRelation = {
	readonly kind: "relation" | "attribute";
	readonly temporal: "state" | "event" | "eternal";
	readonly functional?: true;
	readonly inverseFunctional?: true;
	readonly more?: string;
};

/** Relations of every kind: what may hold once for a subject, once for an object, both or neither; states, events, eternal ones. */
export const HISTORY_RELATIONS = {
	berths_at: {
		kind: "relation",
		temporal: "state",
		functional: true,
		more: "rdfs:domain c:vessel ; rdfs:range c:pier ; utopia:allowsQualifier r:depth , r:under",
	},
	led_by: { kind: "relation", temporal: "state", functional: true, inverseFunctional: true },
	flagship: { kind: "relation", temporal: "state", inverseFunctional: true },
	serves: { kind: "relation", temporal: "state", more: "utopia:allowsQualifier r:depth" },
	visited: { kind: "relation", temporal: "event" },
	launched_at: { kind: "relation", temporal: "event", functional: true },
	twin_of: { kind: "relation", temporal: "eternal" },
	under: { kind: "relation", temporal: "state" },
	tonnage: {
		kind: "attribute",
		temporal: "state",
		functional: true,
		more: 'rdfs:range xsd:decimal ; utopia:unit "t"',
	},
	depth: { kind: "attribute", temporal: "state", more: 'rdfs:range xsd:decimal ; utopia:unit "m"' },
	call_sign: { kind: "attribute", temporal: "state", inverseFunctional: true, more: "rdfs:range xsd:string" },
	inspected: { kind: "attribute", temporal: "event", more: "rdfs:range xsd:boolean" },
} as const satisfies Record<string, HistoryRelation>;

function declared(key: string, { kind, temporal, ...flags }: HistoryRelation): string {
	const types = [
		kind === "relation" ? "owl:ObjectProperty" : "owl:DatatypeProperty",
		...(flags.functional ? ["owl:FunctionalProperty"] : []),
		...(flags.inverseFunctional ? ["owl:InverseFunctionalProperty"] : []),
	];
	const kept = temporal === "state" ? [] : [`utopia:temporal "${temporal}"`];
	const said = [`a ${types.join(" , ")}`, `rdfs:label "${key.replaceAll("_", " ")}"`, ...kept];
	return `r:${key} ${[...said, ...(flags.more === undefined ? [] : [flags.more])].join(" ; ")} .`;
}

const moment = (text: string) => `"${text}"^^xsd:dateTime`;
const RECORDED = `prov:generatedAtTime ${moment("2026-01-15T09:00:00.000000Z")}`;

/** The base as Turtle. */
export const historyText = () => `
${PREFIXES}@prefix c: <urn:utopia:kb:${HISTORY_KB}:class:> .
@prefix r: <urn:utopia:kb:${HISTORY_KB}:relation:> .
@prefix e: <urn:utopia:kb:${HISTORY_KB}:entity:e0000000-0000-4000-8000-0000000000> .
@prefix f: <urn:utopia:kb:${HISTORY_KB}:fact:f0000000-0000-4000-8000-0000000000> .
@prefix ev: <urn:utopia:kb:${HISTORY_KB}:evidence:a0000000-0000-4000-8000-0000000000> .
@prefix doc: <urn:utopia:kb:${HISTORY_KB}:document:d0000000-0000-4000-8000-0000000000> .
@prefix chunk: <urn:utopia:kb:${HISTORY_KB}:chunk:c0000000-0000-4000-8000-0000000000> .
@prefix name: <urn:utopia:kb:${HISTORY_KB}:fact:b0000000-0000-4000-8000-0000000000> .
@prefix typing: <urn:utopia:kb:${HISTORY_KB}:typing:b1000000-0000-4000-8000-0000000000> .
c:craft a owl:Class ; rdfs:label "Craft" . c:vessel a owl:Class ; rdfs:label "Vessel" ; rdfs:subClassOf c:craft .
c:pier a owl:Class ; rdfs:label "Pier" . c:person a owl:Class ; rdfs:label "Person" .
${Object.entries(HISTORY_RELATIONS)
	.map(([key, relation]) => declared(key, relation))
	.join("\n")}
doc:01 a prov:Entity ; rdfs:label "log.md" ; schema:datePublished "2020-06-15"^^xsd:date ; ${RECORDED} .
doc:02 a prov:Entity ; rdfs:label "register.md" ; schema:datePublished "2022"^^xsd:gYear ; ${RECORDED} .
doc:03 a prov:Entity ; rdfs:label "notes.md" ; ${RECORDED} .
chunk:01 a utopia:Chunk ; utopia:ofDocument doc:01 ; utopia:evidenceOrigin "stated" ; utopia:text "Heron lay here. Égret lay there." .
chunk:03 a utopia:Chunk ; utopia:ofDocument doc:03 ; utopia:evidenceOrigin "stated" ; utopia:text "nobody knows" .
${HISTORY_ENTITIES.map(entity).join("\n")}
`;

/** Name and class of the entities that are imported; half of them with rows for these, half as plain triples. */
export const HISTORY_ENTITIES = [
	["Heron", "vessel"],
	["Egret", "vessel"],
	["Avocet", undefined],
	["Pier 1", "pier"],
	["Pier 2", "pier"],
	["Mara", "person"],
] as const;

function entity([label, type]: (typeof HISTORY_ENTITIES)[number], n: number): string {
	const id = number(n + 1);
	const plain = `e:${id} ${type === undefined ? "" : `a c:${type} ; `}rdfs:label "${label}"`;
	if (n % 2 === 1) return `${plain} .`;
	const rows = [
		`${plain} ; ${RECORDED} .`,
		`name:${id} a rdf:Statement ; rdf:subject e:${id} ; rdf:predicate utopia:knownAs ; rdf:object "${label}" ; utopia:canonical true ; ${RECORDED} .`,
	];
	if (type !== undefined)
		rows.push(
			`typing:${id} a utopia:Typing ; utopia:entity e:${id} ; utopia:class c:${type} ; utopia:typeSource "imported" ; ${RECORDED} .`,
		);
	return rows.join("\n");
}

const everything = testQuery("SELECT ?g ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }");

/** A base in which a history happens. */
export interface HistoryBase extends ReadingBase {
	readonly clock: Windable;
	readonly writer: Writer;
}

/** A place where histories happen, each in a base of its own: they share a directory, and a base is imported once. */
export interface HistoryBases extends AsyncDisposable {
	fresh(): Promise<HistoryBase>;
}

/** Opens the place; `facts` is Turtle behind the base, with its prefixes. */
export async function historyBases(facts = ""): Promise<HistoryBases> {
	const folder = temporaryFolder();
	const warnings: string[] = [];
	const directory = await DataDirectory.open(folder.path, { warn: (line) => warnings.push(line) });
	const imported = await directory.kb("imported");
	const body = Readable.from([Buffer.from(`${historyText()}\n${facts}`)]);
	await importLedger({ store: imported, view: wholeView(imported, HISTORY_KB) }, body, {
		filename: "base.ttl",
	});
	const insert = (await imported.select(everything, "all")).map((row): Quad => {
		const { g, s, p, o } = decode(row, { g: iri, s: iri, p: iri, o: term });
		return quad(namedNode(s.value), namedNode(p.value), o, namedNode(g.value));
	});
	const recordedAt = imported.head().recordedAt as Instant;
	let count = 0;
	return {
		async fresh() {
			const store = await directory.kb(`history-${++count}`);
			await store.commit({ insert, remove: [], recordedAt });
			const clock = windable(instant(HISTORY_START));
			const view = wholeView(store, HISTORY_KB, clock);
			// Cursors tell until when they are good: that is no part of an answer, so their clock stands.
			const standing = windable(instant(HISTORY_START));
			const reader = readerOf({ kb: HISTORY_KB, store, view, clock: standing }, () =>
				store[Symbol.asyncDispose](),
			);
			return { ...reader, clock, writer: new Writer(store, view) };
		},
		async [Symbol.asyncDispose]() {
			await directory[Symbol.asyncDispose]();
			folder[Symbol.dispose]();
		},
	};
}
