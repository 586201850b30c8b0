import { ROUND } from "./rounds.ts";

/** Things by height, the lowest first; what is put at a height that was passed is taken next. */
export class Layers<Item> {
	/** By round, then by height within it. */
	readonly #rounds: Item[][][] = [];
	#round = 0;
	#lowest = 0;
	/** How many there are. */
	size = 0;

	put(height: number, item: Item): void {
		const round = height < ROUND ? 0 : Math.floor(height / ROUND);
		const place = height - round * ROUND;
		for (let n = this.#rounds.length; n <= round; n++) this.#rounds.push([]);
		const layers = this.#rounds[round] as Item[][];
		const layer = layers[place];
		if (layer === undefined) {
			for (let n = layers.length; n < place; n++) layers.push([]);
			layers.push([item]);
		} else layer.push(item);
		this.size++;
		if (round > this.#round || (round === this.#round && place >= this.#lowest)) return;
		this.#round = round;
		this.#lowest = place;
	}

	/** The height of the lowest thing; none when there is nothing. */
	get lowest(): number | undefined {
		for (; this.#round < this.#rounds.length; this.#round++, this.#lowest = 0) {
			const layers = this.#rounds[this.#round] as Item[][];
			for (; this.#lowest < layers.length; this.#lowest++)
				if ((layers[this.#lowest] as Item[]).length > 0) return this.#round * ROUND + this.#lowest;
		}
		return undefined;
	}

	/** Takes one of the lowest things. */
	take(): Item | undefined {
		if (this.lowest === undefined) return undefined;
		this.size--;
		return this.#rounds[this.#round]?.[this.#lowest]?.pop();
	}

	/** Takes all of the lowest things. */
	takeLayer(): Item[] {
		if (this.lowest === undefined) return [];
		const layers = this.#rounds[this.#round] as Item[][];
		const layer = layers[this.#lowest] as Item[];
		layers[this.#lowest] = [];
		this.size -= layer.length;
		return layer;
	}

	all(): readonly Item[] {
		return this.#rounds.flat(2);
	}

	/** Throws away all others. */
	keep(isKept: (item: Item, height: number) => boolean): void {
		this.size = 0;
		for (const [round, layers] of this.#rounds.entries())
			for (const [place, layer] of layers.entries()) {
				const kept = layer.filter((item) => isKept(item, round * ROUND + place));
				layers[place] = kept;
				this.size += kept.length;
			}
	}
}
