import type { ModelReason } from "./model-files.ts";

/** What the child is told when it is started, as its only argument in JSON. */
export interface ChildOrder {
	readonly modelFolder: string;
	readonly rounded: boolean;
	readonly dims: number;
	readonly pooling: "cls" | "mean";
}

/** Texts to embed. Queries are taken before the next passage, also in the middle of a batch of passages. */
export interface ToChild {
	readonly id: number;
	readonly lane: "query" | "passage";
	readonly texts: readonly string[];
}

/** What comes back: vectors one after another, and which texts have one. */
export type FromChild =
	| { readonly kind: "ready" }
	| { readonly kind: "failed"; readonly reason: ModelReason; readonly message: string }
	| {
			readonly kind: "vectors";
			readonly id: number;
			readonly numbers: Float32Array;
			readonly embedded: Uint8Array;
	  };
