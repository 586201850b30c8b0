type Order = (a: number, b: number) => number;

/** Brings the number at the end of a heap, whose root comes last by the order, to its place. */
function rise(heap: number[], order: Order): void {
	for (let at = heap.length - 1; at > 0; ) {
		const above = (at - 1) >> 1;
		const [number, parent] = [heap[at] as number, heap[above] as number];
		if (order(number, parent) <= 0) return;
		heap[at] = parent;
		heap[above] = number;
		at = above;
	}
}

/** Brings the number at the root to its place. */
function sink(heap: number[], order: Order): void {
	for (let at = 0; ; ) {
		let last = at;
		for (const below of [2 * at + 1, 2 * at + 2])
			if (below < heap.length && order(heap[below] as number, heap[last] as number) > 0) last = below;
		if (last === at) return;
		[heap[at], heap[last]] = [heap[last] as number, heap[at] as number];
		at = last;
	}
}

/** The first of some numbers by an order, in order; a heap of so many, so that all of them are never sorted. */
export function firstOf(numbers: Iterable<number>, limit: number, order: Order): readonly number[] {
	const heap: number[] = [];
	for (const number of limit > 0 ? numbers : [])
		if (heap.length < limit) {
			heap.push(number);
			rise(heap, order);
		} else if (order(number, heap[0] as number) < 0) {
			heap[0] = number;
			sink(heap, order);
		}
	return heap.sort(order);
}
