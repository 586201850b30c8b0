import type { View } from "../access/view.ts";
import {
	type Conflict,
	type ConflictResolution,
	type ConflictState,
	conflicts,
} from "../ledger/conflicts.ts";
import { factsById } from "../ledger/facts.ts";
import type { FindingStatus } from "../ledger/finding-table.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import { instantText } from "../time/instant.ts";
import { dateText } from "../time/partial-date.ts";
import { checkTexts } from "../writing/checked-text.ts";
import { Draft } from "../writing/draft.ts";
import type { Holding } from "../writing/locks.ts";
import { overtaken, refused, unknownThing } from "../writing/refusal.ts";
import { type Action, ROUND } from "../writing/writer.ts";
import type { Actor } from "./actor.ts";
import { type BaseState, stateOf } from "./base-state.ts";
import { type ClosingWish, closeRow } from "./correct-fact.ts";
import { type HeldRow, heldRows, rowsWithIds } from "./held-rows.ts";
import { keysOfClaim } from "./keyed-rows.ts";
import { retractRow } from "./retract-fact.ts";
import { type InHand, type WrittenState, writeConflictState } from "./revise-conflicts.ts";
import { settle } from "./settle.ts";
import type { Outcome } from "./settling.ts";
import { goneSince, takeBackClosing, takeBackRetraction } from "./take-back.ts";

const RESOLUTIONS = ["closed", "kept_both", "rejected_new", "reopened"] as const;
type Decision = (typeof RESOLUTIONS)[number];

/** What a person decides on a conflict (accounts 4). */
export interface ResolutionWish {
	readonly resolution: string;
	readonly note?: string | undefined;
	/** Where the old fact ends, for `closed`; else it ends where the new one starts. */
	readonly validTo?: string | undefined;
	readonly validToPrecision?: string | undefined;
}

/** Where a conflict stands after a decision, and the rows that it names then. */
export interface FindingWritten {
	readonly finding: string;
	readonly status: FindingStatus;
	readonly resolution: ConflictResolution | undefined;
	readonly oldFact: string;
	readonly newFact: string;
}

/** A conflict while nobody else touches what it names. */
interface Deciding {
	readonly conflict: Conflict;
	readonly last: ConflictState;
	readonly state: BaseState;
	readonly draft: Draft;
	readonly inHand: InHand;
}

type Pair = Pick<ConflictState, "oldFact" | "newFact">;

/**
 * Decides on a conflict, or takes the last decision back (F3): one commit with the finding's new state.
 * @throws UTOPIA_THING_NOT_FOUND; UTOPIA_WRITE_REFUSED `malformed_text`, `unknown_resolution`, `valid_to_missing`,
 * `valid_to_misplaced`, and what closing refuses; UTOPIA_WRITE_OVERTAKEN `finding_decided` with the decision that stands, `finding_not_decided`, `decided_elsewhere`,
 * `row_replaced`, `row_retracted`
 */
export function resolveConflict(
	id: string,
	wish: ResolutionWish,
	actor: Actor,
	view: View,
): Action<FindingWritten> {
	return async (holding) => {
		checkTexts(wish);
		const { conflict, last, state } = await holdConflict(id, holding, view);
		const decision = RESOLUTIONS.find((known) => known === wish.resolution);
		if (decision === undefined) {
			throw refused("unknown_resolution", "A conflict cannot be resolved like this", {
				field: "resolution",
				found: wish.resolution,
				allowed: RESOLUTIONS.join(", "),
			});
		}
		checkEndGiven(decision, wish);
		checkStatus(decision, conflict, last);
		const draft = new Draft(view.kb);
		const said = { person: actor.person, note: wish.note };
		if (decision === "reopened") {
			const [old] = await rowsWithIds([last.oldFact], state);
			const inHand: InHand = { conflict: id, isReopened: true, said, oldClaim: old?.claim };
			return reopened({ conflict, last, state, draft, inHand });
		}
		const inHand: InHand = { conflict: id, isReopened: false, said };
		const deciding = { conflict, last, state, draft, inHand };
		const pair = await decided(decision, wish, deciding);
		const now = { reason: last.reason, status: "resolved", resolution: decision, ...pair } as const;
		writeConflictState(id, now, { last, kb: view.kb, draft, said });
		return { draft, answer: () => writtenAs(id, now) };
	};
}

function writtenAs(finding: string, state: WrittenState): FindingWritten {
	const { status, resolution, oldFact, newFact } = state;
	return { finding, status, resolution, oldFact, newFact };
}

/** Finds a conflict and holds the owners of what it names: its claims stay the same, whatever their rows do meanwhile. */
async function holdConflict(id: string, holding: Holding, view: View) {
	const before = await stateOf(view);
	const named = (await view.kept(conflicts)).get(id)?.states.at(-1);
	if (named === undefined) throw unknownThing("finding");
	const facts = await factsById([named.oldFact, named.newFact], before);
	const owners = facts.flatMap(({ subject, object }) => [
		subject,
		...("entity" in object ? [object.entity] : []),
	]);
	await holding.round(ROUND.entities, owners);
	const conflict = (await view.kept(conflicts)).get(id);
	const last = conflict?.states.at(-1);
	if (conflict === undefined || last === undefined) throw unknownThing("finding");
	return { conflict, last, state: await stateOf(view) };
}

/** An end beside a decision that ends nothing would be dropped without a word. */
function checkEndGiven(decision: Decision, { validTo, validToPrecision }: ResolutionWish): void {
	const found = validTo ?? validToPrecision;
	if (decision === "closed" || found === undefined) return;
	throw refused("valid_to_misplaced", `${decision} ends no fact; only closed takes an end`, {
		field: validTo === undefined ? "valid_to_precision" : "valid_to",
		found,
		allowed: "valid_to beside the resolution closed",
	});
}

function checkStatus(decision: Decision, { id }: Conflict, last: ConflictState): void {
	const { status, resolution, from } = last;
	const stands = { finding: id, status, resolution: resolution ?? null, at: from ? instantText(from) : null };
	if (decision !== "reopened" && status !== "open") {
		const told =
			status === "withdrawn" ? "withdrawn, since what it names changed" : `resolved as ${resolution}`;
		throw overtaken("finding_decided", `This finding is ${told}`, stands);
	}
	if (decision === "reopened" && status !== "resolved") {
		throw overtaken("finding_not_decided", "Only a decision can be taken back, and none stands", stands);
	}
	if (decision === "reopened" && last.id === undefined && resolution !== "kept_both") {
		const sentence = "This was decided before the base was imported; correct or assert the facts instead";
		throw overtaken("decided_elsewhere", sentence, stands);
	}
}

/** Carries out a decision; tells which rows the finding names from then on. */
async function decided(
	decision: ConflictResolution,
	wish: ResolutionWish,
	{ last, state, draft, inHand }: Deciding,
): Promise<Pair> {
	const { oldFact, newFact } = last;
	const live = await liveRowsOf([oldFact, newFact], state);
	const rows = new Map((await heldRows([...live.values()], state)).map((row) => [row.id, row]));
	const [old, incoming] = [oldFact, newFact].map(
		(fact) => rows.get(live.get(fact) ?? "") ?? goneSince(fact),
	) as [HeldRow, HeldRow];
	const into = { state, draft, inHand };
	const after = (outcomes: ReadonlyMap<string, Outcome>, { id }: HeldRow) => outcomes.get(id)?.row ?? id;
	switch (decision) {
		case "kept_both":
			return { oldFact: old.id, newFact: incoming.id };
		case "closed": {
			const { row, outcomes } = await closeRow(old, endFor(wish, incoming), into);
			return { oldFact: row, newFact: after(outcomes, incoming) };
		}
		case "rejected_new":
			return { oldFact: after(await retractRow(incoming, into), old), newFact: incoming.id };
	}
}

/** The end given, or the start of the fact that came: stated, or the moment by which the old one had ended. */
function endFor({ validTo, validToPrecision }: ResolutionWish, incoming: HeldRow): ClosingWish {
	if (validTo !== undefined) return { validTo, validToPrecision };
	const { validFrom, attestedFrom } = incoming.fact.stated;
	if (validFrom !== undefined) return { validTo: dateText(validFrom) };
	if (attestedFrom !== undefined) return { endedUnknown: true, attestedTo: instantText(attestedFrom) };
	throw refused("valid_to_missing", "The new fact has no start at which the old one could end", {
		field: "valid_to",
		allowed: "the date at which the old fact ended",
	});
}

/** Gives both facts their intervals from before the decision; the finding is open then, if they still clash (F3). */
async function reopened(deciding: Deciding) {
	const { conflict, last, state, draft, inHand } = deciding;
	const { resolution } = last;
	await checkUntouched(deciding);
	const pair: { oldFact: string; newFact: string } = { oldFact: last.oldFact, newFact: last.newFact };
	if (resolution === "closed") Object.assign(pair, await unclosed(deciding));
	if (resolution === "rejected_new") Object.assign(pair, await unrejected(deciding));
	if (resolution === "kept_both") {
		const rows = await heldRows([last.oldFact, last.newFact], state);
		const keys = rows.flatMap(({ claim, fact }) => keysOfClaim(claim, fact.relation, state.owners));
		await settle({ changes: [], keys, cause: "timeline", state, draft, inHand });
	}
	const now = { reason: last.reason, status: "open", resolution: undefined, ...pair } as const;
	if (inHand.written === undefined)
		writeConflictState(conflict.id, now, { last, kb: state.view.kb, draft, said: inHand.said });
	return { draft, answer: () => writtenAs(conflict.id, inHand.written ?? now) };
}

/** @throws UTOPIA_WRITE_OVERTAKEN where a fact has been rewritten since the decision */
async function checkUntouched({ conflict, last, state }: Deciding): Promise<void> {
	const facts = [last.oldFact, last.newFact].filter(
		(fact) => last.resolution !== "rejected_new" || fact !== last.newFact,
	);
	const live = await liveRowsOf([last.oldFact, last.newFact], state);
	for (const fact of facts) {
		const now = live.get(fact);
		if (now === fact) continue;
		const finding = conflict.id;
		if (now === undefined)
			throw overtaken("row_retracted", "A fact that was decided on is not held any more", { finding, fact });
		throw overtaken("row_replaced", "A fact that was decided on has been rewritten since", {
			finding,
			fact,
			replaced_by: now,
		});
	}
	const back = live.get(last.newFact);
	if (last.resolution === "rejected_new" && back !== undefined)
		throw overtaken("row_replaced", "The fact that was rejected has come back since", {
			finding: conflict.id,
			fact: last.newFact,
			replaced_by: back,
		});
}

async function unclosed({ last, state, draft, inHand }: Deciding): Promise<Pair> {
	const { row, outcomes } = await takeBackClosing(last.oldFact, { state, draft, inHand });
	return { oldFact: row, newFact: outcomes.get(last.newFact)?.row ?? last.newFact };
}

async function unrejected({ last, state, draft, inHand }: Deciding): Promise<Pair> {
	const { row, outcomes } = await takeBackRetraction(last.newFact, { state, draft, inHand });
	return { oldFact: outcomes.get(last.oldFact)?.row ?? last.oldFact, newFact: row };
}
