/** A place in a file: lines and columns count from 1, columns in UTF-16 units, as editors show them. */
export interface Position {
	readonly line: number;
	readonly column: number;
}

interface Piece {
	readonly text: string;
	readonly start: Position;
}

/** Where the text ends when it begins at `start`. A piece never ends between CR and LF. */
function endOf(text: string, start: Position): Position {
	let line = start.line;
	let last = -1;
	if (text.includes("\r")) {
		for (const found of text.matchAll(/\r\n?|\n/g)) {
			line++;
			last = found.index + found[0].length - 1;
		}
	} else {
		for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
			line++;
			last = at;
		}
	}
	return last < 0 ? { line, column: start.column + text.length } : { line, column: text.length - last };
}

const SEPARATOR = /(?:[ \t\r\n]+|#[^\r\n]*|\^\^)*/y;

/**
 * The part of a file that a parser is still working on, so that an error can be given its exact place whatever the parser
 * knows of it. Memory is bounded by what lies between two tokens.
 */
export class SourceText {
	#pieces: Piece[] = [];
	#end: Position = { line: 1, column: 1 };
	#length = 0;

	/** Where the text read so far ends. */
	get end(): Position {
		return this.#end;
	}

	/** Characters held. */
	get length(): number {
		return this.#length;
	}

	push(text: string): void {
		this.#pieces.push({ text, start: this.#end });
		this.#end = endOf(text, this.#end);
		this.#length += text.length;
	}

	/** Lets go of what lies before `position`. */
	forget(position: Position): void {
		let count = 0;
		for (const { start } of this.#pieces.slice(1)) {
			if (isAfter(start, position)) break;
			count++;
		}
		for (const { text } of this.#pieces.splice(0, count)) this.#length -= text.length;
	}

	/** The first place at or after `position` that is neither blank nor comment, and what stands there. */
	nextToken(position: Position): { readonly at: Position; readonly text: string } {
		const text = this.#pieces.map((piece) => piece.text).join("");
		const start = this.#pieces[0]?.start ?? this.#end;
		const place = isAfter(start, position) ? start : position;
		const from = offsetOf(text, start, place);
		SEPARATOR.lastIndex = from;
		const to = from + (SEPARATOR.exec(text)?.[0].length ?? 0);
		return { at: endOf(text.slice(from, to), place), text: text.slice(to) };
	}

	/** The place `length` characters into `text`, which begins at `start`. */
	static within(text: string, start: Position, length: number): Position {
		return endOf(text.slice(0, length), start);
	}
}

function isAfter(a: Position, b: Position): boolean {
	return a.line > b.line || (a.line === b.line && a.column > b.column);
}

/** The offset in `text`, which begins at `start`, of a later position. */
function offsetOf(text: string, start: Position, position: Position): number {
	let line = start.line;
	let offset = 0;
	const breaks = /\r\n?|\n/g;
	while (line < position.line) {
		const found = breaks.exec(text);
		if (found === null) return text.length;
		offset = found.index + found[0].length;
		line++;
	}
	return offset + position.column - (line === start.line ? start.column : 1);
}
