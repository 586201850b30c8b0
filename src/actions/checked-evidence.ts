import type { NamedNode } from "@rdfjs/types";
import { type Chunk, chunksOf } from "../documents/chunks.ts";
import { type DocumentRow, documentTable, type Version } from "../documents/document-table.ts";
import type { Instant } from "../time/instant.ts";
import type { NewChunk } from "../writing/draft.ts";
import { type Place, refused } from "../writing/refusal.ts";
import type { BaseState } from "./base-state.ts";
import { checkedMoment } from "./checked-dates.ts";
import type { EvidenceBody } from "./observations.ts";
import type { EvidenceWish } from "./wishes.ts";

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
	{ view }: Pick<BaseState, "view">,
): Promise<ReadonlyMap<string, KnownDocument>> {
	const table = await view.kept(documentTable);
	const known = [...new Set(ids)].flatMap((id): readonly KnownDocument[] => {
		const row = table.get(id);
		if (row === undefined) return [];
		const current = row.versions.at(-1);
		const deletion = row.deletions.find(({ to }) => to === undefined)?.id;
		return [{ id, published: current?.docTime?.at, deletion }];
	});
	return new Map(known.map((document) => [document.id, document]));
}

/** Where evidence stands: its document, and its quote in the chunk that has it. What it says of dates is added by who asserts. */
export class EvidenceReader {
	readonly #state: BaseState;
	readonly #documents: ReadonlyMap<string, KnownDocument>;
	readonly #chunks = new Map<string, Promise<readonly FoundChunk[]>>();
	readonly #used = new Map<string, NewChunk>();

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
			chunk: this.#use(located?.chunk ?? named, document.id),
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

	/** The chunks that evidence was found in: they become rows with it, where they are none yet. */
	get chunks(): readonly NewChunk[] {
		return [...this.#used.values()];
	}

	#use(chunk: FoundChunk | undefined, document: string): string | undefined {
		if (chunk === undefined) return undefined;
		const { id, seq, text, heading, start, end, version } = chunk;
		if (version.id !== undefined && start !== undefined && end !== undefined) {
			const anchor = chunk.anchor && JSON.stringify(chunk.anchor);
			this.#used.set(id, { id, seq, text, heading, start, end, anchor, document, version: version.id });
		}
		return id;
	}

	async #chunkNamed(chunk: string, document: string, place: Place): Promise<FoundChunk> {
		const found = (await this.#chunksOf(document)).find(({ id }) => id === chunk);
		if (found !== undefined) return found;
		throw refused("unknown_chunk", "No passage with that id in this document", {
			...place,
			found: chunk,
			allowed: "the id of a passage of the document, or none",
		});
	}

	#chunksOf(document: string): Promise<readonly FoundChunk[]> {
		const chunks = this.#chunks.get(document) ?? allChunks(document, this.#state);
		this.#chunks.set(document, chunks);
		return chunks;
	}
}

/** A chunk, and the version that it was looked for in. */
interface FoundChunk extends Chunk {
	readonly version: Version;
}

/** The chunks of the version in use, then those that only earlier ones have. */
async function allChunks(document: string, { view }: BaseState): Promise<readonly FoundChunk[]> {
	const row = (await view.kept(documentTable)).get(document);
	const found = new Map<string, FoundChunk>();
	for (const version of [...(row?.versions ?? [])].reverse())
		for await (const chunk of chunksOf(row as DocumentRow, version, view))
			if (!found.has(chunk.id)) found.set(chunk.id, { ...chunk, version });
	return [...found.values()];
}

/** A person's own word: evidence without document. */
export function ownWord(person: NamedNode): EvidenceBody {
	return { role: "holds", person };
}
