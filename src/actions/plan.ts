import { randomUUID } from "node:crypto";
import { temporalOf } from "../ledger/facts.ts";
import type { RelationDeclared } from "../ontology/ontology.ts";
import type { PartialDate } from "../time/partial-date.ts";
import type { Stay } from "../timeline/observation.ts";
import { staysOf } from "../timeline/stays-of-claim.ts";
import type { Cause, Claim } from "../writing/rows.ts";
import { isNameRelation } from "./base-state.ts";
import { isCanonicalName } from "./held-fact.ts";
import type { HeldRow } from "./held-rows.ts";
import { type Carried, carriedBy, fixedRow, isFixed, onceEach } from "./observations.ts";

/** A claim of which something came or went. */
export interface ClaimChange {
	readonly claim: Claim;
	readonly relation: RelationDeclared | undefined;
	/** Its rows that are held and stay so unless the timeline rewrites them. */
	readonly rows: readonly HeldRow[];
	/** What is observed anew. */
	readonly added: readonly Carried[];
	/** Rows of the claim that the action has ended already. */
	readonly without?: readonly string[];
	/** Ids of rows among `rows` that were retired and come back, with the evidence that comes back with them. */
	readonly revived?: ReadonlySet<string>;
	/** Rows among `rows` that a person rewrites: given as they are to be, each superseding the held row of its id. */
	readonly rewritten?: ReadonlyMap<string, Rewriting>;
}

/** What a person sets beside the dates and the claim of a row. */
export interface Rewriting {
	/** The row as it is held. */
	readonly held: HeldRow;
	readonly cause: Cause;
	readonly note: string | undefined;
}

/** A row as it is to be: one that is held, perhaps with other ends than it has, or a new one. */
export interface PlannedRow {
	/** The held row's id, or one minted for a new row. */
	readonly id: string;
	readonly held: HeldRow | undefined;
	readonly claim: Claim;
	readonly relation: RelationDeclared | undefined;
	readonly stay: Stay;
	readonly carried: readonly Carried[];
	/** How a person rewrites it. */
	readonly rewriting: Rewriting | undefined;
	/** Whether `held` is a retired row that comes back: as a new one. */
	readonly isRevived: boolean;
}

/** The rows that a claim is to have, each with the held row it goes on, and the held rows that have none. */
export function planned(change: ClaimChange): {
	readonly rows: readonly PlannedRow[];
	readonly left: readonly HeldRow[];
} {
	const { claim, relation, rows, added, revived = new Set(), rewritten = new Map() } = change;
	// A person's dates are none of the sources': those say what the row said that is rewritten.
	const observed = rows.flatMap((row) => carriedBy(rewritten.get(row.id)?.held ?? row, claim));
	const carried = onceEach([...observed, ...added]);
	const temporal = isNameRelation(claim.predicate) ? "eternal" : temporalOf(relation);
	const fixed = rows.filter(isFixed);
	const stays = staysOf({
		temporal,
		observations: carried.map(({ observation }) => observation),
		fixed: fixed.map((row) => fixedRow(row, carriedBy(rewritten.get(row.id)?.held ?? row, claim))),
	});
	const byId = new Map(carried.map((one) => [one.observation.id, one]));
	const carriedIn = (stay: Stay) => stay.observations.flatMap(({ id }) => byId.get(id) ?? []);
	const going = matched(stays, rows, {
		carriedIn,
		rank: (row) => (rewritten.has(row.id) ? 0 : isCanonicalName(row) ? 1 : revived.has(row.id) ? 3 : 2),
	});
	return {
		rows: stays.map((stay) => {
			const held = going.get(stay);
			return {
				id: held?.id ?? randomUUID(),
				held,
				claim: held?.claim ?? claim,
				relation,
				stay,
				carried: carriedIn(stay),
				rewriting: held && rewritten.get(held.id),
				isRevived: held !== undefined && revived.has(held.id),
			};
		}),
		left: rows.filter((row) => ![...going.values()].includes(row) && !revived.has(row.id)),
	};
}

/** Which held row each stay goes on: the fixed row that it is, else the one whose dates it has, else the one most of whose evidence it has. */
function matched(
	stays: readonly Stay[],
	rows: readonly HeldRow[],
	{
		carriedIn,
		rank,
	}: { readonly carriedIn: (stay: Stay) => readonly Carried[]; readonly rank: (row: HeldRow) => number },
): ReadonlyMap<Stay, HeldRow> {
	const found = new Map<Stay, HeldRow>();
	const free = new Set(rows.filter((row) => !isFixed(row)));
	for (const stay of stays) {
		const row = stay.fixed === undefined ? undefined : rows.find(({ id }) => id === stay.fixed);
		if (row !== undefined) found.set(stay, row);
	}
	// A name may have lost all its evidence and stands all the same: what comes back of it comes back to it.
	const alone = (row: HeldRow) => (row.evidence.length === 0 && row.returning !== undefined ? 1 : 0);
	const shared = (stay: Stay, row: HeldRow) =>
		carriedIn(stay).filter(({ rows: of }) => of.includes(row.id)).length + alone(row);
	const pairs = stays
		.filter(({ fixed }) => fixed === undefined)
		.flatMap((stay) =>
			[...free].map((row) => ({
				stay,
				row,
				rank: rank(row),
				same: hasDatesOf(stay, row),
				shared: shared(stay, row),
			})),
		)
		.filter((pair) => pair.shared > 0)
		.sort(
			(a, b) =>
				a.rank - b.rank ||
				Number(b.same) - Number(a.same) ||
				b.shared - a.shared ||
				(a.row.id < b.row.id ? -1 : 1),
		);
	for (const { stay, row } of pairs) {
		if (found.has(stay) || !free.delete(row)) continue;
		found.set(stay, row);
	}
	return found;
}

function hasDatesOf({ from, to, endedUnknown }: Stay, { fact, details }: HeldRow): boolean {
	const { stated } = fact;
	const drawn = details.endOrigin === "timeline";
	return (
		sameDate(from, stated.validFrom) &&
		sameDate(to, drawn ? undefined : stated.validTo) &&
		endedUnknown === (stated.endedUnknown && !drawn)
	);
}

/** Whether two dates are one: the instant and how finely it was said. */
export function sameDate(a: PartialDate | undefined, b: PartialDate | undefined): boolean {
	return a?.at === b?.at && a?.precision === b?.precision;
}
