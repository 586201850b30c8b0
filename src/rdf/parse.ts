import { formatNamed, formatOfFile, formatOfText, type RdfFormat } from "./format.ts";
import { readJsonLd } from "./json-ld.ts";
import { sourceText, type TextPiece } from "./source-bytes.ts";
import type { Position } from "./source-text.ts";
import { TermDictionary } from "./term-dictionary.ts";
import { type StatementSink, TurtleReader } from "./turtle.ts";

export interface ParseOptions {
	/** A name, extension or media type; wins over the file's name, which wins over what the text shows. */
	readonly format?: string | undefined;
	readonly filename?: string | undefined;
	/** Makes the IRI of each blank node. */
	readonly nodeIri: () => string;
	readonly sink: StatementSink;
	/** Hears of terms that no door lets in, with their place where the syntax has one; the reading goes on. */
	readonly fault: (reason: string, value: string, at: Position | undefined) => void;
	/** Hears of the bytes read, before they are unpacked. */
	readonly onBytes?: (count: number) => void;
}

/**
 * Reads a file of any syntax as a stream: text is checked, terms pass their doors, statements go to the sink as numbers of
 * the dictionary that comes back. Nothing is fetched, whatever the file names.
 * @throws UTOPIA_RDF_MALFORMED with line and column; UTOPIA_MEDIA_TYPE_UNSUPPORTED for an unknown format.
 */
export async function parseRdf(
	body: AsyncIterable<Uint8Array>,
	options: ParseOptions,
): Promise<{ readonly format: RdfFormat; readonly dictionary: TermDictionary }> {
	const named =
		options.format === undefined ? formatOfFile(options.filename ?? "") : formatNamed(options.format);
	const pieces = sourceText(body, options.onBytes);
	const head = named === undefined ? await beginning(pieces) : { text: "" };
	const format = named ?? formatOfText(head.text);
	let position: () => Position | undefined = () => undefined;
	const dictionary = new TermDictionary(options.nodeIri, (reason, value) =>
		options.fault(reason, value, position()),
	);
	const whole = withHead(head, pieces);
	if (format === "jsonld") {
		await readJsonLd(whole, dictionary, options.sink);
		return { format, dictionary };
	}
	const reader = new TurtleReader(format, dictionary, options.sink);
	position = () => reader.position;
	for await (const { text, broken } of whole) {
		reader.write(text);
		if (broken !== undefined) reader.end(broken);
	}
	reader.end();
	return { format, dictionary };
}

/** As much of a text as shows its format. */
const LOOK = 64 * 1024;

async function beginning(pieces: AsyncGenerator<TextPiece>): Promise<TextPiece> {
	let text = "";
	while (text.length < LOOK) {
		const next = await pieces.next();
		if (next.done) break;
		text += next.value.text;
		if (next.value.broken !== undefined) return { text, broken: next.value.broken };
	}
	return { text };
}

async function* withHead(head: TextPiece, rest: AsyncIterable<TextPiece>): AsyncGenerator<TextPiece> {
	yield head;
	if (head.broken === undefined) yield* rest;
}
