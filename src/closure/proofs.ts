import type { Bound } from "../time/holds.ts";
import type { Precision } from "../time/partial-date.ts";
import type { Fact } from "./facts.ts";
import { HELD, type Inferences } from "./inferences.ts";
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

/** All ways in which one step concludes just this fact, those of axioms before those of rules. */
export function waysTo(fact: Fact, inferences: Inferences): readonly Way[] {
	const ways: Way[] = [];
	for (const { rule, first, second } of inferences.proving(fact, HELD))
		ways.push({ rule, premises: second === undefined ? [first] : [first, second] });
	for (const { version, group, premises } of inferences.given.proofs(fact.cell, fact))
		ways.push({ rule: { kind: "business", version, group }, premises });
	return ways;
}

/**
 * The ways that are proofs of a conclusion (Q1, Q2). A conclusion never supports itself: where a premise could lean on it, the
 * way is a proof only when the premise is lower. So proofs never run in a circle, whichever is followed, and each conclusion
 * has one, that of its height.
 */
export function proofsOf(fact: Fact, proving: Proving): readonly Way[] {
	const ways = waysTo(fact, proving.inferences);
	return ways.filter((way) =>
		way.rule.kind === "business" ? isOfRule(way, fact, proving) : isOfAxiom(way, fact, proving),
	);
}

/** Where rules may read what they conclude, a premise that could lean on the conclusion is of a round before. */
function isOfRule({ premises }: Way, fact: Fact, { book }: Proving): boolean {
	const isBefore = (premise: Fact) =>
		premise.rank === 0 ||
		roundOf(premise.rank) < roundOf(fact.rank) ||
		!book.leadsTo(fact.cell, premise.cell);
	return premises.every((premise) => premise.isHeld && (!book.isCircular || isBefore(premise)));
}

function isOfAxiom({ premises }: Way, fact: Fact, { inferences, book, isCapped }: Proving): boolean {
	const [first, second] = premises as [Fact, Fact | undefined];
	const isLater = ({ rank, cell }: Fact) =>
		roundOf(rank) > roundOf(fact.rank) && book.leadsTo(fact.cell, cell);
	if (book.isCircular && premises.some(isLater)) return false;
	const { axioms } = inferences;
	const { relation, subject, object } = fact.cell;
	const isFree = (premise: Fact) =>
		premise.rank < fact.rank || !axioms.inOneKnot(premise.cell.relation, relation);
	if (second === undefined) return isFree(first);
	// Where not all conclusions stand, it cannot be seen whether there is a way back.
	const isBack = (from: string, to: string) => isCapped(relation) || leadsBack(from, to, fact, inferences);
	const between = first.cell.object;
	return (isFree(first) || !isBack(object, between)) && (isFree(second) || !isBack(between, subject));
}

/**
 * Whether a way leads from one entity to the other while the conclusion holds. A premise that leans on a conclusion has got its
 * other end by such a way: the first premise from the conclusion's end, the second one to its beginning.
 */
function leadsBack(from: string, to: string, fact: Fact, inferences: Inferences): boolean {
	const back = inferences.relation(fact.cell.relation).get(from, to);
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
	const premises = proofs.flatMap((proof) => proof.premises);
	const starts = premises.filter(({ from }) => from === fact.from).map(({ start }) => start);
	const ends = premises.filter(({ to }) => to === fact.to).map(({ end }) => end);
	return { start: finest(starts), end: finest(ends) };
}

const FINENESS: readonly Precision[] = ["year", "month", "day", "hour", "minute", "second"];

/** Of the same bound stated several times, the one stated most finely; all are missing where the side is unbounded. */
function finest(bounds: readonly (Bound | undefined)[]): Bound | undefined {
	return bounds.reduce<Bound | undefined>((best, bound) => {
		if (best === undefined || bound === undefined) return best ?? bound;
		return fineness(bound) > fineness(best) ? bound : best;
	}, undefined);
}

function fineness({ precision }: Bound): number {
	return precision === undefined ? -1 : FINENESS.indexOf(precision);
}
