import type { Meaning } from "../../src/search/meaning.ts";

const DIMS = 64;

/** A vector made of the letters of a text alone: the same for the same text, near for texts that share words. */
export function fakeVector(text: string, dims = DIMS): Float32Array {
	const vector = new Float32Array(dims);
	for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
		let state = 7;
		for (const character of word)
			state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) >>> 0;
		for (let n = 0; n < dims; n++) {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			vector[n] = (vector[n] as number) + state / 2 ** 31 - 1;
		}
	}
	const length = Math.hypot(...vector);
	return length === 0 ? vector : vector.map((number) => number / length);
}

/** An embedder whose failures are made by hand. A text that says `unknowable` has no vector. */
export class FakeEmbedder implements Meaning {
	isBroken = false;
	embedded = 0;
	readonly embedder: Meaning["embedder"];

	constructor(model = "fake") {
		const one = (text: string) => (text.includes("unknowable") ? undefined : fakeVector(text));
		this.embedder = {
			card: {
				id: model,
				sha256: { model: "00", tokenizer: "11" },
				dims: DIMS,
				fusion: { words: 0.5, meaning: 0.5 },
			},
			embed: async (texts) => {
				if (this.isBroken) throw new Error("the embedder was broken by hand");
				this.embedded += texts.length;
				return texts.map(one);
			},
			embedQuery: async (query) => {
				if (this.isBroken) throw new Error("the embedder was broken by hand");
				return one(query);
			},
		};
	}

	/** Cut in two where it is long, so that some passages have several windows. */
	windows(text: string, heading: string): readonly string[] {
		const whole = `${heading} ${text}`;
		return whole.length < 60 ? [whole] : [whole.slice(0, 60), whole.slice(60)];
	}
}
