import type { FusionWeights } from "./asked.ts";

/** A vector of length one; nothing of a text whose pieces the model mostly does not know. */
type Embedding = Float32Array | undefined;

/** What the index asks of an embedder. A vector depends on its text alone, or answers would depend on who writes beside. */
export interface MeaningEmbedder {
	readonly card: {
		readonly id: string;
		readonly sha256: { readonly model: string; readonly tokenizer: string };
		readonly dims: number;
		readonly fusion: FusionWeights;
	};
	/** @throws where it is out of order at the moment. */
	embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Embedding[]>;
	/** @throws as `embed`. */
	embedQuery(query: string, signal?: AbortSignal): Promise<Embedding>;
}

/** How passages become vectors: their windows, and what embeds them. */
export interface Meaning {
	readonly embedder: MeaningEmbedder;
	/** The texts that are embedded for a passage, each short enough for the model. */
	windows(text: string, heading: string): readonly string[];
}

/** The model down to the last bit: vectors of another one are never ranked with its own. */
export function modelOf({ embedder: { card } }: Meaning) {
	return { id: `${card.id} ${card.sha256.model} ${card.sha256.tokenizer}`, dims: card.dims };
}
