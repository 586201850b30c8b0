import { setImmediate } from "node:timers/promises";
import type { Quad } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import { lastOfTheirClaim } from "../ledger/same-claims.ts";
import { baseIri } from "../rdf/base-iris.ts";
import { spellQuad } from "../rdf/terms.ts";
import type { Head, PatchChunk, Store } from "../store/port.ts";
import { type Instant, instantText } from "../time/instant.ts";
import { type ConclusionCount, type Conclusions, NO_CONCLUSIONS } from "./conclusions.ts";
import { Draft } from "./draft.ts";
import { type Holding, Locks } from "./locks.ts";
import { PageBook } from "./page-book.ts";
import { overtaken } from "./refusal.ts";
import { type Repeatable, Requests } from "./requests.ts";
import { checkShapes } from "./shape-check.ts";

/** What an action has decided: the rows to write, none where nothing is to change, and what to answer then. */
export interface Decided<Answer> {
	readonly draft: Draft;
	/** Told the record instant of the commit, or of the base's head where nothing was written, and what followed from it. */
	readonly answer: (at: Instant, concluded: ConclusionCount) => Answer;
	/** Nothing of the draft is written: what would follow from it is told all the same. */
	readonly isDryRun?: boolean;
}

/** An action: reads what it needs, holding what it touches, and decides. It may be run again when another write came first. */
export type Action<Answer> = (holding: Holding) => Promise<Decided<Answer>>;

export interface WriteOptions {
	/** Whether nobody else may write meanwhile: for what touches more than it can name beforehand. */
	readonly alone?: boolean;
	/** The head that the caller has seen; the write is refused when the base has moved on. */
	readonly ifMatch?: Instant | "empty" | undefined;
	readonly request?: Repeatable | undefined;
}

/** Rounds of keys that writes hold, in the order in which they are taken. */
export const ROUND = { request: 1, names: 2, documents: 3, entities: 4, facts: 5 } as const;

const TRIES = 5;

/**
 * Writes into one base: each action in one commit, answered when it is on disk. Actions that touch different things read and
 * flush side by side; their commits are sealed one after the other.
 */
export class Writer {
	readonly view: View;
	readonly #store: Store;
	readonly #locks = new Locks();
	readonly #requests: Requests;
	readonly #conclusions: Conclusions | undefined;
	/** Commits are made ready one after the other: what follows from one is drawn before the next is looked at. */
	#turn: Promise<unknown> = Promise.resolve();
	/** Commits that are on their way to the disk. */
	readonly #underWay = new Set<Promise<void>>();
	/** How often conclusions were lost, and how often that was when they were last begun anew. */
	#losses = 0;
	#begunAt = 0;
	#pages: Promise<PageBook> | undefined;

	/** Without `conclusions` nothing follows from anything. */
	constructor(store: Store, view: View, conclusions?: Conclusions) {
		this.#store = store;
		this.view = view;
		this.#conclusions = conclusions;
		this.#requests = new Requests(view);
	}

	/**
	 * Carries out an action. `spell` makes the text that is answered, and kept where the request may be sent again.
	 * @throws UTOPIA_WRITE_OVERTAKEN `head_moved` when the base is not where `ifMatch` says; whatever the action refuses with.
	 */
	async write<Answer>(
		action: Action<Answer>,
		spell: (answer: Answer) => string,
		options: WriteOptions = {},
	): Promise<string> {
		const alone = options.alone === true || options.ifMatch !== undefined;
		for (let tries = 1; ; tries++) {
			try {
				const attempt = (holding: Holding) => this.#attempt(holding, action, { ...options, spell });
				return await (alone ? this.#locks.exclusive(attempt) : this.#locks.shared(attempt));
			} catch (error) {
				// Somebody wrote past the locks (an import of another process's making, the store put back): read and decide again.
				const lost = error instanceof UtopiaError && error.code === "UTOPIA_COMMIT_CONFLICT";
				if (!lost || tries === TRIES) throw error;
			}
		}
	}

	/**
	 * Runs what writes by itself (an import) while nobody else does, and reads anew where pages end afterwards. What follows
	 * from what was brought is drawn in a commit after it (I6 of the export contract).
	 */
	async alone<Value>(work: () => Promise<Value>): Promise<Value> {
		return this.#locks.exclusive(async () => {
			try {
				const value = await work();
				this.#lose();
				await this.#conclude();
				return value;
			} finally {
				this.#pages = undefined;
			}
		});
	}

	/**
	 * Changes what conclusions depend on beside the base, its settings, and draws what follows then in a commit of its own, while
	 * nobody else writes. Where that fails the change is made, and the next write draws what it missed.
	 * @throws UTOPIA_WRITE_OVERTAKEN `head_moved`, before anything is changed; whatever `change` throws
	 */
	async conclude<Value>(
		change: () => Promise<Value>,
		{ ifMatch }: Pick<WriteOptions, "ifMatch"> = {},
	): Promise<{ readonly value: Value; readonly concluded: ConclusionCount }> {
		return this.#locks.exclusive(async () => {
			checkHead(ifMatch, this.view.head());
			const value = await change();
			return { value, concluded: await this.#conclude() };
		});
	}

	/** Draws what follows from what is held and does not stand yet; no commit where nothing does. */
	async #conclude(): Promise<ConclusionCount> {
		let count = NO_CONCLUSIONS;
		if (this.#conclusions === undefined) return count;
		this.#pages = undefined;
		await this.#commit(new Draft(this.view.kb), await this.#pageBook(), (_, concluded) => {
			count = concluded;
			return "";
		});
		return count;
	}

	async #attempt<Answer>(
		holding: Holding,
		action: Action<Answer>,
		{ ifMatch, request, spell }: WriteOptions & { readonly spell: (answer: Answer) => string },
	): Promise<string> {
		if (request !== undefined) {
			await holding.round(ROUND.request, [this.#requests.name(request)]);
			const known = await this.#requests.answered(request);
			if (known !== undefined) return known;
		}
		checkHead(ifMatch, this.view.head());
		const decided = await action(holding);
		const { draft, answer } = decided.isDryRun === true ? await this.#foreseen(decided) : decided;
		const { recordedAt } = this.view.head();
		// A request that changes nothing now might when it is sent again: its answer is kept all the same.
		if (draft.isEmpty && request === undefined)
			return spell(answer(recordedAt ?? this.view.clock.now(), NO_CONCLUSIONS));
		await this.#leaveCurrent(draft);
		if (request !== undefined) draft.bookkeeping([], await this.#requests.outdated(request));
		const pages = await this.#pageBook();
		return this.#commit(draft, pages, (at, concluded) => {
			const text = spell(answer(at, concluded));
			if (request !== undefined) draft.bookkeeping(this.#requests.kept(request, text, at), []);
			return text;
		});
	}

	/** What a dry run comes to: an answer that tells what would follow, and nothing to write. */
	async #foreseen<Answer>({ draft, answer }: Decided<Answer>): Promise<Decided<Answer>> {
		const conclusions = this.#conclusions;
		const foreseeing = this.#turn.then(() => conclusions?.foresee(draft, this.view.clock.now()));
		this.#turn = foreseeing.catch(() => undefined);
		const foreseen = (await foreseeing) ?? NO_CONCLUSIONS;
		return { draft: new Draft(this.view.kb), answer: (at) => answer(at, foreseen) };
	}

	async #commit(
		draft: Draft,
		pages: PageBook,
		answered: (at: Instant, concluded: ConclusionCount) => string,
	): Promise<string> {
		const ready = this.#turn.then(() => this.#send(draft, pages, answered));
		this.#turn = ready.catch(() => undefined);
		const { text, written } = await ready;
		await written;
		return text;
	}

	/** From the reservation to the store: commits reach it in the order of their instants. Does not wait for the disk. */
	async #send(
		draft: Draft,
		pages: PageBook,
		answered: (at: Instant, concluded: ConclusionCount) => string,
	): Promise<{ readonly text: string; readonly written: Promise<void> }> {
		const reservation = this.view.clock.reserve();
		const { at } = reservation;
		try {
			const concluded = await this.#follow(draft, at);
			const text = answered(at, concluded);
			if (draft.isEmpty) {
				reservation[Symbol.dispose]();
				return { text, written: Promise.resolve() };
			}
			if (draft.isLarge) {
				await this.#sendInPieces(draft, pages, at);
				reservation[Symbol.dispose]();
				return { text, written: Promise.resolve() };
			}
			const sealed = draft.sealed(at);
			checkShapes(sealed.insert, this.view.kb);
			const placed = pages.place(sealed.pages, at);
			const insert = [...sealed.insert, ...placed.quads];
			const committing = this.#store.commit({ insert, remove: sealed.remove, recordedAt: at });
			const written = committing
				.then(() => placed.settled())
				.finally(() => reservation[Symbol.dispose]())
				.catch((error: unknown) => {
					this.#lose();
					throw error;
				});
			this.#underWay.add(written);
			written.catch(() => undefined).finally(() => this.#underWay.delete(written));
			return { text, written };
		} catch (error) {
			reservation[Symbol.dispose]();
			this.#lose();
			throw error;
		}
	}

	/**
	 * What follows from a commit. Where it was lost it is begun anew from the base, once all that is under way stands there or has
	 * failed.
	 * @throws UTOPIA_COMMIT_CONFLICT when it was drawn from a commit that failed meanwhile.
	 */
	async #follow(draft: Draft, at: Instant): Promise<ConclusionCount> {
		if (this.#conclusions === undefined) return NO_CONCLUSIONS;
		if (this.#begunAt !== this.#losses) await Promise.allSettled(this.#underWay);
		const losses = this.#losses;
		this.#begunAt = losses;
		try {
			const settled = () => Promise.allSettled(this.#underWay);
			const concluded = await this.#conclusions.follow(draft, at, settled);
			if (losses === this.#losses) return concluded;
		} catch (error) {
			if (losses === this.#losses) throw error;
		}
		throw new UtopiaError("UTOPIA_COMMIT_CONFLICT", "A write before this one failed; read and decide again");
	}

	#lose(): void {
		this.#losses++;
		this.#conclusions?.lose();
	}

	/** A commit too large for one message: its rows are made a few at a time, and others are served meanwhile. Waits for the disk. */
	async #sendInPieces(draft: Draft, pages: PageBook, at: Instant): Promise<void> {
		const { kb } = this.view;
		let placed: ReturnType<PageBook["place"]> | undefined;
		async function* chunks(): AsyncGenerator<PatchChunk> {
			for (const quads of draft.pieces(at)) {
				checkShapes(quads, kb);
				yield { op: "insert", nquads: linesOf(quads) };
				await setImmediate();
			}
			const { spelled, remove, pages: rows } = draft.rest;
			for await (const nquads of spelled ?? []) yield { op: "insert", nquads };
			placed = pages.place(rows, at);
			yield { op: "insert", nquads: linesOf(placed.quads) };
			if (remove.length > 0) yield { op: "remove", nquads: linesOf(remove) };
		}
		await this.#store.commitBulk(chunks(), () => ({ recordedAt: at }));
		placed?.settled();
	}

	async #leaveCurrent(draft: Draft): Promise<void> {
		const endings = draft.unsaid;
		if (endings.length === 0) return;
		const iri = (id: string) => baseIri(this.view.kb, "fact", id).value;
		const last = new Set(
			await lastOfTheirClaim(
				this.view,
				endings.map(({ id }) => iri(id)),
			),
		);
		draft.leaveCurrent(endings.filter(({ id }) => last.has(iri(id))));
	}

	#pageBook(): Promise<PageBook> {
		this.#pages ??= PageBook.of(this.view).catch((error: unknown) => {
			this.#pages = undefined;
			throw error;
		});
		return this.#pages;
	}
}

function linesOf(quads: readonly Quad[]): string {
	return quads.map((quad) => `${spellQuad(quad)}\n`).join("");
}

/** @throws UTOPIA_WRITE_OVERTAKEN `head_moved` when the base does not stand where the caller has seen it. */
export function checkHead(seen: WriteOptions["ifMatch"], now: Pick<Head, "recordedAt">): void {
	if (seen === undefined) return;
	const head = headText(now);
	if (head === headText({ recordedAt: seen === "empty" ? undefined : seen })) return;
	throw overtaken(
		"head_moved",
		"The base has moved on since If-Match was read; read again and decide again",
		{
			head,
		},
	);
}

/** Where a base stands, as writers name it: its last record instant, or "empty". */
export function headText({ recordedAt }: Pick<Head, "recordedAt">): string {
	return recordedAt === undefined ? "empty" : instantText(recordedAt);
}
