import { momentOf, objectOf, type Said } from "../access/commit-rows.ts";
import type { Projection, View } from "../access/view.ts";
import { byText } from "../ledger/by-text.ts";
import { statedDate } from "../ledger/stated-date.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, FIRST_INSTANT, type Instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { dcterms, prov, rdfs, schema } from "../vocab/well-known.ts";

const saidOfType = loadTemplate("documents/said-of-type");
const MOST_ROWS = 10_000_000;

/** The bytes of a document as they came in at one record instant, and what is known of them. */
export interface Version {
	/** The id of its row, `{document}:{number}`; missing where an import names a document and no version of it. */
	readonly id: string | undefined;
	/** From 1. */
	readonly number: number;
	/** Record time: current from here until the next version. */
	readonly from: Instant;
	readonly filename: string;
	readonly mime: string | undefined;
	/** Of the original. */
	readonly bytes: number | undefined;
	readonly sha256: string | undefined;
	/** Digests of the canonical text and of the list of its chunks. */
	readonly text: string | undefined;
	readonly layout: string | undefined;
	readonly chars: number | undefined;
	readonly lines: number | undefined;
	readonly replacedBytes: number;
	/** World time: the document's own date, never that of its upload. */
	readonly docTime: PartialDate | undefined;
	readonly docTimeSource: string | undefined;
	readonly tags: readonly string[];
	readonly sourceUrl: string | undefined;
}

/** A time at which a document was out of use. */
export interface Deletion extends Interval {
	readonly id: string;
	/** When its bytes and its text were removed for good. */
	readonly purgedAt: Instant | undefined;
}

/** A document with all its versions and deletions, in record order. */
export interface DocumentRow {
	readonly id: string;
	readonly externalKey: string | undefined;
	readonly createdAt: Instant;
	/** At least one. */
	readonly versions: readonly Version[];
	readonly deletions: readonly Deletion[];
	readonly isPurged: boolean;
}

/** What a document has at a moment of record time: its version then; nothing before it came, while it was deleted, and once it was purged. */
export function versionAt(
	{ versions, deletions, isPurged }: DocumentRow,
	asOf: Instant,
): Version | undefined {
	if (isPurged || deletions.some((deletion) => contains(deletion, asOf))) return undefined;
	return versions.findLast(({ from }) => from <= asOf);
}

/** Everything that is known of documents, in memory, with the record life of each version. */
export class DocumentTable {
	readonly #said = new Map<string, Map<string, readonly StoredTerm[]>>();
	readonly #partsOf = new Map<string, Set<string>>();
	readonly #documents = new Set<string>();
	readonly #byKey = new Map<string, Set<string>>();
	readonly #bySha256 = new Map<string, Set<string>>();
	readonly #read = new Map<string, DocumentRow>();
	/** The documents that something was said of, in that order. */
	readonly #touched: string[] = [];
	/** Where in it the latest commit begins. */
	#latest = 0;
	readonly #prefix: string;

	constructor(kb: string) {
		this.#prefix = baseIri(kb, "document", "").value;
	}

	/** Takes in a statement about a document, a version or a deletion. Saying it twice changes nothing. */
	say(thing: string, property: string, value: StoredTerm): void {
		const said = this.#said.get(thing) ?? new Map<string, readonly StoredTerm[]>();
		const values = said.get(property) ?? [];
		if (values.some((known) => known.equals(value))) return;
		this.#said.set(thing, said.set(property, [...values, value]));
		const own = idOfKind(thing, "document");
		if (own !== undefined) this.#documents.add(own);
		if (property === utopia.versionOf.value || property === utopia.ofDocument.value)
			put(this.#partsOf, idOfKind(value.value, "document") ?? "", thing);
		if (property === utopia.externalKey.value && own !== undefined) put(this.#byKey, value.value, own);
		if (property === utopia.sha256.value) put(this.#bySha256, value.value, own ?? ownerOf(thing));
		const touched = own ?? documentOf(said) ?? ownerOf(thing);
		this.#read.delete(touched);
		// Once for all that a commit says of it; but again for each commit, since somebody may have looked in between.
		if (this.#touched.length === this.#latest || this.#touched.at(-1) !== touched)
			this.#touched.push(touched);
	}

	/** Takes in what a commit says, of whatever it is of these. */
	follow(rows: ReadonlyMap<string, Said>): void {
		this.#latest = this.#touched.length;
		for (const [thing, said] of rows) {
			const isKept = KEPT.some((kind) => idOfKind(thing, kind) !== undefined);
			if (!isKept) continue;
			for (const [property, values] of said) {
				if (!PROPERTY_NAMES.has(property)) continue;
				for (const value of values) this.say(thing, property, value);
			}
		}
	}

	get(id: string): DocumentRow | undefined {
		const known = this.#read.get(id);
		if (known !== undefined || !this.#documents.has(id)) return known;
		const row = this.#rowOf(id);
		if (row !== undefined) this.#read.set(id, row);
		return row;
	}

	/** Those that the system they came from calls so; there is one at most but for what was imported. */
	byKey(externalKey: string): readonly DocumentRow[] {
		return [...(this.#byKey.get(externalKey) ?? [])].sort(byText).flatMap((id) => this.get(id) ?? []);
	}

	/** Those of which some version has these bytes. */
	bySha256(sha256: string): readonly DocumentRow[] {
		return [...(this.#bySha256.get(sha256) ?? [])].sort(byText).flatMap((id) => this.get(id) ?? []);
	}

	/** How much was said so far, for {@link touchedSince}. */
	get revision(): number {
		return this.#touched.length;
	}

	/** The documents that something was said of since a revision. */
	touchedSince(revision: number): ReadonlySet<string> {
		return new Set(this.#touched.slice(revision));
	}

	/** All of them, by id. */
	list(): readonly DocumentRow[] {
		return [...this.#documents].sort(byText).flatMap((id) => this.get(id) ?? []);
	}

	#rowOf(id: string): DocumentRow | undefined {
		const own = this.#said.get(`${this.#prefix}${id}`);
		if (own === undefined) return undefined;
		const createdAt = momentOf(own, prov.generatedAtTime) ?? FIRST_INSTANT;
		const parts = [...(this.#partsOf.get(id) ?? [])].map(
			(part) => [part, this.#said.get(part) ?? new Map()] as const,
		);
		const versions = parts
			.flatMap(([part, said]) => {
				const version = idOfKind(part, "docversion");
				return version === undefined ? [] : [versionOf(said, { id: version, document: own, createdAt })];
			})
			.sort((a, b) => byInstant(a.from, b.from) || a.number - b.number);
		const deletions = parts
			.flatMap(([part, said]) => {
				const deletion = idOfKind(part, "deletion");
				return deletion === undefined ? [] : [deletionOf(said, deletion)];
			})
			.sort((a, b) => byInstant(a.from ?? FIRST_INSTANT, b.from ?? FIRST_INSTANT));
		const first = versionOf(own, { id: undefined, document: own, createdAt });
		return {
			id,
			externalKey: textOf(own, utopia.externalKey),
			createdAt,
			versions: versions.length === 0 ? [first] : versions,
			deletions,
			isPurged: deletions.some(({ purgedAt, to }) => purgedAt !== undefined && to === undefined),
		};
	}
}

const KEPT = ["document", "docversion", "deletion"] as const;

function documentOf(said: Said): string | undefined {
	const named = objectOf(said, utopia.versionOf) ?? objectOf(said, utopia.ofDocument);
	return named && idOfKind(named.value, "document");
}

/** The document that the id of a version begins with. */
function ownerOf(version: string): string {
	return (idOfKind(version, "docversion") ?? "").replace(/:\d+$/, "");
}

const textOf = (said: Said, property: Parameters<typeof objectOf>[1]) => objectOf(said, property)?.value;

function countOf(said: Said, property: Parameters<typeof objectOf>[1]): number | undefined {
	const text = textOf(said, property);
	return text === undefined ? undefined : Number(text);
}

/** What a version does not say of itself its document says. */
function versionOf(
	said: Said,
	{
		id,
		document,
		createdAt,
	}: { readonly id: string | undefined; readonly document: Said; readonly createdAt: Instant },
): Version {
	const either = (property: Parameters<typeof objectOf>[1]) =>
		objectOf(said, property) ?? objectOf(document, property);
	const published = either(schema.datePublished);
	const precision = textOf(said, utopia.docTimePrecision) ?? textOf(document, utopia.docTimePrecision);
	const bytes = either(schema.contentSize)?.value;
	return {
		id,
		number: countOf(said, utopia.number) ?? 1,
		from: momentOf(said, prov.generatedAtTime) ?? createdAt,
		filename: either(rdfs.label)?.value ?? "",
		mime: either(dcterms.format)?.value,
		bytes: bytes === undefined ? undefined : Number(bytes),
		sha256: either(utopia.sha256)?.value,
		text: textOf(said, utopia.textSha256),
		layout: textOf(said, utopia.layoutSha256),
		chars: countOf(said, utopia.characterCount),
		lines: countOf(said, utopia.lineCount),
		replacedBytes: countOf(said, utopia.replacedBytes) ?? 0,
		docTime: published?.termType === "Literal" ? statedDate(published, precision) : undefined,
		docTimeSource: textOf(said, utopia.docTimeSource),
		tags: (said.get(utopia.tag.value) ?? []).map(({ value }) => value).sort(byText),
		sourceUrl: textOf(said, utopia.sourceUrl),
	};
}

function deletionOf(said: Said, id: string): Deletion {
	return {
		id,
		from: momentOf(said, prov.generatedAtTime) ?? FIRST_INSTANT,
		to: momentOf(said, prov.invalidatedAtTime),
		purgedAt: momentOf(said, utopia.purgedAt),
	};
}

function put(lists: Map<string, Set<string>>, key: string, value: string): void {
	const list = lists.get(key) ?? new Set();
	lists.set(key, list.add(value));
}

const PROPERTIES = [
	prov.generatedAtTime,
	prov.invalidatedAtTime,
	rdfs.label,
	dcterms.format,
	schema.contentSize,
	schema.datePublished,
	utopia.docTimePrecision,
	utopia.externalKey,
	utopia.versionOf,
	utopia.ofDocument,
	utopia.number,
	utopia.sha256,
	utopia.textSha256,
	utopia.layoutSha256,
	utopia.characterCount,
	utopia.lineCount,
	utopia.replacedBytes,
	utopia.docTimeSource,
	utopia.tag,
	utopia.sourceUrl,
	utopia.purgedAt,
];
const PROPERTY_NAMES: ReadonlySet<string> = new Set(PROPERTIES.map(({ value }) => value));

/** The documents of a base, kept in step with its commits. */
export const documentTable: Projection<DocumentTable> = {
	name: "documents",
	async build(view: View) {
		const table = new DocumentTable(view.kb);
		const graph = graphsOf(view.kb).documents;
		for (const type of [prov.Entity, utopia.DocumentVersion, utopia.DocumentDeletion]) {
			const query = saidOfType.bind({ graph, type, properties: PROPERTIES }, { limit: MOST_ROWS });
			for (const row of await view.select(query)) {
				const { thing, property, value } = decode(row, { thing: iri, property: iri, value: term });
				table.say(thing.value, property.value, value);
			}
		}
		return table;
	},
	advance: (table, { documents }) => table.follow(documents),
};
