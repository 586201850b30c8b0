import { UtopiaError } from "../errors.ts";
import type { GrepAnswer, GrepPosition, GrepRequest, Texts } from "./grep-request.ts";
import type { Job, MatchingCalls } from "./matching-protocol.ts";
import { MatchingThread } from "./matching-thread.ts";
import type { PagedText } from "./paged-text.ts";
import type { SubstitutePage, SubstitutePosition, SubstituteRequest } from "./substitute.ts";

/** How the matching of a server is bounded. */
export interface MatchingLimits {
	/** Milliseconds a call may take, from when a thread takes it up. */
	readonly budget: number;
	/** Calls that match at the same time; more wait for their turn. */
	readonly threads: number;
}

/** GR-7. */
export const MATCHING_LIMITS: MatchingLimits = { budget: 2_000, threads: 2 };

type Answer = MatchingCalls[keyof MatchingCalls]["answer"];

/**
 * Searches and substitutions, in threads of their own: whatever a pattern costs, others are served meanwhile. Threads are
 * started when they are needed; one that does not answer in time is stopped and replaced.
 */
export class Matching implements AsyncDisposable {
	readonly #limits: MatchingLimits;
	readonly #idle: MatchingThread[] = [];
	readonly #busy = new Set<MatchingThread>();
	readonly #queue: (() => void)[] = [];
	#number = 0;
	#closed = false;

	constructor(limits: MatchingLimits = MATCHING_LIMITS) {
		this.#limits = limits;
	}

	/** `grep` in a thread. @throws what `grep` is refused with, UTOPIA_PATTERN_TOO_COSTLY, UTOPIA_INTERRUPTED */
	async grep(
		texts: Texts,
		request: GrepRequest,
		at?: GrepPosition,
		signal?: AbortSignal,
	): Promise<GrepAnswer> {
		const job = { ...this.#head(), call: "grep", request, at, texts: texts.count } as const;
		return (await this.#run(job, texts, signal)) as GrepAnswer;
	}

	/** `substitute` in a thread. @throws what `substitute` is refused with, UTOPIA_PATTERN_TOO_COSTLY, UTOPIA_INTERRUPTED */
	async substitute(
		text: PagedText,
		request: SubstituteRequest,
		at?: SubstitutePosition,
		signal?: AbortSignal,
	): Promise<SubstitutePage> {
		const job = { ...this.#head(), call: "substitute", request, at, texts: 1 } as const;
		return (await this.#run(job, { count: 1, open: () => text }, signal)) as SubstitutePage;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed = true;
		for (const wake of this.#queue.splice(0)) wake();
		await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.close()));
	}

	#head(): { readonly kind: "job"; readonly number: number; readonly budget: number } {
		return { kind: "job", number: this.#number++, budget: this.#limits.budget };
	}

	async #run(job: Job, texts: Texts, signal: AbortSignal | undefined): Promise<Answer> {
		const thread = await this.#taken(signal);
		try {
			return await thread.run(job, texts, signal);
		} finally {
			this.#busy.delete(thread);
			if (!thread.lost && !this.#closed) this.#idle.push(thread);
			this.#queue.shift()?.();
		}
	}

	/** A thread for one job, counted as busy before anybody else can look. */
	async #taken(signal: AbortSignal | undefined): Promise<MatchingThread> {
		while (this.#busy.size >= this.#limits.threads) {
			if (this.#closed || signal?.aborted) break;
			await new Promise<void>((resolve) => this.#queue.push(resolve));
		}
		if (this.#closed || signal?.aborted) {
			// Whoever was woken for nothing wakes the next.
			this.#queue.shift()?.();
			throw new UtopiaError("UTOPIA_INTERRUPTED", "The caller went away, or the server is stopping.");
		}
		let thread = this.#idle.pop();
		while (thread?.lost === true) thread = this.#idle.pop();
		thread ??= new MatchingThread();
		this.#busy.add(thread);
		return thread;
	}
}
