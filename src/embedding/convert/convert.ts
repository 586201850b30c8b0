import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelCard } from "../model-card.ts";
import { encoderGraph } from "./encoder-graph.ts";
import { tokenizerFiles } from "./tokenizer-files.ts";
import { readWeights } from "./weights.ts";

const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/**
 * Makes the folder of the shipped model from the package that carries its weights; what stood there before goes. With
 * `float` the unrounded model is written too, which the checks compare with. The same package gives the same bytes.
 *
 * @throws Error where the package is not the one this converter was written for.
 */
export function convertModel(
	packageFolder: string,
	modelFolder: string,
	notice: string,
	float = false,
): void {
	const weights = readWeights(packageFolder);
	const files = tokenizerFiles(packageFolder);
	const model = encoderGraph(weights, true);
	const { name, version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
		readonly name: string;
		readonly version: string;
	};
	const card: ModelCard = {
		id: "use-lite-en",
		sha256: { model: sha256(model), tokenizer: sha256(files["tokenizer.json"]) },
		dims: 512,
		window: 112,
		languages: ["en"],
		fusion: { words: 0.5, meaning: 0.5 },
		pooling: "cls",
		licence: "Apache-2.0",
		source: `Universal Sentence Encoder lite (Google), from ${name} ${version}`,
	};
	rmSync(modelFolder, { recursive: true, force: true });
	mkdirSync(join(modelFolder, "onnx"), { recursive: true });
	const write = (file: string, content: string | Buffer) => writeFileSync(join(modelFolder, file), content);
	write("onnx/model_quantized.onnx", model);
	if (float) write("onnx/model.onnx", encoderGraph(weights, false));
	for (const [file, content] of Object.entries(files)) write(file, content);
	write("model-card.json", `${JSON.stringify(card, undefined, "\t")}\n`);
	copyFileSync(notice, join(modelFolder, "NOTICE"));
}
