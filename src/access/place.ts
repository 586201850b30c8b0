/** Puts an item in its place in an ascending list, behind its equals; cheap where that is near the end. */
export function place<Item>(items: Item[], item: Item, compare: (a: Item, b: Item) => number): void {
	let at = items.length;
	while (at > 0 && compare(items[at - 1] as Item, item) > 0) at--;
	items.splice(at, 0, item);
}
