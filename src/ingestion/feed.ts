/** What becomes of a file that is being brought in. `queued`, `done` and `refused` are its ends; the rest lie between. */
export type Stage = "queued" | "reading" | "cutting" | "storing" | "indexing" | "done" | "refused";

/** Where a file stands on its way into a base. */
export interface IngestionEvent {
	/** Tells the files apart that are on their way at the same time. */
	readonly upload: string;
	readonly filename: string;
	readonly stage: Stage;
	/** How much there is of what the stage counts: code points while a text is cut, bytes while a file is stored. */
	readonly total?: number | undefined;
}

type Listener = (event: IngestionEvent) => void;

/** Tells those who follow a base of the files on their way into it. Nothing is kept: who comes later hears what comes then. */
export class IngestionFeed {
	readonly #listeners = new Map<string, Set<Listener>>();

	/** Calls `listener` from now on; answers how to stop that. */
	follow(kb: string, listener: Listener): () => void {
		const listeners = this.#listeners.get(kb) ?? new Set();
		this.#listeners.set(kb, listeners.add(listener));
		return () => {
			listeners.delete(listener);
			if (listeners.size === 0 && this.#listeners.get(kb) === listeners) this.#listeners.delete(kb);
		};
	}

	tell(kb: string, event: IngestionEvent): void {
		for (const listener of this.#listeners.get(kb) ?? []) listener(event);
	}
}
