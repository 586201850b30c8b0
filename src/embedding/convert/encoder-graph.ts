import { ELEMENT, floats, OnnxGraph, type Tensor } from "./onnx.ts";
import { roundedColumns, roundedRows, ZERO_POINT } from "./rounding.ts";
import type { EncoderWeights, Layer, Norm, Product, Weights } from "./weights.ts";

const HEADS = 4;
const NORM_EPSILON = 1e-6;
const LENGTH_EPSILON = 1e-12;
const FAR_BELOW = -1e9;
const DIMENSIONS = 512;

/** Names of steps and constants, as they are strung together. */
interface Writing {
	readonly graph: OnnxGraph;
	readonly rounded: boolean;
}

/**
 * The encoder as an ONNX file: pieces and their mask in, one vector of length one out (search-and-extraction 1.2).
 * With `rounded` its matrices and its table are of eight bits (1.3).
 */
export function encoderGraph(weights: EncoderWeights, rounded: boolean): Buffer {
	const graph = new OnnxGraph();
	const writing = { graph, rounded };
	const mask = graph.step("Cast", ["attention_mask"], { to: ELEMENT.float });
	const bias = paddingBias(graph, mask);
	let x = input(writing, weights);
	for (const layer of weights.layers) x = transformed(writing, layer, x, bias);
	const mean = meanOverPieces(graph, x, mask);
	const hidden = graph.step("Tanh", [product(writing, mean, weights.hidden)]);
	graph.namedStep("Unsqueeze", [ofLengthOne(graph, hidden), graph.ints(1)], "last_hidden_state");
	return graph.bytes(
		"use-lite-en",
		[
			{ name: "input_ids", element: "int64", shape: ["batch", "seq"] },
			{ name: "attention_mask", element: "int64", shape: ["batch", "seq"] },
		],
		[{ name: "last_hidden_state", element: "float", shape: ["batch", 1, DIMENSIONS] }],
		"utopia",
	);
}

const constant = (graph: OnnxGraph, { values, shape }: Weights): string =>
	graph.constant(floatTensor(values, shape));

function floatTensor(values: Float32Array, shape: readonly number[]): Tensor {
	return { element: "float", shape, bytes: new Uint8Array(values.buffer) };
}

/** Twice the embedding of each piece, and a signal that tells where it stands. */
function input({ graph, rounded }: Writing, { embeddings, timescales }: EncoderWeights): string {
	const embedded = rounded
		? roundedLookUp(graph, embeddings)
		: graph.step("Gather", [constant(graph, embeddings), "input_ids"]);
	const length = graph.step("Gather", [graph.step("Shape", ["input_ids"]), graph.int(1)]);
	const positions = graph.step("Range", [graph.int(0), length, graph.int(1)]);
	const column = graph.step("Unsqueeze", [
		graph.step("Cast", [positions], { to: ELEMENT.float }),
		graph.ints(1),
	]);
	const angles = graph.step("Mul", [column, constant(graph, timescales)]);
	const signal = graph.step("Concat", [graph.step("Sin", [angles]), graph.step("Cos", [angles])], {
		axis: 1,
	});
	return graph.step("Add", [graph.step("Mul", [embedded, graph.float(2)]), signal]);
}

function roundedLookUp(graph: OnnxGraph, table: Weights): string {
	const { numbers, scales } = roundedRows(table);
	const rows = graph.step("Gather", [graph.constant(numbers), "input_ids"]);
	const factors = graph.step("Gather", [
		graph.constant(floatTensor(scales, [scales.length, 1])),
		"input_ids",
	]);
	return graph.step("Mul", [graph.step("Cast", [rows], { to: ELEMENT.float }), factors]);
}

/** Zero for pieces, far below anything for what only fills a batch. */
function paddingBias(graph: OnnxGraph, mask: string): string {
	const filling = graph.step("Sub", [graph.float(1), mask]);
	return graph.step("Unsqueeze", [graph.step("Mul", [filling, graph.float(FAR_BELOW)]), graph.ints(1, 2)]);
}

function transformed(writing: Writing, layer: Layer, x: string, bias: string): string {
	const { graph } = writing;
	const attended = product(writing, attention(writing, layer, x, bias), layer.output);
	const residual = layer.residual === undefined ? x : product(writing, x, layer.residual);
	const sum = graph.step("Add", [attended, residual]);
	const wide = product(writing, normed(graph, sum, layer.ffnNorm), layer.widen);
	return graph.step("Add", [product(writing, graph.step("Relu", [wide]), layer.narrow), sum]);
}

function attention(writing: Writing, layer: Layer, x: string, bias: string): string {
	const { graph } = writing;
	const width = layer.attentionNorm.scale.values.length;
	const together = product(writing, normed(graph, x, layer.attentionNorm), layer.qkv);
	const [q, k, v] = graph.steps("Split", [together], 3, { axis: -1 }) as [string, string, string];
	const heads = (name: string, perm: readonly number[]) =>
		graph.step("Transpose", [graph.step("Reshape", [name, graph.ints(0, 0, HEADS, width / HEADS)])], {
			perm,
		});
	const asked = heads(graph.step("Mul", [q, graph.float(1 / Math.sqrt(width / HEADS))]), [0, 2, 1, 3]);
	const scores = graph.step("Add", [graph.step("MatMul", [asked, heads(k, [0, 2, 3, 1])]), bias]);
	const shares = graph.step("Softmax", [scores], { axis: -1 });
	const mixed = graph.step("MatMul", [shares, heads(v, [0, 2, 1, 3])]);
	const joined = graph.step("Transpose", [mixed], { perm: [0, 2, 1, 3] });
	return graph.step("Reshape", [joined, graph.ints(0, 0, width)]);
}

function normed(graph: OnnxGraph, x: string, norm: Norm): string {
	const overLast = { axes: [-1], keepdims: 1 };
	const centred = graph.step("Sub", [x, graph.step("ReduceMean", [x], overLast)]);
	const variance = graph.step("ReduceMean", [graph.step("Mul", [centred, centred])], overLast);
	const deviation = graph.step("Sqrt", [graph.step("Add", [variance, graph.float(NORM_EPSILON)])]);
	const scaled = graph.step("Mul", [graph.step("Div", [centred, deviation]), constant(graph, norm.scale)]);
	return graph.step("Add", [scaled, constant(graph, norm.bias)]);
}

function product({ graph, rounded }: Writing, x: string, { matrix, bias }: Product): string {
	const multiplied = rounded
		? roundedProduct(graph, x, matrix)
		: graph.step("MatMul", [x, flat(graph, matrix)]);
	return graph.step("Add", [multiplied, constant(graph, bias)]);
}

const flat = (graph: OnnxGraph, { values, shape }: Weights): string =>
	graph.constant(floatTensor(values, shape.slice(-2)));

/** The left side is rounded as it comes, with one scale and one zero point. */
function roundedProduct(graph: OnnxGraph, x: string, matrix: Weights): string {
	const { numbers, scales } = roundedColumns(matrix);
	const [left, scale, zero] = graph.steps("DynamicQuantizeLinear", [x], 3) as [string, string, string];
	const zeroOfMatrix = graph.constant({ element: "uint8", shape: [], bytes: Uint8Array.of(ZERO_POINT) });
	const sums = graph.step("MatMulInteger", [left, graph.constant(numbers), zero, zeroOfMatrix]);
	const both = graph.step("Mul", [scale, graph.constant(floatTensor(scales, [scales.length]))]);
	return graph.step("Mul", [graph.step("Cast", [sums], { to: ELEMENT.float }), both]);
}

function meanOverPieces(graph: OnnxGraph, x: string, mask: string): string {
	const weights = graph.step("Unsqueeze", [mask, graph.ints(2)]);
	const sum = graph.step("ReduceSum", [graph.step("Mul", [x, weights]), graph.ints(1)], { keepdims: 0 });
	const pieces = graph.step("ReduceSum", [weights, graph.ints(1)], { keepdims: 0 });
	return graph.step("Div", [sum, graph.step("Max", [pieces, graph.float(1)])]);
}

function ofLengthOne(graph: OnnxGraph, x: string): string {
	const squares = graph.step("ReduceSum", [graph.step("Mul", [x, x]), graph.ints(-1)], { keepdims: 1 });
	const length = graph.step("Sqrt", [graph.step("Max", [squares, graph.constant(floats([LENGTH_EPSILON]))])]);
	return graph.step("Div", [x, length]);
}
