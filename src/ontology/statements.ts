import type { NamedNode } from "@rdfjs/types";
import { type CommitRows, momentOf, objectOf, type Said } from "../access/commit-rows.ts";
import { place } from "../access/place.ts";
import type { View } from "../access/view.ts";
import { graphsOf } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, FIRST_INSTANT, type Instant } from "../time/instant.ts";
import { contains } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov, rdf } from "../vocab/well-known.ts";

/** A triple of an ontology. */
export interface OntologyTriple {
	readonly subject: string;
	readonly property: string;
	readonly value: StoredTerm;
}

/** A triple of an ontology with what carries it and how long. */
export interface Statement extends OntologyTriple {
	/** The IRI of the declaration that carries it, else its own subject. */
	readonly row: string;
	/** Whether a declaration carries it; else it stands plainly in the graph, known since ever. */
	readonly isDeclared: boolean;
	/** Missing on what is known since ever. */
	readonly from: Instant | undefined;
	readonly to: Instant | undefined;
}

const statementsTemplate = loadTemplate("ontology/statements");
const MOST_STATEMENTS = 2_000_000;

/** Everything that an ontology ever said, brought up to each commit in place. */
export class StatementHistory {
	/** A declaration carries one statement; a subject that nothing carries has all of its own. */
	readonly #rows = new Map<string, Statement[]>();
	/** Instants at which what is declared changes, ascending. */
	readonly #turns: Instant[] = [];

	/** Reads what a base has. */
	static async of(view: View): Promise<StatementHistory> {
		const history = new StatementHistory();
		for (const [row, said] of await describe(view)) history.#rows.set(row, stated(row, said));
		const turns = [...history.#rows.values()].flatMap((statements) =>
			statements.flatMap(({ from, to }) => [from, to].filter((turn) => turn !== undefined)),
		);
		for (const turn of [...new Set(turns)].sort(byInstant)) history.#turns.push(turn);
		return history;
	}

	/** The number of turns up to `asOf`: at two instants with the same number the same is declared. */
	stretch(asOf: Instant): number {
		let turns = this.#turns.length;
		while (turns > 0 && (this.#turns[turns - 1] as Instant) > asOf) turns--;
		return turns;
	}

	/** What was declared at the record instant, in no order. */
	heldAt(asOf: Instant): readonly Statement[] {
		return [...this.#rows.values()].flatMap((statements) =>
			statements.filter((statement) => contains(statement, asOf)),
		);
	}

	/**
	 * Takes the rows of a commit; those that it has already are taken once. Answers whether a stretch before the last one says
	 * something else now, or has another number.
	 */
	follow({ ontology, withdrawn }: CommitRows): boolean {
		let isEarlier = false;
		for (const { subject, predicate, object } of withdrawn) {
			const gone = (one: Statement) =>
				one.isDeclared || one.property !== predicate.value || !one.value.equals(object);
			const rest = this.#rows.get(subject.value)?.filter(gone);
			if (rest !== undefined) this.#rows.set(subject.value, rest);
		}
		for (const [row, said] of ontology) {
			const to = momentOf(said, prov.invalidatedAtTime);
			const known = this.#rows.get(row);
			if (known !== undefined && to !== undefined && known[0]?.isDeclared === true) {
				this.#rows.set(row, [{ ...known[0], to }]);
				if (this.#turn(to)) isEarlier = true;
			} else if (this.#take(row, said)) isEarlier = true;
		}
		return isEarlier;
	}

	#take(row: string, said: Said): boolean {
		const known = this.#rows.get(row) ?? [];
		this.#rows.set(row, known);
		let isEarlier = false;
		for (const statement of stated(row, said)) {
			if (known.some((one) => isSame(one, statement))) continue;
			known.push(statement);
			if (statement.from === undefined) isEarlier = true;
			for (const turn of [statement.from, statement.to])
				if (turn !== undefined && this.#turn(turn)) isEarlier = true;
		}
		return isEarlier;
	}

	/** A turn after all others opens a stretch of its own. Answers whether it is none of those. */
	#turn(at: Instant): boolean {
		if (this.#turns.includes(at)) return false;
		const last = this.#turns.at(-1);
		place(this.#turns, at, byInstant);
		return last !== undefined && at < last;
	}
}

/** A declaration carries one statement; of what nothing carries, the statement itself tells. */
function isSame(a: Statement, b: Statement): boolean {
	return a.isDeclared === b.isDeclared && a.property === b.property && a.value.equals(b.value);
}

async function describe(view: View): Promise<Map<string, Said>> {
	const query = statementsTemplate.bind({ ontology: graphsOf(view.kb).ontology }, { limit: MOST_STATEMENTS });
	const described = new Map<string, Map<string, StoredTerm[]>>();
	for (const row of await view.select(query)) {
		const { subject, property, value } = decode(row, { subject: iri, property: iri, value: term });
		const said = described.get(subject.value) ?? new Map<string, StoredTerm[]>();
		described.set(subject.value, said);
		const values = said.get(property.value);
		if (values === undefined) said.set(property.value, [value]);
		else values.push(value);
	}
	return described;
}

/** What a row of the ontology graph states: a declaration its one statement, everything else each of its own. */
function stated(row: string, said: Said): Statement[] {
	if (isDeclaration(said)) return [declared(row, said)];
	const plain = { row, subject: row, isDeclared: false, from: undefined, to: undefined } as const;
	return [...said].flatMap(([property, values]) => values.map((value) => ({ ...plain, property, value })));
}

function isDeclaration(said: Said): boolean {
	return (said.get(rdf.type.value) ?? []).some(({ value }) => value === utopia.Declaration.value);
}

function declared(row: string, said: Said): Statement {
	const part = (property: NamedNode) => {
		const found = objectOf(said, property);
		if (found === undefined) throw new TypeError("a declaration lacks its statement");
		return found;
	};
	const from = momentOf(said, prov.generatedAtTime);
	return {
		row,
		isDeclared: true,
		subject: part(rdf.subject).value,
		property: part(rdf.predicate).value,
		value: part(rdf.object),
		from: from === FIRST_INSTANT ? undefined : from,
		to: momentOf(said, prov.invalidatedAtTime),
	};
}
