import type { Tensor } from "./onnx.ts";
import type { Weights } from "./weights.ts";

/** Whole numbers of eight bits and the factors that bring them back. */
export interface Rounded {
	readonly numbers: Tensor;
	readonly scales: Float32Array;
}

const LARGEST = 127;
/** What stands for zero where the eight bits have no sign. */
export const ZERO_POINT = 128;

/** A matrix [from, to] without sign around 128, one scale for each column. */
export function roundedColumns({ values, shape }: Weights): Rounded {
	const [from, to] = shape.slice(-2) as [number, number];
	const scales = new Float32Array(to);
	for (let at = 0; at < values.length; at++)
		scales[at % to] = Math.max(scales[at % to] as number, Math.abs(values[at] as number));
	const bytes = new Uint8Array(values.length);
	finish(scales);
	for (let at = 0; at < values.length; at++)
		bytes[at] = Math.round((values[at] as number) / (scales[at % to] as number)) + ZERO_POINT;
	return { numbers: { element: "uint8", shape: [from, to], bytes }, scales };
}

/** A table [rows, width] with sign, one scale for each row. */
export function roundedRows({ values, shape }: Weights): Rounded {
	const [rows, width] = shape as [number, number];
	const scales = new Float32Array(rows);
	for (let at = 0; at < values.length; at++) {
		const row = Math.floor(at / width);
		scales[row] = Math.max(scales[row] as number, Math.abs(values[at] as number));
	}
	const numbers = new Int8Array(values.length);
	finish(scales);
	for (let at = 0; at < values.length; at++)
		numbers[at] = Math.round((values[at] as number) / (scales[Math.floor(at / width)] as number));
	return { numbers: { element: "int8", shape, bytes: new Uint8Array(numbers.buffer) }, scales };
}

/** From largest magnitudes to scales; nothing but zeros keeps any scale. */
function finish(scales: Float32Array): void {
	for (let at = 0; at < scales.length; at++) scales[at] = ((scales[at] as number) || LARGEST) / LARGEST;
}
