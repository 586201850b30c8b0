import type { Literal, NamedNode, Quad } from "@rdfjs/types";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { literal, namedNode, quad } from "../rdf/terms.ts";
import { decode, type Reading, type Row } from "../sparql/rows.ts";
import type { BoundQuery } from "../sparql/template.ts";
import type { Store } from "../store/port.ts";
import { type Clock, recordInstant } from "../time/clock.ts";
import { type Instant, instantText } from "../time/instant.ts";
import { xsd } from "../vocab/well-known.ts";

/** The base that holds people, tokens and the list of bases. No base of facts can have this id. */
export const ACCOUNTS_KB = "00000000-0000-0000-0000-000000000000";

/** The one graph of that base. */
export const ACCOUNTS = graphsOf(ACCOUNTS_KB).current;

const BASE = "urn:utopia:kb:";
const MOST_ANSWERS = 1_000;

export const personIri = (id: string): NamedNode => baseIri(ACCOUNTS_KB, "person", id);
export const tokenIri = (id: string): NamedNode => baseIri(ACCOUNTS_KB, "token", id);
export const kbIri = (id: string): NamedNode => namedNode(`${BASE}${id}`);

/** Reads the id off the IRI of a person, a token or a base. */
export const personId = idIn("person");
export const tokenId = idIn("token");
export const kbId: Reading<string> = (term) =>
	term?.termType === "NamedNode" && term.value.startsWith(BASE) ? term.value.slice(BASE.length) : undefined;

function idIn(kind: string): Reading<string> {
	return (term) => (term?.termType === "NamedNode" ? idOfKind(term.value, kind) : undefined);
}

/** An instant as the accounts keep it. */
export const dateTime = (at: Instant): Literal => literal(instantText(at), xsd.dateTime);
export const truth = (value: boolean): Literal => literal(String(value), xsd.boolean);

/** The triples of one thing, as quads of the accounts' graph. What is `undefined` is not said. */
export function described(
	subject: NamedNode,
	properties: readonly (readonly [NamedNode, NamedNode | Literal | undefined])[],
): Quad[] {
	return properties.flatMap(([predicate, object]) =>
		object === undefined ? [] : [quad(subject, predicate, object, ACCOUNTS)],
	);
}

/** Rows of the accounts by their shape. */
export function decoded<S extends Parameters<typeof decode>[1]>(
	rows: readonly Row[],
	shape: S,
): readonly ReturnType<typeof decode<S>>[] {
	return rows.map((row) => decode(row, shape));
}

/** What a change of the accounts is made of, told the record instant it will have. */
export type Change = (at: Instant) => {
	readonly insert?: readonly Quad[];
	readonly remove?: readonly Quad[];
};

/** Reads and writes the accounts. Writes are made one after the other, each in one commit. */
export class AccountsBase {
	readonly clock: Clock;
	readonly #store: Store;
	#last: Promise<unknown> = Promise.resolve();
	/** Answers at one head. Every write moves the head, so what stands here is what the store would say. */
	#answers = new Map<BoundQuery, Promise<readonly Row[]>>();
	#answeredAt = -1;

	constructor(store: Store, clock: Clock) {
		this.#store = store;
		this.clock = clock;
	}

	/** The rows as the store has them now: rights are asked for with every request, and change only with a write. */
	rows(query: BoundQuery): Promise<readonly Row[]> {
		const { sequence } = this.#store.head();
		if (sequence !== this.#answeredAt || this.#answers.size >= MOST_ANSWERS) {
			this.#answers = new Map();
			this.#answeredAt = sequence;
		}
		const answers = this.#answers;
		const known = answers.get(query);
		if (known !== undefined) return known;
		const rows = this.#store.select(query, "all");
		answers.set(query, rows);
		rows.catch(() => answers.delete(query));
		return rows;
	}

	/**
	 * Runs `work` when every write before it is done. What it reads stays true until it has written.
	 */
	async inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
		const mine = this.#last.then(work);
		this.#last = mine.catch(() => undefined);
		return mine;
	}

	/** Writes one change; only inside `inTurn`. */
	async write(change: Change): Promise<Instant> {
		const head = this.#store.head();
		const recordedAt = recordInstant(this.clock, head.recordedAt);
		const { insert = [], remove = [] } = change(recordedAt);
		await this.#store.commit({ insert, remove, recordedAt }, { head: head.sequence });
		return recordedAt;
	}
}
