import { randomUUID } from "node:crypto";
import type { NamedNode } from "@rdfjs/types";
import { type Conflict, type ConflictState, type Conflicts, conflicts } from "../ledger/conflicts.ts";
import { liveRowsOf } from "../ledger/rewritings.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { computedId, digestOf } from "../rdf/computed-id.ts";
import { literal, spell } from "../rdf/terms.ts";
import { instantText } from "../time/instant.ts";
import type { ClashReason, DrawnEnd } from "../timeline/drawing.ts";
import { clashesOf } from "../timeline/drawn-ends.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf, xsd } from "../vocab/well-known.ts";
import type { Draft } from "../writing/draft.ts";
import { stored } from "../writing/quads.ts";
import type { BaseState } from "./base-state.ts";
import { type Key, type KeyedClaim, type KeyRow, keyedStay } from "./keyed-rows.ts";

/** What is known of the keys that changed, after drawing. */
export interface Revising {
	readonly keyed: readonly {
		readonly key: Key;
		readonly rows: readonly KeyRow[];
	}[];
	/** The ends that stand, by row, where one is drawn. */
	readonly ends: ReadonlyMap<string, DrawnEnd>;
	/** Claims of rows that went, whose conflicts go with them. */
	readonly claims: readonly KeyedClaim[];
	/** New ids of rows that are superseded in this commit, by their old ones. */
	readonly ids: ReadonlyMap<string, string>;
	readonly state: BaseState;
	readonly draft: Draft;
	readonly inHand?: InHand | undefined;
}

/** The conflict that a person decides in this commit, or takes the decision back of. */
export interface InHand {
	readonly conflict: string;
	/** A decision is written by whoever makes it; a conflict that is opened again stands as it is found then. */
	readonly isReopened: boolean;
	readonly said: SaidByPerson;
	/** The claim of the fact that was there first: reopened, it is so again, whichever row was written last. */
	readonly oldClaim?: KeyedClaim | undefined;
	/** How it stands from this commit on, where that is written already. */
	written?: WrittenState;
}

/** What the state of a conflict says. */
export type WrittenState = Pick<ConflictState, "reason" | "oldFact" | "newFact" | "status" | "resolution">;

/** Who decided, and their note. */
export interface SaidByPerson {
	readonly person?: NamedNode | undefined;
	readonly note?: string | undefined;
}

/** A pair of rows that cannot be ordered, by the ids they have after this commit. */
interface Raised {
	readonly reason: ClashReason;
	readonly claims: readonly [string, string];
	readonly side: Key["side"];
	readonly oldFact: string;
	readonly newFact: string;
	/** The two as they were before this commit, in any order. */
	readonly rows: readonly [string, string];
	readonly oldClaim: string;
	/** Whether a person has given one of the two its end. */
	readonly isClosed: boolean;
}

/**
 * Opens conflicts for pairs of rows that nobody can order, and withdraws those of the same keys whose rows no longer clash
 * (T6, F4). A conflict is named by the claims that clash, so that it comes back under the same id; one on which a person
 * decided that both stand is not raised again while both last.
 */
export async function reviseConflicts(revising: Revising): Promise<void> {
	const { keyed, state, draft, inHand } = revising;
	if (keyed.length === 0) return;
	const known = await state.view.kept(conflicts);
	const raised = new Map<string, Raised>();
	for (const under of keyed) for (const [id, one] of raisedUnder(under, revising)) raised.set(id, one);
	const told = { kb: state.view.kb, draft, inHand };
	const imported = [...raised.keys()].every((id) => known.get(id))
		? undefined
		: await importedOf(known, state);
	for (const [id, one] of raised) {
		const last = known.get(id)?.states.at(-1);
		if (last !== undefined || !isTold(one, imported?.get(pairOf(one.rows))))
			raise(id, one, { ...told, last });
	}
	if (!known.isEmpty) for (const side of ["subject", "object"] as const) withdrawOthers(side, revising);

	function withdrawOthers(side: Key["side"], { claims }: Revising): void {
		const rows = keyed.filter(({ key }) => key.side === side).flatMap((under) => under.rows);
		const held = new Set(rows.map(({ claim }) => claimDigest(claim, told.kb)));
		const concerned = new Set([...held, ...claims.map((claim) => claimDigest(claim, told.kb))]);
		for (const conflict of new Set([...concerned].flatMap((digest) => known.ofClaim(digest)))) {
			if (conflict.side !== side || raised.has(conflict.id)) continue;
			const bothLast = conflict.claims.every((claim) => held.has(claim));
			// Where only some are told, one that is not among them may clash as before.
			if (bothLast && raised.size >= MOST_UNDER_A_KEY) continue;
			withdraw(conflict, { ...told, bothLast });
		}
	}
}

/** Conflicts that are told of one thing under one relation: whoever finds fifty has enough to decide, and then finds the next. */
const MOST_UNDER_A_KEY = 50;

const pairOf = (rows: readonly string[]) => rows.toSorted().join(" ");

/** Where conflicts that came with a file stand, by the rows that stand for the two they name: the same pair is not found twice. */
async function importedOf(known: Conflicts, state: BaseState): Promise<ReadonlyMap<string, ConflictState>> {
	const last = known.withoutClaims().flatMap(({ states }) => states.at(-1) ?? []);
	const live = await liveRowsOf(
		last.flatMap(({ oldFact, newFact }) => [oldFact, newFact]),
		state,
	);
	const standing = (fact: string) => live.get(fact) ?? fact;
	return new Map(last.map((one) => [pairOf([one.oldFact, one.newFact].map(standing)), one]));
}

/** Whether a pair is told of by a conflict that came with a file, whatever its reason. */
function isTold(raised: Raised, last: ConflictState | undefined): boolean {
	return last !== undefined && (last.status === "open" || stands(raised, last));
}

/** The digest of a claim as asserted, whichever rows make it, and whatever the id of the base that its IRIs begin with. */
function claimDigest({ subject, predicate, object, unit }: KeyedClaim, kb: string): string {
	const end = "entity" in object ? object.entity : spell(stored(object.value));
	const claim = JSON.stringify([subject, predicate?.value ?? null, end, unit ?? null]);
	return digestOf(claim, kb);
}

/** The same clash has the same id in every base that has it. */
function conflictId(side: Key["side"], claims: readonly [string, string]): string {
	return computedId(`${side} ${claims.join(" ")}`);
}

function raisedUnder(
	{ key, rows }: Revising["keyed"][number],
	{ ends, ids, state }: Revising,
): ReadonlyMap<string, Raised> {
	const { kb } = state.view;
	const byId = new Map(rows.map((row) => [row.stay.id, row]));
	const clashes = clashesOf(
		rows.map((row) => keyedStay(key, row, state.owners)),
		ends,
		MOST_UNDER_A_KEY,
	);
	const found = new Map<string, Raised>();
	for (const clash of clashes) {
		const [first, second] = [byId.get(clash.first), byId.get(clash.second)];
		if (first === undefined || second === undefined) continue;
		const claims = [first, second].map(({ claim }) => claimDigest(claim, kb)).sort() as [string, string];
		const id = conflictId(key.side, claims);
		// Of several pairs of the same claims, one that nobody has decided on tells more.
		if (found.get(id)?.isClosed === false) continue;
		const inRecord = inOrder(first, second);
		const [oldFact, newFact] = inRecord.map(({ stay }) => ids.get(stay.id) ?? stay.id) as [string, string];
		const oldClaim = claimDigest(inRecord[0].claim, kb);
		const isClosed = [first, second].some(({ stay }) => stay.endFixed && isEnded(stay));
		const { reason } = clash;
		const rows = [clash.first, clash.second] as const;
		found.set(id, { reason, claims, rows, side: key.side, oldFact, newFact, oldClaim, isClosed });
	}
	return found;
}

const isEnded = ({ to, endedUnknown }: KeyRow["stay"]) => to !== undefined || endedUnknown;

/** The row recorded first before the other; new rows are last, and of two at once the smaller id is first. */
function inOrder(first: KeyRow, second: KeyRow): readonly [KeyRow, KeyRow] {
	const [since, then] = [first.recordedAt, second.recordedAt];
	if (since === then) return [first, second];
	if (since === undefined) return [second, first];
	return then === undefined || since < then ? [first, second] : [second, first];
}

interface Told {
	readonly kb: string;
	readonly draft: Draft;
	readonly inHand: InHand | undefined;
}

function raise(
	id: string,
	raised: Raised,
	{ last, kb, draft, inHand }: Told & { readonly last: ConflictState | undefined },
): void {
	const own = inHand?.conflict === id ? inHand : undefined;
	if (own === undefined ? stands(raised, last) : !own.isReopened) return;
	const { derivations } = graphsOf(kb);
	if (last === undefined) {
		const said = [
			[rdf.type, utopia.FactConflict],
			[utopia.side, literal(raised.side)],
			...raised.claims.map((claim) => [utopia.betweenClaims, literal(claim)] as const),
		] as const;
		draft.row(baseIri(kb, "conflict", id), said, derivations);
	}
	const { reason } = raised;
	const wanted = own?.oldClaim && claimDigest(own.oldClaim, kb);
	const [oldFact, newFact] = rowsInOrder(raised, wanted);
	const now = { reason, oldFact, newFact, status: "open", resolution: undefined } as const;
	writeConflictState(id, now, { last, kb, draft, said: own?.said });
	if (own !== undefined) own.written = now;
}

function rowsInOrder(
	{ oldFact, newFact, oldClaim }: Raised,
	wanted: string | undefined,
): readonly [string, string] {
	return wanted === undefined || wanted === oldClaim ? [oldFact, newFact] : [newFact, oldFact];
}

/** Whether a pair that still clashes is told of already, for the same reason, or was decided on. */
function stands({ reason, isClosed }: Raised, last: ConflictState | undefined): boolean {
	if (last?.status === "open") return last.reason === reason;
	if (last?.status !== "resolved") return false;
	return last.resolution === "kept_both" || (last.resolution === "closed" && isClosed);
}

function withdraw(
	conflict: Conflict,
	{ kb, draft, inHand, bothLast }: Told & { readonly bothLast: boolean },
): void {
	const last = conflict.states.at(-1);
	if (last === undefined || last.status === "withdrawn") return;
	const own = inHand?.conflict === conflict.id ? inHand : undefined;
	const isDecided = last.status === "resolved" && (last.resolution !== "kept_both" || bothLast);
	if (own === undefined ? isDecided : !own.isReopened) return;
	const now = { ...last, status: "withdrawn", resolution: undefined } as const;
	writeConflictState(conflict.id, now, { last, kb, draft, said: own?.said });
	if (own !== undefined) own.written = now;
}

/** Writes where a conflict stands from this commit on; where it stood ends. */
export function writeConflictState(
	conflict: string,
	state: WrittenState,
	{
		last,
		kb,
		draft,
		said,
	}: Omit<Told, "inHand"> & {
		readonly last: ConflictState | undefined;
		readonly said?: SaidByPerson | undefined;
	},
): void {
	const { derivations } = graphsOf(kb);
	if (last?.id !== undefined) draft.endRow(baseIri(kb, "findingstate", last.id), derivations);
	const of = baseIri(kb, "conflict", conflict);
	const row = (one: WrittenState, more: Parameters<Draft["row"]>[1]) => {
		const own = baseIri(kb, "findingstate", randomUUID());
		const said = [
			[rdf.type, utopia.FindingState],
			[utopia.ofFinding, of],
			[utopia.reason, literal(one.reason)],
			[utopia.status, literal(one.status)],
			[utopia.resolution, one.resolution && literal(one.resolution)],
			[utopia.priorStatement, baseIri(kb, "fact", one.oldFact)],
			[utopia.incomingStatement, baseIri(kb, "fact", one.newFact)],
			...more,
		] as const;
		draft.row(own, said, derivations);
		return own;
	};
	row(state, [
		[utopia.note, said?.note === undefined ? undefined : literal(said.note)],
		[utopia.byPerson, said?.person],
	]);
	if (last === undefined || last.id !== undefined) return;
	// What an imported conflict says of itself is told by its states from now on: by one that is never held.
	const closed = last.status === "open" || last.from === undefined ? undefined : instantText(last.from);
	const former = row(last, [
		[utopia.closedAt, closed === undefined ? undefined : literal(closed, xsd.dateTime)],
	]);
	draft.endRow(former, derivations);
}
