import { canonicalLexical } from "../rdf/lexical.ts";
import type { FileTerm } from "../rdf/term-dictionary.ts";
import { literal, namedNode, spell, XSD } from "../rdf/terms.ts";
import { instantText, tryInstant } from "../time/instant.ts";
import type { FileRead } from "./read-file.ts";

/** A term as it is written into the patch, and the spelling to keep beside it when the file had another. */
interface Spelled {
	readonly text: string;
	readonly given: string | undefined;
}

const LINES_A_CHUNK = 5_000;

/**
 * Writes quads as canonical N-Quads lines. Each term is spelled once; a spelling that the engine would not keep is noted in
 * the spelling graph.
 */
export class QuadWriter {
	readonly #file: FileRead;
	readonly #spelled: (Spelled | undefined)[] = [];
	readonly #instants: (Spelled | undefined)[] = [];
	readonly #spelling: string;
	#lines: string[] = [];
	#quads = 0;

	constructor(file: FileRead, spellingGraph: string) {
		this.#file = file;
		this.#spelling = `<${spellingGraph}>`;
	}

	/** Quads written so far. */
	get quads(): number {
		return this.#quads;
	}

	/** Sets the count back to what it was: lines were made to be looked at only. */
	rewind(quads: number): void {
		this.#quads = quads;
	}

	/** Whether enough lines wait to make a chunk. */
	get isFull(): boolean {
		return this.#lines.length >= LINES_A_CHUNK;
	}

	/** The lines written since the last call, each ended by a line feed. */
	taken(): string {
		const text = this.#lines.length === 0 ? "" : `${this.#lines.join("\n")}\n`;
		this.#lines = [];
		return text;
	}

	/** The N-Triples spelling of a term of the file as it will stand in the engine. */
	spelled(term: number): string {
		return this.#term(term).text;
	}

	/** One statement of the file; `asInstant` writes a record time as six-digit UTC. `noted` is the predicate of its spelling. */
	statement(
		subject: number,
		predicate: number,
		object: number,
		graph: string,
		{ asInstant = false, noted = predicate, notedOn = subject, always = false } = {},
	): void {
		const found = asInstant ? this.#instant(object) : this.#term(object);
		const subjectText = this.#term(subject).text;
		this.line(`${subjectText} ${this.#term(predicate).text} ${found.text} ${graph} .`);
		const given = found.given ?? (always ? found.text : undefined);
		if (given === undefined) return;
		this.note(this.#term(notedOn).text, noted < 0 ? undefined : this.#term(noted).text, given);
	}

	/** Notes a spelling; without a predicate it is that of a fact's object. */
	note(subject: string, predicate: string | undefined, given: string): void {
		const name = predicate ?? "<urn:utopia:ns:lexicalForm>";
		this.line(`${subject} ${name} ${spell(literal(given))} ${this.#spelling} .`);
	}

	line(text: string): void {
		this.#lines.push(text);
		this.#quads++;
	}

	#term(index: number): Spelled {
		const known = this.#spelled[index];
		if (known !== undefined) return known;
		const made = spelledTerm(this.#file.term(index));
		this.#spelled[index] = made;
		return made;
	}

	#instant(index: number): Spelled {
		const known = this.#instants[index];
		if (known !== undefined) return known;
		const term = this.#file.term(index);
		const at = tryInstant(term.value);
		let made = this.#term(index);
		if (at !== undefined) {
			const text = `"${instantText(at)}"^^<${XSD}dateTime>`;
			const given = written(term);
			made = { text, given: given === text ? undefined : given };
		}
		this.#instants[index] = made;
		return made;
	}
}

/** A term as the file spelled it, in N-Triples. */
export function written(term: FileTerm): string {
	if (term.termType === "NamedNode") return `<${term.value}>`;
	if (term.language !== "") return `${spell(literal(term.value))}@${term.language}`;
	return spell(literal(term.value, namedNode(term.datatype)));
}

function spelledTerm(term: FileTerm): Spelled {
	if (term.termType === "NamedNode") return { text: `<${term.value}>`, given: undefined };
	if (term.language !== "") {
		const lower = term.language.toLowerCase();
		const text = `${spell(literal(term.value))}@${lower}`;
		return { text, given: lower === term.language ? undefined : written(term) };
	}
	const stored = canonicalLexical(term.datatype, term.value);
	const text = spell(literal(stored.value, namedNode(stored.datatype)));
	const same = stored.value === term.value && stored.datatype === term.datatype;
	return { text, given: same ? undefined : written(term) };
}
