/** For sorting by code unit, in every locale the same. */
export function byText(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** What sorting would put first. */
export function first<Item>(items: readonly Item[], order: (a: Item, b: Item) => number): Item | undefined {
	return items.reduce<Item | undefined>(
		(best, item) => (best === undefined || order(item, best) < 0 ? item : best),
		undefined,
	);
}

/** The items by key, keys and items in the order in which they came. */
export function grouped<Item>(
	items: readonly Item[],
	key: (item: Item) => string,
): ReadonlyMap<string, Item[]> {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const group = groups.get(key(item));
		if (group === undefined) groups.set(key(item), [item]);
		else group.push(item);
	}
	return groups;
}
