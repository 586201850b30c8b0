import type { NamedNode } from "@rdfjs/types";
import type { Projection } from "../access/view.ts";
import { graphsOf, idOfKind } from "../rdf/base-iris.ts";
import { decode, iri, type StoredTerm, term } from "../sparql/rows.ts";
import { loadTemplate } from "../sparql/template.ts";
import { byInstant, type Instant, tryInstant } from "../time/instant.ts";
import { contains, type Interval } from "../time/interval.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { prov } from "../vocab/well-known.ts";

/** Why two values cannot be ordered (T6); `low_confidence` comes with imported ledgers only. */
export type ConflictReason = "no_time" | "simultaneous" | "described_evidence" | "low_confidence";
export type FindingStatus = "open" | "resolved" | "withdrawn";
export type ConflictResolution = "closed" | "kept_both" | "rejected_new";

/** Where a conflict stands, and which rows it names, for its record life. */
export interface ConflictState extends Interval {
	/** Missing on an imported conflict, which says its state itself. */
	readonly id: string | undefined;
	readonly status: FindingStatus;
	readonly resolution: ConflictResolution | undefined;
	/** The row that was there first, and the one that came second, as they were when this was written. */
	readonly oldFact: string;
	readonly newFact: string;
	readonly note: string | undefined;
}

/** Two values of which only one can hold, and nobody can say which came first. Its states are in record order. */
export interface Conflict {
	readonly id: string;
	readonly reason: ConflictReason;
	/** Digests of the claims that clash; none on an imported conflict. */
	readonly claims: readonly string[];
	readonly states: readonly ConflictState[];
}

/** The state of a conflict at a record instant; `undefined` before it was first raised. */
export function stateAt({ states }: Conflict, asOf: Instant): ConflictState | undefined {
	return states.findLast((state) => contains(state, asOf));
}

/** When it was first raised. */
export function raisedAt({ states }: Conflict): Instant | undefined {
	return states[0]?.from;
}

type Said = Map<string, readonly StoredTerm[]>;

/** All conflicts of a base with their histories: few beside its facts. */
export class Conflicts {
	readonly #said = new Map<string, Said>();
	#read: ReadonlyMap<string, Conflict> | undefined;
	#byClaim: ReadonlyMap<string, readonly Conflict[]> | undefined;

	/** Takes in a statement about a conflict or a state of one. Saying it twice changes nothing. */
	say(thing: string, property: string, value: StoredTerm): void {
		const said: Said = this.#said.get(thing) ?? new Map();
		const values = said.get(property) ?? [];
		if (values.some((known) => known.equals(value))) return;
		this.#said.set(thing, said.set(property, [...values, value]));
		this.#read = undefined;
		this.#byClaim = undefined;
	}

	get isEmpty(): boolean {
		return this.#said.size === 0;
	}

	get(id: string): Conflict | undefined {
		return this.#all().get(id);
	}

	/** Those between the claim of this digest and another. */
	ofClaim(digest: string): readonly Conflict[] {
		this.#byClaim ??= this.#indexed();
		return this.#byClaim.get(digest) ?? [];
	}

	/** By id. */
	list(): readonly Conflict[] {
		return [...this.#all().values()].sort((a, b) => (a.id < b.id ? -1 : 1));
	}

	#indexed(): ReadonlyMap<string, readonly Conflict[]> {
		const found = new Map<string, Conflict[]>();
		for (const conflict of this.#all().values())
			for (const claim of conflict.claims) found.set(claim, [...(found.get(claim) ?? []), conflict]);
		return found;
	}

	#all(): ReadonlyMap<string, Conflict> {
		this.#read ??= this.#together();
		return this.#read;
	}

	#together(): ReadonlyMap<string, Conflict> {
		const states = new Map<string, ConflictState[]>();
		for (const [thing, said] of this.#said) {
			const of = one(said, utopia.ofFinding);
			const conflict = of === undefined ? undefined : idOfKind(of, "conflict");
			if (conflict === undefined) continue;
			states.set(conflict, [...(states.get(conflict) ?? []), stateIn(said, idOfKind(thing, "findingstate"))]);
		}
		for (const list of states.values()) list.sort((a, b) => byInstant(a.from, b.from));
		const found = new Map<string, Conflict>();
		for (const [thing, said] of this.#said) {
			const id = idOfKind(thing, "conflict");
			if (id === undefined) continue;
			const own = [...importedStates(said, states.get(id)), ...(states.get(id) ?? [])];
			const claims = (said.get(utopia.betweenClaims.value) ?? []).map(({ value }) => value);
			found.set(id, { id, reason: one(said, utopia.reason) as ConflictReason, claims, states: own });
		}
		return found;
	}
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
		status: one(said, utopia.status) as FindingStatus,
		resolution: one(said, utopia.resolution) as ConflictResolution | undefined,
		oldFact: fact(utopia.priorStatement),
		newFact: fact(utopia.incomingStatement),
		note: one(said, utopia.note),
		from: at(said, prov.generatedAtTime),
		to: at(said, prov.invalidatedAtTime),
	};
}

/** A conflict that came with a file says where it stands and since when, and no more: it was open before. What was written here since goes on from there. */
function importedStates(said: Said, since: readonly ConflictState[] = []): readonly ConflictState[] {
	if (!said.has(utopia.status.value)) return [];
	const last = { ...stateIn(said, undefined), to: since[0]?.from };
	const closed = at(said, utopia.closedAt);
	if (last.status === "open" || closed === undefined) return [last];
	return [
		{ ...last, status: "open", resolution: undefined, to: closed },
		{ ...last, from: closed },
	];
}

const template = loadTemplate("ledger/conflicts");
const MOST_ROWS = 10_000_000;

export const conflicts: Projection<Conflicts> = {
	name: "conflicts",
	async build(view) {
		const found = new Conflicts();
		const { derivations } = graphsOf(view.kb);
		for (const row of await view.select(template.bind({ derivations }, { limit: MOST_ROWS }))) {
			const { thing, property, value } = decode(row, { thing: iri, property: iri, value: term });
			found.say(thing.value, property.value, value);
		}
		return found;
	},
};
