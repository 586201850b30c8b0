import type { CommitRows } from "./commit-rows.ts";

/** One value in memory that is built once and then brought up to each commit in place. */
export class Kept<Value> {
	readonly value: Promise<Value>;
	readonly #advance: ((value: Value, commit: CommitRows) => void) | undefined;
	/** Commits that came while the value was being built; it may have seen some of their rows. */
	#missed: CommitRows[] = [];
	#built: { readonly value: Value } | undefined;
	#isTorn = false;

	constructor(
		build: () => Promise<Value>,
		advance: ((value: Value, commit: CommitRows) => void) | undefined,
	) {
		this.#advance = advance;
		this.value = build().then((value) => {
			for (const commit of this.#missed) this.#advance?.(value, commit);
			this.#missed = [];
			this.#built = { value };
			return value;
		});
	}

	/** Whether rows that nobody can follow came while the value was being built: it may hold some and lack others. */
	get isTorn(): boolean {
		return this.#isTorn;
	}

	/** Takes the next commit; `undefined` stands for one that cannot be followed. Answers whether the value is up to it. */
	follow(commit: CommitRows | undefined): boolean {
		if (commit === undefined) this.#isTorn = this.#built === undefined;
		if (commit === undefined || this.#advance === undefined) return false;
		if (this.#built === undefined) this.#missed.push(commit);
		else this.#advance(this.#built.value, commit);
		return true;
	}
}
