import type { NamedNode } from "@rdfjs/types";
import type { Projection } from "../access/view.ts";
import { baseIri, graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant, tryInstant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";
import { byText } from "./by-text.ts";

/** Why two values cannot be ordered (T6); `low_confidence` comes with imported ledgers only. */
export type ConflictReason = "no_time" | "simultaneous" | "described_evidence" | "low_confidence";
export type FindingStatus = "open" | "resolved" | "withdrawn";
export type ConflictResolution = "closed" | "kept_both" | "rejected_new";

/** Where a conflict stands, why, and which rows it names, for its record life. */
export interface ConflictState extends Interval {
	/** Missing on an imported conflict, which says its state itself. */
	readonly id: string | undefined;
	readonly reason: ConflictReason;
	readonly status: FindingStatus;
	readonly resolution: ConflictResolution | undefined;
	/** The row that was there first, and the one that came second, as they were when this was written. */
	readonly oldFact: string;
	readonly newFact: string;
	readonly note: string | undefined;
	/** IRI of the person who decided. */
	readonly person: string | undefined;
}

/** Two values of which only one can hold, and nobody can say which came first. Its states are in record order. */
export interface Conflict {
	readonly id: string;
	/** Why they cannot be ordered, as it was last found. */
	readonly reason: ConflictReason;
	/** Which end may have one value only; not known of an imported conflict. */
	readonly side: string | undefined;
	/** Digests of the claims that clash, sorted; none on an imported conflict. */
	readonly claims: readonly string[];
	readonly states: readonly ConflictState[];
}

/** The state of a conflict at a record instant; `undefined` before it was first raised. */
export function stateAt({ states }: Conflict, asOf: Instant): ConflictState | undefined {
	return states.findLast((state) => contains(state, asOf));
}

/** When it was first raised; an imported one need not say. */
export function raisedAt({ states }: Conflict): Instant | undefined {
	return states[0]?.from;
}

type Said = Map<string, readonly StoredTerm[]>;

/** All conflicts of a base with their histories: few beside its facts. */
export class Conflicts {
	readonly #kb: string;
	readonly #said = new Map<string, Said>();
	/** The states of each conflict, by its IRI. */
	readonly #statesOf = new Map<string, Set<string>>();
	readonly #byClaim = new Map<string, Set<string>>();
	/** Those that were asked for since something was said of them, by IRI. */
	readonly #read = new Map<string, Conflict>();

	constructor(kb: string) {
		this.#kb = kb;
	}

	/** Takes in a statement about a conflict or a state of one. Saying it twice changes nothing. */
	say(thing: string, property: string, value: StoredTerm): void {
		const said: Said = this.#said.get(thing) ?? new Map();
		const values = said.get(property) ?? [];
		if (values.some((known) => known.equals(value))) return;
		this.#said.set(thing, said.set(property, [...values, value]));
		if (property === utopia.ofFinding.value) put(this.#statesOf, value.value, thing);
		if (property === utopia.betweenClaims.value) put(this.#byClaim, value.value, thing);
		this.#read.delete(thing);
		this.#read.delete(one(said, utopia.ofFinding) ?? "");
	}

	get isEmpty(): boolean {
		return this.#said.size === 0;
	}

	get(id: string): Conflict | undefined {
		return this.#conflict(baseIri(this.#kb, "conflict", id).value);
	}

	/** Those between the claim of this digest and another. */
	ofClaim(digest: string): readonly Conflict[] {
		return [...(this.#byClaim.get(digest) ?? [])].flatMap((iri) => this.#conflict(iri) ?? []);
	}

	/** Those that came with a file and do not tell which claims clash. */
	withoutClaims(): readonly Conflict[] {
		return this.list().filter(({ claims }) => claims.length === 0);
	}

	/** By id. */
	list(): readonly Conflict[] {
		const all = [...this.#said.keys()].flatMap((iri) => this.#conflict(iri) ?? []);
		return all.sort((a, b) => byText(a.id, b.id));
	}

	#conflict(thing: string): Conflict | undefined {
		const known = this.#read.get(thing);
		const said = this.#said.get(thing);
		const id = idOfKind(thing, "conflict");
		if (known !== undefined || said === undefined || id === undefined) return known;
		const rows = [...(this.#statesOf.get(thing) ?? [])].map((state) => {
			const row = this.#said.get(state) ?? new Map();
			return { row, state: stateIn(row, idOfKind(state, "findingstate")) };
		});
		const written = rows.map(({ state }) => state).filter(isHeldOnce);
		written.sort((a, b) => byInstant(a.from, b.from));
		// What a conflict said of itself when it came is told, once it is decided here, by a state that was never held.
		const former = said.has(utopia.status.value) ? said : rows.find(({ state }) => !isHeldOnce(state))?.row;
		const before = former && statesBefore(former, at(said, prov.generatedAtTime), written[0]?.from);
		const states = [...(before ?? []), ...written];
		const reason = states.at(-1)?.reason;
		if (reason === undefined) return undefined;
		const claims = (said.get(utopia.betweenClaims.value) ?? []).map(({ value }) => value).sort();
		const conflict = { id, reason, side: one(said, utopia.side), claims, states };
		this.#read.set(thing, conflict);
		return conflict;
	}
}

function put(sets: Map<string, Set<string>>, key: string, value: string): void {
	sets.set(key, (sets.get(key) ?? new Set()).add(value));
}

function one(said: Said, property: NamedNode): string | undefined {
	return said.get(property.value)?.[0]?.value;
}

function at(said: Said, property: NamedNode): Instant | undefined {
	const text = one(said, property);
	return text === undefined ? undefined : tryInstant(text);
}

function stateIn(said: Said, id: string | undefined): ConflictState {
	const fact = (property: NamedNode) => idOfKind(one(said, property) ?? "", "fact") ?? "";
	return {
		id,
		reason: one(said, utopia.reason) as ConflictReason,
		status: one(said, utopia.status) as FindingStatus,
		resolution: one(said, utopia.resolution) as ConflictResolution | undefined,
		oldFact: fact(utopia.priorStatement),
		newFact: fact(utopia.incomingStatement),
		note: one(said, utopia.note),
		person: one(said, utopia.byPerson),
		from: at(said, prov.generatedAtTime),
		to: at(said, prov.invalidatedAtTime),
	};
}

/** Whether a state was held at any instant. */
function isHeldOnce({ from, to }: ConflictState): boolean {
	return to === undefined || from === undefined || from < to;
}

/**
 * The states of a conflict before the first one that was written here, out of what it says of itself: where it stands and
 * since when. It was open before it was closed.
 */
function statesBefore(
	said: Said,
	raised: Instant | undefined,
	to: Instant | undefined,
): readonly ConflictState[] {
	const last = { ...stateIn(said, undefined), from: raised, to };
	const closed = at(said, utopia.closedAt);
	return last.status === "open" || closed === undefined
		? [last]
		: openThen({ ...last, from: closed }, raised);
}

function openThen(closed: ConflictState, raised: Instant | undefined): readonly ConflictState[] {
	const { from: to } = closed;
	return [{ ...closed, status: "open", resolution: undefined, note: undefined, from: raised, to }, closed];
}

const template = loadTemplate("ledger/conflicts");
const MOST_ROWS = 10_000_000;

export const conflicts: Projection<Conflicts> = {
	name: "conflicts",
	async build(view) {
		const found = new Conflicts(view.kb);
		const { derivations } = graphsOf(view.kb);
		for (const row of await view.select(template.bind({ derivations }, { limit: MOST_ROWS }))) {
			const { thing, property, value } = decode(row, { thing: iri, property: iri, value: term });
			found.say(thing.value, property.value, value);
		}
		return found;
	},
	advance(found, { derivations }) {
		for (const [thing, said] of derivations) {
			if (idOfKind(thing, "conflict") === undefined && idOfKind(thing, "findingstate") === undefined)
				continue;
			for (const [property, values] of said) for (const value of values) found.say(thing, property, value);
		}
	},
};
