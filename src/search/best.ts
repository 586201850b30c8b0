/** The first of some numbers by an order, in order; a heap of so many, so that all of them are never sorted. */
export function firstOf(
	numbers: Iterable<number>,
	limit: number,
	order: (a: number, b: number) => number,
): readonly number[] {
	const heap: number[] = [];
	const swap = (a: number, b: number) => {
		[heap[a], heap[b]] = [heap[b] as number, heap[a] as number];
	};
	const isAfter = (a: number, b: number) => order(heap[a] as number, heap[b] as number) > 0;
	for (const number of limit > 0 ? numbers : []) {
		if (heap.length < limit) {
			heap.push(number);
			for (let at = heap.length - 1; at > 0 && isAfter(at, (at - 1) >> 1); at = (at - 1) >> 1)
				swap(at, (at - 1) >> 1);
			continue;
		}
		if (order(heap[0] as number, number) <= 0) continue;
		heap[0] = number;
		for (let at = 0; ; ) {
			const [left, right] = [2 * at + 1, 2 * at + 2];
			let last = left < limit && isAfter(left, at) ? left : at;
			if (right < limit && isAfter(right, last)) last = right;
			if (last === at) break;
			swap(at, last);
			at = last;
		}
	}
	return heap.sort(order);
}
