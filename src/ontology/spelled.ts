import type { Literal, NamedNode } from "@rdfjs/types";
import type { View } from "../access/view.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { canonicalLexical } from "../rdf/lexical.ts";
import { readTerm } from "../rdf/read-term.ts";
import { namedNode, taggedText } from "../rdf/terms.ts";
import { decode, iri, type StoredTerm, text } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import type { Instant } from "../time/instant.ts";
import { rdf } from "../vocab/well-known.ts";
import { statementsAt } from "./ontology.ts";
import type { Statement } from "./statements.ts";

const template = loadTemplate("ontology/spellings");
const A_TIME = 1_000;
const MOST_SPELLINGS = 2_000_000;

/** A statement with its value in the spelling that it was given in. */
export interface SpelledStatement extends Statement {
	readonly spelled: NamedNode | Literal;
	/** Whether that spelling is kept beside the value. */
	readonly isNoted: boolean;
}

/** All statements declared at the record instant, as they were spelled; one whose value was spelled in two ways is there twice. */
export async function spelledStatementsAt(asOf: Instant, view: View): Promise<readonly SpelledStatement[]> {
	const statements = await statementsAt(asOf, view);
	const literal = statements.filter(({ value }) => value.termType === "Literal");
	const noted = await spellings([...new Set(literal.map(({ row }) => row))], view);
	return statements.flatMap((statement): SpelledStatement[] => {
		const { row, isDeclared, property, value } = statement;
		const given = noted.get(`${row} ${isDeclared ? rdf.object.value : property}`) ?? [];
		const own = given.filter((spelled) => isStoredAs(value, spelled));
		if (own.length === 0) return [{ ...statement, spelled: value, isNoted: false }];
		return own.map((spelled) => ({ ...statement, spelled, isNoted: true }));
	});
}

/** The spellings noted for what rows say, by row and property. */
async function spellings(
	rows: readonly string[],
	view: View,
): Promise<ReadonlyMap<string, readonly (NamedNode | Literal)[]>> {
	const { spelling } = graphsOf(view.kb);
	const found = new Map<string, (NamedNode | Literal)[]>();
	for (let start = 0; start < rows.length; start += A_TIME) {
		const some = rows.slice(start, start + A_TIME).map((row) => namedNode(row));
		const query = template.bind({ spelling, rows: some }, { limit: MOST_SPELLINGS });
		for (const one of await view.select(query)) {
			const { row, property, spelled } = decode(one, { row: iri, property: iri, spelled: text });
			const name = `${row.value} ${property.value}`;
			const known = found.get(name);
			if (known === undefined) found.set(name, [termOf(spelled)]);
			else known.push(termOf(spelled));
		}
	}
	return found;
}

function termOf(spelled: string): NamedNode | Literal {
	const tag = /"@([A-Za-z0-9-]+)$/.exec(spelled)?.[1];
	const term = readTerm(spelled);
	return tag === undefined ? term : taggedText(term.value, tag);
}

function isStoredAs(value: StoredTerm, spelled: NamedNode | Literal): boolean {
	if (value.termType === "NamedNode" || spelled.termType === "NamedNode") return value.equals(spelled);
	if (spelled.language !== "")
		return value.value === spelled.value && value.language === spelled.language.toLowerCase();
	const form = canonicalLexical(spelled.datatype.value, spelled.value);
	return value.language === "" && form.value === value.value && form.datatype === value.datatype.value;
}
