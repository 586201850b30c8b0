import { randomUUID } from "node:crypto";
import type { View } from "../access/view.ts";
import { type FactLives, factLives } from "../ledger/fact-lives.ts";
import { Draft } from "../writing/draft.ts";
import { overtaken, refused, unknownThing } from "../writing/refusal.ts";
import type { Action } from "../writing/writer.ts";
import { type BaseState, keysOf, type Owners, stateOf } from "./base-state.ts";
import { heldRows, idsAt } from "./held-rows.ts";
import { type Key, keysOfClaim } from "./keyed-rows.ts";
import { settle } from "./settle.ts";

export interface MergeWritten {
	readonly merge: string;
	/** The entity that is folded away. */
	readonly source: string;
	/** The entity that stands for both. */
	readonly target: string;
}

/**
 * Says that two entities are one. No fact is rewritten but for ends that their common timeline draws. Without `into`, the one
 * with more held facts survives, of two with as many the smaller id (M1). Nobody else may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `same_entity`; UTOPIA_WRITE_OVERTAKEN `already_merged`
 */
export function mergeEntities(
	entity: string,
	other: string,
	options: { readonly survivor?: string | undefined },
	view: View,
): Action<MergeWritten> {
	return async () => {
		const state = await stateOf(view);
		const { survivor } = options;
		checkMergeable(entity, other, survivor, state);
		const target = survivor ?? survivorOf(entity, other, await view.kept(factLives), state);
		const source = target === entity ? other : entity;
		const id = randomUUID();
		const draft = new Draft(view.kb);
		draft.merge(id, source, target);
		const owners = merged(state, source, target);
		await redraw(
			[...state.owners.members(source), ...state.owners.members(target)],
			{ ...state, owners },
			draft,
		);
		return { draft, answer: () => ({ merge: id, source, target }) };
	};
}

function checkMergeable(entity: string, other: string, survivor: string | undefined, state: BaseState): void {
	for (const id of [entity, other]) if (!state.index.exists(id, state.asOf)) throw unknownThing("entity");
	if (entity === other) {
		throw refused("same_entity", "An entity cannot be merged into itself", {
			field: "into",
			found: other,
			allowed: "another entity",
		});
	}
	for (const id of [entity, other]) {
		const owner = state.owners.owner(id);
		if (owner === id) continue;
		throw overtaken(
			"already_merged",
			"One of the entities is merged away already; merge the entity that stands for it",
			{ entity: id, merged_into: owner },
		);
	}
	if (survivor === undefined || survivor === entity || survivor === other) return;
	throw refused("unknown_entity", "Of two entities that are merged one of the two survives", {
		field: "into",
		found: survivor,
		allowed: `${entity} or ${other}`,
	});
}

function survivorOf(a: string, b: string, lives: FactLives, { owners, asOf }: BaseState): string {
	const held = (entity: string) => lives.count(owners.members(entity), asOf);
	const [ofA, ofB] = [held(a), held(b)];
	if (ofA !== ofB) return ofA > ofB ? a : b;
	return a < b ? a : b;
}

/** Who stands for whom once `source` is folded into `target`. */
function merged({ owners }: BaseState, source: string, target: string): Owners {
	return {
		owner: (entity) => {
			const owner = owners.owner(entity);
			return owner === source ? target : owner;
		},
		members: (owner) =>
			owner === target
				? [...owners.members(target), ...owners.members(source)]
				: owner === source
					? []
					: owners.members(owner),
	};
}

/**
 * Takes a merge back: each entity has its own facts again, those asserted meanwhile stay with the survivor (M3). Nobody else
 * may write meanwhile.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_OVERTAKEN `merge_reverted`
 */
export function revertMerge(id: string, view: View): Action<MergeWritten> {
	return async () => {
		const state = await stateOf(view);
		const merge = state.merges.get(id);
		if (merge === undefined) throw unknownThing("merge");
		if (merge.to !== undefined)
			throw overtaken("merge_reverted", "This merge is not in effect any more", { merge: id });
		const { source, target } = merge;
		const draft = new Draft(view.kb);
		draft.revert(id);
		const owner = state.owners.owner(target);
		const parted = partedFrom(source, state);
		const owners: Owners = {
			owner: (entity) => (parted.has(entity) ? source : state.owners.owner(entity)),
			members: (of) =>
				of === source ? [...parted] : state.owners.members(of).filter((member) => !parted.has(member)),
		};
		await redraw(state.owners.members(owner), { ...state, owners }, draft);
		return { draft, answer: () => ({ merge: id, source, target }) };
	};
}

/** The entities that go with `source` when its merge is taken back: itself, and what was merged into it. */
function partedFrom(source: string, { owners }: BaseState): ReadonlySet<string> {
	return new Set(owners.members(source));
}

/** Draws anew whatever the entities have under a relation that allows one value at a time. */
async function redraw(entities: readonly string[], state: BaseState, draft: Draft): Promise<void> {
	const relations = [...state.ontology.relations.values()];
	const functional = relations.filter(
		(relation) => keysOf(relation).functional || keysOf(relation).inverseFunctional,
	);
	if (functional.length === 0) return;
	const iris = functional.map(({ iri }) => iri);
	const ids = await Promise.all([
		idsAt("subject", entities, iris, state),
		idsAt("object", entities, iris, state),
	]);
	const keys: Key[] = [];
	for (const row of await heldRows(ids.flat(), state)) {
		// Both keys of a row: one whose value is a merged entity stands under another subject, whose other values may be the same now.
		keys.push(...keysOfClaim(row.claim, row.fact.relation, state.owners));
	}
	await settle({ changes: [], keys, cause: "timeline", state, draft });
}
