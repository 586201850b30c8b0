import type { NamedNode } from "@rdfjs/types";
import type { CommitRows } from "../access/commit-rows.ts";
import type { View } from "../access/view.ts";
import { graphsOf, idOfKind, readBaseIri } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant, tryInstant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { byText } from "./by-text.ts";

export type FindingStatus = "open" | "resolved" | "withdrawn";

/** Where a finding stands, for its record life. */
export interface FindingState extends Interval {
	/** Missing on an imported finding, which says its state itself. */
	readonly id: string | undefined;
	readonly status: FindingStatus;
	readonly resolution: string | undefined;
	readonly note: string | undefined;
	/** IRI of the person who decided. */
	readonly person: string | undefined;
}

/** All that is said of one thing, by property. */
export type Said = ReadonlyMap<string, readonly StoredTerm[]>;

/** A finding as its rows tell of it. Its states are in record order. */
export interface FindingRows {
	/** What kind of thing it is, and its id. */
	readonly thing: string;
	readonly id: string;
	readonly said: Said;
	readonly states: readonly (FindingState & { readonly said: Said })[];
}

/** What of a finding does not hang on its kind. */
interface WithStates<State extends FindingState> {
	readonly states: readonly State[];
}

/** The state of a finding at a record instant; `undefined` before it was first raised. */
export function stateAt<State extends FindingState>(
	{ states }: WithStates<State>,
	asOf: Instant,
): State | undefined {
	return states.findLast((state) => contains(state, asOf));
}

/** When it was first raised; an imported one need not say. */
export function raisedAt({ states }: WithStates<FindingState>): Instant | undefined {
	return states[0]?.from;
}

interface TableOf<Finding> {
	/** Kinds of things that are findings of this table. */
	readonly kinds: readonly string[];
	/** By whose values findings are looked up. */
	readonly index: NamedNode;
	/** What the rows say; `saidOf` tells what is said of other things that they name. */
	read(rows: FindingRows, saidOf: (thing: string) => Said): Finding | undefined;
}

/** The findings of some kinds of a base with their histories: few beside its facts. */
export class FindingTable<Finding> {
	readonly #of: TableOf<Finding>;
	readonly #said = new Map<string, Map<string, readonly StoredTerm[]>>();
	/** IRIs of the findings. */
	readonly #things = new Set<string>();
	/** The states of each finding, by its IRI. */
	readonly #statesOf = new Map<string, Set<string>>();
	readonly #indexed = new Map<string, Set<string>>();
	/** Those that were asked for since something was said of them, by IRI. */
	readonly #read = new Map<string, Finding>();

	constructor(of: TableOf<Finding>) {
		this.#of = of;
	}

	/** Takes in a statement about a finding, a state of one or what these name. Saying it twice changes nothing. */
	say(thing: string, property: string, value: StoredTerm): void {
		const said = this.#said.get(thing) ?? new Map<string, readonly StoredTerm[]>();
		const values = said.get(property) ?? [];
		if (values.some((known) => known.equals(value))) return;
		this.#said.set(thing, said.set(property, [...values, value]));
		if (this.#of.kinds.some((kind) => idOfKind(thing, kind) !== undefined)) this.#things.add(thing);
		if (property === utopia.ofFinding.value) put(this.#statesOf, value.value, thing);
		if (property === this.#of.index.value) put(this.#indexed, value.value, thing);
		this.#read.delete(thing);
		this.#read.delete(one(said, utopia.ofFinding) ?? "");
	}

	get isEmpty(): boolean {
		return this.#things.size === 0;
	}

	get(thing: string): Finding | undefined {
		const known = this.#read.get(thing);
		if (known !== undefined || !this.#things.has(thing)) return known;
		const rows = this.#rowsOf(thing);
		const found = rows && this.#of.read(rows, (other) => this.#said.get(other) ?? new Map());
		if (found !== undefined) this.#read.set(thing, found);
		return found;
	}

	/** Those that say this value of the property by which they are looked up. */
	indexed(value: string): readonly Finding[] {
		return [...(this.#indexed.get(value) ?? [])].flatMap((thing) => this.get(thing) ?? []);
	}

	/** By IRI. */
	list(): readonly Finding[] {
		return [...this.#things].sort(byText).flatMap((thing) => this.get(thing) ?? []);
	}

	#rowsOf(thing: string): FindingRows | undefined {
		const said = this.#said.get(thing) ?? new Map();
		const kind = this.#of.kinds.find((one) => idOfKind(thing, one) !== undefined) ?? "";
		const rows = [...(this.#statesOf.get(thing) ?? [])].map((state) =>
			stateIn(this.#said.get(state) ?? new Map(), idOfKind(state, "findingstate")),
		);
		const written = rows.filter(isHeldOnce).sort((a, b) => byInstant(a.from, b.from));
		// What a finding said of itself when it came is told, once it is decided here, by a state that was never held.
		const former = said.has(utopia.status.value) ? said : rows.find((state) => !isHeldOnce(state))?.said;
		const raised = instantOf(said, prov.generatedAtTime) ?? instantOf(said, utopia.detectedAt);
		const before = former === undefined ? [] : statesBefore(former, raised, written[0]?.from);
		const states = [...before, ...written];
		return states.length === 0 ? undefined : { thing: kind, id: idOfKind(thing, kind) ?? "", said, states };
	}
}

function put(sets: Map<string, Set<string>>, key: string, value: string): void {
	const known = sets.get(key);
	if (known === undefined) sets.set(key, new Set([value]));
	else known.add(value);
}

/** The first value of a property. */
export function one(said: Said, property: NamedNode): string | undefined {
	return said.get(property.value)?.[0]?.value;
}

function instantOf(said: Said, property: NamedNode): Instant | undefined {
	const text = one(said, property);
	return text === undefined ? undefined : tryInstant(text);
}

type StateRow = FindingRows["states"][number];

function stateIn(said: Said, id: string | undefined): StateRow {
	return {
		id,
		status: one(said, utopia.status) as FindingStatus,
		resolution: one(said, utopia.resolution),
		note: one(said, utopia.note),
		person: one(said, utopia.byPerson),
		from: instantOf(said, prov.generatedAtTime),
		to: instantOf(said, prov.invalidatedAtTime),
		said,
	};
}

/** Whether a state was held at any instant. */
function isHeldOnce({ from, to }: Interval): boolean {
	return to === undefined || from === undefined || from < to;
}

/**
 * The states of a finding before the first one that was written here, out of what it says of itself: where it stands and
 * since when. It was open before it was closed.
 */
function statesBefore(said: Said, raised: Instant | undefined, to: Instant | undefined): readonly StateRow[] {
	const last = { ...stateIn(said, undefined), from: raised, to };
	const closed = instantOf(said, utopia.closedAt);
	if (last.status === "open" || closed === undefined) return [last];
	const open = { ...last, status: "open", resolution: undefined, note: undefined, to: closed } as const;
	return [open, { ...last, from: closed }];
}

const template = loadTemplate("ledger/findings");
const MOST_ROWS = 10_000_000;
const KINDS: ReadonlySet<string> = new Set([
	"conflict",
	"violation",
	"defect",
	"limit",
	"findingstate",
	"pathmember",
]);

/** Has a table hear all that a base says of its findings. */
export async function hearAll(table: FindingTable<unknown>, view: View): Promise<void> {
	const { derivations } = graphsOf(view.kb);
	for (const row of await view.select(template.bind({ derivations }, { limit: MOST_ROWS }))) {
		const { thing, property, value } = decode(row, { thing: iri, property: iri, value: term });
		table.say(thing.value, property.value, value);
	}
}

/** Has a table hear what a commit says of findings. */
export function hear(table: FindingTable<unknown>, { derivations }: CommitRows): void {
	for (const [thing, said] of derivations) {
		if (!KINDS.has(readBaseIri(thing)?.kind ?? "")) continue;
		for (const [property, values] of said) for (const value of values) table.say(thing, property, value);
	}
}
