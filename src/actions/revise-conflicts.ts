import { createHash, randomUUID } from "node:crypto";
import { type Conflict, type ConflictState, conflicts } from "../ledger/conflicts.ts";
import { baseIri, graphsOf } from "../rdf/base-iris.ts";
import { literal, spell } from "../rdf/terms.ts";
import type { Clash, ClashReason, DrawnEnd } from "../timeline/drawing.ts";
import { clashesOf } from "../timeline/drawn-ends.ts";
import * as utopia from "../vocab/utopia.gen.ts";
import { rdf } from "../vocab/well-known.ts";
import type { Draft } from "../writing/draft.ts";
import { stored } from "../writing/quads.ts";
import type { BaseState } from "./base-state.ts";
import { type Key, type KeyedClaim, type KeyRow, keyedStay } from "./keyed-rows.ts";

/** What is known of the keys that changed, after drawing. */
export interface Revising {
	readonly keyed: readonly {
		readonly key: Key;
		readonly rows: readonly KeyRow[];
		readonly drawn: ReadonlyMap<string, DrawnEnd>;
	}[];
	/** Claims of rows that went, whose conflicts go with them. */
	readonly claims: readonly KeyedClaim[];
	/** New ids of rows that are superseded in this commit, by their old ones. */
	readonly ids: ReadonlyMap<string, string>;
	readonly state: BaseState;
	readonly draft: Draft;
}

/** A pair of rows that cannot be ordered, by the ids they have after this commit. */
interface Raised {
	readonly reason: ClashReason;
	readonly claims: readonly [string, string];
	readonly side: Key["side"];
	readonly oldFact: string;
	readonly newFact: string;
}

/**
 * Opens conflicts for pairs of rows that nobody can order, and withdraws those of the same keys whose rows no longer clash
 * (T6, F4). A conflict is named by the claims that clash, so that it comes back under the same id; one on which a person
 * decided that both stand is not raised again while both last.
 */
export async function reviseConflicts({ keyed, claims, ids, state, draft }: Revising): Promise<void> {
	if (keyed.length === 0) return;
	const known = await state.view.kept(conflicts);
	const raised = new Map<string, Raised>();
	for (const under of keyed) for (const [id, one] of raisedUnder(under, { ids, state })) raised.set(id, one);
	for (const [id, one] of raised)
		raise(id, one, { last: known.get(id)?.states.at(-1), kb: state.view.kb, draft });
	if (known.isEmpty) return;
	const digests = new Set(
		[...keyed.flatMap(({ rows }) => rows.map(({ claim }) => claim)), ...claims].map(claimDigest),
	);
	const told = new Set<string>();
	for (const conflict of [...digests].flatMap((digest) => known.ofClaim(digest))) {
		if (raised.has(conflict.id) || told.has(conflict.id)) continue;
		told.add(conflict.id);
		withdraw(conflict, { kb: state.view.kb, draft });
	}
}

/** The digest of a claim as asserted, whichever rows make it. */
function claimDigest({ subject, predicate, object, unit }: KeyedClaim): string {
	const end = "entity" in object ? object.entity : spell(stored(object.value));
	return sha256(JSON.stringify([subject, predicate?.value ?? null, end, unit ?? null]));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** A UUID (RFC 9562, version 8) made of a digest: the same clash has the same id in every base that has it. */
function conflictId(side: Key["side"], claims: readonly [string, string]): string {
	const hex = sha256(`${side} ${claims.join(" ")}`);
	const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function raisedUnder(
	{ key, rows, drawn }: Revising["keyed"][number],
	{ ids, state }: Pick<Revising, "ids" | "state">,
): ReadonlyMap<string, Raised> {
	const byId = new Map(rows.map((row) => [row.stay.id, row]));
	const clashes = clashesOf(
		rows.map((row) => keyedStay(key, row, state.owners)),
		drawn,
	);
	const found = new Map<string, Raised>();
	for (const clash of clashes) {
		const [first, second] = [byId.get(clash.first), byId.get(clash.second)];
		if (first === undefined || second === undefined) continue;
		const claims = [claimDigest(first.claim), claimDigest(second.claim)].sort() as [string, string];
		const id = conflictId(key.side, claims);
		if (found.has(id)) continue;
		const [oldFact, newFact] = inOrder(clash, first, second).map((row) => ids.get(row) ?? row) as [
			string,
			string,
		];
		found.set(id, { reason: clash.reason, claims, side: key.side, oldFact, newFact });
	}
	return found;
}

/** The row recorded first before the other; new rows are last, and of two at once the smaller id is first. */
function inOrder({ first, second }: Clash, a: KeyRow, b: KeyRow): readonly [string, string] {
	const [since, then] = [a.recordedAt, b.recordedAt];
	if (since === then) return [first, second];
	if (since === undefined) return [second, first];
	return then === undefined || since < then ? [first, second] : [second, first];
}

interface Told {
	readonly kb: string;
	readonly draft: Draft;
}

function raise(
	id: string,
	raised: Raised,
	{ last, kb, draft }: Told & { readonly last: ConflictState | undefined },
): void {
	if (last?.status === "open" || last?.resolution === "kept_both") return;
	const { derivations } = graphsOf(kb);
	const own = baseIri(kb, "conflict", id);
	if (last === undefined) {
		const said = [
			[rdf.type, utopia.FactConflict],
			[utopia.reason, literal(raised.reason)],
			[utopia.side, literal(raised.side)],
			...raised.claims.map((claim) => [utopia.betweenClaims, literal(claim)] as const),
		] as const;
		draft.row(own, said, derivations);
	}
	writeConflictState(id, { ...raised, status: "open" }, { last, kb, draft });
}

function withdraw(conflict: Conflict, { kb, draft }: Told): void {
	const last = conflict.states.at(-1);
	if (last === undefined || last.status === "withdrawn") return;
	if (last.status === "resolved" && last.resolution !== "kept_both") return;
	const { oldFact, newFact } = last;
	writeConflictState(conflict.id, { oldFact, newFact, status: "withdrawn" }, { last, kb, draft });
}

/** Writes where a conflict stands from this commit on; where it stood ends. */
export function writeConflictState(
	conflict: string,
	state: Pick<ConflictState, "oldFact" | "newFact" | "status"> &
		Partial<Pick<ConflictState, "resolution" | "note">>,
	{ last, kb, draft }: Told & { readonly last: ConflictState | undefined },
): void {
	const { derivations } = graphsOf(kb);
	if (last?.id !== undefined) draft.endRow(baseIri(kb, "findingstate", last.id), derivations);
	draft.row(
		baseIri(kb, "findingstate", randomUUID()),
		[
			[rdf.type, utopia.FindingState],
			[utopia.ofFinding, baseIri(kb, "conflict", conflict)],
			[utopia.status, literal(state.status)],
			[utopia.resolution, state.resolution && literal(state.resolution)],
			[utopia.priorStatement, baseIri(kb, "fact", state.oldFact)],
			[utopia.incomingStatement, baseIri(kb, "fact", state.newFact)],
			[utopia.note, state.note === undefined ? undefined : literal(state.note)],
		],
		derivations,
	);
}
