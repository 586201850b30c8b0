import type { Quad } from "@rdfjs/types";
import { UtopiaError } from "../../errors.ts";
import { spellQuad } from "../../rdf/terms.ts";
import type { CommitLog } from "../log/commit-log.ts";
import type { ChangeSet, CommitEvent, Head } from "../port.ts";
import type { EngineQueue } from "./engine-queue.ts";

/** What a commit touches of the store around it. */
export interface Surroundings {
	readonly log: CommitLog;
	readonly queue: EngineQueue;
	/** @throws UTOPIA_BASE_FULL, UTOPIA_STORE_UNAVAILABLE. */
	admit(): void;
	/** Told in the order of the commits, once each is in the engine. */
	visible(event: CommitEvent, memoryBytes: number): void;
}

/** Commits in order: check → log, flushed → engine → answer. Many may be on their way; they share flushes and keep their order. */
export class CommitPipeline {
	readonly #around: Surroundings;
	#last: Promise<unknown> = Promise.resolve();

	constructor(around: Surroundings) {
		this.#around = around;
	}

	/** As `Store.commit`. */
	async commit(changes: ChangeSet, condition: { readonly head: number } | undefined): Promise<Head> {
		const { log, queue, admit } = this.#around;
		admit();
		const remove = lines(changes.remove);
		const insert = lines(changes.insert);
		const refusal = await queue.submit("check", { remove, insert }).answer;
		if (refusal !== undefined) throw new UtopiaError("UTOPIA_RDF_MALFORMED", "Not RDF", { reason: refusal });
		// From here to the log without a pause: the place of the commit is decided.
		admit();
		if (condition !== undefined && condition.head !== log.tip.sequence) throw await this.#conflict();
		const { recordedAt } = log.tip;
		if (recordedAt !== undefined && changes.recordedAt <= recordedAt) throw await this.#conflict();
		const { head, flushed } = log.append({
			recordedAt: changes.recordedAt,
			remove: Buffer.from(remove),
			insert: Buffer.from(insert),
		});
		const applied = this.#applied({ head, changes }, flushed, { remove, insert });
		this.#last = applied.catch(() => {});
		return applied;
	}

	async #applied(
		event: CommitEvent,
		flushed: Promise<void>,
		patch: { readonly remove: string; readonly insert: string },
	): Promise<Head> {
		const { queue, visible } = this.#around;
		await flushed; // in order: the log resolves no commit before the ones it follows
		const { head } = event;
		const { sequence, hash } = head;
		const memoryBytes = await queue.submit("apply", { sequence, hash, ...patch }).answer;
		visible(event, memoryBytes);
		return head;
	}

	/** Thrown only when what the caller lost against can be read, so that computing again sees it. */
	async #conflict(): Promise<UtopiaError> {
		await this.#last;
		return new UtopiaError("UTOPIA_COMMIT_CONFLICT", "The base has moved on; read again and compute again", {
			head: this.#around.log.tip.sequence,
		});
	}
}

/** @throws TypeError for what is never stored (blank nodes, triple terms, the default graph) and for terms that passed no door. */
function lines(quads: readonly Quad[]): string {
	let text = "";
	for (const quad of quads) {
		const line = spellQuad(quad);
		if (line.includes("\n")) throw new TypeError("a term holds a line feed that its door would have refused");
		text += `${line}\n`;
	}
	return text;
}
