/** First in, first out, of so many at most: who brings more waits until there is room. */
export class BoundedQueue<T> {
	readonly #limit: number;
	readonly #items: T[] = [];
	#room: (() => void)[] = [];

	constructor(limit: number) {
		this.#limit = limit;
	}

	get items(): readonly T[] {
		return this.#items;
	}

	/** Resolves when the item is in the queue. Who waited before comes before. */
	async push(item: T): Promise<void> {
		while (this.#items.length >= this.#limit)
			await new Promise<void>((resolve) => {
				this.#room.push(resolve);
			});
		this.#items.push(item);
	}

	shift(): T | undefined {
		const item = this.#items.shift();
		this.#room.shift()?.();
		return item;
	}

	/** Takes an item out, wherever it stands. Says whether it was there. */
	drop(item: T): boolean {
		const at = this.#items.indexOf(item);
		if (at < 0) return false;
		this.#items.splice(at, 1);
		this.#room.shift()?.();
		return true;
	}
}
