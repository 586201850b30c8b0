/** What a page shows: the items that fit, and their lines with a head wherever a new group begins. */
export interface Listing<Item> {
	readonly items: readonly Item[];
	readonly lines: readonly string[];
}

const STANDING_TEXT = 20_000;
const MOST_TEXT = 90_000;

/**
 * Characters that the lines of a page may take: under 24,000 with the rest of the text for a page of the default size, under
 * 100,000 for a larger one that was asked for (graph-tools S10).
 */
export function textBudget(limit: number, standing: number): number {
	return limit > standing ? MOST_TEXT : STANDING_TEXT;
}

/** The items in order as long as their text stays within the budget; the first one always. The rest is for the next page. */
export function listing<Item>(
	items: readonly Item[],
	budget: number,
	{ head, line }: { readonly head?: (item: Item) => string; readonly line: (item: Item) => string },
): Listing<Item> {
	const lines: string[] = [];
	let group: string | undefined;
	let taken = 0;
	let length = 0;
	for (const item of items) {
		const heading = head?.(item);
		const more = heading === undefined || heading === group ? [line(item)] : [heading, line(item)];
		length += more.reduce((sum, text) => sum + text.length + 1, 0);
		if (length > budget && taken > 0) break;
		lines.push(...more);
		group = heading;
		taken++;
	}
	return { items: items.slice(0, taken), lines };
}
