import type { LifeSpan, Lives, PackedVector, PlacedChunk } from "./asked.ts";
import { EXACT_UP_TO } from "./channels.ts";
import { PassageWriter } from "./passage-writer.ts";
import { type IndexModel, readIndex, type SavedIndex, saveIndex } from "./saved.ts";
import { type CoreRequest, type Found, searchView } from "./searching.ts";
import { compacted, emptyTables, type IndexTables } from "./tables.ts";
import { Vectors } from "./vectors.ts";
import { type View, viewOf } from "./versions.ts";

/** A version that is being placed. */
export interface VersionHead {
	readonly document: string;
	readonly version: string;
	readonly filename: string;
	readonly group: number;
	readonly spans: readonly LifeSpan[];
}

/** A passage that waits for vectors. Its number is good in one `epoch` alone. */
export interface Wanting {
	readonly passage: number;
	readonly heading: string;
	readonly text: string;
}

/** `incomplete`: a passage of the view has no vectors yet. */
export interface CoreAnswer extends Found {
	readonly incomplete: boolean;
}

interface Staged extends Omit<VersionHead, "spans"> {
	spans: readonly LifeSpan[];
	readonly passages: number[];
	readonly seqs: number[];
}

/** The index itself, without thread and embedder: one caller at a time, nothing waits. */
export class SearchCore {
	readonly #exactUpTo: number;
	readonly #model: IndexModel | undefined;
	/** Whether texts are kept until their vectors come. */
	readonly #embeds: boolean;
	#tables: IndexTables;
	#epoch = 0;
	#staged: Staged | undefined;
	#waiting = new Map<number, Wanting>();
	#settled = 0;
	#writer: PassageWriter;
	/** The view of everything at present, until anything changes: most searches ask for it. */
	#present: View | undefined;

	/** @param model The model of the vectors that will come; without one, those that are there are kept and not asked. */
	constructor(saved: SavedIndex | undefined, model: IndexModel | undefined, exactUpTo = EXACT_UP_TO) {
		this.#exactUpTo = exactUpTo;
		this.#embeds = model !== undefined;
		this.#model = model ?? saved?.model;
		this.#tables = saved?.tables ?? emptyTables(model?.dims ?? 0);
		if (saved !== undefined && model !== undefined && saved.model?.id !== model.id)
			this.#dropVectors(model.dims);
		this.#writer = new PassageWriter(this.#tables);
		this.#settled = this.#countSettled();
	}

	/** @throws SectionsDamaged of a file that is damaged or of another version; ENOENT where there is none. */
	static read(folder: string, model: IndexModel | undefined): SearchCore {
		return new SearchCore(readIndex(folder), model);
	}

	get epoch(): number {
		return this.#epoch;
	}

	get size(): number {
		return this.#tables.passages.size;
	}

	/** Passages of which it is not known yet what vectors they have. */
	get withoutVectors(): number {
		return this.size - this.#settled;
	}

	/** The versions of which nothing is missing: where vectors are made, those whose vectors are there or on their way. */
	versions(): string[] {
		const isThere = (passage: number) =>
			this.#tables.vectors.isSettled(passage) || this.#waiting.has(passage);
		return Array.from(this.#tables.versions.values())
			.filter(({ passages }) => !this.#embeds || passages.every(isThere))
			.map(({ version }) => version);
	}

	begin(head: VersionHead): void {
		this.#staged = { ...head, passages: [], seqs: [] };
	}

	/** Some chunks of the version that was begun. Nobody finds them there before `finish`. */
	place(chunks: readonly PlacedChunk[]): void {
		const staged = this.#stagedVersion();
		for (const chunk of chunks) {
			staged.passages.push(this.#passageOf(staged, chunk));
			staged.seqs.push(chunk.seq);
		}
		this.#present = undefined;
	}

	/** Takes the place of what was there of the same version. */
	finish(): void {
		const { passages, seqs, document, version, group, spans } = this.#stagedVersion();
		const placed = { passages: Uint32Array.from(passages), seqs: Uint32Array.from(seqs) };
		this.#tables.versions.set(version, { document, version, group, spans, ...placed });
		this.#staged = undefined;
		this.#present = undefined;
	}

	/** Of versions that are not here nothing is kept: they bring their spans when they are placed. */
	live(lives: readonly Lives[]): void {
		for (const { version, spans } of lives) {
			if (this.#staged?.version === version) this.#staged.spans = spans;
			const held = this.#tables.versions.get(version);
			if (held !== undefined) this.#tables.versions.set(version, { ...held, spans });
		}
		this.#present = undefined;
	}

	/** Nothing that only this version has is left. */
	forget(version: string): void {
		this.#tables.versions.delete(version);
		this.#compact();
	}

	/** Texts whose vectors are missing, those held at present first. */
	wanting(limit: number): readonly Wanting[] {
		const present = this.#presentView().mask;
		const [now, then]: [Wanting[], Wanting[]] = [[], []];
		for (const one of this.#waiting.values()) {
			if (now.length >= limit) break;
			const some = present[one.passage] === 1 ? now : then;
			if (some.length < limit) some.push(one);
		}
		return [...now, ...then].slice(0, limit);
	}

	/** Vectors of an epoch that is over are left out: their passages have other numbers and are asked for again. */
	settle(
		epoch: number,
		vectors: readonly (readonly [passage: number, windows: readonly PackedVector[]])[],
	): void {
		if (epoch !== this.#epoch) return;
		for (const [passage, windows] of vectors)
			if (this.#waiting.delete(passage)) {
				this.#tables.vectors.settle(passage, windows);
				this.#settled += 1;
			}
	}

	search(request: CoreRequest): CoreAnswer {
		const view = this.#viewFor(request);
		const found = searchView(this.#tables, view, request, this.#exactUpTo);
		return { ...found, incomplete: request.vector !== undefined && this.#isIncomplete(view) };
	}

	/** @throws of a disk that is full or out of reach; the file from before is then as it was. */
	save(folder: string): void {
		this.#compact();
		saveIndex(folder, { tables: this.#tables, model: this.#model });
	}

	#stagedVersion(): Staged {
		if (this.#staged === undefined) throw new TypeError("no version was begun");
		return this.#staged;
	}

	#passageOf({ document, filename }: VersionHead, { id, heading, text }: PlacedChunk): number {
		const key = { chunk: id, document, title: `${filename}\n${heading}` };
		const passage = this.#tables.passages.find(key) ?? this.#writer.add(key, text);
		if (this.#embeds && !this.#tables.vectors.isSettled(passage))
			this.#waiting.set(passage, { passage, heading, text });
		return passage;
	}

	#presentView(): View {
		this.#present ??= viewOf(this.#tables.versions.values(), {}, this.size);
		return this.#present;
	}

	#viewFor({ asOf, documents, groups }: CoreRequest): View {
		if (asOf === undefined && documents === undefined && groups === undefined) return this.#presentView();
		return viewOf(this.#tables.versions.values(), { asOf, documents, groups }, this.size);
	}

	#isIncomplete({ mask }: View): boolean {
		if (this.#settled === this.size) return false;
		return mask.some((inView, passage) => inView === 1 && !this.#tables.vectors.isSettled(passage));
	}

	#dropVectors(dims: number): void {
		const vectors = new Vectors(dims);
		for (let passage = 0; passage < this.size; passage++) vectors.addPassage();
		this.#tables = { ...this.#tables, vectors };
	}

	#countSettled(): number {
		let settled = 0;
		for (let passage = 0; passage < this.size; passage++)
			if (this.#tables.vectors.isSettled(passage)) settled += 1;
		return settled;
	}

	/** Leaves out passages that no version places. */
	#compact(): void {
		const placed = new Uint8Array(this.size);
		for (const { passages } of this.#tables.versions.values())
			for (const passage of passages) placed[passage] = 1;
		// A version that was begun and never finished goes too.
		this.#staged = undefined;
		if (placed.every((is) => is === 1)) return;
		const before = this.#tables;
		this.#tables = compacted(before);
		const waiting = new Map<number, Wanting>();
		for (const one of this.#waiting.values()) {
			const passage = this.#tables.passages.find(before.passages.key(one.passage));
			if (passage !== undefined) waiting.set(passage, { ...one, passage });
		}
		this.#waiting = waiting;
		this.#epoch += 1;
		this.#writer = new PassageWriter(this.#tables);
		this.#present = undefined;
		this.#settled = this.#countSettled();
	}
}
