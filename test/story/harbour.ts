import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { importLedger } from "../../src/export/import-ledger.ts";
import { type Instant, instant } from "../../src/time/instant.ts";
import { type ReadingBase, readingBase } from "../support/reading.ts";

/** The base of the acceptance cases and a second one that nobody here may look into. */
export const K1 = "1a5b7c00-4d2e-4f6a-8b9c-0d1e2f3a4b5c";
export const HARBOUR = readFileSync(new URL("harbour.ttl", import.meta.url), "utf8");
/** The present of every case: the clock stands. */
const NOW = "2026-07-01T00:00:00.000000Z";

const number = (n: number) => String(n).padStart(2, "0");
/** The id of the fact F1, F2, … as tools give it. */
export const factId = (n: number) => `f0000000-0000-4000-8000-0000000000${number(n)}`;
/** The id of an entity of the base. */
const entityId = (n: number) => `e0000000-0000-4000-8000-0000000000${number(n)}`;
export const documentId = (n: number) => `d0000000-0000-4000-8000-0000000000${number(n)}`;

const ENTITIES = [
	"Heron",
	"Egret",
	"Pier 1",
	"Pier 4",
	"Pier 9",
	"East Dock",
	"Port",
	"Mara",
	"Ivo",
	"Yard A",
] as const;
/** Entities by their names in the story. */
export const ids = Object.fromEntries(ENTITIES.map((name, n) => [name, entityId(n + 1)])) as Readonly<
	Record<(typeof ENTITIES)[number], string>
>;

/** Ids of the pieces that a case adds: their own ranges, so that they meet nothing of the base. */
const PIECES = `
@prefix p: <urn:utopia:kb:${K1}:entity:e1000000-0000-4000-8000-00000000> .
@prefix g: <urn:utopia:kb:${K1}:fact:f1000000-0000-4000-8000-00000000> .
@prefix n: <urn:utopia:kb:${K1}:fact:a1000000-0000-4000-8000-00000000> .
@prefix t: <urn:utopia:kb:${K1}:typing:b1000000-0000-4000-8000-00000000> .
`;
const four = (n: number) => String(n).padStart(4, "0");
export const pieceEntityId = (n: number) => `e1000000-0000-4000-8000-00000000${four(n)}`;
export const pieceFactId = (n: number) => `f1000000-0000-4000-8000-00000000${four(n)}`;
const dateTime = (text: string) => `"${text}"^^xsd:dateTime`;

/** A date in Turtle with the datatype of its precision; the precision term stands behind one with a clock. */
function dated(property: "From" | "Through", text: string): string {
	const [, clock] = text.split("T");
	const type =
		clock !== undefined
			? "dateTime"
			: ["gYear", "gYearMonth", "date"][text.replace(/^-/, "").split("-").length - 1];
	if (clock === undefined) return `schema:valid${property} "${text}"^^xsd:${type}`;
	const precision = ["hour", "minute", "second"][clock.split(":").length - 1];
	const full = `${text.replace("Z", "")}${[":00:00", ":00", ""][clock.split(":").length - 1]}Z`;
	return `schema:valid${property} "${full}"^^xsd:dateTime ; utopia:valid${property}Precision "${precision}"`;
}

/** What a case says of one fact. Ends are `e:01` (the base), `p:0001` (a piece) or a literal; dates are written as people write them. */
export interface Said {
	readonly subject: string;
	/** A key of the ontology; without it, `word` is the source's own. */
	readonly predicate?: string;
	readonly word?: string;
	readonly object: string;
	readonly from?: string;
	readonly to?: string;
	readonly unknown?: true;
	readonly attestedFrom?: string;
	readonly attestedTo?: string;
	readonly recorded?: string;
	readonly invalidated?: string;
	/** More triples of the statement, in Turtle. */
	readonly more?: string;
}

/** A moment of the record as Turtle has it; a day is its first instant. */
function moment(text: string): string {
	return dateTime(text.includes("T") ? text : `${text}T00:00:00.000000Z`);
}

/** One fact in our mapping, under the id `iri` (`g:0001`). */
export function fact(iri: string, said: Said): string {
	const parts = [`${iri} a rdf:Statement`, `rdf:subject ${said.subject}`, `rdf:object ${said.object}`];
	if (said.predicate !== undefined) parts.push(`rdf:predicate r:${said.predicate}`);
	if (said.word !== undefined) parts.push(`utopia:proposedPredicate "${said.word}"`);
	if (said.from !== undefined) parts.push(dated("From", said.from));
	if (said.to !== undefined) parts.push(dated("Through", said.to));
	if (said.unknown) parts.push("utopia:endedUnknown true");
	if (said.attestedFrom !== undefined) parts.push(`utopia:attestedFrom ${moment(said.attestedFrom)}`);
	if (said.attestedTo !== undefined) parts.push(`utopia:attestedTo ${moment(said.attestedTo)}`);
	parts.push(`prov:generatedAtTime ${moment(said.recorded ?? "2026-01-15T10:00:00.000001Z")}`);
	if (said.invalidated !== undefined) parts.push(`prov:invalidatedAtTime ${moment(said.invalidated)}`);
	if (said.more !== undefined) parts.push(said.more);
	return `${parts.join(" ; ")} .\n`;
}

/** An entity of a piece with its name, and its type where it has one. */
export function entity(
	n: number,
	name: string,
	type?: string,
	recorded = "2026-01-15T09:00:00.000050Z",
): string {
	const at = `prov:generatedAtTime ${moment(recorded)}`;
	const label = JSON.stringify(name);
	const lines = [
		`p:${four(n)} ${type === undefined ? "" : `a c:${type} ; `}rdfs:label ${label} ; ${at} .`,
		`n:${four(n)} a rdf:Statement ; rdf:subject p:${four(n)} ; rdf:predicate utopia:knownAs ; rdf:object ${label} ; utopia:canonical true ; ${at} .`,
	];
	if (type !== undefined)
		lines.push(
			`t:${four(n)} a utopia:Typing ; utopia:entity p:${four(n)} ; utopia:class c:${type} ; utopia:typeSource "imported" ; ${at} .`,
		);
	return `${lines.join("\n")}\n`;
}

/** `count` undated facts about an entity of a piece, with ids from `first` on. */
export function manyFacts(subject: string, count: number, first: number): string {
	return Array.from({ length: count }, (_, n) =>
		fact(`g:${four(first + n)}`, { subject, predicate: "part_of", object: "e:07" }),
	).join("");
}

/** The text of Harbour with pieces behind it. */
function harbourText(...pieces: readonly string[]): string {
	return `${HARBOUR}\n${PIECES}\n${pieces.join("\n")}`;
}

/** The base Harbour, ready to be read, with what a case adds. `change` may alter the text of the base itself. */
export function harbour(
	pieces: readonly string[] = [],
	change: (text: string) => string = (text) => text,
): Promise<ReadingBase> {
	return readingBase(K1, change(harbourText(...pieces)), { clock: standing(NOW) });
}

/** The prefixes of the base and its pieces alone: for files that continue it. */
const PREFIXES = `${HARBOUR.split("\n")
	.filter((line) => line.startsWith("@prefix"))
	.join("\n")}\n${PIECES}`;

/** Continues a base with a further file of the ledger. */
export async function continued(base: ReadingBase, text: string): Promise<void> {
	const body = Readable.from([Buffer.from(`${PREFIXES}\n${text}`)]);
	await importLedger({ store: base.store, view: base.view }, body, { filename: "more.ttl" });
}

/** A clock that stands at one moment. */
export function standing(at: string): { now(): Instant } {
	return { now: () => instant(at) };
}

/** Replaces text that must be there. */
export function replaced(text: string, from: string, to: string): string {
	if (!text.includes(from)) throw new TypeError(`not in the base: ${from}`);
	return text.replace(from, () => to);
}

type Json = Readonly<Record<string, unknown>>;
/** A list of an answer. */
export const list = (answer: Json, key: string) => answer[key] as readonly Json[];
/** Which of F1, F2, … an answer of entity_facts shows, in its order; other ids as they are. */
export function shown(answer: Json): readonly (number | string)[] {
	return list(answer, "facts").map(({ id }) => {
		const own = /^f0000000-0000-4000-8000-0000000000(\d\d)$/.exec(id as string);
		return own === null ? (id as string) : Number(own[1]);
	});
}
