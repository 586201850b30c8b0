import type { NamedNode } from "@rdfjs/types";
import type { Projection } from "../access/view.ts";
import { baseIri, idOfKind } from "../rdf/base-iris.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import {
	type FindingRows,
	type FindingState,
	FindingTable,
	hear,
	hearAll,
	one,
	type Said,
} from "./finding-table.ts";

/** Why two values cannot be ordered (T6); `low_confidence` comes with imported ledgers only. */
export type ConflictReason = "no_time" | "simultaneous" | "described_evidence" | "low_confidence";
export type ConflictResolution = "closed" | "kept_both" | "rejected_new";

/** Where a conflict stands, why, and which rows it names, for its record life. */
export interface ConflictState extends FindingState {
	readonly reason: ConflictReason;
	readonly resolution: ConflictResolution | undefined;
	/** The row that was there first, and the one that came second, as they were when this was written. */
	readonly oldFact: string;
	readonly newFact: string;
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

/** All conflicts of a base with their histories. */
export class Conflicts {
	readonly table = new FindingTable({ kinds: ["conflict"], index: utopia.betweenClaims, read: conflictIn });
	readonly #kb: string;

	constructor(kb: string) {
		this.#kb = kb;
	}

	get isEmpty(): boolean {
		return this.table.isEmpty;
	}

	get(id: string): Conflict | undefined {
		return this.table.get(baseIri(this.#kb, "conflict", id).value);
	}

	/** Those between the claim of this digest and another. */
	ofClaim(digest: string): readonly Conflict[] {
		return this.table.indexed(digest);
	}

	/** Those that came with a file and do not tell which claims clash. */
	withoutClaims(): readonly Conflict[] {
		return this.list().filter(({ claims }) => claims.length === 0);
	}

	/** By id. */
	list(): readonly Conflict[] {
		return this.table.list();
	}
}

function conflictIn({ id, said, states: rows }: FindingRows): Conflict | undefined {
	const states = rows.map(({ said: own, ...state }) => ({
		...state,
		...conflictState(own),
		resolution: state.resolution as ConflictResolution | undefined,
	}));
	const reason = states.at(-1)?.reason;
	if (reason === undefined) return undefined;
	const claims = (said.get(utopia.betweenClaims.value) ?? []).map(({ value }) => value).sort();
	return { id, reason, side: one(said, utopia.side), claims, states };
}

function conflictState(said: Said) {
	const fact = (property: NamedNode) => idOfKind(one(said, property) ?? "", "fact") ?? "";
	return {
		reason: one(said, utopia.reason) as ConflictReason,
		oldFact: fact(utopia.priorStatement),
		newFact: fact(utopia.incomingStatement),
	};
}

export const conflicts: Projection<Conflicts> = {
	name: "conflicts",
	async build(view) {
		const found = new Conflicts(view.kb);
		await hearAll(found.table, view);
		return found;
	},
	advance: ({ table }, commit) => hear(table, commit),
};
