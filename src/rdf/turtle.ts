import { Lexer, Parser, type ParserOptions } from "n3";
import { MAX_LITERAL } from "./bounds.ts";
import type { RdfFormat } from "./format.ts";
import { malformed } from "./malformed.ts";
import { type Position, SourceText } from "./source-text.ts";
import type { FileTerm, TermDictionary } from "./term-dictionary.ts";

/** Longest text between two tokens, escapes as they are written. */
const MAX_TOKEN = 32 * 1024 * 1024;
/** Longest stretch without a finished statement. */
const MAX_STATEMENT = 64 * 1024 * 1024;
const FORMATS: Readonly<Record<Exclude<RdfFormat, "jsonld">, string>> = {
	turtle: "Turtle",
	trig: "TriG",
	ntriples: "N-Triples",
	nquads: "N-Quads",
};

/** Hears of each statement: the numbers of its terms, −1 for the default graph, and the line on which it ends. */
export type StatementSink = (
	subject: number,
	predicate: number,
	object: number,
	graph: number,
	line: number,
) => void;

/** What the parser's tokens tell of their place: lines from 1, columns from 0, the end excluded. */
interface Token {
	readonly line: number;
	readonly start: number;
	readonly end: number;
	readonly endLine?: number;
}

interface Statement {
	readonly subject: FileTerm;
	readonly predicate: FileTerm;
	readonly object: FileTerm | Statement;
	readonly graph: FileTerm | typeof DEFAULT_GRAPH;
}

const NO_TRIPLE_TERMS = "triple terms of RDF 1.2 are not part of the mapping";
const DEFAULT_GRAPH = { termType: "DefaultGraph", value: "", index: -1 } as const;

function tokenEnd(token: Token | undefined): Position {
	return token === undefined
		? { line: 1, column: 1 }
		: { line: token.endLine ?? token.line, column: token.end + 1 };
}

/** Reads one file of the Turtle family, piece by piece. Terms go into the dictionary as they are met. */
export class TurtleReader {
	readonly #source = new SourceText();
	readonly #dictionary: TermDictionary;
	readonly #lexer: Lexer & { readonly previousToken?: Token };
	readonly #sink: StatementSink;
	#data: (text: string) => void = () => undefined;
	#end: () => void = () => undefined;
	#error: Error | undefined;
	#sinceStatement = 0;
	#token: Token | undefined;

	constructor(format: Exclude<RdfFormat, "jsonld">, dictionary: TermDictionary, sink: StatementSink) {
		this.#dictionary = dictionary;
		this.#sink = sink;
		const lineMode = format === "ntriples" || format === "nquads";
		this.#lexer = new Lexer({ lineMode, n3: false });
		const options = {
			format: FORMATS[format],
			lexer: this.#lexer,
			factory: this.#factory(),
			maxTripleTermDepth: 0,
		};
		const parser = new Parser(options as unknown as ParserOptions);
		const source = {
			on: (event: string, listener: (text?: string) => void) => {
				if (event === "data") this.#data = listener;
				if (event === "end") this.#end = listener;
			},
		};
		parser.parse(source as never, (error, statement) => this.#statement(error, statement as never));
	}

	/** Where the token stands that is being read: for faults of terms that the dictionary finds. */
	get position(): Position {
		return this.#source.nextToken(tokenEnd(this.#lexer.previousToken)).at;
	}

	/** @throws UTOPIA_RDF_MALFORMED with line and column. */
	write(text: string): void {
		this.#source.push(text);
		this.#sinceStatement += text.length;
		this.#data(text);
		if (this.#error !== undefined) throw this.#located(this.#error);
		this.#bounded();
	}

	/** @throws UTOPIA_RDF_MALFORMED when the file is not whole, or for `broken`, the reason why its bytes end. */
	end(broken?: string): void {
		if (broken !== undefined) throw malformed(broken, this.#source.end);
		this.#end();
		if (this.#error !== undefined) throw this.#located(this.#error);
	}

	#bounded(): void {
		const token = this.#lexer.previousToken;
		if (token !== this.#token) {
			this.#token = token;
			this.#source.forget(tokenEnd(token));
		} else if (this.#source.length > MAX_TOKEN) {
			const { at, text } = this.#source.nextToken(tokenEnd(token));
			if (text !== "") throw malformed("this literal or name is longer than 4 MiB", at);
			this.#source.forget(at);
		}
		if (this.#sinceStatement > MAX_STATEMENT) {
			throw malformed("64 MiB without the end of a statement; is a full stop missing?", this.position);
		}
	}

	#statement(error: Error | null, statement: Statement | null): void {
		if (error !== null) this.#error ??= error;
		if (error !== null || statement === null) return;
		this.#sinceStatement = 0;
		const { subject, predicate, object, graph } = statement;
		if ("subject" in object) {
			throw malformed(NO_TRIPLE_TERMS, this.position);
		}
		const line = this.#lexer.previousToken?.line ?? 1;
		this.#sink(subject.index, predicate.index, object.index, graph.index, line);
	}

	#factory() {
		const dictionary = this.#dictionary;
		return {
			namedNode: (iri: string) => dictionary.namedNode(iri),
			blankNode: (label?: string) => dictionary.blankNode(label),
			defaultGraph: () => DEFAULT_GRAPH,
			literal: (value: string, kind?: string | FileTerm | { readonly language: string }) => {
				if (value.length > MAX_LITERAL) throw malformed("this literal is longer than 4 MiB", this.position);
				if (kind === undefined) return dictionary.literal(value, "", "");
				if (typeof kind === "string") return dictionary.literal(value, kind, "");
				if ("termType" in kind) return dictionary.literal(value, "", kind.value);
				throw malformed("text with a base direction is not part of the mapping", this.position);
			},
			quad: (subject: FileTerm, predicate: FileTerm, object: FileTerm, graph: FileTerm): Statement => ({
				subject,
				predicate,
				object,
				graph,
			}),
		};
	}

	#located(error: Error): Error {
		const context = (error as { context?: { token?: Token; previousToken?: Token } }).context;
		if (context === undefined) return error;
		const reason = reworded(error.message.replace(/ on line \d+\.$/, ""));
		if (context.token !== undefined) {
			const { line, start } = context.token;
			return malformed(reason, { line, column: start + 1 }, error);
		}
		const { at, text } = this.#source.nextToken(tokenEnd(context.previousToken));
		const finer = tokenFault(text);
		return finer === undefined
			? malformed(reason, at, error)
			: malformed(finer.reason, SourceText.within(text, at, finer.offset), error);
	}
}

/** The parser's sentence where it reads, ours where it names its own insides. */
function reworded(reason: string): string {
	if (/triple term|reified triple|annotation/i.test(reason)) return NO_TRIPLE_TERMS;
	return reason
		.replace(
			/^Expected punctuation to follow .*$/,
			'Expected punctuation (".", ";" or ",") to follow the object',
		)
		.replaceAll(" eof", " the end of the file");
}

const ESCAPE = /\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[tbnrf"'\\])/y;

/** What exactly is wrong inside a token that the lexer could not read, and how far into it. */
function tokenFault(text: string): { readonly offset: number; readonly reason: string } | undefined {
	const quote = /^(?:"""|'''|"|')/.exec(text)?.[0];
	if (quote !== undefined) return literalFault(text, quote);
	if (!text.startsWith("<")) return undefined;
	const line = /^<[^>\r\n]*>?/.exec(text)?.[0] ?? "<";
	if (!line.endsWith(">")) return { offset: 0, reason: 'this IRI is not closed; ">" is missing' };
	const bad = /[\x00-\x20<"{}|^`]|\\(?!u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})/.exec(line.slice(1));
	return bad === null
		? undefined
		: { offset: 1 + bad.index, reason: `an IRI cannot hold ${JSON.stringify(bad[0])}` };
}

function literalFault(text: string, quote: string) {
	const long = quote.length === 3;
	for (let at = quote.length; at < text.length; at++) {
		const char = text[at];
		if (char === "\\") {
			ESCAPE.lastIndex = at;
			const found = ESCAPE.exec(text);
			if (found === null) return { offset: at, reason: `${text.slice(at, at + 2)} is no escape sequence` };
			at += found[0].length - 1;
		} else if (text.startsWith(quote, at)) return undefined;
		else if (!long && (char === "\n" || char === "\r")) break;
	}
	return { offset: 0, reason: `this text is not closed; ${quote} is missing` };
}
