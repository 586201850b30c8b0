import type { Bound } from "../time/holds.ts";
import type { Precision } from "../time/partial-date.ts";
import type { Fact } from "./facts.ts";
import { HELD, type Inference, type Inferences } from "./inferences.ts";
import { covers } from "./span.ts";

/**
 * The inferences that are proofs of a conclusion (Q1, Q2). A conclusion never supports itself: where a premise could lean on
 * it, the inference is a proof only when the premise is lower. So proofs never run in a circle, whichever is followed, and
 * each conclusion has one, that of its height.
 */
export function proofsOf(fact: Fact, proving: Proving): readonly Inference[] {
	const found = proving.inferences.proving(fact, HELD);
	const isCounting = (inference: Inference) => isProof(inference, fact, proving);
	return found.every(isCounting) ? found : found.filter(isCounting);
}

function isProof({ first, second }: Inference, fact: Fact, proving: Proving): boolean {
	const isFirstFree = isFree(first, fact, proving);
	if (second === undefined) return isFirstFree;
	const isSecondFree = isFree(second, fact, proving);
	if (isFirstFree && isSecondFree) return true;
	// Where not all conclusions stand, it cannot be seen whether there is a way back.
	if (proving.isCapped(fact.cell.relation)) return false;
	const { subject, object } = fact.cell;
	const between = first.cell.object;
	return (
		(isFirstFree || !leadsBack(object, between, fact)) && (isSecondFree || !leadsBack(between, subject, fact))
	);
}

/** Whether a premise cannot lean on the conclusion, whatever else stands. */
function isFree(premise: Fact, fact: Fact, { inferences: { axioms } }: Proving): boolean {
	return premise.rank < fact.rank || !axioms.inOneKnot(premise.cell.relation, fact.cell.relation);
}

/** Where proofs are looked for, and of which relations not all conclusions stand. */
export interface Proving {
	readonly inferences: Inferences;
	isCapped(relation: string): boolean;
}

/**
 * Whether a way leads from one entity to the other while the conclusion holds. A premise that leans on a conclusion has got its
 * other end by such a way: the first premise from the conclusion's end, the second one to its beginning.
 */
function leadsBack(from: string, to: string, fact: Fact): boolean {
	const back = fact.cell.among.get(from, to);
	return back?.facts.some((one) => one.isHeld && covers(one, fact)) ?? false;
}

/** The confidence of an inference: that of its weakest premise (J5). */
export function confidenceOf({ first, second }: Inference): number {
	return second === undefined ? first.confidence : Math.min(first.confidence, second.confidence);
}

/** The ends of a conclusion with the precisions of the premises that set them: of several, the finest (J3). */
export function boundsOf(
	fact: Fact,
	proofs: readonly Inference[],
): { readonly start: Bound | undefined; readonly end: Bound | undefined } {
	let start: Bound | undefined;
	let end: Bound | undefined;
	for (const { first, second } of proofs) {
		if (first.from === fact.from) start = finer(start, first.start);
		if (first.to === fact.to) end = finer(end, first.end);
		if (second?.from === fact.from) start = finer(start, second.start);
		if (second?.to === fact.to) end = finer(end, second.end);
	}
	return { start, end };
}

const FINENESS: readonly Precision[] = ["year", "month", "day", "hour", "minute", "second"];

/** Of the same bound stated twice, the one stated more finely; both are missing where the side is unbounded. */
function finer(a: Bound | undefined, b: Bound | undefined): Bound | undefined {
	if (a === undefined || b === undefined || a === b) return a ?? b;
	return fineness(b) > fineness(a) ? b : a;
}

function fineness({ precision }: Bound): number {
	return precision === undefined ? -1 : FINENESS.indexOf(precision);
}
