import type { View } from "../access/view.ts";
import { UtopiaError } from "../errors.ts";
import { lastOfTheirClaim } from "../ledger/same-claims.ts";
import { baseIri } from "../rdf/base-iris.ts";
import type { Head, Store } from "../store/port.ts";
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
	/** All commits that were sent to the store have been written, or not, once this is there. */
	#settled: Promise<unknown> = Promise.resolve();
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
				this.#conclusions?.lose();
				await this.#conclude();
				return value;
			} finally {
				this.#pages = undefined;
			}
		});
	}

	/** Draws what follows from what is held and does not stand yet; no commit where nothing does. */
	async #conclude(): Promise<void> {
		if (this.#conclusions === undefined) return;
		this.#pages = undefined;
		await this.#commit(new Draft(this.view.kb), await this.#pageBook(), () => "");
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
		const { draft, answer } = await action(holding);
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
			const concluded = (await this.#conclusions?.follow(draft, at, () => this.#settled)) ?? NO_CONCLUSIONS;
			const text = answered(at, concluded);
			if (draft.isEmpty) {
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
					this.#conclusions?.lose();
					throw error;
				});
			this.#settled = Promise.allSettled([this.#settled, written]);
			return { text, written };
		} catch (error) {
			reservation[Symbol.dispose]();
			this.#conclusions?.lose();
			throw error;
		}
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
