import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A tensor of floats as the package has it. */
export interface Weights {
	readonly shape: readonly number[];
	readonly values: Float32Array;
}

/** One layer of the Transformer. */
export interface Layer {
	readonly attentionNorm: Norm;
	readonly qkv: Product;
	readonly output: Product;
	/** Brings the input to the width of the output; absent where it has that width already. */
	readonly residual: Product | undefined;
	readonly ffnNorm: Norm;
	readonly widen: Product;
	readonly narrow: Product;
}

export interface Norm {
	readonly scale: Weights;
	readonly bias: Weights;
}

/** A product with a matrix of [from, to], and what is added to it. */
export interface Product {
	readonly matrix: Weights;
	readonly bias: Weights;
}

export interface EncoderWeights {
	readonly embeddings: Weights;
	readonly timescales: Weights;
	readonly layers: readonly Layer[];
	readonly hidden: Product;
}

interface ManifestTensor {
	readonly name: string;
	readonly shape: readonly number[];
	readonly dtype: string;
	readonly quantization?: unknown;
}

interface Manifest {
	readonly weightsManifest: readonly [
		{ readonly paths: readonly string[]; readonly weights: readonly ManifestTensor[] },
	];
}

const STACK = "(?:module_apply_default|module)/Encoder_en/KonaTransformer/Encode/(?:TransformerStack/)?";
const END = "(?:/ConcatPartitions/concat)?";
const BYTES_PER_ELEMENT = 4;

/** @throws Error where the package is not the one this converter was written for. */
export function readWeights(packageFolder: string): EncoderWeights {
	const find = tensorFinder(packageFolder);
	const inLayers = (layer: number, name: string, shape: readonly number[]) =>
		find(`${STACK}Layer_${layer}/TransformerLayer/${name}${END}`, shape);
	const norm = (layer: number, name: string, width: number): Norm => ({
		scale: inLayers(layer, `${name}layer_prepostprocess/layer_norm/layer_norm_scale`, [width]),
		bias: inLayers(layer, `${name}layer_prepostprocess/layer_norm/layer_norm_bias`, [width]),
	});
	const attention = (layer: number, name: string, from: number, to: number): Product => ({
		matrix: inLayers(layer, `MultiheadAttention/${name}/kernel/part_0`, [1, 1, from, to]),
		bias: inLayers(layer, `MultiheadAttention/${name}/bias`, [to]),
	});
	const convolution = (layer: number, name: string, from: number, to: number): Product => ({
		matrix: inLayers(layer, `FFN/${name}/Tensordot/Reshape_1`, [from, to]),
		bias: inLayers(layer, `FFN/${name}/bias`, [to]),
	});
	const layerOf = (layer: number, width: number, residual: Product | undefined): Layer => ({
		attentionNorm: norm(layer, "", width),
		qkv: attention(layer, "qkv_transform_single", width, 3 * width),
		output: attention(layer, "output_transform_single", width, 512),
		residual,
		ffnNorm: norm(layer, "FFN/", 512),
		widen: convolution(layer, "conv1", 512, 1536),
		narrow: convolution(layer, "conv2", 1536, 512),
	});
	const dense: Product = {
		matrix: inLayers(0, "dense/kernel", [256, 512]),
		bias: inLayers(0, "dense/bias", [512]),
	};
	return {
		embeddings: find("module/Embeddings_en", [8002, 256]),
		timescales: find(`${STACK}Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`, [1, 128]),
		layers: [layerOf(0, 256, dense), layerOf(1, 512, undefined)],
		hidden: {
			matrix: find("module/Encoder_en/hidden_layers/tanh_layer_0/weights", [512, 512]),
			bias: find("module/Encoder_en/hidden_layers/tanh_layer_0/bias", [512]),
		},
	};
}

/** Looks tensors up by the whole of their name, given as a pattern that must fit exactly one. */
function tensorFinder(packageFolder: string): (pattern: string, shape: readonly number[]) => Weights {
	const at = (name: string) => join(packageFolder, "dist", name);
	const manifest = JSON.parse(readFileSync(at("model.json"), "utf8")) as Manifest;
	const { paths, weights } = manifest.weightsManifest[0];
	const bytes = Buffer.concat(paths.map((path) => readFileSync(at(path))));
	const places = new Map<string, { readonly tensor: ManifestTensor; readonly start: number }>();
	let start = 0;
	for (const tensor of weights) {
		places.set(tensor.name, { tensor, start });
		start += lengthOf(tensor.shape) * BYTES_PER_ELEMENT;
	}
	if (start !== bytes.length)
		throw new Error(`the weights are ${bytes.length} bytes long; the manifest says ${start}`);
	return (pattern, shape) => {
		const whole = new RegExp(`^${pattern}$`);
		const found = [...places.values()].filter(({ tensor }) => whole.test(tensor.name));
		const [place] = found;
		if (place === undefined || found.length > 1)
			throw new Error(`${found.length} tensors are named like ${pattern}; one was expected`);
		const { tensor } = place;
		if (tensor.dtype !== "float32" || tensor.quantization !== undefined || `${tensor.shape}` !== `${shape}`)
			throw new Error(
				`${tensor.name} is ${tensor.dtype} of [${tensor.shape}]; float32 of [${shape}] was expected`,
			);
		// Copied: a view on the joined bytes need not begin at a multiple of four.
		const own = bytes.buffer.slice(
			bytes.byteOffset + place.start,
			bytes.byteOffset + place.start + lengthOf(shape) * BYTES_PER_ELEMENT,
		);
		return { shape, values: new Float32Array(own as ArrayBuffer) };
	};
}

const lengthOf = (shape: readonly number[]): number => shape.reduce((length, axis) => length * axis, 1);
