import { readFileSync } from "node:fs";
import type { Literal, NamedNode } from "@rdfjs/types";
import { spell, XSD } from "../rdf/terms.ts";

declare const bound: unique symbol;

/** SPARQL text that only `Template.bind` can make. The store port takes nothing else. */
export type BoundQuery = string & { readonly [bound]: true };

/** What a parameter may be given, by its declared type. `iri+` and `term+` are one or more, written side by side for `VALUES` and `IN`. */
export type Argument = NamedNode | Literal | readonly NamedNode[];

type ParameterType = "iri" | "iri+" | "literal" | "dateTime" | "integer";

interface Token {
	readonly kind: "text" | "parameter";
	readonly value: string;
}

const DECLARATION = /^#\s*@param\s+\$([A-Za-z][A-Za-z0-9]*)\s+(iri\+?|literal|dateTime|integer)\s*$/gm;
/** Comment, IRI, long and short strings, then a parameter: only the last is ever replaced (SPARQL 1.1, 19.8). */
const TOKEN =
	/#[^\n]*|<[^<>"{}|^`\\\s]*>|"""(?:[^"\\]|\\.|"(?!""))*"""|'''(?:[^'\\]|\\.|'(?!''))*'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\$([A-Za-z][A-Za-z0-9]*)/gs;

function tokens(text: string): readonly Token[] {
	const found: Token[] = [];
	let last = 0;
	for (const match of text.matchAll(TOKEN)) {
		if (match[1] === undefined) continue;
		found.push(
			{ kind: "text", value: text.slice(last, match.index) },
			{ kind: "parameter", value: match[1] },
		);
		last = match.index + match[0].length;
	}
	found.push({ kind: "text", value: text.slice(last) });
	return found;
}

function fits(type: ParameterType, value: Argument): boolean {
	if (Array.isArray(value)) return type === "iri+" && value.length > 0;
	const term = value as NamedNode | Literal;
	if (type === "iri" || type === "iri+") return term.termType === "NamedNode" && type === "iri";
	if (term.termType !== "Literal") return false;
	return type === "literal" || term.datatype.value === `${XSD}${type}`;
}

/**
 * A query from `queries/`, with parameters declared in the comments at its head: `# @param $name type`. `$name` is given,
 * `?name` is found. It is plain SPARQL 1.1 that parses as it stands.
 */
export class Template {
	readonly name: string;
	readonly text: string;
	readonly parameters: ReadonlyMap<string, ParameterType>;
	readonly #tokens: readonly Token[];

	constructor(name: string, text: string) {
		this.name = name;
		this.text = text;
		this.parameters = new Map(
			[...text.matchAll(DECLARATION)].map(([, key, type]) => [key ?? "", type as ParameterType]),
		);
		this.#tokens = tokens(text);
		for (const { kind, value } of this.#tokens) {
			if (kind === "parameter" && !this.parameters.has(value))
				throw new TypeError(`${name}: $${value} is not declared`);
		}
	}

	/**
	 * Puts terms in the places of the declared parameters; the shape of the query does not depend on them.
	 * @throws TypeError for a missing, undeclared or wrongly typed argument, before anything runs.
	 */
	bind(
		given: Readonly<Record<string, Argument>>,
		{ limit, offset = 0 }: { limit: number; offset?: number },
	): BoundQuery {
		for (const [key, value] of Object.entries(given)) {
			const type = this.parameters.get(key);
			if (type === undefined) throw new TypeError(`${this.name}: $${key} is not declared`);
			if (!fits(type, value)) throw new TypeError(`${this.name}: $${key} must be ${type}`);
		}
		if (!Number.isSafeInteger(limit) || limit < 1)
			throw new TypeError(`${this.name}: a limit is a whole number from 1`);
		const body = this.#tokens
			.map(({ kind, value }) => (kind === "text" ? value : this.#spelled(value, given)))
			.join("");
		return `${body}\nLIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ""}` as BoundQuery;
	}

	#spelled(key: string, given: Readonly<Record<string, Argument>>): string {
		const value = given[key];
		if (value === undefined) throw new TypeError(`${this.name}: $${key} is missing`);
		if (Array.isArray(value)) return value.map(spell).join(" ");
		return spell(value as NamedNode | Literal);
	}
}

const QUERIES = new URL("../../queries/", import.meta.url);

/** Loads `queries/<room>/<name>.rq`. Called once a template, at module load. */
export function loadTemplate(name: string): Template {
	return new Template(name, readFileSync(new URL(`${name}.rq`, QUERIES), "utf8"));
}
