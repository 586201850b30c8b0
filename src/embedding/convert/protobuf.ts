/**
 * The wire format of protocol buffers, as far as a model file needs it: whole numbers and what has a length.
 * A message is the concatenation of its fields, so a field is a Buffer and a message a list of them.
 */
function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = BigInt.asUintN(64, BigInt(value));
	do {
		const low = Number(rest & 0x7fn);
		rest >>= 7n;
		bytes.push(rest === 0n ? low : low | 0x80);
	} while (rest !== 0n);
	return Buffer.from(bytes);
}

/** A whole number, negative ones as 64 bits in two's complement. */
export function numberField(field: number, value: number): Buffer {
	return Buffer.concat([varint(field << 3), varint(value)]);
}

/** Text as UTF-8, bytes as they are, or a message inside a message. */
export function bytesField(field: number, value: string | Uint8Array | readonly Buffer[]): Buffer {
	const bytes =
		typeof value === "string"
			? Buffer.from(value)
			: value instanceof Uint8Array
				? value
				: Buffer.concat(value);
	return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
}
