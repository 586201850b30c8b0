/** Things by height, the lowest first; what is put at a height that was passed is taken next. */
export class Layers<Item> {
	readonly #layers: Item[][] = [];
	#lowest = 0;
	/** How many there are. */
	size = 0;

	put(height: number, item: Item): void {
		const layer = this.#layers[height];
		if (layer === undefined) {
			for (let n = this.#layers.length; n < height; n++) this.#layers.push([]);
			this.#layers.push([item]);
		} else layer.push(item);
		if (height < this.#lowest) this.#lowest = height;
		this.size++;
	}

	/** The height of the lowest thing; none when there is nothing. */
	get lowest(): number | undefined {
		while (this.#lowest < this.#layers.length) {
			if ((this.#layers[this.#lowest] as Item[]).length > 0) return this.#lowest;
			this.#lowest++;
		}
		return undefined;
	}

	/** Takes one of the lowest things. */
	take(): Item | undefined {
		const { lowest } = this;
		if (lowest === undefined) return undefined;
		this.size--;
		return this.#layers[lowest]?.pop();
	}

	/** Takes all of the lowest things. */
	takeLayer(): Item[] {
		const { lowest } = this;
		if (lowest === undefined) return [];
		const layer = this.#layers[lowest] as Item[];
		this.#layers[lowest] = [];
		this.size -= layer.length;
		return layer;
	}

	all(): readonly Item[] {
		return this.#layers.flat();
	}

	/** Throws away all others. */
	keep(isKept: (item: Item, height: number) => boolean): void {
		for (const [height, layer] of this.#layers.entries())
			this.#layers[height] = layer.filter((item) => isKept(item, height));
		this.size = this.#layers.reduce((sum, { length }) => sum + length, 0);
	}
}
