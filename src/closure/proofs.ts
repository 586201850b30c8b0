import type { Bound } from "../time/holds.ts";
import type { Precision } from "../time/partial-date.ts";
import type { Fact } from "./facts.ts";
import { HELD, type Inference, type Inferences } from "./inferences.ts";
import type { ProofRule } from "./premise.ts";
import { roundOf } from "./rounds.ts";
import type { RuleBook } from "./rule-book.ts";
import { covers } from "./span.ts";

/** One way in which a conclusion follows: a rule, and its premises in order. */
export interface Way {
	readonly rule: ProofRule;
	readonly premises: readonly Fact[];
}

/** Where proofs are looked for, and of which relations not all conclusions stand. */
export interface Proving {
	readonly inferences: Inferences;
	isCapped(relation: string): boolean;
	readonly book: RuleBook;
}

/**
 * The ways that are proofs of a conclusion (Q1, Q2), those of axioms before those of rules. A conclusion never supports itself:
 * where a premise could lean on it, the way is a proof only when the premise is lower. So proofs never run in a circle,
 * whichever is followed, and each conclusion has one, that of its height.
 */
export function proofsOf(fact: Fact, proving: Proving): readonly Way[] {
	const { inferences, book } = proving;
	const ways: Way[] = [];
	for (const inference of inferences.proving(fact, HELD))
		if (isOfAxiom(inference, fact, proving)) ways.push(wayOf(inference));
	for (const { version, group, premises } of inferences.given.proofs(fact.cell, fact))
		if (isOfRule(premises, fact, book)) ways.push({ rule: { kind: "business", version, group }, premises });
	return ways;
}

/** An inference as a way to what it concludes. */
export function wayOf({ rule, first, second }: Inference): Way {
	return { rule, premises: second === undefined ? [first] : [first, second] };
}

/** Where rules may read what they conclude, a premise that could lean on the conclusion is of a round before. */
function isOfRule(premises: readonly Fact[], fact: Fact, book: RuleBook): boolean {
	const isBefore = (premise: Fact) =>
		premise.rank === 0 ||
		roundOf(premise.rank) < roundOf(fact.rank) ||
		!book.leadsTo(fact.cell, premise.cell);
	return premises.every((premise) => premise.isHeld && (!book.isCircular || isBefore(premise)));
}

function isOfAxiom({ first, second }: Inference, fact: Fact, proving: Proving): boolean {
	const { book } = proving;
	if (
		book.isCircular &&
		(isLater(first, fact, book) || (second !== undefined && isLater(second, fact, book)))
	)
		return false;
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

/** Whether a premise is of a round after the conclusion's, and could lean on it. */
function isLater({ rank, cell }: Fact, fact: Fact, book: RuleBook): boolean {
	return roundOf(rank) > roundOf(fact.rank) && book.leadsTo(fact.cell, cell);
}

/** Whether a premise cannot lean on the conclusion by axioms, whatever else stands. */
function isFree(premise: Fact, fact: Fact, { inferences: { axioms } }: Proving): boolean {
	return premise.rank < fact.rank || !axioms.inOneKnot(premise.cell.relation, fact.cell.relation);
}

/**
 * Whether a way leads from one entity to the other while the conclusion holds. A premise that leans on a conclusion has got its
 * other end by such a way: the first premise from the conclusion's end, the second one to its beginning.
 */
function leadsBack(from: string, to: string, fact: Fact): boolean {
	const back = fact.cell.among.get(from, to);
	return back?.facts.some((one) => one.isHeld && covers(one, fact)) ?? false;
}

/** The confidence of a proof: that of its weakest premise (J5). */
export function confidenceOf({ premises }: Way): number {
	let weakest = 1;
	for (const { confidence } of premises) if (confidence < weakest) weakest = confidence;
	return weakest;
}

/** The ends of a conclusion with the precisions of the premises that set them: of several, the finest (J3). */
export function boundsOf(
	fact: Fact,
	proofs: readonly Way[],
): { readonly start: Bound | undefined; readonly end: Bound | undefined } {
	let start: Bound | undefined;
	let end: Bound | undefined;
	for (const { premises } of proofs)
		for (const premise of premises) {
			if (premise.from === fact.from) start = finer(start, premise.start);
			if (premise.to === fact.to) end = finer(end, premise.end);
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
