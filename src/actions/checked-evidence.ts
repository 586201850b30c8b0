import type { NamedNode } from "@rdfjs/types";
import { statedDate } from "../ledger/stated-date.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, moment, optional, term, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { type Place, refused } from "../writing/refusal.ts";
import { type BaseState, isSpellable } from "./base-state.ts";
import { checkedMoment } from "./checked-dates.ts";
import type { EvidenceBody } from "./observations.ts";
import type { EvidenceWish } from "./wishes.ts";

const documentsTemplate = loadTemplate("actions/documents");
const deletionsTemplate = loadTemplate("actions/deletions-of-documents");
const chunksTemplate = loadTemplate("actions/chunks-of-document");
const MOST_ROWS = 1_000_000;

/** A document that evidence may name. */
export interface KnownDocument {
	readonly id: string;
	/** World time: the document's own date; never the time of its upload. */
	readonly published: Instant | undefined;
	/** The deletion that has it out of use. */
	readonly deletion: string | undefined;
}

/** Those of the documents that the base has, by id. */
export async function knownDocuments(
	ids: readonly string[],
	{ view, signal }: Pick<BaseState, "view" | "signal">,
): Promise<ReadonlyMap<string, KnownDocument>> {
	const wanted = [...new Set(ids)].filter(isSpellable);
	if (wanted.length === 0) return new Map();
	const graph = graphsOf(view.kb).documents;
	const documents = wanted.map((id) => baseIri(view.kb, "document", id));
	const [rows, deletions] = await Promise.all([
		view.select(documentsTemplate.bind({ graph, documents }, { limit: MOST_ROWS }), { signal }),
		view.select(deletionsTemplate.bind({ graph, documents }, { limit: MOST_ROWS }), { signal }),
	]);
	const deleted = new Map<string, string>();
	for (const row of deletions) {
		const shape = { document: iri, deletion: iri, recordedAt: moment, invalidatedAt: optional(moment) };
		const { document, deletion, invalidatedAt } = decode(row, shape);
		if (invalidatedAt === undefined) deleted.set(document.value, idOfKind(deletion.value, "deletion") ?? "");
	}
	return new Map(
		rows.map((row) => {
			const { document, published } = decode(row, { document: iri, published: optional(term) });
			const id = idOfKind(document.value, "document") ?? "";
			const date = published?.termType === "Literal" ? statedDate(published, undefined) : undefined;
			return [id, { id, published: date?.at, deletion: deleted.get(document.value) }];
		}),
	);
}

/** A piece of a document's text. */
interface ChunkText {
	readonly id: string;
	readonly text: string;
	/** How the text came about, where its row says it. */
	readonly origin: string | undefined;
}

async function chunksOf(document: string, { view, signal }: BaseState): Promise<readonly ChunkText[]> {
	const own = baseIri(view.kb, "document", document);
	const query = chunksTemplate.bind(
		{ graph: graphsOf(view.kb).documents, document: own },
		{ limit: MOST_ROWS },
	);
	return (await view.select(query, { signal })).map((row) => {
		const { chunk, text: words, origin } = decode(row, { chunk: iri, text, origin: optional(text) });
		return { id: idOfKind(chunk.value, "chunk") ?? "", text: words, origin };
	});
}

/** Where evidence stands: its document, and its quote in the chunk that has it. What it says of dates is added by who asserts. */
export class EvidenceReader {
	readonly #state: BaseState;
	readonly #documents: ReadonlyMap<string, KnownDocument>;
	readonly #chunks = new Map<string, Promise<readonly ChunkText[]>>();

	private constructor(state: BaseState, documents: ReadonlyMap<string, KnownDocument>) {
		this.#state = state;
		this.#documents = documents;
	}

	/** Knows all documents that the wishes name. */
	static async of(wishes: readonly EvidenceWish[], state: BaseState): Promise<EvidenceReader> {
		const ids = wishes.map(({ document }) => document);
		return new EvidenceReader(state, await knownDocuments(ids, state));
	}

	/** @throws UTOPIA_WRITE_REFUSED `unknown_document`, `unknown_chunk`, `invalid_date` */
	async body(wish: EvidenceWish, place: Place): Promise<EvidenceBody> {
		const at = (field: string) => ({ ...place, field: `${place.field}.${field}` });
		const document = this.#documents.get(wish.document);
		if (document === undefined || document.deletion !== undefined) {
			throw refused("unknown_document", "No document with that id in this knowledge base", {
				...at("document_id"),
				found: wish.document,
				allowed: "the id of a document that is in use",
			});
		}
		const named =
			wish.chunk === undefined ? undefined : await this.#chunkNamed(wish.chunk, document.id, at("chunk_id"));
		const located = wish.quote === undefined ? undefined : await this.#locate(wish, wish.quote);
		return {
			role: "holds",
			document: document.id,
			origin: wish.origin ?? (located?.chunk ?? named)?.origin ?? "stated",
			quote: wish.quote,
			chunk: (located?.chunk ?? named)?.id,
			quoteStart: located?.start,
			quoteEnd: located?.end,
			attestedAt:
				wish.attestedAt === undefined
					? document.published
					: checkedMoment(wish.attestedAt, at("attested_at")),
			attestedBy: wish.attestedBy,
		};
	}

	/** The quote's place in code points, in the chunk named or the first that has it; none where no chunk has it word for word. */
	async #locate({ document, chunk }: EvidenceWish, quote: string) {
		for (const piece of await this.#chunksOf(document)) {
			if (chunk !== undefined && chunk !== piece.id) continue;
			const at = piece.text.indexOf(quote);
			if (at < 0) continue;
			const start = [...piece.text.slice(0, at)].length;
			return { chunk: piece, start, end: start + [...quote].length };
		}
		return undefined;
	}

	async #chunkNamed(chunk: string, document: string, place: Place): Promise<ChunkText> {
		const found = (await this.#chunksOf(document)).find(({ id }) => id === chunk);
		if (found !== undefined) return found;
		throw refused("unknown_chunk", "No passage with that id in this document", {
			...place,
			found: chunk,
			allowed: "the id of a passage of the document, or none",
		});
	}

	#chunksOf(document: string): Promise<readonly ChunkText[]> {
		const chunks = this.#chunks.get(document) ?? chunksOf(document, this.#state);
		this.#chunks.set(document, chunks);
		return chunks;
	}
}

/** A person's own word: evidence without document. */
export function ownWord(person: NamedNode): EvidenceBody {
	return { role: "holds", person };
}
