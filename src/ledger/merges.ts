import type { Instant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";

/** One entity standing for another, from `from` until it was reverted at `to` (record time). */
export interface Merge extends Interval {
	readonly id: string;
	readonly source: string;
	readonly target: string;
}

/**
 * Who stands for whom at a record instant (ledger R5, M2). Facts are never rewritten by a merge: readers ask here who owns
 * an end.
 */
export class Merges {
	readonly #bySource = new Map<string, Merge[]>();
	readonly #byTarget = new Map<string, Merge[]>();
	readonly #byId = new Map<string, Merge>();
	readonly size: number;

	constructor(merges: readonly Merge[]) {
		this.size = merges.length;
		for (const merge of merges) {
			this.#byId.set(merge.id, merge);
			this.#bySource.set(merge.source, [...(this.#bySource.get(merge.source) ?? []), merge]);
			this.#byTarget.set(merge.target, [...(this.#byTarget.get(merge.target) ?? []), merge]);
		}
	}

	get(id: string): Merge | undefined {
		return this.#byId.get(id);
	}

	/** The entity that stands for `entity` at `asOf`: itself, or the end of the chain of merges in effect. */
	owner(entity: string, asOf: Instant): string {
		let owner = entity;
		const passed = new Set<string>();
		while (!passed.has(owner)) {
			passed.add(owner);
			const next = this.#bySource.get(owner)?.find((merge) => contains(merge, asOf));
			if (next === undefined) return owner;
			owner = next.target;
		}
		throw new TypeError(`merges run in a circle at ${entity}`);
	}

	/** All entities that `owner` stands for at `asOf`, itself first. */
	members(owner: string, asOf: Instant): readonly string[] {
		const members = [owner];
		for (const member of members) {
			for (const merge of this.#byTarget.get(member) ?? []) {
				if (contains(merge, asOf) && !members.includes(merge.source)) members.push(merge.source);
			}
		}
		return members;
	}

	/** All entities that `owner` ever stood for, at any record instant, itself first. */
	everMembers(owner: string): readonly string[] {
		const members = [owner];
		for (const member of members) {
			for (const { source } of this.#byTarget.get(member) ?? [])
				if (!members.includes(source)) members.push(source);
		}
		return members;
	}
}
