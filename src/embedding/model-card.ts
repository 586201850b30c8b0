/** What a model folder says of itself, in `model-card.json`. */
export interface ModelCard {
	readonly id: string;
	/** SHA-256 of the files that decide what a vector is, in hexadecimal digits. */
	readonly sha256: { readonly model: string; readonly tokenizer: string };
	/** Numbers in a vector. */
	readonly dims: number;
	/** Pieces that go into one window; what is longer is cut into several. */
	readonly window: number;
	/** BCP 47 tags of the languages whose texts it understands. */
	readonly languages: readonly string[];
	/** What words and meaning count in a fused score; together 1. */
	readonly fusion: { readonly words: number; readonly meaning: number };
	/** How a text's vector is made from those of its pieces: the first of them, or their mean. */
	readonly pooling: "cls" | "mean";
	/** What some models want to see before a text, by what the text is. */
	readonly prefixes?: { readonly query: string; readonly passage: string };
	readonly licence: string;
	readonly source: string;
}
