import type { Seen } from "../../ledger/selection.ts";

/** The head of a group of facts in the text. */
export function groupText(first: Seen, size: number): string {
	const label = first.label ?? first.key ?? "(no word for it)";
	return first.direction === "out" ? `## ${label} → ${size}` : `## ← ${label} ${size}`;
}
