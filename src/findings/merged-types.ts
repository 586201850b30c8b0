import type { View } from "../access/view.ts";
import { type BaseState, stateOf } from "../actions/base-state.ts";
import { mergesAfter } from "../derive/changing.ts";
import type { Named } from "../ledger/violations.ts";
import type { Ontology } from "../ontology/ontology.ts";
import type { Done, NewTyping } from "../writing/draft.ts";
import { disjointScope, disjointTypes, type Typed } from "./checks/classes.ts";
import type { Found } from "./checks/found.ts";

/** What a commit does to classes and merges, and what is declared afterwards. */
export interface Typing {
	readonly done: Done;
	readonly ontology: Ontology;
	/** Whether all merged entities have to be looked at, whatever the commit does. */
	readonly isAll: boolean;
	readonly view: View;
	/** Once all earlier commits can be read. */
	readonly settled: () => Promise<unknown>;
}

/**
 * The entities that stand for others and are held to be of two classes that nothing is of at once: each entity keeps the class it
 * was given, and whoever merges two has said of both that they are one thing.
 */
export async function typesAround(
	typing: Typing,
): Promise<{ readonly scope: readonly string[]; readonly found: readonly Found[] }> {
	const { done, ontology, isAll, view, settled } = typing;
	const { typings, merges: merged, reverted } = done;
	if (!isAll && typings.length + merged.length + reverted.length === 0) return { scope: [], found: [] };
	await settled();
	const state = await stateOf(view);
	const { merges: before, asOf } = state;
	if (before.size + merged.length === 0) return { scope: [], found: [] };
	const after = mergesAfter(done, state);
	const all = [
		...typings.map(({ entity }) => entity),
		...[...merged, ...reverted.flatMap((id) => before.get(id) ?? [])].flatMap(endsOf),
		...(isAll ? [...after].flatMap(endsOf) : []),
	];
	const owners = new Set(all.flatMap((one) => [before.owner(one, asOf), after.owner(one, asOf)]));
	const given = new Map(typings.map((one) => [one.entity, one]));
	const found = [...owners].flatMap((owner) => {
		const members = after.owner(owner, asOf) === owner ? after.members(owner, asOf) : [];
		return disjointTypes(owner, typesOf(members, given, state), ontology);
	});
	return { scope: [...owners].map(disjointScope), found };
}

function endsOf({ source, target }: { readonly source: string; readonly target: string }): readonly string[] {
	return [source, target];
}

/** The classes that entities are held to have, each once, with the smallest row that says so. */
function typesOf(
	members: readonly string[],
	given: ReadonlyMap<string, NewTyping>,
	{ index, asOf }: BaseState,
): readonly Typed[] {
	const rows = new Map<string, string | undefined>();
	for (const member of members) {
		const { row, class: type } = given.get(member) ?? {
			row: index.heldTyping(member, asOf),
			class: index.type(member, asOf),
		};
		if (type === undefined) continue;
		const known = rows.get(type);
		if (known === undefined || (row !== undefined && row < known)) rows.set(type, row);
	}
	return [...rows].map(([type, row]) => ({
		type,
		statement: row === undefined ? undefined : typingRow(row),
	}));
}

const typingRow = (id: string): Named => ({ kind: "typing", id });
