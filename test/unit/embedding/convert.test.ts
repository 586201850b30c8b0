import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AutoModel, AutoTokenizer, env } from "@xenova/transformers";
import { expect, test } from "vitest";
import { convertModel } from "../../../src/embedding/convert/convert.ts";
import { openEmbedder } from "../../../src/embedding/embedder.ts";
import { readModel, SHIPPED_MODEL } from "../../../src/embedding/model-files.ts";
import { readTokenizer } from "../../../src/embedding/tokenizer.ts";
import { cosine, MODEL_PACKAGE, NOTICE, references } from "../../support/embedding-references.ts";
import { temporaryFolder } from "../../support/stores.ts";

/** Every file of a folder with its SHA-256; the stamp of the build is none of the converter's. */
function digests(folder: string): Record<string, string> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && entry.name !== ".prepared",
	);
	return Object.fromEntries(
		files.map((entry) => {
			const path = join(entry.parentPath, entry.name);
			return [path.slice(folder.length), createHash("sha256").update(readFileSync(path)).digest("hex")];
		}),
	);
}

const byName = (name: string): readonly number[] =>
	references.find((reference) => reference.name === name)?.vector ?? [];

test("two runs write the same bytes, which are those that the build has put in place", () => {
	using one = temporaryFolder();
	using other = temporaryFolder();
	for (const { path } of [one, other]) convertModel(MODEL_PACKAGE, join(path, "m/"), NOTICE);
	const written = digests(join(one.path, "m/"));
	expect(Object.keys(written).toSorted()).toEqual([
		"NOTICE",
		"config.json",
		"model-card.json",
		"onnx/model_quantized.onnx",
		"tokenizer.json",
		"tokenizer_config.json",
	]);
	expect(digests(join(other.path, "m/"))).toEqual(written);
	expect(digests(SHIPPED_MODEL)).toEqual(written);
});

test("the pieces of our tokenizer and of the runtime's are those of the source", async () => {
	env.allowRemoteModels = false;
	env.localModelPath = join(SHIPPED_MODEL, "..");
	const theirs = await AutoTokenizer.from_pretrained("use-lite-en");
	const ours = readTokenizer(SHIPPED_MODEL);
	for (const { name, text, count, ids } of references) {
		expect(ours.pieces(text).slice(0, 128), name).toEqual(ids);
		expect(ours.count(text), name).toBe(count);
		expect(theirs.encode(text), name).toEqual(ours.pieces(text));
	}
	expect(references.find(({ name }) => name === "long")?.count).toBe(248);
});

test("float vectors are those of the source, one by one and in one padded batch", async () => {
	using folder = temporaryFolder();
	convertModel(MODEL_PACKAGE, join(folder.path, "use-lite-en"), NOTICE, true);
	env.allowRemoteModels = false;
	env.localModelPath = folder.path;
	const tokenizer = await AutoTokenizer.from_pretrained("use-lite-en");
	const model = await AutoModel.from_pretrained("use-lite-en", { quantized: false });
	const embed = async (texts: readonly string[]): Promise<Float32Array> => {
		const input = tokenizer([...texts], { padding: true, truncation: true });
		return ((await model(input)) as { last_hidden_state: { data: Float32Array } }).last_hidden_state.data;
	};
	const together = await embed(references.map(({ text }) => text));
	for (const [at, { name, text, vector }] of references.entries()) {
		expect(cosine(await embed([text]), vector), name).toBeGreaterThanOrEqual(0.9999);
		expect(cosine(together.subarray(at * 512, (at + 1) * 512), vector), name).toBeGreaterThanOrEqual(0.9999);
	}
});

test("the child gives rounded vectors near those of the source, and ranks the texts as they are meant", async () => {
	await using embedder = await openEmbedder(SHIPPED_MODEL);
	const vectors = await embedder.embed(references.map(({ text }) => text));
	for (const [at, { name, vector }] of references.entries())
		expect(cosine(vectors[at] as Float32Array, vector), name).toBeGreaterThanOrEqual(0.995);
	const question = (await embedder.embedQuery(references[0]?.text as string)) as Float32Array;
	const ranked = references
		.map(({ name }, at) => ({ name, similarity: cosine(question, vectors[at] as Float32Array) }))
		.filter(({ name }) => name !== "question")
		.toSorted((one, other) => other.similarity - one.similarity)
		.map(({ name }) => name);
	expect(ranked[0]).toBe("dated");
	expect(ranked.indexOf("paraphrase")).toBeLessThan(ranked.indexOf("unrelated"));
});

test("without a rounded model in the folder the float one is embedded with", async () => {
	using folder = temporaryFolder();
	const path = join(folder.path, "use-lite-en");
	convertModel(MODEL_PACKAGE, path, NOTICE, true);
	rmSync(join(path, "onnx/model_quantized.onnx"));
	const sha256 = createHash("sha256")
		.update(readFileSync(join(path, "onnx/model.onnx")))
		.digest("hex");
	const card = readFileSync(join(path, "model-card.json"), "utf8");
	writeFileSync(join(path, "model-card.json"), card.replace(/"model": "\w+"/, `"model": "${sha256}"`));
	expect(readModel(path).rounded).toBe(false);
	await using embedder = await openEmbedder(path);
	const vector = await embedder.embedQuery(references[0]?.text as string);
	expect(cosine(vector as Float32Array, byName("question"))).toBeGreaterThanOrEqual(0.9999);
});

test("a package that is another one than the converter knows stops it and leaves nothing half done", () => {
	using folder = temporaryFolder();
	const changed = join(folder.path, "package");
	cpSync(MODEL_PACKAGE, changed, { recursive: true });
	const manifest = join(changed, "dist/model.json");
	const text = readFileSync(manifest, "utf8");
	const target = join(folder.path, "model");
	const converted = () => convertModel(changed, target, NOTICE);
	writeFileSync(manifest, text.replaceAll("module/Encoder_en/hidden_layers/tanh_layer_0/bias", "elsewhere"));
	expect(converted).toThrow("0 tensors are named like module/Encoder_en/hidden_layers/tanh_layer_0/bias");
	writeFileSync(manifest, text.replace(/"shape":\s*\[\s*8002,/, '"shape": [8003,'));
	expect(converted).toThrow(/the weights are 27903656 bytes long/);
	writeFileSync(manifest, text);
	writeFileSync(join(changed, "dist/vocab.json"), "[]");
	expect(converted).toThrow("the vocabulary has 0 pieces");
	expect(existsSync(target)).toBe(false);
});
