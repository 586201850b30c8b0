import { bytesField, numberField } from "./protobuf.ts";

/** Numbers of the element types in ONNX's TensorProto. */
export const ELEMENT = { float: 1, uint8: 2, int8: 3, int64: 7 } as const;

export interface Tensor {
	readonly element: keyof typeof ELEMENT;
	readonly shape: readonly number[];
	/** Little-endian, row by row. */
	readonly bytes: Uint8Array;
}

type Attributes = Readonly<Record<string, number | readonly number[]>>;

/** Attribute kinds of AttributeProto: one whole number, several. */
const INT = 2;
const INTS = 7;

/** ONNX 1.8: the oldest pair of versions that has every operator we use in the form we use. */
const IR_VERSION = 7;
const OPSET = 13;

const bytesOf = (numbers: Float32Array | BigInt64Array): Uint8Array => new Uint8Array(numbers.buffer);

/** A tensor of floats. No shape: a single number. */
export function floats(values: readonly number[], shape: readonly number[] = []): Tensor {
	return { element: "float", shape, bytes: bytesOf(Float32Array.from(values)) };
}

function whole(values: readonly number[], shape: readonly number[]): Tensor {
	return { element: "int64", shape, bytes: bytesOf(BigInt64Array.from(values.map(BigInt))) };
}

/** An ONNX graph under construction. Names are given in order, so that the same steps give the same bytes. */
export class OnnxGraph {
	readonly #nodes: Buffer[] = [];
	readonly #initializers: Buffer[] = [];
	readonly #kept = new Map<string, string>();
	#names = 0;

	/** Adds a step with one result and returns the name of the result. */
	step(operator: string, inputs: readonly string[], attributes: Attributes = {}): string {
		return this.steps(operator, inputs, 1, attributes)[0] as string;
	}

	/** Adds a step with several results and returns their names. */
	steps(operator: string, inputs: readonly string[], results: number, attributes: Attributes = {}): string[] {
		const names = Array.from({ length: results }, () => this.#name());
		this.#nodes.push(
			bytesField(1, [
				...inputs.map((input) => bytesField(1, input)),
				...names.map((name) => bytesField(2, name)),
				bytesField(4, operator),
				...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
			]),
		);
		return names;
	}

	/** Adds a constant and returns its name. */
	constant(tensor: Tensor): string {
		const name = this.#name();
		this.#initializers.push(
			bytesField(5, [
				...tensor.shape.map((length) => numberField(1, length)),
				numberField(2, ELEMENT[tensor.element]),
				bytesField(8, name),
				bytesField(9, tensor.bytes),
			]),
		);
		return name;
	}

	/** The name of a single float, kept once for all who ask. */
	float(value: number): string {
		return this.#once(`float ${value}`, () => floats([value]));
	}

	/** The name of a single whole number. */
	int(value: number): string {
		return this.#once(`int ${value}`, () => whole([value], []));
	}

	/** The name of a list of whole numbers: a shape or axes. */
	ints(...values: readonly number[]): string {
		return this.#once(`ints ${values}`, () => whole(values, [values.length]));
	}

	/** The bytes of the model file. Shapes name an axis where it is a string, and fix it where it is a number. */
	bytes(name: string, inputs: readonly Named[], outputs: readonly Named[], producer: string): Buffer {
		const graph = [
			...this.#nodes,
			bytesField(2, name),
			...this.#initializers,
			...inputs.map((input) => bytesField(11, described(input))),
			...outputs.map((output) => bytesField(12, described(output))),
		];
		return Buffer.concat([
			numberField(1, IR_VERSION),
			bytesField(2, producer),
			bytesField(7, graph),
			bytesField(8, [bytesField(1, ""), numberField(2, OPSET)]),
		]);
	}

	/** Gives a result the name under which the model hands it out. */
	namedStep(operator: string, inputs: readonly string[], name: string): void {
		this.#nodes.push(
			bytesField(1, [
				...inputs.map((input) => bytesField(1, input)),
				bytesField(2, name),
				bytesField(4, operator),
			]),
		);
	}

	#once(key: string, tensor: () => Tensor): string {
		const known = this.#kept.get(key);
		if (known !== undefined) return known;
		const name = this.constant(tensor());
		this.#kept.set(key, name);
		return name;
	}

	#name(): string {
		this.#names++;
		return `t${this.#names}`;
	}
}

/** An input or output of the model. */
export interface Named {
	readonly name: string;
	readonly element: keyof typeof ELEMENT;
	readonly shape: readonly (number | string)[];
}

function attribute(name: string, value: number | readonly number[]): Buffer[] {
	if (typeof value === "number") return [bytesField(1, name), numberField(3, value), numberField(20, INT)];
	return [bytesField(1, name), ...value.map((each) => numberField(8, each)), numberField(20, INTS)];
}

function described({ name, element, shape }: Named): Buffer[] {
	const axes = shape.map((axis) =>
		bytesField(1, [typeof axis === "number" ? numberField(1, axis) : bytesField(2, axis)]),
	);
	return [
		bytesField(1, name),
		bytesField(2, [bytesField(1, [numberField(1, ELEMENT[element]), bytesField(2, axes)])]),
	];
}
