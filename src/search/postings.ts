/** The fields of a passage: file name and heading path, and its text. */
export const FIELDS = 2;
/** A term is counted up to here in one field; more would move no score by a millionth. */
const MOST = 65_535;
/** So many entries are kept apart before they are merged, or a third of all, if that is more. */
const APART = 200_000;

/** Where a term stands, in one field: passages and how often in each. Two pieces: what was merged, and what came since. */
export interface Places {
	readonly passages: ArrayLike<number>;
	readonly counts: ArrayLike<number>;
	readonly from: number;
	readonly to: number;
}

/** The merged entries: those of slot s (term × fields + field) lie from `starts[s]` to `starts[s + 1]`. */
export interface MergedPostings {
	readonly starts: Uint32Array;
	readonly passages: Uint32Array;
	readonly counts: Uint16Array;
}

interface Since {
	readonly passages: number[];
	readonly counts: number[];
}

/** Which term stands in which passage, how often. Merged entries are plain tables, which are read from a file as they are. */
export class Postings {
	#merged: MergedPostings;
	#since = new Map<number, Since>();
	#apart = 0;

	constructor(merged?: MergedPostings) {
		this.#merged = merged ?? {
			starts: new Uint32Array(1),
			passages: new Uint32Array(0),
			counts: new Uint16Array(0),
		};
	}

	add(term: number, field: number, passage: number, count: number): void {
		const slot = term * FIELDS + field;
		let since = this.#since.get(slot);
		if (since === undefined) {
			since = { passages: [], counts: [] };
			this.#since.set(slot, since);
		}
		since.passages.push(passage);
		since.counts.push(Math.min(count, MOST));
		this.#apart += 1;
		if (this.#apart > Math.max(APART, this.#merged.passages.length / 3)) this.merged();
	}

	places(term: number, field: number): readonly Places[] {
		const slot = term * FIELDS + field;
		const { starts, passages, counts } = this.#merged;
		const found: Places[] = [];
		if (slot + 1 < starts.length)
			found.push({ passages, counts, from: starts[slot] as number, to: starts[slot + 1] as number });
		const since = this.#since.get(slot);
		if (since !== undefined) found.push({ ...since, from: 0, to: since.passages.length });
		return found;
	}

	/** Everything in one piece. `renamed` gives passages their new numbers, −1 to those that go, and the slots that stay. */
	merged(renamed?: { readonly passage: Int32Array; readonly slots: readonly number[] }): MergedPostings {
		if (renamed === undefined && this.#since.size === 0) return this.#merged;
		const slots = renamed?.slots ?? Array.from({ length: this.#slots() }, (_, slot) => slot);
		const starts = new Uint32Array(slots.length + 1);
		const all = this.#merged.passages.length + this.#apart;
		const [passages, counts] = [new Uint32Array(all), new Uint16Array(all)];
		let written = 0;
		const write = (place: Places) => {
			for (let n = place.from; n < place.to; n++) {
				const was = place.passages[n] as number;
				const passage = renamed === undefined ? was : (renamed.passage[was] as number);
				if (passage < 0) continue;
				passages[written] = passage;
				counts[written++] = place.counts[n] as number;
			}
		};
		for (const [at, slot] of slots.entries()) {
			for (const place of this.places(Math.floor(slot / FIELDS), slot % FIELDS)) write(place);
			starts[at + 1] = written;
		}
		this.#merged = { starts, passages: passages.slice(0, written), counts: counts.slice(0, written) };
		this.#since = new Map();
		this.#apart = 0;
		return this.#merged;
	}

	#slots(): number {
		let last = this.#merged.starts.length - 2;
		for (const slot of this.#since.keys()) last = Math.max(last, slot);
		return last + 1;
	}
}
