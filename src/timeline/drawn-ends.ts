import { byInstant, type Instant } from "../time/instant.ts";
import type { Clash, ClashReason, DrawnEnd, KeyedStay } from "./drawing.ts";
import { byText } from "./order.ts";
import { byEnd, type End } from "./statement.ts";

/** The ends that the stays of one key give each other (T1, T2, T10, T17), by the id of the stay that is given one. */
export function drawnEnds(stays: readonly KeyedStay[]): ReadonlyMap<string, DrawnEnd> {
	const closers = stays.filter(canClose).sort(byBeginning);
	const heads = headsOf(closers);
	const drawn = new Map<string, DrawnEnd>();
	for (const stay of stays) {
		const start = startOf(stay);
		if (start === undefined || !isOpen(stay)) continue;
		const head = heads[firstAfter(closers, start)];
		const successor = head?.first.value === stay.value ? head.other : head?.first;
		if (successor !== undefined) drawn.set(stay.id, endAt(successor));
	}
	return drawn;
}

/** T5: of the ends that a stay is given by its two keys, the one that stands: the earlier; then the dated, the finer, that of the smaller id. */
export function earlierEnd(a: DrawnEnd | undefined, b: DrawnEnd | undefined): DrawnEnd | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	const [left, right] = [boundOf(a), boundOf(b)];
	const order = left && right ? byEnd(left, right) : 0;
	return (order || byText(a.drawnBy, b.drawnBy)) <= 0 ? a : b;
}

/**
 * The pairs of different values that hold at one moment and that nobody can order (T6), by their ids. `drawn` has the ends
 * that stand, for a relation unique on both sides the earlier of two. Pairs that overlap by a stated or a person's end are
 * not among them (T7), nor what begins after a stay that is known to have ended (T10). At most
 * `most` are told, since a thousand values from one day on would be half a million pairs: those that begin first, of those
 * that begin together by value.
 */
export function clashesOf(
	stays: readonly KeyedStay[],
	drawn: ReadonlyMap<string, DrawnEnd>,
	most = Number.POSITIVE_INFINITY,
): readonly Clash[] {
	const placed = stays
		.map((stay) => ({ stay, start: startOf(stay), to: endOf(stay, drawn) }))
		.sort(
			(a, b) =>
				byInstant(a.start, b.start) || byText(a.stay.value, b.stay.value) || byText(a.stay.id, b.stay.id),
		);
	const clashes: Clash[] = [];
	// Those that hold where the sweep stands. In a succession it is one at a time.
	let holding: typeof placed = [];
	for (const next of placed) {
		const { start, to } = next;
		if (clashes.length >= most) break;
		if (start !== undefined && to !== undefined && to <= start) continue;
		holding = holding.filter((one) => one.to === undefined || start === undefined || start < one.to);
		for (const { stay } of holding) {
			const reason = reasonOf(stay, next.stay);
			if (reason !== undefined && clashes.length < most) clashes.push(clash(stay.id, next.stay.id, reason));
		}
		holding.push(next);
	}
	return clashes.sort((a, b) => byText(a.first, b.first) || byText(a.second, b.second));
}

function clash(a: string, b: string, reason: ClashReason): Clash {
	return a < b ? { first: a, second: b, reason } : { first: b, second: a, reason };
}

/** Why nobody can order two stays that hold at one moment, the first of which did not begin later. */
function reasonOf(earlier: KeyedStay, later: KeyedStay): ClashReason | undefined {
	if (earlier.value === later.value) return undefined;
	const order = orderOf(earlier, later);
	return order === "ordered" || order === "silent" ? undefined : order;
}

/** What the timeline looks at to say which of two stays came first. */
export type Placed = Pick<KeyedStay, "from" | "attestedFrom" | "endedUnknown" | "grade" | "described">;

/**
 * What is said where stays of two values of one key hold at one moment, the first of which did not begin later: a conflict for
 * this reason (T6); nothing, since one has no anchored start or had ended by then (T6, T10); or, of those that stand in order,
 * that an end which is not the engine's to draw makes them overlap (T7).
 */
export function orderOf(earlier: Placed, later: Placed): ClashReason | "silent" | "ordered" {
	if (earlier.grade === "C" || later.grade === "C") return "silent";
	const [before, after] = [startOf(earlier), startOf(later)];
	const ordered = before !== undefined && after !== undefined && before < after;
	if (ordered && earlier.endedUnknown) return "silent";
	if (earlier.described || later.described) return "described_evidence";
	if (before === undefined || after === undefined) return "no_time";
	return before === after ? "simultaneous" : "ordered";
}

function startOf({ from, attestedFrom }: Placed): Instant | undefined {
	return from?.at ?? attestedFrom;
}

function isOpen({ to, endedUnknown, endFixed }: KeyedStay): boolean {
	return to === undefined && !endedUnknown && !endFixed;
}

function canClose(stay: KeyedStay): boolean {
	return startOf(stay) !== undefined && stay.grade !== "C" && !stay.described;
}

/**
 * The earlier start first. Of those that start together a stated one comes before one that was only seen, and the finer
 * before the coarser, so that the end they draw does not hang on their ids; those alike, by id (T17).
 */
function byBeginning(a: KeyedStay, b: KeyedStay): number {
	const [first, second] = [boundOf(endAt(a)), boundOf(endAt(b))];
	return (first && second ? byEnd(first, second) : 0) || byText(a.id, b.id);
}

function endOf(stay: KeyedStay, drawn: ReadonlyMap<string, DrawnEnd>): Instant | undefined {
	const own = stay.to?.at ?? (stay.endedUnknown ? stay.attestedTo : undefined);
	const given = isOpen(stay) ? drawn.get(stay.id) : undefined;
	return own ?? given?.to?.at ?? given?.attestedTo;
}

/** T1, T2: at the successor's start as it was stated, or unknown by its attestation. */
function endAt({ id, from, attestedFrom }: KeyedStay): DrawnEnd {
	return from === undefined ? { attestedTo: attestedFrom, drawnBy: id } : { to: from, drawnBy: id };
}

function boundOf({ to, attestedTo }: DrawnEnd): End | undefined {
	return to ?? (attestedTo === undefined ? undefined : { at: attestedTo });
}

interface Head {
	readonly first: KeyedStay;
	/** The first that has another value than `first`: the successor of those that share its value. */
	readonly other: KeyedStay | undefined;
}

/** For each closer the head of the list that begins with it, so that no successor has to be walked to. */
function headsOf(closers: readonly KeyedStay[]): readonly Head[] {
	const heads: Head[] = [];
	let next: Head | undefined;
	for (const closer of closers.toReversed()) {
		next = { first: closer, other: next?.first.value === closer.value ? next.other : next?.first };
		heads.push(next);
	}
	return heads.reverse();
}

/** Where the closers that start after a moment begin. */
function firstAfter(closers: readonly KeyedStay[], moment: Instant): number {
	let [low, high] = [0, closers.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const closer = closers[middle];
		if (closer !== undefined && byInstant(startOf(closer), moment) > 0) high = middle;
		else low = middle + 1;
	}
	return low;
}
