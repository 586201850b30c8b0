import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UtopiaError } from "../errors.ts";
import type { ModelCard } from "./model-card.ts";

/** Why there is no meaning in a search, as health and answers say it (search-and-extraction 7). */
export type ModelReason = "model_missing" | "model_failed" | "embedder_down";

/** The folder of the model that ships, where the build has put it. */
export const SHIPPED_MODEL = fileURLToPath(new URL("../../dist/models/use-lite-en/", import.meta.url));

/** UTOPIA_MODEL_UNAVAILABLE with its reason, ready to be thrown. */
export function modelUnavailable(reason: ModelReason, message: string, cause?: unknown): UtopiaError {
	return new UtopiaError("UTOPIA_MODEL_UNAVAILABLE", message, { reason }, { cause });
}

/** @throws UTOPIA_MODEL_UNAVAILABLE (model_missing) where the model folder has no such file. */
export function modelFile(modelFolder: string, name: string): Buffer {
	try {
		return readFileSync(join(modelFolder, name));
	} catch (cause) {
		throw modelUnavailable("model_missing", `The model folder has no ${name} that can be read.`, cause);
	}
}

/** @throws UTOPIA_MODEL_UNAVAILABLE: model_missing without the file, model_failed where it is no JSON. */
export function modelJson(modelFolder: string, name: string): unknown {
	const text = modelFile(modelFolder, name).toString("utf8");
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw modelUnavailable("model_failed", `The model's ${name} is not JSON.`, cause);
	}
}

/**
 * Reads a model folder's card and holds its files against it: vectors are kept under the card's digests, so files that
 * are not the card's would mix vectors of two models.
 *
 * @throws UTOPIA_MODEL_UNAVAILABLE: model_missing without a file, model_failed where the card or a file is not right.
 */
export function readModel(modelFolder: string): { readonly card: ModelCard; readonly rounded: boolean } {
	const card = checkedCard(modelJson(modelFolder, "model-card.json"));
	const { model, rounded } = modelBytes(modelFolder);
	if (
		sha256(model) !== card.sha256.model ||
		sha256(modelFile(modelFolder, "tokenizer.json")) !== card.sha256.tokenizer
	)
		throw modelUnavailable(
			"model_failed",
			`The files of model ${card.id} are not those that its card gives the SHA-256 of. Build or fetch it again.`,
		);
	return { card, rounded };
}

const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The rounded model where there is one, as it is the one that ships; else the float one. */
function modelBytes(modelFolder: string): { readonly model: Buffer; readonly rounded: boolean } {
	try {
		return { model: modelFile(modelFolder, "onnx/model_quantized.onnx"), rounded: true };
	} catch {
		return { model: modelFile(modelFolder, "onnx/model.onnx"), rounded: false };
	}
}

const text = (value: unknown): value is string => typeof value === "string" && value !== "";
const count = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
const share = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

function checkedCard(value: unknown): ModelCard {
	const card = value as ModelCard;
	const wrong = Object.entries({
		id: text(card?.id),
		sha256: text(card?.sha256?.model) && text(card?.sha256?.tokenizer),
		dims: count(card?.dims),
		window: count(card?.window),
		languages: Array.isArray(card?.languages) && card.languages.every(text),
		fusion: share(card?.fusion?.words) && share(card?.fusion?.meaning),
		pooling: card?.pooling === "cls" || card?.pooling === "mean",
		prefixes:
			card?.prefixes === undefined ||
			(typeof card.prefixes.query === "string" && typeof card.prefixes.passage === "string"),
		licence: text(card?.licence),
		source: text(card?.source),
	}).filter(([, right]) => !right);
	if (wrong.length > 0)
		throw modelUnavailable(
			"model_failed",
			`The model's model-card.json has no usable ${wrong.map(([name]) => name).join(", ")}.`,
		);
	return card;
}
