import { Readable } from "node:stream";
import { wholeView } from "../../src/access/view.ts";
import { Derivations } from "../../src/derive/derivations.ts";
import { importLedger } from "../../src/export/import-ledger.ts";
import { Consequences } from "../../src/findings/consequences.ts";
import { DataDirectory } from "../../src/store/oxigraph/data-directory.ts";
import { instant } from "../../src/time/instant.ts";
import { Writer } from "../../src/writing/writer.ts";
import { type ReadingBase, readerOf } from "./reading.ts";
import { temporaryFolder } from "./stores.ts";
import { type Windable, windable } from "./windable.ts";

export const DERIVING_KB = "7d2e4c60-1a3b-4f5e-9c8d-0b1a2c3d4e5f";
const K = `urn:utopia:kb:${DERIVING_KB}:`;
const NOW = "2026-07-01T00:00:00.000000Z";

const number = (n: number) => String(n).padStart(2, "0");
/** The entities there are: A is the first. */
export const thing = (n: number) => `e0000000-0000-4000-8000-0000000000${number(n)}`;
export const THINGS = [1, 2, 3, 4, 5, 6].map(thing);
/** Documents; the first two have a date. */
export const PAPERS = [1, 2, 3].map((n) => `d0000000-0000-4000-8000-0000000000${number(n)}`);

/** Relations by key, and how their facts live to begin with. */
export const DERIVING_RELATIONS = {
	part_of: "state",
	has_part: "state",
	touches: "state",
	led_by: "state",
	visited: "event",
	twin_of: "eternal",
} as const;
type RelationKey = keyof typeof DERIVING_RELATIONS;
export const RELATION_KEYS = Object.keys(DERIVING_RELATIONS) as readonly RelationKey[];

/** What a file says of a relation beside its name. */
export interface RelationFlags {
	readonly key: RelationKey;
	readonly types: readonly string[];
	readonly inverseOf: readonly RelationKey[];
	readonly subPropertyOf: readonly RelationKey[];
	readonly temporal: "state" | "event" | "eternal";
}

export const DERIVING_PREFIXES = `
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix schema: <https://schema.org/> .
@prefix utopia: <urn:utopia:ns:> .
@prefix c: <${K}class:> .
@prefix r: <${K}relation:> .
@prefix e: <${K}entity:e0000000-0000-4000-8000-0000000000> .
@prefix f: <${K}fact:f0000000-0000-4000-8000-0000000000> .
@prefix doc: <${K}document:d0000000-0000-4000-8000-0000000000> .
`;

/** An ontology as Turtle: these relations, an attribute and two classes. */
export function ontologyFile(relations: readonly RelationFlags[]): string {
	const said = relations.map(({ key, types, inverseOf, subPropertyOf, temporal }) =>
		[
			`r:${key} a ${["owl:ObjectProperty", ...types].join(" , ")} ; rdfs:label "${key.replaceAll("_", " ")}"`,
			...inverseOf.map((other) => `owl:inverseOf r:${other}`),
			...subPropertyOf.map((other) => `rdfs:subPropertyOf r:${other}`),
			...(temporal === "state" ? [] : [`utopia:temporal "${temporal}"`]),
		].join(" ; "),
	);
	return [
		DERIVING_PREFIXES,
		`c:place a owl:Class ; rdfs:label "Place" . c:ship a owl:Class ; rdfs:label "Ship" .`,
		`r:depth a owl:DatatypeProperty ; rdfs:label "depth" ; rdfs:range xsd:decimal .`,
		...said.map((line) => `${line} .`),
	].join("\n");
}

export const RECORDED = `prov:generatedAtTime "2026-01-15T09:00:00.000000Z"^^xsd:dateTime`;
const PLAIN: readonly RelationFlags[] = RELATION_KEYS.map((key) => ({
	...{ key, types: [], inverseOf: [], subPropertyOf: [] },
	temporal: DERIVING_RELATIONS[key],
}));
/** The six entities and three documents. */
export const DERIVING_THINGS = `
doc:01 a prov:Entity ; rdfs:label "log.md" ; schema:datePublished "2020-06-15"^^xsd:date ; ${RECORDED} .
doc:02 a prov:Entity ; rdfs:label "register.md" ; schema:datePublished "2021"^^xsd:gYear ; ${RECORDED} .
doc:03 a prov:Entity ; rdfs:label "notes.md" ; ${RECORDED} .
${THINGS.map((_, n) => `e:${number(n + 1)} rdfs:label "${"ABCDEF"[n]}" ; ${RECORDED} .`).join("\n")}
`;

/** A base that is opened: read with its tools, and written to. */
export interface OpenedBase extends ReadingBase {
	readonly clock: Windable;
	readonly writer: Writer;
	readonly derivations: Derivations;
	readonly consequences: Consequences;
}

/** A base on disk that can be closed and opened again; gone at the end of the block. */
export class DerivingBase implements AsyncDisposable {
	readonly clock = windable(instant(NOW));
	readonly #folder = temporaryFolder();
	#opened: OpenedBase | undefined;

	/** With the things there are and relations that nothing follows from, unless told otherwise; so many microseconds later. */
	static async fresh(text = `${ontologyFile(PLAIN)}${DERIVING_THINGS}`, later = 0n): Promise<DerivingBase> {
		const base = new DerivingBase();
		base.clock.advance(later);
		await base.#open();
		await base.import(text);
		return base;
	}

	get now(): OpenedBase {
		if (this.#opened === undefined) throw new TypeError("the base is closed");
		return this.#opened;
	}

	/** Imports Turtle as a server does: while nobody else writes, with what follows in a commit after it. */
	async import(text: string): Promise<void> {
		const { store, view, writer } = this.now;
		const body = Readable.from([Buffer.from(text)]);
		await writer.alone(() => importLedger({ store, view }, body, { filename: "base.ttl" }));
	}

	async reopen(): Promise<void> {
		await this.#opened?.[Symbol.asyncDispose]();
		await this.#open();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#opened?.[Symbol.asyncDispose]();
		this.#folder[Symbol.dispose]();
	}

	async #open(): Promise<void> {
		const directory = await DataDirectory.open(this.#folder.path, { warn: () => undefined });
		const store = await directory.kb(DERIVING_KB);
		const view = wholeView(store, DERIVING_KB, this.clock);
		const derivations = new Derivations(view);
		const consequences = new Consequences(view, derivations);
		const reader = readerOf({ kb: DERIVING_KB, store, view, clock: this.clock }, async () => {
			await derivations.close();
			await directory[Symbol.asyncDispose]();
		});
		const writer = new Writer(store, view, consequences);
		this.#opened = { ...reader, clock: this.clock, writer, derivations, consequences };
	}
}
