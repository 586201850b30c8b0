import { groupOf, type Seen } from "../../ledger/selection.ts";

/** The head of a group of facts in the text. */
export function groupText(first: Seen, size: number): string {
	const label = first.label ?? first.key ?? "(no word for it)";
	return first.direction === "out" ? `## ${label} → ${size}` : `## ← ${label} ${size}`;
}

/** The head of the group that an item stands in, with the size of the whole group. */
export function groupHeads(groups: readonly (readonly Seen[])[]): (seen: Seen) => string {
	const heads = new Map<string, string>();
	for (const group of groups) if (group[0]) heads.set(groupOf(group[0]), groupText(group[0], group.length));
	return (seen) => heads.get(groupOf(seen)) ?? groupText(seen, 0);
}
