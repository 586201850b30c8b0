import { randomUUID } from "node:crypto";
import type { Literal, NamedNode } from "@rdfjs/types";
import { headMoment, type View } from "../access/view.ts";
import { restoreDocument } from "../actions/documents.ts";
import {
	type DocumentRow,
	type DocumentTable,
	documentTable,
	type Version,
	versionAt,
} from "../documents/document-table.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal, quad } from "../rdf/terms.ts";
import type { PartialDate } from "../time/partial-date.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { dcterms, prov, rdf, rdfs, schema, xsd } from "../vocab/well-known.ts";
import { Draft } from "../writing/draft.ts";
import { dated } from "../writing/quads.ts";
import type { Action } from "../writing/writer.ts";

/** A file whose bytes, text and layout are on disk: what a version is made of. */
export interface KeptFile {
	readonly filename: string;
	readonly mime: string;
	readonly bytes: number;
	readonly sha256: string;
	/** What was read from it; missing where it holds no text. */
	readonly text: KeptText | undefined;
	/** World time: the document's own date, where it or its bringer says one. */
	readonly docTime: PartialDate | undefined;
	readonly docTimeSource: "content" | "source" | undefined;
	/** Files inside it: documents of their own. */
	readonly attachments: readonly KeptFile[];
	/** Those of them that were not taken. */
	readonly leftOut: readonly LeftOut[];
}

/** A file inside another one that was not taken, and what to do about it. */
export interface LeftOut {
	readonly filename: string;
	readonly reason: string;
}

/** A canonical text and the list of its chunks. */
export interface KeptText {
	readonly sha256: string;
	readonly layout: string;
	readonly chars: number;
	readonly lines: number;
	readonly replacedBytes: number;
}

/** What is said of a file by whoever brings it. */
export interface IngestWish {
	readonly file: KeptFile;
	/** What the system it comes from calls it: the same key is the same document. */
	readonly externalKey: string | undefined;
	readonly tags: readonly string[];
	readonly sourceUrl: string | undefined;
}

/** What became of a file: a new document, a further version of one, one that is in use again, or what was there already. */
export type IngestOutcome = "added" | "refreshed" | "restored" | "unchanged";

/** A file taken in. */
export interface Ingested {
	readonly document: string;
	/** The number of the version that is current now, from 1. */
	readonly version: number;
	readonly outcome: IngestOutcome;
	/** What became of the files inside it. */
	readonly attachments: readonly Ingested[];
	readonly leftOut: readonly LeftOut[];
}

/**
 * Makes a file a document, or the next version of the one with its key, or of the one with its bytes where it has no key
 * (ledger 3.8); the files inside it too. A deleted one comes into use again, with its facts. Nobody else may write meanwhile.
 */
export function ingest(wish: IngestWish, view: View): Action<Ingested> {
	return async (holding) => {
		const table = await view.kept(documentTable);
		const known = knownAs(wish, table);
		const isBack = known !== undefined && isDeleted(known, view);
		const draft = isBack ? (await restoreDocument(known.id, view)(holding)).draft : new Draft(view.kb);
		const own = taken(wish, known, { draft, view });
		const outcome = isBack && own.outcome === "unchanged" ? "restored" : own.outcome;
		const attachments = inside(wish.file).map((file) => {
			const inner: IngestWish = { file, externalKey: undefined, tags: wish.tags, sourceUrl: undefined };
			return taken(inner, knownAs(inner, table), { draft, view });
		});
		return { draft, answer: () => ({ ...own, outcome, attachments, leftOut: leftOutOf(wish.file) }) };
	};
}

/** The files inside a file, and inside those, each content once. */
function inside({ sha256, attachments }: KeptFile): readonly KeptFile[] {
	const all = attachments.flatMap((file) => [file, ...inside(file)]);
	return [
		...new Map(all.filter((file) => file.sha256 !== sha256).map((file) => [file.sha256, file])).values(),
	];
}

function leftOutOf({ attachments, leftOut }: KeptFile): readonly LeftOut[] {
	return [...leftOut, ...attachments.flatMap(leftOutOf)];
}

function isDeleted(row: DocumentRow, view: View): boolean {
	return versionAt(row, headMoment(view)) === undefined;
}

interface Taking {
	readonly draft: Draft;
	readonly view: View;
}

/** Drafts what a file adds to what is known. */
function taken(wish: IngestWish, known: DocumentRow | undefined, taking: Taking): Ingested {
	if (known === undefined) return added(wish, taking);
	const current = known.versions.at(-1) as Version;
	if (known.externalKey === undefined) key(known.id, wish.externalKey, taking);
	const told = { document: known.id, attachments: [], leftOut: [] };
	if (saysTheSame(current, wish)) return { ...told, version: current.number, outcome: "unchanged" };
	version(known.id, current.number + 1, wish, taking);
	return { ...told, version: current.number + 1, outcome: "refreshed" };
}

/** The document that a file is of: by its key, else by its bytes. One whose bytes and text are gone for good is nobody's. */
function knownAs({ externalKey, file }: IngestWish, table: DocumentTable): DocumentRow | undefined {
	const named = externalKey === undefined ? [] : table.byKey(externalKey);
	const same = table.bySha256(file.sha256).filter((row) => {
		const mayBeKeyed = externalKey === undefined || row.externalKey === undefined;
		return mayBeKeyed && row.versions.at(-1)?.sha256 === file.sha256;
	});
	return [...named, ...same].find(({ isPurged }) => !isPurged);
}

/** Whether the current version is this file, told of in this way. What is not said anew stays as it was said. */
function saysTheSame(current: Version, { file, tags, sourceUrl }: IngestWish): boolean {
	return (
		current.sha256 === file.sha256 &&
		current.filename === file.filename &&
		(tags.length === 0 || [...tags].sort().join("\n") === current.tags.join("\n")) &&
		(sourceUrl === undefined || sourceUrl === current.sourceUrl) &&
		(file.docTime === undefined || file.docTime.at === current.docTime?.at)
	);
}

function added(wish: IngestWish, { draft, view }: Taking): Ingested {
	const document = randomUUID();
	const { filename, mime, bytes, sha256, docTime } = wish.file;
	draft.row(
		baseIri(view.kb, "document", document),
		[
			[rdf.type, prov.Entity],
			[rdfs.label, literal(filename)],
			[utopia.externalKey, text(wish.externalKey)],
			[dcterms.format, literal(mime)],
			[schema.contentSize, whole(bytes)],
			[utopia.sha256, literal(sha256)],
			...dated(schema.datePublished, utopia.docTimePrecision, docTime),
		],
		graphsOf(view.kb).documents,
	);
	version(document, 1, wish, { draft, view });
	return { document, version: 1, outcome: "added", attachments: [], leftOut: [] };
}

function version(document: string, number: number, wish: IngestWish, { draft, view: { kb } }: Taking): void {
	const { file, tags, sourceUrl } = wish;
	draft.row(
		baseIri(kb, "docversion", `${document}:${number}`),
		[
			[rdf.type, utopia.DocumentVersion],
			[utopia.versionOf, baseIri(kb, "document", document)],
			[utopia.number, whole(number)],
			[rdfs.label, literal(file.filename)],
			[dcterms.format, literal(file.mime)],
			[schema.contentSize, whole(file.bytes)],
			[utopia.sha256, literal(file.sha256)],
			[utopia.textSha256, text(file.text?.sha256)],
			[utopia.layoutSha256, text(file.text?.layout)],
			[utopia.characterCount, file.text && whole(file.text.chars)],
			[utopia.lineCount, file.text && whole(file.text.lines)],
			[
				utopia.replacedBytes,
				file.text === undefined || file.text.replacedBytes === 0 ? undefined : whole(file.text.replacedBytes),
			],
			...dated(schema.datePublished, utopia.docTimePrecision, file.docTime),
			[utopia.docTimeSource, file.docTime && text(file.docTimeSource)],
			...tags.map((tag): readonly [NamedNode, Literal] => [utopia.tag, literal(tag)]),
			[utopia.sourceUrl, text(sourceUrl)],
		],
		graphsOf(kb).documents,
	);
}

/** A document that came without a key gets one. */
function key(document: string, externalKey: string | undefined, { draft, view: { kb } }: Taking): void {
	if (externalKey === undefined) return;
	const own = baseIri(kb, "document", document);
	draft.beside(() => [quad(own, utopia.externalKey, literal(externalKey), graphsOf(kb).documents)]);
}

const text = (value: string | undefined) => (value === undefined ? undefined : literal(value));
const whole = (value: number) => literal(String(value), xsd.integer);
