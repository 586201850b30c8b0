import { setImmediate } from "node:timers/promises";

/** Milliseconds for which long work may hold up everybody else. */
const SPELL = 10;

/** Long work in spells: between two of them everybody else has a turn. */
export class Spells {
	#since = performance.now();

	/** Whether this work has had its spell, so that it should wait for the {@link next}. */
	get isOver(): boolean {
		return performance.now() - this.#since >= SPELL;
	}

	/** Gives everybody else a turn where the spell is over. */
	async next(): Promise<void> {
		if (!this.isOver) return;
		await setImmediate();
		this.#since = performance.now();
	}
}
