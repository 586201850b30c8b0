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

	constructor(merges: Iterable<Merge>) {
		for (const merge of merges) this.set(merge);
	}

	/** Takes a merge, or the present state of one that is known. */
	set(merge: Merge): void {
		this.#byId.set(merge.id, merge);
		put(this.#bySource, merge.source, merge);
		put(this.#byTarget, merge.target, merge);
	}

	/** These with others beside them, or in the place of those with their ids; these stay as they are. */
	with(others: Iterable<Merge>): Merges {
		return new Merges([...this.#byId.values(), ...others]);
	}

	/** All of them, whenever they are in effect. */
	[Symbol.iterator](): Iterator<Merge> {
		return this.#byId.values();
	}

	get size(): number {
		return this.#byId.size;
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

	/** The merges in effect at `asOf` that fold something into `owner`, those of what was folded into it before included. */
	into(owner: string, asOf: Instant): readonly Merge[] {
		return this.members(owner, asOf).flatMap((member) =>
			(this.#byTarget.get(member) ?? []).filter((merge) => contains(merge, asOf)),
		);
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

function put(lists: Map<string, Merge[]>, entity: string, merge: Merge): void {
	const list = lists.get(entity) ?? [];
	lists.set(entity, list);
	const known = list.findIndex(({ id }) => id === merge.id);
	if (known === -1) list.push(merge);
	else list[known] = merge;
}

/** Facts read with it have the ends they were given, whoever stands for these. */
export const NOBODY_MERGED = new Merges([]);
